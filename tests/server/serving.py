"""A real server for tests, in this process, on a port and a file of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from server.app import App, running
from server.settings import Settings
from tests.patience import IN_VAIN
from tests.server.storage.databases import put_fresh_file

# Tests come from one address, and fast; or slowly, on a machine that has much else to do.
ROOMY = {
    "hello_seconds": IN_VAIN,
    "heartbeat": IN_VAIN,
    "opens_per_address": 100_000,
    "connections_per_address": 100_000,
    "requests_per_address": 100_000.0,
}


@asynccontextmanager
async def serving(path: Path, **changed: Any) -> AsyncIterator[App]:
    """A server whose settings are those for tests, but for what is changed."""
    database = str(path if path.suffix else path / "inarow.db")
    chosen: dict[str, Any] = {"port": 0, "database": database, "durability": "process"}
    settings = replace(Settings(), **(chosen | ROOMY | changed))
    if "://" not in settings.database:
        put_fresh_file(Path(settings.database))
    async with running(settings) as app:
        yield app

"""A cluster for tests, in this process: nodes on one PostgreSQL and one NATS, each on its port."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.cluster_rig.broker import Broker
from benchmarks.crash import free_port
from server.app import App, running
from server.settings import Settings
from tests.server.serving import ROOMY
from tests.server.storage.databases import fresh_url

LEASE = 30.0  # seconds: no node seems dead because the machine is slow


@asynccontextmanager
async def broker(folder: Path) -> AsyncIterator[Broker]:
    """A NATS that ends with the block."""
    nats = Broker(folder, free_port())
    try:
        await nats.start()
        yield nats
    finally:
        await nats.kill()


def node_settings(database: str, nats: int, **changed: Any) -> Settings:
    """Those of a node on a port of its own."""
    port = free_port()
    chosen: dict[str, Any] = {
        "port": port,
        "database": database,
        "durability": "process",
        "nats": (f"nats://127.0.0.1:{nats}",),
        "node_url": f"ws://127.0.0.1:{port}",
        "lease_seconds": LEASE,
        "burst": 1000,
    }
    return replace(Settings(), **(chosen | ROOMY | changed))


@asynccontextmanager
async def serving_nodes(folder: Path, count: int = 3, **changed: Any) -> AsyncIterator[list[App]]:
    """So many nodes that know each other; the first owns the lobby."""
    database = fresh_url("postgresql", folder)
    async with broker(folder) as nats, AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(running(node_settings(database, nats.port, **changed)))
            for _ in range(count)
        ]

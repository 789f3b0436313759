"""A cluster whose wires to PostgreSQL can be cut, whose NATS can be killed, whose nodes can go.

No lease runs out by itself, however slow the machine is: time passes when a test says so.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from urllib.parse import parse_qs, urlsplit

from sqlalchemy import update

from benchmarks.cluster_rig.broker import Broker
from benchmarks.cluster_rig.partition import PASS, REFUSE, CutWire, NearEnd, WireEnd
from server.app import App, running
from server.peers.peer import Peer
from server.storage.schema import nodes
from tests.patience import IN_VAIN
from tests.server.cluster.nodes import broker, node_settings
from tests.server.inside import counted
from tests.server.storage.databases import fresh_url
from tests.server.storage.test_health import comes, health

LEASE = 10 * IN_VAIN


class SocketWire(CutWire):
    """A wire to a PostgreSQL that listens at a socket in a folder."""

    def __init__(self, url: str) -> None:
        super().__init__(0)
        place = urlsplit(url)
        self._path = f"{parse_qs(place.query)['host'][0]}/.s.PGSQL.5432"
        self._url = place._replace(query="")
        self._server: asyncio.Server

    async def open(self) -> str:
        """The url of the database through this wire."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: NearEnd(self), "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return self._url._replace(netloc=f"{self._url.netloc}127.0.0.1:{port}").geturl()

    def close(self) -> None:
        self.become(REFUSE)
        self._server.close()

    async def connect(self, near: NearEnd) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_unix_connection(lambda: WireEnd(self, near), self._path)


class Node:
    """One of the cluster."""

    def __init__(self, nats: Broker, database: str, number: int) -> None:
        self.number = number
        self.app: App
        self._wire = SocketWire(database)
        self._nats = nats
        self._up = AsyncExitStack()

    async def start(self) -> None:
        self._up.callback(self._wire.close)
        settings = node_settings(await self._wire.open(), self._nats.port, lease_seconds=LEASE)
        self.app = await self._up.enter_async_context(running(settings))

    async def stop(self) -> None:
        """As at SIGTERM."""
        await self._up.aclose()

    @property
    def url(self) -> str:
        return self.app.url

    @property
    def peer(self) -> Peer:
        assert self.app.house.peer is not None
        return self.app.house.peer

    # What becomes of it

    def lose_database(self) -> None:
        self._wire.become(REFUSE)

    async def find_database(self) -> None:
        """And be well again."""
        self._wire.become(PASS)
        async with asyncio.timeout(IN_VAIN):
            while not await self.is_healthy():
                self.peer.membership.look_now()  # the first connections may be broken ones
                await self.peer.membership.changed(0.1)

    def lapse(self) -> None:
        """Its lease could not be renewed for as long as it lasts."""
        self.peer.lease.until = monotonic()
        self.peer.membership._lapse()

    async def take_over_from(self, dead: "Node") -> None:
        """As when the lease of the other has run out."""
        adopted = counted(self.app, "adoptions_total")
        expired = update(nodes).where(nodes.c.id == dead.peer.id).values(expires_at=0.0)
        await self.app._database.execute(expired)
        self.peer.membership._steady_since = -inf
        self.peer.membership.look_now()
        async with asyncio.timeout(IN_VAIN):
            while counted(self.app, "adoptions_total") == adopted:
                await self.peer.membership.changed(0.1)

    async def knows(self, count: int) -> bool:
        """Whether it has seen so many nodes in the database, itself among them."""
        self.peer.membership.look_now()
        return len(self.peer.urls) + 1 == counted(self.app, "nodes") == count

    async def is_healthy(self) -> bool:
        return (await health(self.app))[0] == 200


@asynccontextmanager
async def three_nodes(folder: Path) -> AsyncIterator[tuple[Broker, list[Node]]]:
    """The first owns the lobby."""
    database = fresh_url("postgresql", folder)
    async with broker(folder) as nats, AsyncExitStack() as stack:
        found = [Node(nats, database, number) for number in range(3)]
        for node in found:
            stack.push_async_callback(node.stop)
            await node.start()
        for node in found:
            await comes(partial(node.knows, len(found)))
        yield nats, found

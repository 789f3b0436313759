"""The server as a whole: opens, serves, and goes down without losing anything."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from sqlalchemy.exc import DBAPIError
from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from games.errors import Mistake
from protocol.closes import Close, try_again
from server.connections.admission import Admission
from server.connections.certificate import certificate_of
from server.connections.http.endpoint import address_of
from server.connections.listener import listening, url_of
from server.connections.websocket import WebSocket
from server.house import House
from server.logs import log
from server.peers.peer import Peer
from server.refusal import NO_DATABASE, PAUSE
from server.setting_types import host_and_port
from server.settings import Settings
from server.storage.database import Database, Durability, default_path, open_database
from server.storage.journal import JournalFailed
from server.storage.sqlite_file import BadDatabase

GOODBYE_SECONDS = 2.0  # for the closing handshakes when the server goes down
NEXT_TRY = 0.5  # seconds until a node that could not begin anew tries again
LOOPBACK = "127.0.0.1"
LAG_LOOK = 0.5  # seconds between looks at how late the event loop runs


class App:
    """A running server."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.house: House
        self.server: Server  # once it listens
        self.admission = Admission(
            settings.connections,
            settings.connections_per_address,
            settings.opens_per_address,
            settings.requests_per_address,
        )
        self.certificate = certificate_of(settings)
        self.stop = asyncio.Event()
        self.url = ""
        self.metrics_url = ""
        self._database = database
        self._tasks: list[asyncio.Task[None]] = []
        self._fenced = asyncio.Event()
        self._attending: set[asyncio.Task[Any]] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._doors: list[Server] = []  # besides

    # Its house, which a node leaves for a new one when others have taken over from it

    async def move_in(self) -> None:
        """Make a house. Raises Mistake if that cannot be."""
        peer = Peer(self.settings, self._database) if self.settings.nats else None
        if peer is not None:
            await peer.join()
            self._database.guard_by(peer.leases)
            peer.on_fenced, peer.on_lapsed = self._fenced.set, self._send_away
        self.house = House(self.settings, self._database, self.admission, peer, self.url)
        self.house.journal.start()
        self.house.failed.add_done_callback(lambda _: self.stop.set())

    async def restart(self) -> None:
        """Begin what a house does by itself, and take up what was going on."""
        house, peer = self.house, self.house.peer
        work = [self.watch_the_loop(), *house.upkeep.tasks()]
        if peer is not None:
            work += [peer.exchange.beat(), peer.membership.run(peer)]
        self._tasks = [asyncio.create_task(each) for each in work]
        await house.restart()

    async def move_out(self) -> None:
        await self._end_tasks()
        for table in self.house.tables.all.values():
            table.stop()
        await self.house.journal.close()
        if self.house.peer is not None:
            await self.house.peer.close()

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def start_over(self) -> None:
        """Become another node, whenever others have taken over from this one."""
        while True:
            await self._fenced.wait()
            log().error("others have taken over from this node: it begins anew")
            await self._hang_up()
            await self.move_out()
            self._fenced.clear()
            while not await self._moved_in():  # noqa: ASYNC110 - a database tells no events
                await asyncio.sleep(NEXT_TRY)

    async def _moved_in(self) -> bool:
        try:
            await self.move_in()
            await self.restart()
        except (Mistake, DBAPIError, OSError) as error:
            log().error("cannot begin anew yet", error=str(error))
            return False
        self.house.open()
        return True

    # Connections

    @property
    def _sockets(self) -> set[ServerConnection]:
        return set().union(*(each.connections for each in (self.server, *self._doors)))

    @asynccontextmanager
    async def side_door(self) -> AsyncIterator[str]:
        """Where those on this machine come in without TLS and past any proxy, inside the block."""
        inner = replace(self.settings, host=LOOPBACK, port=0, cert="", key="", behind_proxy=False)
        async with listening(inner, self.admission, self.attend, self.process) as door:
            await door.start_serving()
            self._doors.append(door)
            try:
                yield url_of(door, inner)
            finally:
                self._doors.remove(door)

    @asynccontextmanager
    async def metrics_door(self) -> AsyncIterator[Server | None]:
        """Where the figures are told, and nothing else, if they have an address of their own."""
        if not self.settings.metrics:
            yield None
            return
        host, port = host_and_port(self.settings.metrics)
        inner = replace(self.settings, host=host, port=port, cert="", key="", behind_proxy=False)
        most = self.settings.connections
        scrapers = Admission(most, most, most)
        async with listening(inner, scrapers, self.attend, self.process_metrics) as door:
            self.metrics_url = url_of(door, inner).replace("ws", "http", 1) + "/metrics"
            yield door

    def _send_away(self, reason: str) -> None:
        """Close all connections, for players to go on at other nodes."""
        for socket in self._sockets:
            closing = asyncio.create_task(socket.close(Close.SERVICE_RESTART, reason))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _hang_up(self) -> None:
        """Break the connections that are left, and wait until nobody is attended to any more."""
        for socket in self._sockets:
            socket.transport.abort()
        if self._attending:
            _, hanging = await asyncio.wait(self._attending, timeout=GOODBYE_SECONDS)
            for task in hanging:
                task.cancel()
            if hanging:
                await asyncio.wait(hanging)

    async def attend(self, socket: ServerConnection) -> None:
        """Serve one connection until it closes."""
        task = asyncio.current_task()
        assert task is not None, "websockets serves each in a task"
        self._attending.add(task)
        try:
            await self._attend(socket)
        finally:
            self._attending.discard(task)

    async def _attend(self, socket: ServerConnection) -> None:
        assert isinstance(socket, WebSocket), "we make the connections"
        house = self.house
        house.metrics.connections.inc()
        address = address_of(socket, self.settings.behind_proxy)
        try:
            if session := await house.handshake.greet(socket, address):
                await session.run()
        except ConnectionClosed:
            pass
        except BadDatabase as error:
            log().error("the database fails", address=address, error=str(error))
            await socket.close(Close.TRY_AGAIN_LATER, try_again(PAUSE, NO_DATABASE))
        except Exception:
            log().exception("a connection hit a fault of ours", address=address)
            raise
        finally:
            house.metrics.connections.dec()

    def process(self, connection: ServerConnection, request: Request) -> Response | None:
        return self.house.http.process(connection, request)

    def process_metrics(self, connection: ServerConnection, request: Request) -> Response:
        return self.house.http.process_metrics(connection, request)

    def read_certificate(self) -> None:
        """Show new connections the certificate that is in the files now."""
        assert self.certificate is not None, "this server speaks TLS"
        try:
            self.certificate.read_anew()
        except Mistake as mistake:
            log().error("the certificate before is kept", error=str(mistake))
        else:
            log().info("the certificate was read anew", cert=self.settings.cert)

    async def watch_the_loop(self) -> None:
        """Measure how late the event loop runs what is due."""
        while True:
            due = monotonic() + LAG_LOOK
            await asyncio.sleep(LAG_LOOK)
            self.house.metrics.loop_lag_seconds.set(max(0.0, monotonic() - due))

    def standing(self) -> dict[str, object]:
        """What the log says of a server that is up."""
        page = {"page": self.url.replace("ws", "http", 1) + "/"} if self.settings.page else {}
        metrics = {"metrics": self.metrics_url} if self.metrics_url else {}
        kept = {"database": self._database.name, "matches_restored": self.house.tables.live}
        return {"url": self.url, **page, **metrics, **kept}

    # Going down

    async def go_down(self) -> None:
        """Start nothing new, tell everyone when to come back, and close; matches are kept."""
        house, server = self.house, self.server
        log().info("going down", connections=len(server.connections), matches=house.tables.live)
        code, reason = Close.GOING_AWAY, "the server is going down: come back and resume"
        if house.peer is None:
            house.lobby.door.shut()
        elif house.peer.urls:
            code, reason = Close.SERVICE_RESTART, "this server is going down: resume at another"
        await self._hand_over()
        there = server.connections
        server.close(code=code, reason=reason)
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                await server.wait_closed()
        except TimeoutError:
            for connection in there:
                connection.transport.abort()

    async def _hand_over(self) -> None:
        """Let everything be on disk, and in a cluster be others' before the players get there."""
        house, peer = self.house, self.house.peer
        if peer is not None:
            peer.freeze()
        if not house.failed.done():
            with suppress(JournalFailed, TimeoutError):
                async with asyncio.timeout(None if peer is None else GOODBYE_SECONDS):
                    await house.journal.flush()
        if peer is not None:
            await self._end_tasks()
            with suppress(BadDatabase, TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await peer.leave()


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[App]:
    """A server that is up inside the block and goes down cleanly behind it."""
    durability: Durability = "process" if settings.durability == "process" else "full"
    database = await open_database(
        settings.database or str(default_path()),
        durability,
        "cluster" if settings.nats else "alone",
    )
    try:
        app = App(settings, database)
        # Only then: a start that fails because the port is taken must leave no trace.
        async with (
            listening(settings, app.admission, app.attend, app.process, app.certificate) as server,
            app.metrics_door() as door,
        ):
            app.server, app.url = server, url_of(server, settings)
            await app.move_in()
            starting_over = asyncio.create_task(app.start_over())
            try:
                await app.restart()
                for each in filter(None, (app.server, door)):
                    await each.start_serving()
                app.house.open()
                log().info("listening", **app.standing())
                yield app
            finally:
                starting_over.cancel()
                await asyncio.wait({starting_over})
                await app.go_down()
                await app.move_out()
    finally:
        await database.close()


async def serve_until_stopped(
    settings: Settings, beside: Callable[[App], AbstractAsyncContextManager[None]]
) -> int:
    """Run a server, and what is *beside* it, until it is asked to stop.

    The exit code tells whether it had to give up.
    """
    async with running(settings) as app:
        _heed_signals(app)
        async with beside(app):
            await app.stop.wait()
        if app.house.failed.done():
            log().error("the journal cannot be written", error=str(app.house.failed.result()))
            return 1
    return 0


def _heed_signals(app: App) -> None:
    """A terminal that closes sends SIGHUP, too: without a certificate it stops the server."""
    loop = asyncio.get_running_loop()
    stop = app.stop.set
    heeded = {signal.SIGTERM: stop, signal.SIGINT: stop}
    if sys.platform != "win32":
        heeded[signal.SIGHUP] = app.read_certificate if app.certificate else stop
    for number, heed in heeded.items():
        with suppress(NotImplementedError):  # on platforms without signals in the loop
            loop.add_signal_handler(number, heed)

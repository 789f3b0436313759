"""The server as a whole: opens, serves, and goes down without losing anything."""

import asyncio
import signal
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from games.errors import Mistake
from protocol.closes import Close, try_again
from protocol.codec import CODECS
from server.connections.http import address_of
from server.connections.websocket import FAREWELL, AcceptOptions, SecureWebSocket, WebSocket
from server.house import House
from server.logs import log
from server.refusal import NO_DATABASE, PAUSE
from server.settings import Settings
from server.storage.database import Durability, default_path, open_database
from server.storage.sqlite_file import BadDatabase

SUBPROTOCOLS = [Subprotocol(name) for name in CODECS]
GOODBYE_SECONDS = 2.0  # for the closing handshakes when the server goes down
# Sessions bound what is unsent; a transport that pauses would hold up pings and close frames too.
UNLIMITED = 2**30  # what uvloop can hold; our own queue limit comes long before
BACKLOG = 4096  # connections that the system keeps for us until we take them, if it is so kind
LAG_LOOK = 0.5  # seconds between looks at how late the event loop runs


class App:
    """A running server."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.stop = asyncio.Event()
        self.url = ""

    async def attend(self, socket: ServerConnection) -> None:
        """Serve one connection until it closes."""
        assert isinstance(socket, WebSocket), "we make the connections"
        self.house.metrics.connections.inc()
        address = address_of(socket, self.house.settings.behind_proxy)
        try:
            if session := await self.house.handshake.greet(socket, address):
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
            self.house.metrics.connections.dec()

    async def watch_the_loop(self) -> None:
        """Measure how late the event loop runs what is due."""
        while True:
            due = monotonic() + LAG_LOOK
            await asyncio.sleep(LAG_LOOK)
            self.house.metrics.loop_lag_seconds.set(max(0.0, monotonic() - due))

    async def go_down(self, server: Server) -> None:
        """Start nothing new, tell everyone when to come back, and close; matches are kept."""
        house = self.house
        log().info(
            "going down", players=len(house.lobby.presence.online), matches=house.tables.live
        )
        house.lobby.door.shut()
        if not house.failed.done():
            await house.journal.flush()
        there = server.connections
        server.close(code=Close.GOING_AWAY, reason="the server is going down: come back and resume")
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                await server.wait_closed()
        except TimeoutError:
            for connection in there:
                connection.transport.abort()
        for table in house.tables.all.values():
            table.stop()


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[App]:
    """A server that is up inside the block and goes down cleanly behind it."""
    durability: Durability = "process" if settings.durability == "process" else "full"
    database = await open_database(settings.database or str(default_path()), durability)
    try:
        house = House(settings, database)
        house.journal.start()
        app = App(house)
        async with _listening(app, settings) as server:
            # Only now: a start that fails because the port is taken must leave no trace.
            await house.restart()
            restored = house.tables.live
            await server.start_serving()
            house.open()
            log().info("listening", url=app.url, database=database.name, matches_restored=restored)
            work = (app.watch_the_loop(), *house.upkeep.tasks())
            tasks = [asyncio.create_task(each) for each in work]
            try:
                yield app
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
                await app.go_down(server)
                await house.journal.close()
    finally:
        await database.close()


@asynccontextmanager
async def _listening(app: App, settings: Settings) -> AsyncIterator[Server]:
    tls = _tls(settings)
    accept = AcceptOptions(app.house.admission, settings.behind_proxy, tls, settings.hello_seconds)
    try:
        server = await serve(
            app.attend,
            settings.host,
            settings.port,
            select_subprotocol=_choose,
            compression=None,
            process_request=app.house.http.process,
            open_timeout=settings.hello_seconds,
            ping_interval=settings.heartbeat,
            # A dead peer is closed on after this, and given up after the closing handshake's time.
            ping_timeout=1.5 * settings.heartbeat,
            close_timeout=FAREWELL,
            max_size=settings.frame_bytes,
            write_limit=UNLIMITED,
            backlog=BACKLOG,
            start_serving=False,
            # The library wants a class, and calls it.
            create_connection=cast(
                type[ServerConnection], partial(SecureWebSocket if tls else WebSocket, accept)
            ),
        )
    except OSError as error:
        raise Mistake(
            f"cannot listen at {settings.host}:{settings.port}: {error.strerror or error}"
        ) from error
    host, port = server.sockets[0].getsockname()[:2]
    app.url = f"{'wss' if tls else 'ws'}://{f'[{host}]' if ':' in host else host}:{port}"
    app.house.single.url = app.url
    try:
        yield server
    finally:
        server.close()


def _choose(_: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The best that both speak; without any, the first frame shows what the other end speaks."""
    return next((each for each in SUBPROTOCOLS if each in offered), None)


def _tls(settings: Settings) -> ssl.SSLContext | None:
    if not settings.cert:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(settings.cert, settings.key)
    except (OSError, ssl.SSLError) as error:
        raise Mistake(
            f"cannot use --cert {settings.cert} and --key {settings.key}: {error}"
        ) from error
    return context


async def serve_until_stopped(settings: Settings, ready: Callable[[App], None]) -> int:
    """Run a server until it is asked to stop; the exit code tells whether it had to give up."""
    loop = asyncio.get_running_loop()
    async with running(settings) as app:
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # on platforms without signals in the loop
                loop.add_signal_handler(number, app.stop.set)
        app.house.failed.add_done_callback(lambda _: app.stop.set())
        ready(app)
        await app.stop.wait()
        if app.house.failed.done():
            log().error("the journal cannot be written", error=str(app.house.failed.result()))
            return 1
    return 0

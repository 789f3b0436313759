"""The port that the server listens at, with TLS or without."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from games.errors import Mistake
from protocol.codec import CODECS
from server.connections.admission import Admission
from server.connections.certificate import Certificate
from server.connections.websocket import FAREWELL, AcceptOptions, SecureWebSocket, WebSocket
from server.settings import Settings

SUBPROTOCOLS = [Subprotocol(name) for name in CODECS]
# Sessions bound what is unsent; a transport that pauses would hold up pings and close frames too.
UNLIMITED = 2**30  # what uvloop can hold; our own queue limit comes long before
BACKLOG = 4096  # connections that the system keeps for us until we take them, if it is so kind

Attend = Callable[[ServerConnection], Awaitable[None]]
Process = Callable[[ServerConnection, Request], Response | None]


@asynccontextmanager
async def listening(
    settings: Settings,
    admission: Admission,
    attend: Attend,
    process: Process,
    certificate: Certificate | None = None,
) -> AsyncIterator[Server]:
    """A server that has its port, and takes connections once it is told to. Raises Mistake."""
    accept = AcceptOptions(admission, settings.behind_proxy, certificate, settings.hello_seconds)
    kind = SecureWebSocket if certificate else WebSocket
    try:
        server = await serve(
            attend,
            settings.host,
            settings.port,
            select_subprotocol=_choose,
            compression=None,
            process_request=process,
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
            create_connection=cast(type[ServerConnection], partial(kind, accept)),
        )
    except OSError as error:
        raise Mistake(
            f"cannot listen at {settings.host}:{settings.port}: {error.strerror or error}"
        ) from error
    try:
        yield server
    finally:
        server.close()


def url_of(server: Server, settings: Settings) -> str:
    host, port = server.sockets[0].getsockname()[:2]
    scheme = "wss" if settings.cert else "ws"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _choose(_: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The best that both speak; without any, the first frame shows what the other end speaks."""
    return next((each for each in SUBPROTOCOLS if each in offered), None)

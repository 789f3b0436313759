"""Connections that tests handle themselves, and narrow ones, where little goes unread for long."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.codec import MSGPACK
from protocol.messages import FromPlayer, FromServer
from tests.patience import IN_VAIN

BYTES = 4096  # asked of the kernel, which gives a little more


@contextmanager
def narrow_servers() -> Iterator[None]:
    """Servers that start meanwhile have small buffers for what they send."""

    async def narrow(*args: Any, **options: Any) -> Server:
        server = await serve(*args, **options)
        for listening in server.sockets:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BYTES)
        return server

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.connections.listener.serve", narrow)
        yield


@asynccontextmanager
async def narrow_link(url: str) -> AsyncIterator[ClientConnection]:
    """A connection that takes in next to nothing until somebody reads."""
    place = urlsplit(url)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BYTES)
    narrow.setblocking(False)
    await asyncio.get_running_loop().sock_connect(narrow, (place.hostname, place.port))
    offer = [Subprotocol(MSGPACK.subprotocol)]
    async with connect(
        url, sock=narrow, subprotocols=offer, compression=None, max_queue=1,
        ping_interval=None, close_timeout=1,
    ) as link:  # fmt: skip
        yield link


async def send(link: ClientConnection, request: FromPlayer) -> None:
    await link.send(MSGPACK.encode(request))


async def hear(link: ClientConnection) -> FromServer:
    async with asyncio.timeout(IN_VAIN):
        return MSGPACK.decode_from_server(await link.recv())


async def closing(socket: ClientConnection) -> tuple[int | None, str | None]:
    """How the server closes a connection."""
    async with asyncio.timeout(IN_VAIN):
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code, socket.close_reason


async def upgraded(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket without anybody at it."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(
        f"GET / HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()

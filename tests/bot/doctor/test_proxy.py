"""The network that the doctor disturbs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.doctor.proxy import Proxy
from tests.patience import IN_VAIN

PONG, REQUEST = b"\x8a\x80pong", b"\x82\x80move"  # frames, by their first byte
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Server:
    """Answers all that it hears in capitals, and remembers it."""

    def __init__(self) -> None:
        self.heard = b""
        self.gone = asyncio.Event()

    async def attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(100):
            self.heard += chunk
            writer.write(chunk.upper())
        writer.close()
        self.gone.set()


@asynccontextmanager
async def network() -> AsyncIterator[tuple[Proxy, Server, Ends]]:
    """A proxy, the server behind it, and a connection through it."""
    behind, proxy = Server(), Proxy()
    async with (
        asyncio.timeout(IN_VAIN),
        await asyncio.start_server(behind.attend, "127.0.0.1", 0) as server,
    ):
        await proxy.open(server.sockets[0].getsockname()[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.split(":")[2]))
        try:
            yield proxy, behind, (reader, writer)
        finally:
            writer.close()
            await proxy.close()
            await behind.gone.wait()


class TestAProxy:
    async def test_passes_everything_on_both_ways(self) -> None:
        """In its order, also where it is delayed."""
        async with network() as (proxy, _, (reader, writer)):
            proxy.delay, proxy.jitter = 0.002, 0.002
            for word in (b"one ", b"two ", b"three"):
                writer.write(word)
                await writer.drain()
            assert await reader.readexactly(13) == b"ONE TWO THREE"

    async def test_loses_a_connection_without_a_word(self) -> None:
        """And counts it."""
        async with network() as (proxy, _, (reader, writer)):
            writer.write(b"one")
            await reader.readexactly(3)
            proxy.lose()
            assert await reader.read() == b""
            assert proxy.lost == 1

    async def test_loses_it_between_a_request_and_its_answer(self) -> None:
        """A pong is no request."""
        async with network() as (proxy, behind, (reader, writer)):
            lost = proxy.lose_after_next_request()
            writer.write(PONG)
            assert await reader.readexactly(len(PONG)) == PONG.upper()
            assert not lost.is_set()
            writer.write(REQUEST)
            assert await reader.read() == b""
            await behind.gone.wait()
            assert lost.is_set()
            assert behind.heard == PONG + REQUEST

"""Connections count from their first byte until they are gone, whatever they say."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, pairwise
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from protocol.closes import Close
from protocol.codec import MSGPACK
from protocol.requests import Hello
from server.app import App
from server.connections.websocket import AcceptOptions, WebSocket
from tests.client.link.server_messages import until
from tests.server.connections.certificates import certified, trusting
from tests.server.connections.links import hang_up, upgraded
from tests.server.players_over_sockets import player
from tests.server.serving import serving

LONG = 3600.0  # seconds: nothing is cut off for being slow
FEW = 20  # connections from one address
SILENT = {  # what is said, and whether to a server that speaks TLS
    "nothing": (b"", False),
    "half a line": (b"GE", False),
    "half a request": (b"GET / HTTP/1.1\r\nHost: here\r\n", False),
    "nothing of TLS": (b"", True),
    "half a greeting of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", True),
}

TURNED_AWAY = {
    403: b"GET / HTTP/1.1\r\nHost: there\r\nOrigin: http://there",
    404: b"GET /nowhere HTTP/1.1\r\nHost: here",
    426: b"GET / HTTP/1.1\r\nHost: here",
}

LONGEST = 256  # bytes of a frame in what may be said
ODD = (b"\x82\x81\0\0\0\0x", bytes(252))  # looks like a frame; is, by one bit, as long as it says
FRAMES = st.builds(
    Frame,
    st.sampled_from([*Opcode] + 4 * [Opcode.BINARY, Opcode.TEXT]),
    st.binary(max_size=LONGEST + 2) | st.sampled_from(ODD),
    fin=st.sampled_from([True, True, True, False]),
    rsv1=st.sampled_from([False] * 9 + [True]),
)
MASKS = st.sampled_from(4 * [bytes(4), b"\x01\x02\x03\xff"] + [b""])


@asynccontextmanager
async def dialled(url: str, words: bytes = b"") -> AsyncIterator[asyncio.StreamReader]:
    """A plain connection that says this and no more."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(words)
    try:
        yield reader
    finally:
        await hang_up(writer)


def counts(app: App, number: int) -> Callable[[], bool]:
    return lambda: app.house.admission.total == number


async def is_dropped(reader: asyncio.StreamReader) -> bool:
    """Whether the other end has gone, without a word."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


class TestStrangers:
    @pytest.mark.parametrize(("words", "secure"), SILENT.values(), ids=list(SILENT))
    async def test_count_against_their_address(
        self, words: bytes, secure: bool, tmp_path: Path
    ) -> None:
        """Those who never finish their upgrade, nor even agree on TLS; one too many is dropped."""
        tls = await certified(tmp_path) if secure else {}
        async with (
            serving(tmp_path, connections_per_address=FEW, hello_seconds=LONG, **tls) as app,
            AsyncExitStack() as stack,
        ):
            for number in range(FEW):
                await stack.enter_async_context(dialled(app.url, words))
                await until(counts(app, number + 1))
            async with dialled(app.url, words) as one_too_many:
                assert await is_dropped(one_too_many)
            assert app.house.admission.total == FEW
            await stack.aclose()
            await until(counts(app, 0))

    async def test_count_after_their_upgrade_too(self, tmp_path: Path) -> None:
        """As long as they say no hello."""
        async with serving(tmp_path, connections_per_address=FEW, hello_seconds=LONG) as app:
            links = [await upgraded(app.url) for _ in range(FEW)]
            async with dialled(app.url) as one_too_many:
                assert await is_dropped(one_too_many)
            for _, writer in links:
                await hang_up(writer)
            await until(counts(app, 0))
            async with player(app.url, "ann"):
                pass

    @pytest.mark.parametrize(("words", "secure"), SILENT.values(), ids=list(SILENT))
    async def test_are_given_up_in_time(self, words: bytes, secure: bool, tmp_path: Path) -> None:
        """Though they neither read nor leave."""
        tls = await certified(tmp_path) if secure else {}
        async with (
            serving(tmp_path, hello_seconds=0.1, **tls) as app,
            dialled(app.url, words) as reader,
        ):
            assert await is_dropped(reader)
            await until(counts(app, 0))

    async def test_who_agrees_on_tls_is_counted_once(self, tmp_path: Path) -> None:
        """And is there like anybody else."""
        tls = await certified(tmp_path)
        async with serving(tmp_path, **tls) as app:
            async with connect(app.url, ssl=trusting(tls)) as ann:
                await ann.send('{"type": "hello", "id": 1, "name": "ann"}')
                assert json.loads(await ann.recv())["type"] == "welcome"
                assert app.house.admission.total == 1
            await until(counts(app, 0))


class TestTheRefused:
    @pytest.mark.parametrize("hello", [Hello(1, "bob"), Hello(1, session="none such")])
    async def test_do_not_linger(self, hello: Hello, tmp_path: Path) -> None:
        """Though they never answer the farewell; nobody waits for it as for a player's."""
        async with (
            serving(tmp_path, connections_per_address=1, hello_seconds=LONG) as app,
            player(app.url, "ann"),
        ):
            reader, writer = await upgraded(app.url)
            writer.write(Frame(Opcode.BINARY, MSGPACK.encode(hello)).serialize(mask=True))
            assert Close.TRY_AGAIN_LATER.to_bytes(2, "big") in await reader.read(4)
            await until(counts(app, 1))
            await hang_up(writer)

    @pytest.mark.parametrize(("status", "words"), TURNED_AWAY.items())
    async def test_do_not_linger_before_their_upgrade(
        self, status: int, words: bytes, tmp_path: Path
    ) -> None:
        """Though they never hang up."""
        async with (
            serving(tmp_path, hello_seconds=LONG, page=False) as app,
            dialled(app.url, words + b"\r\n\r\n") as reader,
        ):
            assert int((await reader.read(12)).split()[1]) == status
            await until(counts(app, 0))


class Listener(WebSocket):
    """A connection that is open, without a network, which keeps what it hears."""

    def __init__(self) -> None:
        accept = AcceptOptions(Mock(), False, None, LONG)
        super().__init__(accept, ServerProtocol(state=State.OPEN, max_size=LONGEST), Mock())
        self.transport = Mock()
        self.heard: list[Event] = []

    def process_event(self, event: Event) -> None:
        self.heard.append(event)

    def _queue(self, frame: Frame) -> None:
        self.heard.append(frame)


class TestFrames:
    @given(st.data())
    async def test_are_those_that_the_library_reads(self, data: st.DataObject) -> None:
        """However they are cut into pieces, and whatever is wrong with them."""
        pieces: list[bytes] = []
        for frame in data.draw(st.lists(FRAMES, min_size=1, max_size=6)):
            head, payload = _written(frame, data.draw(MASKS))
            pieces += (
                [head, payload] if data.draw(st.booleans(), label="in two") else [head + payload]
            )
        if data.draw(st.booleans(), label="cut anywhere"):
            stream = b"".join(pieces)
            cuts = sorted(data.draw(st.sets(st.integers(1, len(stream)), max_size=6)))
            pieces = [stream[a:b] for a, b in pairwise([0, *cuts, len(stream)])]
        listener, library = Listener(), ServerProtocol(state=State.OPEN, max_size=LONGEST)
        for piece in filter(None, pieces):
            listener.data_received(piece)
            library.receive_data(piece)
        assert listener.heard == library.events_received()
        assert listener.protocol.state is library.state
        assert listener.protocol.close_sent == library.close_sent

    async def test_that_come_whole_are_read_past_the_library(self) -> None:
        """Which the server's speed rests on, and on how the library waits for what comes next."""
        listener = Listener()
        listener.data_received(Frame(Opcode.PING, b"").serialize(mask=True))
        listener.heard.clear()
        listener.protocol.receive_data = Mock()  # type: ignore[method-assign]
        frames = [Frame(Opcode.BINARY, b"ping"), Frame(Opcode.TEXT, b"")]
        for frame in frames:
            listener.data_received(frame.serialize(mask=True))
        assert listener.heard == frames
        assert not listener.protocol.receive_data.called


def _written(frame: Frame, mask: bytes) -> tuple[bytes, bytes]:
    """The two parts of a frame as it goes over the network, also one that none should send."""
    size, masked = len(frame.data), bool(mask) << 7
    first = frame.fin << 7 | frame.rsv1 << 6 | frame.opcode
    short = bytes((first, masked | size)) if size < 126 else b""
    payload = bytes(byte ^ key for byte, key in zip(frame.data, cycle(mask or b"\0"), strict=False))
    return (short or struct.pack("!BBH", first, masked | 126, size)) + mask, payload

"""A WebSocket that counts from its first byte, and whose frames can be taken as they come in.

The library first knows of a connection when TLS is agreed on, and puts every frame into a queue and
wakes a task, which costs as much as a move itself; it also reads every frame in a dozen steps, for
it may come in pieces. Here one that comes whole is read in one go. A connection has its place in
the count of who is there before it has said anything, and TLS is agreed on after that. A session
takes what it can settle at once, as long as nothing that came before still waits in the queue.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple, TypeVar, cast

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.frames import apply_mask as unmasked  # type: ignore[attr-defined]
from websockets.protocol import Event, State
from websockets.streams import StreamReader

from server.connections.admission import Admission, CountedConnection
from server.connections.certificate import Certificate

FAREWELL = 1.0  # seconds for the closing of those who are not let in
Take = Callable[[str | bytes], bool]
WHOLE = (Opcode.BINARY, Opcode.TEXT)
DATA = (*WHOLE, Opcode.CONT)
WHOLE_BY_BYTE = {0x80 | opcode: opcode for opcode in WHOLE}  # how such a frame begins
HEAD, SHORT = 6, 126  # bytes: with the mask, and what takes a longer head than that
TEXT, OPEN = Opcode.TEXT, State.OPEN  # looking a member up in its class costs as much as a call
_BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where the library's parser waits for the next
T = TypeVar("T")


class AcceptOptions(NamedTuple):
    """What a connection goes through before it can say anything."""

    admission: Admission
    behind_proxy: bool
    certificate: Certificate | None
    patience: float  # seconds for agreeing on TLS, and for the closing of those who are let in


class WebSocket(ServerConnection):
    """Offers whole frames to *take*; those that it declines are received as usual, and counted."""

    # Of more than 30 attributes with the library's, Python would keep a dictionary of 1.5 KiB each.
    __slots__ = ("_accept", "_resting", "counted", "take", "waiting")

    def __init__(self, accept: AcceptOptions, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._accept = accept
        self.counted: CountedConnection | None = None  # None: it is not listened to
        self.take: Take | None = None
        self.waiting = 0  # messages in the queue since there is somebody to take them
        self._resting: object = None  # the library's parser, if it is between messages

    def let_in(self) -> None:
        """Take the time for a proper farewell, from now on: this one is not refused."""
        self.close_timeout = self._accept.patience

    def forget_headers(self) -> None:
        """Let go of what the library keeps of the handshake, a sixth of an idle connection."""
        for handshake in (self.request, self.response):
            if handshake is not None:
                handshake.headers.clear()

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        address = None if self._accept.behind_proxy else str(peer[0]) if peer else "local"
        self.counted = self._accept.admission.accept(address, monotonic())
        stream = cast(asyncio.Transport, transport)  # which uvloop's is not in name
        if self.counted is None:
            stream.abort()
        else:
            self._begin(stream)

    def _begin(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counted is not None:
            self.counted.leave()
            super().connection_lost(exc)

    async def while_here(self, work: Awaitable[T]) -> T:
        """What is done for the peer; raises ConnectionClosed as soon as they are gone."""
        patience = asyncio.timeout(None)

        def hang_up(_: asyncio.Future[None]) -> None:
            with suppress(RuntimeError):  # the work was done in that very moment
                patience.reschedule(0.0)

        try:
            async with patience:
                self.connection_lost_waiter.add_done_callback(hang_up)
                return await work
        except TimeoutError:
            if patience.expired():
                raise self.protocol.close_exc from None
            raise
        finally:
            self.connection_lost_waiter.remove_done_callback(hang_up)

    # What comes in

    def data_received(self, data: bytes) -> None:
        """Read what is just one short frame at a third of the cost; the library reads the rest."""
        size = len(data) - HEAD
        protocol = self.protocol
        if (
            0 <= size < SHORT
            and data[1] == 0x80 | size
            and data[0] in WHOLE_BY_BYTE
            and protocol.parser is self._resting
            and protocol.state is OPEN
        ):
            opcode, said = WHOLE_BY_BYTE[data[0]], unmasked(data[HEAD:], data[2:HEAD])
            if not self._is_taken(opcode, said):
                self._queue(Frame(opcode, said))
        else:
            super().data_received(data)
            self._resting = protocol.parser if self._is_between_messages() else None

    def _is_between_messages(self) -> bool:
        """Whether nothing is left of what came before."""
        protocol = self.protocol
        if protocol.current_size is not None:
            return False
        # What reads the handshake waits for what reads frames, and that for the next one.
        parser: Any = protocol.parser
        frames = parser.gi_yieldfrom
        waiting = frames and frames.gi_yieldfrom
        return waiting is not None and waiting.gi_code is _BETWEEN_FRAMES

    def process_event(self, event: Event) -> None:
        if not isinstance(event, Frame) or event.opcode not in DATA:
            super().process_event(event)
            return
        whole = event.fin and event.opcode in WHOLE
        if not (whole and self._is_taken(event.opcode, bytes(event.data))):
            self._queue(event)

    def _is_taken(self, opcode: Opcode, said: bytes) -> bool:
        take = self.take
        if take is None or self.waiting:
            return False
        try:
            return take(said.decode() if opcode is TEXT else said)
        except UnicodeDecodeError:
            return False

    def _queue(self, frame: Frame) -> None:
        if self.take is not None:
            self.waiting += frame.fin
        super().process_event(frame)


class SecureWebSocket(WebSocket):
    """A connection on which TLS is agreed on first."""

    _early: list[bytes] | None = None  # what comes before the library knows of it
    _securing: "asyncio.Task[None] | None" = None

    def _begin(self, transport: asyncio.Transport) -> None:
        transport.pause_reading()  # what comes next is for TLS
        self._early = []
        self._securing = self.loop.create_task(self._secure(transport))

    async def _secure(self, transport: asyncio.Transport) -> None:
        assert self.counted is not None, "it is counted"
        try:
            secured = await self._agree(transport)
        except (OSError, EOFError):  # also what TLS finds wrong, and its being too slow
            secured = None
        if secured is None or secured.is_closing():
            self.counted.leave()
            return
        super()._begin(secured)
        early, self._early = self._early, None
        for data in early or ():
            super().data_received(data)

    async def _agree(self, transport: asyncio.Transport) -> asyncio.Transport | None:
        """Agree on TLS. Raises OSError or EOFError."""
        _, _, certificate, seconds = self._accept
        assert certificate is not None, "this server speaks TLS"
        # uvloop begins to read once a connection is made, whoever paused that before.
        transport.pause_reading()
        greeting, self._early = self._early, []
        agreeing = self.loop.create_task(
            self.loop.start_tls(
                transport,
                self,
                certificate.context,
                server_side=True,
                ssl_handshake_timeout=seconds,
            )
        )
        await asyncio.sleep(0)  # until it has its place at the transport
        for data in greeting or ():
            # Behind its being told of the connection, and before anything else is read.
            self.loop.call_soon(_feed, transport, data)
        return await agreeing

    def connection_lost(self, exc: Exception | None) -> None:
        if self._early is None:
            super().connection_lost(exc)
        elif self.counted is not None:
            self.counted.leave()

    def data_received(self, data: bytes) -> None:
        if self._early is None:
            super().data_received(data)
        else:
            self._early.append(data)

    def eof_received(self) -> None:
        if self._early is None:
            super().eof_received()


def _feed(transport: asyncio.Transport, data: bytes) -> None:
    """Let TLS have what came before it was there."""
    tls: Any = transport.get_protocol()
    if not hasattr(tls, "get_buffer"):  # the connection is gone
        return
    while data:
        buffer = memoryview(tls.get_buffer(len(data)))
        taken = min(len(data), len(buffer))
        buffer[:taken] = data[:taken]
        tls.buffer_updated(taken)
        data = data[taken:]


def fitted(reason: str) -> str:
    """As much of a reason as goes into a close frame, which holds 123 bytes of it."""
    return reason.encode(errors="replace")[:123].decode(errors="ignore")

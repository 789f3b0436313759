"""What is on its way to one connection, written at most once in a round of the event loop."""

import asyncio

from websockets.protocol import State

from server.cluster.lease import Lease
from server.connections.websocket import WebSocket
from server.logs import log

OPEN = State.OPEN  # looking it up in its class costs as much as a call


class Flusher:
    """Has all outboxes of a server written that hold something, in one callback of the loop.

    A callback for each would cost as much as a sixth of all that a move takes but system calls.
    """

    __slots__ = ("_full", "_lease", "_loop")

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._loop = asyncio.get_running_loop()
        self._full: list[Outbox] = []

    def add(self, outbox: "Outbox") -> None:
        """Write this one, too, in the next round."""
        if not self._full:
            self._loop.call_soon(self._flush)
        self._full.append(outbox)

    def _flush(self) -> None:
        full, self._full = self._full, []
        lasts = self._lease.lasts()
        for outbox in full:
            try:
                outbox.flush(lasts)
            except Exception:  # of one connection, which keeps nothing from the others
                log().exception("a connection could not be written to")


class Outbox:
    """Puts whole frames on their way to the transport, past the library.

    `websockets.broadcast` does the same with a frame made anew for each connection, at three times
    the cost. Without compression, and as nobody here sends in fragments, whole frames may go in
    between the library's own at any time while the connection is open.
    """

    __slots__ = ("_at_most", "_flusher", "_frames", "_protocol", "_transport")

    def __init__(self, socket: WebSocket, flusher: Flusher) -> None:
        self._protocol, self._transport = socket.protocol, socket.transport
        self._flusher = flusher
        self._frames: list[bytes] = []
        self._at_most = 0  # bytes: what was with us when last counted, and all since then

    @property
    def queued(self) -> int:
        """How many bytes are still with us."""
        unsent = sum(map(len, self._frames))
        self._at_most = unsent + self._transport.get_write_buffer_size()
        return self._at_most

    def write(self, frame: bytes, most: float) -> bool:
        """Send a frame, unless more than *most* bytes are still with us; whether it was sent."""
        if self._at_most > most and self.queued > most:
            return False
        if not self._frames:
            self._flusher.add(self)
        self._frames.append(frame)
        self._at_most += len(frame)
        return True

    def flush(self, speaks: bool) -> None:
        """Write what has come together, each of which is a system call, if we may still speak."""
        data = b"".join(self._frames)
        self._frames.clear()
        if speaks and self._protocol.state is OPEN:
            self._transport.write(data)

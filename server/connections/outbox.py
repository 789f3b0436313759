"""What is on its way to one connection, written at most once in a round of the event loop."""

import asyncio

from websockets.protocol import State

from protocol.codec import Codec
from server.cluster.bus import Outgoing
from server.cluster.lease import Lease
from server.connections.websocket import WebSocket


class Outbox:
    """Puts whole frames on their way to the transport, past the library.

    `websockets.broadcast` does the same with a frame made anew for each connection, at three times
    the cost. Without compression, and as nobody here sends in fragments, whole frames may go in
    between the library's own at any time while the connection is open.
    """

    __slots__ = ("_codec", "_frames", "_lease", "_loop", "_protocol", "_transport", "_unsent")

    def __init__(self, socket: WebSocket, codec: Codec, lease: Lease) -> None:
        self._protocol, self._transport = socket.protocol, socket.transport
        self._codec, self._lease = codec, lease
        self._loop = asyncio.get_running_loop()
        self._frames: list[bytes] = []
        self._unsent = 0  # bytes in these frames

    @property
    def queued(self) -> int:
        """How many bytes are still with us."""
        return self._unsent + self._transport.get_write_buffer_size()

    def write(self, frame: Outgoing, most: float) -> bool:
        """Send a frame, unless more than *most* bytes are still with us; whether it was sent."""
        if self._unsent + self._transport.get_write_buffer_size() > most:
            return False
        if not self._frames:
            self._loop.call_soon(self._flush)
        data = frame.encoded(self._codec)
        self._frames.append(data)
        self._unsent += len(data)
        return True

    def _flush(self) -> None:
        """Write what has come together, each of which is a system call, if we may still speak."""
        if self._protocol.state is State.OPEN and self._lease.lasts():
            self._transport.write(b"".join(self._frames))
        self._frames.clear()
        self._unsent = 0

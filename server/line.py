"""A WebSocket whose frames can be taken the moment they come in.

The library puts every frame into a queue and wakes a task, which costs as much as a move itself.
A session takes what it can settle at once, as long as nothing that came before still waits there.
"""

from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event

Take = Callable[[str | bytes], bool]
WHOLE = (Opcode.BINARY, Opcode.TEXT)
DATA = (*WHOLE, Opcode.CONT)


class Line(ServerConnection):
    """Offers whole frames to *take*; those that it declines are received as usual, and counted."""

    take: Take | None = None
    waiting = 0  # messages in the queue since there is somebody to take them

    def process_event(self, event: Event) -> None:
        if self.take is not None and isinstance(event, Frame) and event.opcode in DATA:
            if self.waiting == 0 and self._is_taken(event):
                return
            self.waiting += event.fin
        super().process_event(event)

    def _is_taken(self, frame: Frame) -> bool:
        if not frame.fin or frame.opcode not in WHOLE:
            return False
        assert self.take is not None, "somebody takes frames"
        try:
            data = bytes(frame.data)
            return self.take(data.decode() if frame.opcode is Opcode.TEXT else data)
        except UnicodeDecodeError:
            return False

"""The door of the lobby: whether new matches may start, and what everyone is told of that."""

from collections.abc import Callable

from protocol.events import Closing, News, Reopened
from protocol.parts import Fault
from server.refusal import Refusal

DOWN_SECONDS = 5.0  # how long a restart is expected to take


class Door:
    def __init__(self, tell_everyone: Callable[[News], None]) -> None:
        self.closing_reason: str | None = None  # None: it is open
        self._shut = False
        self._tell_everyone = tell_everyone

    def check_open(self) -> None:
        """Raise Refusal if no new match may start."""
        if self.closing_reason is not None:
            raise Refusal(Fault.CLOSING, f"no new matches: {self.closing_reason}", wait=10.0)

    def announce(self, seconds: float, reason: str) -> None:
        """A restart is to come."""
        self._close(seconds, reason or "the server is about to restart")

    def withdraw(self, reason: str) -> None:
        """The restart that was announced does not come."""
        if self.closing_reason is None:
            raise Refusal(Fault.TOO_EARLY, "no restart is announced")
        if self._shut:
            raise Refusal(Fault.TOO_LATE, "the server is going down already")
        self.closing_reason = None
        self._tell_everyone(Reopened(reason or "the restart was called off"))

    def shut(self) -> None:
        """The server goes down now."""
        self._shut = True
        self._close(0.0, self.closing_reason or "the server is going down")

    def _close(self, seconds: float, reason: str) -> None:
        self.closing_reason = reason
        self._tell_everyone(Closing(reason, seconds, seconds + DOWN_SECONDS))

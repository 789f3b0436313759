"""The two clocks of a match between two events, as a player sees them.

The server keeps the time; here it is only carried on from what the last event told. What time it is
says the caller.
"""

from dataclasses import dataclass

from games.errors import Mistake
from protocol import clocks
from protocol.parts import Left, Side, TimeControl

TENTHS_BELOW = 10.0  # seconds


@dataclass(frozen=True)
class Clocks:
    control: TimeControl
    left: Left
    running: Side | None = None  # whose turn passes
    since: float = 0.0  # when that turn began
    first_move: float | None = None  # this turn is not on the clock, but due in so many seconds

    def elapsed(self, now: float) -> float:
        """How long the turn has lasted."""
        return 0.0 if self.running is None else max(0.0, now - self.since)

    def remaining(self, side: Side, now: float) -> float | None:
        """What a side has left, for the game or for this move, whichever is less; None: no limit.

        A network delay that the server will forgive is not known yet, so it may turn out more.
        """
        spent = self.elapsed(now) if side == self.running and self.first_move is None else 0.0
        limits = [each for each in (self.left[side], self.control.per_move) if each is not None]
        return max(0.0, min(limits) - spent) if limits else None

    def due_in(self, now: float) -> float | None:
        """The seconds left for a first move, which is not on the clock; None for any other."""
        if self.first_move is None or self.running is None:
            return None
        return max(0.0, self.first_move - self.elapsed(now))

    @property
    def timed(self) -> bool:
        return self.control.seconds is not None or self.control.per_move is not None


def digits(seconds: float | None) -> str:
    """As a clock shows it: `1:02:03`, `4:59`, and with tenths when it is nearly out: `9.3`."""
    if seconds is None:
        return "-:--"
    if seconds < TENTHS_BELOW:
        # Cut off, not rounded: a clock must not show more than there is.
        return f"{int(seconds * 10) / 10:.1f}"
    minutes, whole = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{whole:02}" if hours else f"{minutes}:{whole:02}"


def read_clock(text: str) -> TimeControl:
    """The clock that *text* means. Raises Mistake, which says what would be right."""
    try:
        return clocks.read_clock(text)
    except clocks.UnreadableClock as error:
        raise Mistake(str(error)) from error

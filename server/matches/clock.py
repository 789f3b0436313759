"""A two-sided clock, and the credit for lag. Neither reads the time: the caller says what it is.

A turn costs what passed on the server's clock, less a credit for the way through the network. The
credit for a move is at most the round trip that the server itself measured, and comes out of a
store that refills slowly, so that a peer that delays its pongs gains next to nothing.
"""

from msgspec import Struct
from msgspec.structs import replace

from protocol.parts import Left, Side, TimeControl

TICKS = 10_000  # in a second: how finely times are told and kept
REFILL = 0.1  # seconds of credit that come back with each move


def to_ticks(seconds: float) -> float:
    """Rounded, for what is not negative; `round` would take seven times as long."""
    return int(seconds * TICKS + 0.5) / TICKS


class Charge(Struct, frozen=True, gc=False):
    """What a turn cost."""

    elapsed: float
    credited: float
    charged: float


class Lag(Struct, frozen=True, gc=False):
    """One player's credit for lag."""

    most: float  # seconds that the store holds
    store: float
    round_trip: float = 0.0  # as last measured; without a measurement there is no credit

    @property
    def credit(self) -> float:
        """How much the next move may be credited."""
        return self.store if self.store < self.round_trip else self.round_trip

    def spend(self, amount: float) -> "Lag":
        if amount <= REFILL and self.store == self.most:
            return self  # which is full again at once
        # A store that was made smaller between two starts of the server may be overdrawn.
        left = self.store - amount
        store = (left if left > 0.0 else 0.0) + REFILL
        return Lag(self.most, store if store < self.most else self.most, self.round_trip)


class Clock(Struct, frozen=True, gc=False):
    """How much time is left, and whose time is passing."""

    control: TimeControl
    left: Left
    running: Side | None = None
    since: float = 0.0

    @classmethod
    def of(cls, control: TimeControl) -> "Clock":
        return cls(control, (control.seconds, control.seconds))

    def start(self, side: Side, now: float) -> "Clock":
        return Clock(self.control, self.left, side, now)

    def elapsed(self, now: float) -> float:
        """How long the turn has lasted."""
        return 0.0 if self.running is None else max(0.0, now - self.since)

    def allowance(self) -> float | None:
        """How many seconds the running side has for this turn; None if it is untimed."""
        if self.running is None:
            return None
        left, per_move = self.left[self.running], self.control.per_move
        if left is None or per_move is None:
            return per_move if left is None else left
        return min(left, per_move)

    def deadline(self, credit: float) -> float | None:
        """When the running side loses on time, its credit included."""
        allowance = self.allowance()
        return None if allowance is None else self.since + allowance + credit

    def charge(self, now: float, credit: float, free: bool) -> Charge:
        """What the turn costs if it ends now; a free turn costs nothing, and needs no credit."""
        elapsed = to_ticks(self.elapsed(now))
        if free:
            return Charge(elapsed, 0.0, 0.0)
        credited = to_ticks(credit) if credit < elapsed else elapsed
        return Charge(elapsed, credited, to_ticks(elapsed - credited))

    def left_after(self, charged: float, increment: bool = True) -> Left:
        """The time that is left once the running side's turn is over."""
        assert self.running is not None, "the clock is stopped"
        mine, theirs = self.left[self.running], self.left[1 - self.running]
        if mine is not None:
            kept = mine - charged if mine > charged else 0.0
            mine = to_ticks(kept + self.control.increment if increment else kept)
        return (mine, theirs) if self.running == 0 else (theirs, mine)

    def press(self, now: float, charged: float, increment: bool = True) -> "Clock":
        """End the running side's turn and start the other's."""
        assert self.running is not None, "the clock is stopped"
        return Clock(self.control, self.left_after(charged, increment), 1 - self.running, now)

    def swap(self) -> "Clock":
        """The players change sides, and take their time along."""
        return replace(self, left=(self.left[1], self.left[0]))

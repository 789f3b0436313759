"""When time brings something about in a match, and what is charged to whom. No I/O, no clock."""

from msgspec.structs import replace

from protocol.parts import Side, TimeControl
from server.matches.clock import Clock
from server.matches.state import MatchState
from server.players.pace import estimate


class MatchDeadlines(MatchState):
    def deadline(self) -> float | None:
        """When `tick` and `warning` must be called next."""
        if self.ended or self.suspended:
            return None
        due = self._turn_due()
        if self.started.idle is not None:
            due = earlier(due, self._idle_due() if self.warned else self._warning_due())
        if self.away[0] is not None or self.away[1] is not None:
            due = earlier(due, self._abandonment())
        return due

    def warning(self, now: float) -> float | None:
        """The seconds left for a turn that goes on for long, if that is to be told now."""
        due = self._warning_due()
        if self.ended or self.suspended or due is None or now < due:
            return None
        self.warned = True
        return self.idle_left(now)

    def idle_left(self, now: float) -> float | None:
        """How many seconds a turn may still last, once its player was warned."""
        due = self._idle_due() if self.warned and not self.ended else None
        return None if due is None else max(0.0, due - now)

    def claim_due(self, side: Side) -> float | None:
        """From when *side* may claim; None while the opponent is here."""
        since = self.away[1 - side]
        if since is None:
            return None
        # After a restart either player has the grace for coming back.
        return max(since + claim_after(self.started.terms.clock), self.grace_until)

    # What the clock is not to charge

    def begin_turn(self, seq: int, now: float) -> None:
        """The players hear only now what was decided: what that took is on nobody's clock."""
        if seq == self._seq - 1 and self.running is not None:
            self.turn_began = now

    def excuse(self, seconds: float, now: float) -> None:
        """The server was late: it may have left a move lying for that long."""
        if self.running is not None:
            self.turn_began = min(now, self.turn_began + seconds)

    def measure(self, side: Side, round_trip: float) -> None:
        self.lag[side] = replace(self.lag[side], round_trip=round_trip)

    # What is due

    def _is_first_move(self) -> bool:
        """Whether the turn is a side's first."""
        return len(self.position.moves) < self._clock_from

    def _charged_clock(self, now: float) -> Clock:
        """The clock with the turn so far charged to the side that had it."""
        side = self.running
        if side is None or self.suspended or self._is_first_move():
            return self.clock
        charge = self.clock.charge(now, self.lag[side].credit, free=False)
        return self.clock.press(now, charge.charged, increment=False)

    def _turn_due(self) -> float | None:
        """When the turn ends by itself: its clock is let go, it expires, or its flag falls."""
        side = self.running
        if side is None:
            return self.held_until
        if self._is_first_move():
            assert self.started.first_move is not None, "first moves are due in time"
            return self.turn_began + self.started.first_move
        return self.clock.deadline(self.lag[side].credit)

    def _idle_due(self) -> float | None:
        """When a turn on no clock has kept a bot waiting for too long."""
        side, most = self.running, self.started.idle
        if most is None or side is None or not self.players[1 - side].bot:
            return None
        return self.turn_began + most

    def _warning_due(self) -> float | None:
        """When half of the time for such a turn is over."""
        due, most = self._idle_due(), self.started.idle
        return None if due is None or most is None or self.warned else due - most / 2

    def _abandonment(self) -> float | None:
        """When the match ends because of who is gone: in a tournament nobody needs to claim."""
        if self.fixture:
            return earlier(self.claim_due(0), self.claim_due(1))
        first, second = self.away
        if first is None or second is None:
            return None
        return max(first, second) + self._patience.abandon


def earlier(one: float | None, other: float | None) -> float | None:
    """The first of two moments, either of which may never come."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def claim_after(clock: TimeControl) -> float:
    """How many seconds a player must be gone before the opponent may claim."""
    length = estimate(clock)
    return 120.0 if length is None else min(120.0, max(10.0, length / 10))

"""Time management: how long to think for a move, by the clock and by the move overhead so far.

No I/O, and nothing here reads a clock. All times are seconds.
"""

from collections import deque
from math import inf
from typing import NamedTuple

from protocol.parts import TimeControl

UNTIMED = 2.0  # to think where nothing limits it
PATIENCE = 60.0  # to wait for a brain where nothing limits it, before it counts as hung
LEAST = 0.001  # a budget is never less, for a brain may take 0 for no limit
FAREWELL = 0.1  # kept back for ending a brain that hangs before the flag falls
SHORTEST_LIMIT = 0.05  # no brain is given up sooner
FLOOR = 0.015  # that we may be late for no reason that was measured: timers, the system's scheduler
RECENT = 32  # moves after which a long delay is forgiven
STALL = 0.25  # seconds; a delay up to this is taken for the machine's, which will stall again
WARY = 1000  # moves for which a stall is reckoned with
UNKNOWN = 0.05  # what lag and lateness are taken for until they were measured
SHORTEST_GAME, LONGEST_GAME = 6, 24  # moves of ours that what is left must do for
RESERVE = 0.005  # kept back for each move to come: what a move costs without any thinking
PLENTY = 10  # margins on a clock: so far from its end, a move need not pay for the worst at once
SHARE = 0.8  # of an increment that is spent at once, the rest is saved
FULL_LEVEL = 5  # from this level on a bot takes all the time it has


class TurnClock(NamedTuple):
    """What the clock says at a turn of ours."""

    control: TimeControl
    left: float | None  # for the game
    moves: int  # of ours that can still come, at most
    elapsed: float = 0.0  # of this turn
    first_move: float | None = None  # when a move is due that is not on the clock


class TimeAllocation(NamedTuple):
    """What a move may take."""

    think: float  # the budget of the brain
    limit: float  # after which waiting for the brain is in vain


class Lateness:
    """The worst that was seen: of whatever kind lately, of short stalls for longer."""

    def __init__(self) -> None:
        self._lately: deque[float] = deque(maxlen=RECENT)
        self._stalls: deque[float] = deque(maxlen=WARY)

    def note(self, seconds: float) -> None:
        self._lately.append(max(0.0, seconds))
        self._stalls.append(min(max(0.0, seconds), STALL))

    @property
    def worst(self) -> float:
        return max((*self._lately, *self._stalls), default=UNKNOWN)


class MoveOverhead:
    """How late we have been: on the way to the server, and in the brain."""

    def __init__(self) -> None:
        self._lags, self._delays = Lateness(), Lateness()

    def note_lag(self, seconds: float) -> None:
        """A move took this long to be acknowledged."""
        self._lags.note(seconds)

    def note_delay(self, seconds: float) -> None:
        """A brain answered this long after its budget had ended."""
        self._delays.note(seconds)

    @property
    def margin(self) -> float:
        """What to keep back of every turn: the worst of both, and a little more."""
        return FLOOR + self._lags.worst + self._delays.worst


def allocate(
    clock: TurnClock, *, margin: float, level: int = 10, most: float | None = None
) -> TimeAllocation:
    """What to spend on this move, the margin kept back. No budget is longer than *most*."""
    due = _due(clock)
    limit = _limit(due - clock.elapsed, margin) if due < inf else PATIENCE
    share = _share(clock) - (clock.elapsed if clock.first_move is None else 0.0)
    budget = share - margin
    if clock.left is not None and clock.left > PLENTY * margin:
        budget = max(budget, share / 4)
    wanted = min(budget, limit, level_cap(level), inf if most is None else most)
    return TimeAllocation(max(LEAST, wanted), limit)


def _limit(remaining: float, margin: float) -> float:
    """Where little is left, an answer that comes later than hoped for may still be in time."""
    farewell = min(FAREWELL, remaining / 20)
    return max(remaining - margin - farewell, remaining / 2, SHORTEST_LIMIT)


def _due(clock: TurnClock) -> float:
    """When the flag falls, from the beginning of the turn."""
    if clock.first_move is not None:
        return clock.first_move
    limits = (clock.left, clock.control.per_move)
    return min(inf if limit is None else limit for limit in limits)


def _share(clock: TurnClock) -> float:
    """What this move may take of what there is, the margin included."""
    shares, control = [], clock.control
    if clock.left is not None:
        horizon = min(LONGEST_GAME, max(SHORTEST_GAME, clock.moves))
        spare = max(0.0, clock.left - clock.moves * RESERVE)
        shares.append(spare / horizon + SHARE * min(control.increment, spare))
    if control.per_move is not None:
        shares.append(control.per_move)
    return min(shares, default=UNTIMED + FLOOR + 2 * UNKNOWN)


def level_cap(level: int) -> float:
    """A weak bot answers soon: what it would find in more time, it would not play anyway."""
    return inf if level >= FULL_LEVEL else 0.2 * level

"""Time management, without a clock."""

import pytest

from bot.timing import (
    LEAST,
    PATIENCE,
    RECENT,
    STALL,
    UNTIMED,
    WARY,
    MoveOverhead,
    TurnClock,
    allocate,
    level_cap,
)
from protocol.parts import TimeControl

CLOCKS = [
    TimeControl(seconds=seconds, increment=increment, per_move=per_move)
    for seconds in (None, 1.0, 10.0, 300.0)
    for increment in (0.0, 0.1, 5.0)
    for per_move in (None, 0.3, 20.0)
]


@pytest.mark.parametrize("clock", CLOCKS, ids=str)
@pytest.mark.parametrize("cost", [0.0, 0.02, 0.09])
def test_a_long_game_is_never_lost_on_time(clock: TimeControl, cost: float) -> None:
    """Each move costs its budget and then some, as long as that is within the margin."""
    left = clock.seconds
    margin = cost + 0.015
    for move in range(300):
        spent = allocate(TurnClock(clock, left, max(1, 300 - move)), margin=margin)
        charged = spent.think + (cost if spent.think > LEAST else 0.002)
        if clock.per_move is not None:
            assert charged < clock.per_move
        if left is not None:
            assert charged < left, f"move {move}"
            left += clock.increment - charged


@pytest.mark.parametrize("clock", CLOCKS, ids=str)
def test_the_brain_is_given_up_before_the_flag_falls(clock: TimeControl) -> None:
    """Or after a minute where no flag ever falls."""
    spent = allocate(TurnClock(clock, clock.seconds, 20), margin=0.1)
    limits = [each for each in (clock.seconds, clock.per_move) if each is not None]
    due = min(limits, default=PATIENCE + 1)
    assert LEAST <= spent.think <= spent.limit < due


class TestAMove:
    def test_without_a_clock_takes_two_seconds(self) -> None:
        """Somebody is waiting, after all."""
        spent = allocate(TurnClock(TimeControl(), None, 20), margin=0.1)
        assert spent.think == pytest.approx(UNTIMED, abs=0.1)
        assert spent.limit == PATIENCE

    def test_of_its_own_limit_uses_nearly_all_of_it(self) -> None:
        """What is not used is lost."""
        spent = allocate(TurnClock(TimeControl(per_move=5.0), None, 20), margin=0.1)
        assert 4.7 < spent.think < 4.9

    def test_takes_its_share_of_a_game(self) -> None:
        """Less with many moves to come than with few."""
        early = allocate(TurnClock(TimeControl(60.0), 60.0, 100), margin=0.1).think
        late = allocate(TurnClock(TimeControl(60.0), 60.0, 5), margin=0.1).think
        assert early == pytest.approx(60 / 24 - 0.1, abs=0.05)
        assert late == pytest.approx(60 / 6 - 0.1, abs=0.05)

    def test_spends_most_of_the_increment(self) -> None:
        """It comes back."""
        plain = allocate(TurnClock(TimeControl(60.0), 60.0, 100), margin=0.1).think
        fischer = allocate(TurnClock(TimeControl(60.0, 2.0), 60.0, 100), margin=0.1).think
        assert fischer - plain == pytest.approx(1.6)

    def test_takes_the_shorter_of_two_limits(self) -> None:
        """A game and a move can both be limited."""
        both = TimeControl(300.0, 0.0, 1.0)
        early = allocate(TurnClock(both, 300.0, 20), margin=0.1)
        assert early.think == pytest.approx(0.9, abs=0.06)
        assert allocate(TurnClock(both, 2.0, 20), margin=0.1).think < 0.1

    def test_that_is_not_on_the_clock_is_due_all_the_same(self) -> None:
        """It thinks as long as for any move, but not past the time for first moves."""
        untimed = allocate(TurnClock(TimeControl(), None, 20, first_move=1.0), margin=0.1)
        assert untimed.think <= untimed.limit == pytest.approx(0.9, abs=0.06)
        late = TurnClock(TimeControl(24.0), 24.0, 50, elapsed=20.0, first_move=30.0)
        timed = allocate(late, margin=0.1)
        assert timed.think == pytest.approx(0.9, abs=0.05)

    def test_counts_what_has_passed_of_the_turn(self) -> None:
        """After a reconnection, say."""
        spent = allocate(TurnClock(TimeControl(per_move=5.0), None, 20, elapsed=3.0), margin=0.1)
        assert spent.think == pytest.approx(1.9, abs=0.11)

    def test_of_a_beginner_is_soon_made(self) -> None:
        """Below level 5; and nobody thinks for longer than was asked."""
        caps = [level_cap(level) for level in range(1, 5)]
        assert caps == sorted(caps)
        assert caps[-1] < 1
        spent = allocate(TurnClock(TimeControl(600.0), 600.0, 20), margin=0.1, level=2)
        assert spent.think == caps[1]
        assert allocate(TurnClock(TimeControl(), None, 20), margin=0.1, most=0.2).think == 0.2


class TestTheMargin:
    def test_is_the_worst_of_both(self) -> None:
        """Of the way and of the brain."""
        overhead = MoveOverhead()
        assert overhead.margin > 0.1  # as long as nothing is known
        for lag, delay in ((0.5, 0.0), (0.2, 0.01), (0.1, 0.02)):
            overhead.note_lag(lag)
            overhead.note_delay(delay)
        assert overhead.margin == pytest.approx(0.015 + 0.5 + 0.02)

    def test_forgets_a_long_delay_soon_and_a_short_stall_late(self) -> None:
        """A laptop that slept once must not cost us the time to think for the rest of the day."""
        overhead = MoveOverhead()
        seen = []
        for late in (5.0, *[0.0] * WARY):
            overhead.note_lag(0.0)
            overhead.note_delay(late)
            seen.append(overhead.margin)
        assert seen[: RECENT + 1] == pytest.approx([5.015] * RECENT + [STALL + 0.015])
        assert seen[-2:] == pytest.approx([STALL + 0.015, 0.015])

    def test_takes_no_credit_for_being_early(self) -> None:
        """A brain that answers before its time is not ahead for the next move."""
        overhead = MoveOverhead()
        overhead.note_lag(0.0)
        overhead.note_delay(-1.0)
        assert overhead.margin == pytest.approx(0.015)

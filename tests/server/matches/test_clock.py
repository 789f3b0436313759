"""The clock and the credit for lag: time is an argument, so nothing here waits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.parts import TimeControl
from server.matches.clock import REFILL, Charge, Clock, Lag

CREDIT = 0.25
CONTROLS = st.builds(
    TimeControl,
    seconds=st.none() | st.floats(0.05, 1000),
    increment=st.floats(0, 10),
    per_move=st.none() | st.floats(0.05, 100),
)
TURNS = st.lists(st.tuples(st.floats(0, 50), st.floats(0, 2), st.booleans()), max_size=20)


def turn(clock: Clock, seconds: float, credit: float = 0.0, free: bool = False) -> Clock:
    """The clock after the running side has taken this long."""
    now = clock.since + seconds
    return clock.press(now, clock.charge(now, credit, free).charged, increment=not free)


class TestControls:
    def test_sudden_death_gives_nothing_back(self) -> None:
        """Each side loses what its own turns take, and nothing else."""
        clock = turn(turn(Clock.of(TimeControl(60)).start(0, 100.0), 12.5), 1.25)
        assert clock.left == (47.5, 58.75)
        assert (clock.running, clock.since) == (0, 113.75)
        assert clock.deadline(0.0) == 113.75 + 47.5

    def test_an_increment_comes_after_the_move(self) -> None:
        """It is added once the move is made, so it cannot save the move itself."""
        clock = Clock.of(TimeControl(10, increment=3)).start(0, 0.0)
        assert clock.deadline(0.0) == 10.0
        assert turn(clock, 9.0).left == (4.0, 10.0)

    def test_increments_may_add_up_to_more_than_at_first(self) -> None:
        """Who plays faster than the increment gains, as Fischer meant it."""
        assert turn(Clock.of(TimeControl(10, increment=3)).start(0, 0.0), 1.0).left[0] == 12.0

    def test_a_limit_per_move_starts_afresh_with_each_turn(self) -> None:
        """Nothing is kept of a turn but its end."""
        clock = turn(Clock.of(TimeControl(per_move=5)).start(0, 0.0), 4.0)
        assert clock.left == (None, None)
        assert (clock.allowance(), clock.deadline(0.0)) == (5, 9.0)

    @pytest.mark.parametrize(("before", "allowance"), [(0.0, 5.0), (57.0, 3.0)])
    def test_of_two_limits_the_nearer_counts(self, before: float, allowance: float) -> None:
        """With time for the game and a limit per move, either can end it."""
        clock = replace(Clock.of(TimeControl(60, per_move=5)), left=(60 - before, 60))
        assert clock.start(0, 0.0).allowance() == allowance

    def test_untimed_never_ends(self) -> None:
        """There is no deadline, but how long a turn took is still known."""
        clock = Clock.of(TimeControl()).start(1, 5.0)
        assert clock.deadline(1.0) is None
        assert clock.charge(1e6, 0.0, free=False).elapsed == 1e6 - 5
        assert turn(clock, 1e6).left == (None, None)

    def test_one_that_stands_still_costs_nothing(self) -> None:
        """Before its start a clock has no deadline and no turn."""
        clock = Clock.of(TimeControl(60))
        assert (clock.elapsed(99.0), clock.allowance(), clock.deadline(0.0)) == (0.0, None, None)

    def test_players_take_their_time_along(self) -> None:
        """When the sides are swapped so is what is left."""
        clock = turn(Clock.of(TimeControl(60)).start(0, 0.0), 10.0).swap()
        assert clock.left == (60, 50)


class TestCharge:
    def test_credit_is_part_of_what_passed(self) -> None:
        """What is not credited is charged."""
        clock = Clock.of(TimeControl(60)).start(0, 0.0)
        assert clock.charge(2.0, CREDIT, free=False) == Charge(2.0, CREDIT, 1.75)

    def test_no_more_is_credited_than_passed(self) -> None:
        """A quick move is free, and does not earn time."""
        clock = Clock.of(TimeControl(60)).start(0, 0.0)
        assert clock.charge(0.1, CREDIT, free=False) == Charge(0.1, 0.1, 0.0)

    def test_a_free_turn_uses_no_credit_up(self) -> None:
        """A first move costs nothing, not even the store."""
        clock = Clock.of(TimeControl(60)).start(0, 0.0)
        assert clock.charge(20.0, CREDIT, free=True) == Charge(20.0, 0.0, 0.0)

    def test_the_deadline_includes_the_credit(self) -> None:
        """Who is credited may take that much longer, and arrives at zero."""
        clock = Clock.of(TimeControl(3)).start(0, 10.0)
        deadline = clock.deadline(CREDIT)
        assert deadline == 13.25
        assert turn(clock, deadline - 10.0, CREDIT).left[0] == 0.0

    @given(st.floats(0, 1e6), st.floats(0, 100), st.floats(0, 1e6))
    def test_charged_and_credited_make_up_what_passed(
        self, seconds: float, credit: float, since: float
    ) -> None:
        """To the last digit that is told."""
        clock = Clock.of(TimeControl(60)).start(0, since)
        charge = clock.charge(since + seconds, credit, free=False)
        assert charge.charged + charge.credited == pytest.approx(charge.elapsed, abs=1e-9)
        assert 0.0 <= charge.credited <= min(charge.elapsed, credit + 1e-4)
        assert charge.elapsed == pytest.approx(seconds, abs=1e-4)

    @given(CONTROLS, TURNS)
    def test_nobody_gains_but_by_increments(
        self, control: TimeControl, turns: list[tuple[float, float, bool]]
    ) -> None:
        """Whatever is played, time left is never negative, and grows by the increment at most."""
        clock = Clock.of(control).start(0, 0.0)
        for seconds, credit, free in turns:
            side, before = clock.running, clock.left
            clock = turn(clock, seconds, credit, free)
            assert side is not None
            assert clock.left[1 - side] == before[1 - side]
            mine, mine_before = clock.left[side], before[side]
            if mine is None or mine_before is None:
                assert mine is mine_before is control.seconds
                continue
            assert mine >= 0.0
            assert mine <= mine_before + (0.0 if free else control.increment) + 1e-4

    @given(CONTROLS, st.floats(0, 1e5), st.floats(0, 2))
    def test_a_move_in_time_leaves_something_or_nothing(
        self, control: TimeControl, since: float, credit: float
    ) -> None:
        """A move at the deadline is charged the whole allowance, one before it no more."""
        clock = Clock.of(control).start(1, since)
        deadline, allowance = clock.deadline(credit), clock.allowance()
        if deadline is not None and allowance is not None:
            charge = clock.charge(deadline, credit, free=False)
            assert charge.charged == pytest.approx(allowance, abs=3e-4)


class TestLag:
    def test_without_a_measurement_there_is_no_credit(self) -> None:
        """Only what the server has measured itself counts."""
        assert Lag(1.0, 1.0).credit == 0.0

    def test_the_round_trip_bounds_the_credit(self) -> None:
        """However full the store is."""
        assert Lag(1.0, 1.0, round_trip=0.08).credit == 0.08

    def test_the_store_bounds_the_credit(self) -> None:
        """However long the round trip is."""
        assert Lag(1.0, 0.3, round_trip=5.0).credit == 0.3

    def test_the_store_refills_slowly_and_not_over_the_brim(self) -> None:
        """Each move brings a little back."""
        assert Lag(1.0, 1.0, 0.4).spend(0.4).store == pytest.approx(0.6 + REFILL)
        assert Lag(1.0, 0.95, 0.4).spend(0.0).store == 1.0

    def test_delaying_pongs_gains_next_to_nothing(self) -> None:
        """Who feigns a lag of seconds empties the store once, and lives on the refill then."""
        lag, gained = Lag(1.0, 1.0, round_trip=30.0), 0.0
        for _ in range(100):
            gained += lag.credit
            lag = lag.spend(lag.credit)
        assert gained == pytest.approx(1.0 + 99 * REFILL)

    @given(st.floats(0, 5), st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10))))
    def test_it_stays_between_empty_and_full(
        self, most: float, moves: list[tuple[float, float]]
    ) -> None:
        """Also where a journal tells of more credit than the store now holds."""
        lag = Lag(most, most)
        for round_trip, spent in moves:
            lag = replace(lag, round_trip=round_trip).spend(spent)
            assert 0.0 <= lag.credit <= min(round_trip, most)
            assert lag.store <= most

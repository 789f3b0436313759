"""What time does to a match: first moves, flags and absence."""

import pytest

from protocol.events import Ended
from protocol.parts import Ending, Fault, TimeControl
from server.matches.deadlines import claim_after
from server.matches.match import Match
from tests.server.matches.matches import FIRST_MOVE, PATIENCE, ending, new_match, play, refusal

BLITZ = TimeControl(60, increment=1)
CLOCKS = (TimeControl(60), BLITZ, TimeControl(per_move=5), TimeControl(60, per_move=5))


def begun(clock: TimeControl, now: float = 10.0) -> Match:
    """A match in which both have made their first moves, the second just now."""
    match = new_match(clock=clock)
    play(match, 4, 0, at=now)
    return match


class TestFirstMoves:
    @pytest.mark.parametrize("clock", CLOCKS)
    def test_they_are_free(self, clock: TimeControl) -> None:
        """Each side's first move costs no time and earns no increment."""
        match = new_match(clock=clock)
        for played in play(match, 4, 0, at=20.0, pause=20.0):
            assert (played.elapsed, played.credited, played.charged) == (20.0, 0.0, 0.0)
            assert played.left == (clock.seconds, clock.seconds)

    @pytest.mark.parametrize("moves", [(), (4,)])
    def test_they_are_due_in_time(self, moves: tuple[int, ...]) -> None:
        """Or else the match is called off, and nobody has lost."""
        match = new_match(clock=BLITZ)
        play(match, *moves, at=20.0)
        since = 20.0 if moves else 0.0
        assert ending(match, since + FIRST_MOVE) == (None, Ending.ABORTED)

    def test_untimed_matches_have_all_the_time(self) -> None:
        """Nothing is due."""
        match = new_match()
        assert match.deadline() is None
        assert match.tick(1e9) == []


class TestFlags:
    @pytest.mark.parametrize(
        ("clock", "seconds"),
        [(TimeControl(60), 60), (BLITZ, 60), (TimeControl(per_move=5), 5),
         (TimeControl(60, per_move=5), 5), (TimeControl(3, per_move=5), 3)],
    )  # fmt: skip
    def test_they_fall_at_the_deadline(self, clock: TimeControl, seconds: float) -> None:
        """Not before, and for the side whose turn it is."""
        assert ending(begun(clock), 10.0 + seconds) == (1, Ending.TIME)

    def test_a_turn_begins_when_the_move_before_it_is_told(self) -> None:
        """What the server takes to write it down is on nobody's clock."""
        match = begun(TimeControl(60))
        match.begin_turn(match.events[-1].seq, 12.5)
        assert ending(match, 72.5) == (1, Ending.TIME)

    def test_news_of_an_earlier_move_changes_nothing(self) -> None:
        """The turn that began with it is over."""
        match = begun(TimeControl(60))
        match.begin_turn(match.events[-2].seq, 12.5)
        assert ending(match, 70.0) == (1, Ending.TIME)

    def test_what_the_server_was_late_by_is_excused(self) -> None:
        """A move may have come in while it was."""
        match = begun(TimeControl(60))
        match.excuse(0.3, 70.3)
        assert ending(match, 70.3) == (1, Ending.TIME)

    def test_no_excuse_reaches_into_the_future(self) -> None:
        """A turn is never longer than its clock."""
        match = begun(TimeControl(60))
        match.excuse(5.0, 11.0)
        assert ending(match, 71.0) == (1, Ending.TIME)

    def test_credit_puts_them_off(self) -> None:
        """By the round trip as measured, within the store."""
        for round_trip, credit in ((0.2, 0.2), (7.0, 1.0)):
            match = begun(TimeControl(60))
            match.measure(0, round_trip)
            assert ending(match, 70.0 + credit) == (1, Ending.TIME)

    def test_credit_is_used_up(self) -> None:
        """Two moves at a long round trip empty the store, and then only the refill is left."""
        match = begun(TimeControl(600))
        match.measure(0, 0.8)
        credited = [
            played.credited
            for played in play(match, 1, 2, 3, 5, 6, at=20.0, pause=10.0)
            if played.ply % 2 == 0
        ]
        assert credited == pytest.approx([0.8, 0.3, 0.1])

    def test_the_other_sides_lag_is_no_excuse(self) -> None:
        """Credit belongs to one player."""
        match = begun(TimeControl(60))
        match.measure(1, 0.5)
        assert ending(match, 70.0) == (1, Ending.TIME)

    def test_a_move_at_the_last_moment_counts(self) -> None:
        """It leaves next to nothing, and then the increment is added."""
        match = begun(BLITZ)
        match.measure(0, 0.5)
        [played] = play(match, 8, at=70.4999)
        assert (played.elapsed, played.credited, played.charged) == (60.4999, 0.5, 59.9999)
        assert played.left == (1.0001, 60.0)

    def test_what_is_left_is_told_at_the_end(self) -> None:
        """The turn that ended with the match is charged too, here and in a snapshot."""
        match = begun(TimeControl(60))
        play(match, 8, at=20.0)
        [ended] = match.resign(0, 25.5)
        assert isinstance(ended, Ended)
        assert ended.left == match.snapshot(None, 30.0).left == (50.0, 54.5)

    def test_the_turn_that_was_never_finished_is_told(self) -> None:
        """How long it was, and what of it was credited: why the flag fell."""
        match = begun(TimeControl(60))
        match.measure(0, 0.25)
        [ended] = match.tick(70.25)
        assert isinstance(ended, Ended)
        assert (ended.elapsed, ended.credited, ended.left) == (60.25, 0.25, (0.0, 60.0))

    def test_who_flags_has_nothing_left(self) -> None:
        """However late the timer was."""
        match = begun(TimeControl(60))
        match.tick(99.0)
        assert match.ended is not None
        assert match.ended.left == (0.0, 60.0)


class TestClaims:
    @pytest.mark.parametrize(
        ("clock", "seconds"),
        [(TimeControl(30), 10), (TimeControl(180), 18), (TimeControl(60, increment=3), 18),
         (TimeControl(per_move=10), 40), (TimeControl(3600), 120), (TimeControl(), 120)],
    )  # fmt: skip
    def test_longer_clocks_wait_longer(self, clock: TimeControl, seconds: float) -> None:
        """Within reason at both ends."""
        assert claim_after(clock) == seconds

    def test_too_early_says_how_long_to_wait(self) -> None:
        """To the tenth of a second for programs, in the text for people."""
        match = begun(TimeControl(600))
        match.leave(0, 20.0)
        with refusal(match, Fault.TOO_EARLY) as caught:
            match.claim(1, "win", 40.5)
        assert caught.value.wait == pytest.approx(39.5)
        assert "40 s" in caught.value.text

    @pytest.mark.parametrize(("side", "result", "winner"), [(1, "win", 1), (1, "draw", None)])
    def test_then_a_win_or_a_draw(self, side: int, result: str, winner: int | None) -> None:
        """As the one who stayed prefers."""
        match = begun(TimeControl(600))
        match.leave(0, 20.0)
        [ended] = match.claim(side, "win" if result == "win" else "draw", 80.0)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (winner, Ending.ABANDONED)

    def test_not_from_one_who_is_here(self) -> None:
        """Nor from one who has come back in time."""
        match = begun(TimeControl(600))
        with refusal(match, Fault.NOT_ALLOWED):
            match.claim(1, "win", 500.0)
        match.leave(0, 20.0)
        match.arrive(0, 75.0)
        with refusal(match, Fault.NOT_ALLOWED):
            match.claim(1, "win", 500.0)

    def test_the_clock_runs_on_meanwhile(self) -> None:
        """Who is gone can lose on time before a claim."""
        match = begun(TimeControl(60))
        match.leave(0, 11.0)
        assert ending(match, 70.0) == (1, Ending.TIME)

    def test_when_both_are_gone_nobody_wins(self) -> None:
        """An untimed match is given up long after the second has left."""
        match = begun(TimeControl())
        match.leave(0, 20.0)
        assert match.deadline() is None
        match.leave(1, 50.0)
        assert ending(match, 50.0 + PATIENCE.abandon) == (None, Ending.ABANDONED)

    def test_unless_one_comes_back(self) -> None:
        """Then there is all the time again."""
        match = begun(TimeControl())
        match.leave(0, 20.0)
        match.leave(1, 50.0)
        match.arrive(0, 60.0)
        assert match.deadline() is None


class TestStandingStill:
    def test_it_costs_nobody_time(self) -> None:
        """Whoever plays meanwhile, or ends the match, has as much left as before."""
        for ends in (False, True):
            match = begun(BLITZ)
            left = match.left
            match.suspended = True
            if ends:
                [told] = match.resign(0, 5000.0)
                assert isinstance(told, Ended)
            else:
                [told] = play(match, 1, at=5000.0)
                assert told.charged == 0.0
            assert told.left == left

    def test_no_flag_falls_meanwhile(self) -> None:
        """Nor afterwards for what went before."""
        match = begun(BLITZ)
        match.suspended = True
        assert match.deadline() is None
        assert match.tick(5000.0) == []
        match.resume(5000.0)
        assert match.tick(5001.0) == []
        assert match.left == (60, 60)

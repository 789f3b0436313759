"""A match over a restart of the server: nobody pays for it."""

import pytest

from protocol.events import Played, Resumed
from protocol.parts import Ending, Fault, TimeControl
from server.matches.deadlines import claim_after
from server.matches.match import Match
from tests.server.matches.matches import (
    EPOCH,
    FIRST_MOVE,
    PATIENCE,
    ending,
    new_match,
    play,
    refusal,
)

BLITZ = TimeControl(60, increment=1)


class TestRestarts:
    DOWN = 1000.0  # when the server is up again

    def resumed(self, clock: TimeControl = BLITZ, *moves: int) -> Match:
        """A match that was cut off long after its last move."""
        before = new_match(clock=clock)
        play(before, *moves, at=10.0, pause=5.0)
        match = Match.restored(before.events, self.DOWN, EPOCH, PATIENCE)
        [resumed] = match.resume(self.DOWN)
        turn = len(moves) % 2
        assert resumed == Resumed("m1", len(moves) + 1, EPOCH + self.DOWN, before.clock.left, turn)
        return match

    def test_nothing_is_charged_while_the_player_is_away(self) -> None:
        """The clock waits, for the time of grace."""
        match = self.resumed(BLITZ, 4, 0, 8)
        assert match.deadline() == self.DOWN + PATIENCE.grace
        match.arrive(0, self.DOWN + 1.0)  # not the one to move
        assert match.tick(self.DOWN + 19.9) == []
        match.arrive(1, self.DOWN + 19.9)
        [played] = match.play(1, 3, 2, self.DOWN + 22.0)
        assert isinstance(played, Played)
        assert (played.elapsed, played.charged) == (2.1, 2.1)

    def test_nor_until_they_know_that_they_are_back(self) -> None:
        """A move shows that they do, too."""
        for known, charged in ((20.0, 2.0), (None, 0.0)):
            match = self.resumed(BLITZ, 4, 0, 8)
            match.arrive(1, self.DOWN + 5.0, knows=False)
            assert match.clock.running is None
            if known is not None:
                match.arrive(1, self.DOWN + known)
            [played] = match.play(1, 3, 2, self.DOWN + 22.0)
            assert isinstance(played, Played)
            assert played.charged == pytest.approx(charged)

    def test_a_clock_shorter_than_the_grace_waits_all_the_same(self) -> None:
        """No flag falls while nobody could have moved."""
        match = self.resumed(TimeControl(5), 4, 0)
        assert match.clock.running is None
        assert match.deadline() == self.DOWN + PATIENCE.grace

    def test_after_the_grace_the_clock_runs(self) -> None:
        """Somebody who never comes back loses on time."""
        match = self.resumed(BLITZ, 4, 0)
        until = self.DOWN + PATIENCE.grace
        assert match.tick(until) == []
        assert ending(match, until + 60) == (1, Ending.TIME)

    def test_first_moves_are_due_again_from_then(self) -> None:
        """Downtime does not call a match off."""
        match = self.resumed(BLITZ, 4)
        match.arrive(1, self.DOWN + 3.0)
        assert ending(match, self.DOWN + 3.0 + FIRST_MOVE) == (None, Ending.ABORTED)

    @pytest.mark.parametrize("side", [0, 1])
    def test_no_claim_within_the_grace(self, side: int) -> None:
        """Who comes back faster cannot take the win from who is still trying."""
        match = self.resumed(TimeControl(30), 4, 0)
        match.arrive(side, self.DOWN + 1.0)
        assert claim_after(TimeControl(30)) < PATIENCE.grace
        with refusal(match, Fault.TOO_EARLY) as caught:
            match.claim(side, "win", self.DOWN + 15.0)
        assert caught.value.wait == pytest.approx(5.0)
        match.tick(self.DOWN + 20.0)
        assert match.claim(side, "win", self.DOWN + 20.0) != []

    def test_a_second_restart_grants_it_once_more(self) -> None:
        """And charges nothing either."""
        once = self.resumed(BLITZ, 4, 0, 8)
        twice = Match.restored(once.events, 5000.0, EPOCH, PATIENCE)
        twice.resume(5000.0)
        assert twice.clock.left == once.clock.left
        assert twice.deadline() == 5000.0 + PATIENCE.grace

    def test_who_is_held_up_by_the_server_is_waited_for_longer(self) -> None:
        """Neither does the clock run nor can anybody claim; who is back is not waited for."""
        match, later = self.resumed(TimeControl(30), 4, 0), self.DOWN + 2 * PATIENCE.grace
        match.arrive(1, self.DOWN + 1.0)
        match.prolong(later)
        assert match.tick(later - 0.1) == []
        with refusal(match, Fault.TOO_EARLY):
            match.claim(1, "win", later - 0.1)
        match.arrive(0, later - 0.1)
        [played] = match.play(0, 2, 8, later)
        assert isinstance(played, Played)
        assert played.charged == pytest.approx(0.1)
        match.prolong(later + 100.0)
        assert match.grace_until == later

    def test_waiting_longer_makes_no_grace_shorter(self) -> None:
        """Whatever moment is named."""
        match = self.resumed(BLITZ, 4, 0)
        match.prolong(self.DOWN + 1.0)
        assert match.deadline() == self.DOWN + PATIENCE.grace

    def test_what_was_over_stays_over(self) -> None:
        """Nothing is resumed, and nothing is due."""
        before = new_match(clock=BLITZ)
        before.resign(0, 1.0)
        match = Match.restored(before.events, self.DOWN, EPOCH, PATIENCE)
        assert match.resume(self.DOWN) == []
        assert match.deadline() is None

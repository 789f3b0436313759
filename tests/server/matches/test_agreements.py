"""What players agree on in a match: draws, takebacks, and the pie rule."""

import pytest

from protocol.events import Declined, Ended, Offered, Swapped, TakenBack
from protocol.parts import Ending, Fault, OfferKind, TimeControl
from server.matches.match import Match
from tests.server.matches.matches import ANN, BOB, new_match, play, refusal

DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK
BLITZ = TimeControl(60, increment=1)


class TestDraws:
    def test_an_offer_accepted_is_a_draw(self) -> None:
        """By agreement, whoever's turn it is."""
        match = new_match()
        assert match.offer(0, DRAW, 1.0) == [Offered("m1", 1, 0, DRAW)]
        [ended] = match.respond(1, DRAW, True, 2.0)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (None, Ending.AGREED)

    def test_offering_back_is_accepting(self) -> None:
        """Two who both want a draw need not find out who was first."""
        match = new_match()
        match.offer(0, DRAW, 1.0)
        [ended] = match.offer(1, DRAW, 2.0)
        assert isinstance(ended, Ended)
        assert ended.ending is Ending.AGREED

    def test_an_offer_declined_is_over(self) -> None:
        """It cannot be accepted afterwards, and not be made again at once."""
        match = new_match()
        match.offer(0, DRAW, 1.0)
        assert match.respond(1, DRAW, False, 2.0) == [Declined("m1", 2, 1, DRAW)]
        with refusal(match, Fault.NOT_ALLOWED):
            match.respond(1, DRAW, True, 3.0)
        with refusal(match, Fault.TOO_EARLY):
            match.offer(0, DRAW, 3.0)

    def test_an_offer_lapses_with_the_next_move(self) -> None:
        """Of either player."""
        match = new_match()
        match.offer(1, DRAW, 1.0)
        play(match, 4)
        with refusal(match, Fault.NOT_ALLOWED):
            match.respond(0, DRAW, True, 2.0)
        assert match.snapshot(0, 2.0).offers == ()

    def test_nobody_answers_their_own(self) -> None:
        """Only the opponent of who has offered can."""
        match = new_match()
        match.offer(0, DRAW, 1.0)
        with refusal(match, Fault.NOT_ALLOWED):
            match.respond(0, DRAW, False, 2.0)

    def test_offering_twice_is_a_conflict(self) -> None:
        """The first still stands."""
        match = new_match()
        match.offer(0, DRAW, 1.0)
        with refusal(match, Fault.CONFLICT):
            match.offer(0, DRAW, 1.0)

    def test_a_snapshot_shows_what_stands_once(self) -> None:
        """Not what was offered before, and both kinds at a time."""
        match = new_match()
        match.offer(1, DRAW, 0.0)
        play(match, 4, 0, 8)
        [draw] = match.offer(1, DRAW, 1.0)
        [takeback] = match.offer(0, TAKEBACK, 1.0)
        assert set(match.snapshot(None, 1.0).offers) == {draw, takeback}
        match.resign(0, 2.0)
        assert match.snapshot(None, 2.0).offers == ()


class TestTakebacks:
    @pytest.mark.parametrize(
        ("moves", "side", "stand"),
        [((4,), 0, 0), ((4, 0), 1, 1), ((4, 0), 0, 0), ((4, 0, 8), 1, 1), ((4, 0, 8), 0, 2)],
    )
    def test_ones_latest_move_goes_back(
        self, moves: tuple[int, ...], side: int, stand: int
    ) -> None:
        """And the reply to it, if there was one; then it is the taker's turn again."""
        match = new_match()
        play(match, *moves)
        match.offer(side, TAKEBACK, 1.0)
        [back] = match.respond(1 - side, TAKEBACK, True, 1.0)
        assert back == TakenBack("m1", len(moves) + 2, stand, (None, None), side)
        assert match.position.moves == moves[:stand]
        assert (match.turn, match.running) == (side, side)

    @pytest.mark.parametrize(("moves", "side"), [((), 0), ((), 1), ((4,), 1)])
    def test_without_a_move_there_is_nothing_to_take_back(
        self, moves: tuple[int, ...], side: int
    ) -> None:
        """Not the opponent's either."""
        match = new_match()
        play(match, *moves)
        with refusal(match, Fault.NOT_ALLOWED):
            match.offer(side, TAKEBACK, 1.0)

    def test_rated_matches_have_none(self) -> None:
        """What is rated stands."""
        match = new_match(rated=True)
        play(match, 4, 0)
        with refusal(match, Fault.NOT_ALLOWED):
            match.offer(0, TAKEBACK, 1.0)

    def test_offering_back_is_not_accepting(self) -> None:
        """Whose move would go back is not the same: answer first."""
        match = new_match()
        play(match, 4, 0)
        match.offer(0, TAKEBACK, 1.0)
        with refusal(match, Fault.CONFLICT):
            match.offer(1, TAKEBACK, 1.0)

    def test_the_time_is_gone_all_the_same(self) -> None:
        """The turn so far is charged to who had it, and the taker's runs from now on."""
        match = new_match(clock=BLITZ)
        play(match, 4, 0, at=1.0)
        play(match, 8, at=11.0)
        match.offer(0, TAKEBACK, 12.0)
        [back] = match.respond(1, TAKEBACK, True, 15.0)
        assert isinstance(back, TakenBack)
        assert back.left == (51.0, 56.0)
        assert match.clock.deadline(0.0) == 15.0 + 51.0


class TestPie:
    def swapping(self, clock: TimeControl | None = None) -> Match:
        match = new_match(clock=clock, pie=True)
        play(match, 4, at=1.0)
        return match

    def test_the_second_player_takes_the_first_side(self) -> None:
        """The stone stays, the players change places, and the first player moves on."""
        match = self.swapping()
        assert match.swap(1, 2.0) == [Swapped("m1", 2, (BOB, ANN), (None, None), 1)]
        assert (match.players, match.position.moves, match.turn) == ((BOB, ANN), (4,), 1)
        assert match.play(1, 1, 0, 3.0) != []

    def test_everything_of_theirs_follows(self) -> None:
        """Time left, lag and absence belong to players, not to sides; offers lapse."""
        match = self.swapping(BLITZ)
        match.left = (50, 60)
        match.measure(0, 0.2)
        match.leave(0, 1.5)
        match.offer(0, DRAW, 1.5)
        match.swap(1, 2.0)
        assert match.left == (60, 50)
        assert (match.running, match.turn_began) == (1, 2.0)
        assert [lag.round_trip for lag in match.lag] == [0.0, 0.2]
        assert match.away == [None, 1.5]
        with refusal(match, Fault.NOT_ALLOWED):
            match.respond(0, DRAW, True, 2.0)
        with refusal(match, Fault.TOO_EARLY):
            match.offer(1, DRAW, 2.0)
        assert match.offer(0, DRAW, 2.0) != []

    def test_a_stone_that_was_swapped_cannot_be_taken_back(self) -> None:
        """It is nobody's latest move any more."""
        match = self.swapping()
        match.swap(1, 2.0)
        for side in (0, 1):
            with refusal(match, Fault.NOT_ALLOWED):
                match.offer(side, TAKEBACK, 3.0)

    def test_before_the_first_move_it_is_too_early(self) -> None:
        """There is nothing yet to swap for."""
        match = new_match(pie=True)
        with refusal(match, Fault.TOO_EARLY):
            match.swap(1, 1.0)

    def test_without_the_rule_there_is_no_swap(self) -> None:
        """It is an option of the terms."""
        match = new_match()
        play(match, 4)
        with refusal(match, Fault.NOT_ALLOWED):
            match.swap(1, 1.0)

    def test_only_the_second_player_swaps(self) -> None:
        """The first has had their choice."""
        match = self.swapping()
        with refusal(match, Fault.NOT_YOUR_TURN):
            match.swap(0, 2.0)

    @pytest.mark.parametrize("moves", [(4, 0), (4, 0, 8)])
    def test_only_in_answer_to_the_first_move(self, moves: tuple[int, ...]) -> None:
        """Not after any other."""
        match = new_match(pie=True)
        play(match, *moves)
        with refusal(match, Fault.TOO_LATE):
            match.swap(1, 2.0)

    def test_only_once(self) -> None:
        """The one who was swapped away cannot swap back."""
        match = self.swapping()
        match.swap(1, 2.0)
        with refusal(match, Fault.TOO_LATE):
            match.swap(1, 3.0)

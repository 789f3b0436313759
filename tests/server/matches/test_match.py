"""What players may ask of a match, and that what is refused changes nothing."""

from collections.abc import Callable

import pytest

from protocol.events import Ended, Played
from protocol.parts import Analysis, Ending, Fault, OfferKind, TimeControl
from server.matches.match import Match
from tests.server.matches.matches import EPOCH, new_match, play, refusal

DRAW = OfferKind.DRAW
BLITZ = TimeControl(60, increment=1)


def finished() -> Match:
    """Tic-tac-toe that the first player has won with the top row: 0 3 1 4 2."""
    match = new_match()
    play(match, 0, 3, 1, 4, 2)
    return match


class TestMoves:
    def test_a_move_is_one_event(self) -> None:
        """It tells what was played, what it cost, who is next, and what the bot thought."""
        match, thought = new_match(clock=BLITZ), Analysis(score=0.5)
        [played] = match.play(0, 0, 4, 2.0, thought)
        assert played == Played("m1", 1, 0, 4, 2.0, 0.0, 0.0, (60, 60), 1, thought)
        assert match.position.moves == (4,)

    def test_a_line_ends_it(self) -> None:
        """The last move and the end come together, with the cells of the line."""
        match = new_match()
        play(match, 0, 3, 1, 4)
        played, ended = match.play(0, 4, 2, 7.0)
        assert isinstance(played, Played)
        assert played.turn is None
        assert ended == Ended("m1", 6, 0, Ending.LINE, EPOCH + 7.0, ((0, 1, 2),), (None, None))
        assert (match.ended, match.turn, match.deadline()) == (ended, None, None)

    def test_a_full_board_ends_it_without_a_winner(self) -> None:
        """Nobody has a line, and nothing is left to play."""
        match = new_match()
        play(match, 0, 1, 2, 4, 3, 5, 7, 6, 8)
        assert match.ended is not None
        assert (match.ended.winner, match.ended.ending) == (None, Ending.FULL)

    @pytest.mark.parametrize("cell", [0, -1, 9, 2**40])
    def test_an_illegal_cell_is_refused(self, cell: int) -> None:
        """Taken, or not on the board."""
        match = new_match()
        play(match, 0)
        with refusal(match, Fault.ILLEGAL_MOVE):
            match.play(1, 1, cell, 1.0)

    def test_a_move_out_of_turn_is_refused(self) -> None:
        """Even with the right ply and a free cell."""
        match = new_match()
        with refusal(match, Fault.NOT_YOUR_TURN):
            match.play(1, 0, 4, 1.0)

    @pytest.mark.parametrize("ply", [-1, 1, 2, 99])
    def test_a_ply_that_is_not_reached_is_stale(self, ply: int) -> None:
        """A move says how many it knows of, and that must be all."""
        match = new_match()
        with refusal(match, Fault.STALE):
            match.play(0, ply, 4, 1.0)


class TestMovesSentAgain:
    @pytest.mark.parametrize("later", [(), (4,), (4, 2), (4, 2, 5, 6)])
    def test_the_same_is_done_again_without_being_played(self, later: tuple[int, ...]) -> None:
        """However much was played since."""
        match = new_match()
        play(match, 0, *later)
        events = list(match.events)
        assert match.play(0, 0, 0, 9.0) == []
        assert match.events == events

    def test_another_cell_is_a_conflict(self) -> None:
        """Until it is one's turn again, and at it."""
        match = new_match()
        play(match, 0)
        with refusal(match, Fault.CONFLICT):
            match.play(0, 0, 1, 1.0)
        play(match, 4)
        with refusal(match, Fault.CONFLICT):
            match.play(0, 0, 1, 1.0)

    def test_another_cell_at_an_old_ply_is_stale(self) -> None:
        """Nobody retries a move from before their latest."""
        match = new_match()
        play(match, 0, 4, 2)
        with refusal(match, Fault.STALE):
            match.play(0, 0, 1, 1.0)

    def test_the_opponents_move_is_not_mine_to_repeat(self) -> None:
        """Naming it is stale, also with the very cell."""
        match = new_match()
        play(match, 0)
        with refusal(match, Fault.STALE):
            match.play(1, 0, 0, 1.0)

    def test_after_the_end_too(self) -> None:
        """The winning move sent again is done; another is a conflict; a new one is too late."""
        match = finished()
        events = list(match.events)
        assert match.play(0, 4, 2, 9.0) == match.play(1, 3, 4, 9.0) == []
        assert match.events == events
        with refusal(match, Fault.CONFLICT):
            match.play(0, 4, 8, 9.0)
        with refusal(match, Fault.OVER):
            match.play(1, 5, 8, 9.0)

    def test_after_a_swap_too(self) -> None:
        """The first move belongs to who made it, on whichever side they are now."""
        match = new_match(pie=True)
        play(match, 4)
        match.swap(1, 0.0)
        assert match.play(1, 0, 4, 1.0) == []
        with refusal(match, Fault.CONFLICT):
            match.play(1, 0, 5, 1.0)
        with refusal(match, Fault.STALE):
            match.play(0, 0, 4, 1.0)
        assert match.mover(0) == 1


class TestEndings:
    @pytest.mark.parametrize("side", [0, 1])
    def test_resigning_gives_the_other_the_win(self, side: int) -> None:
        """At any time, whoever's turn it is."""
        match = new_match()
        [ended] = match.resign(side, 3.0)
        assert ended == Ended("m1", 1, 1 - side, Ending.RESIGNED, EPOCH + 3.0, elapsed=3.0)

    @pytest.mark.parametrize("moves", [(), (4,)])
    @pytest.mark.parametrize("side", [0, 1])
    def test_aborting_before_the_second_move(self, moves: tuple[int, ...], side: int) -> None:
        """Either player may, and nobody wins."""
        match = new_match()
        play(match, *moves)
        [ended] = match.abort(side, 1.0)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (None, Ending.ABORTED)

    def test_aborting_after_it_is_too_late(self) -> None:
        """A match that has begun is played."""
        match = new_match()
        play(match, 4, 0)
        with refusal(match, Fault.TOO_LATE):
            match.abort(0, 1.0)

    def test_an_end_from_outside(self) -> None:
        """An administrator, or a fault of ours, ends it for any reason; once."""
        match = new_match()
        [ended] = match.end(1, Ending.DECIDED, 1.0)
        assert isinstance(ended, Ended)
        assert (ended.winner, ended.ending) == (1, Ending.DECIDED)
        with refusal(match, Fault.OVER):
            match.end(None, Ending.FAULT, 2.0)

    def test_nothing_happens_after_the_end(self) -> None:
        """Every request is refused, and time brings nothing about."""
        match = finished()
        match.leave(0, 5.0)
        requests: tuple[Callable[[], object], ...] = (
            lambda: match.resign(0, 9e9),
            lambda: match.abort(0, 9e9),
            lambda: match.offer(0, DRAW, 9e9),
            lambda: match.respond(0, DRAW, True, 9e9),
            lambda: match.swap(1, 9e9),
            lambda: match.claim(1, "win", 9e9),
        )
        for request in requests:
            with refusal(match, Fault.OVER):
                request()
        assert match.tick(9e9) == match.resume(9e9) == []

"""What a match may hold in total, whatever its players do."""

from collections.abc import Callable
from itertools import count

import pytest

from protocol.events import Played, Resumed
from protocol.parts import Analysis, OfferKind
from server.matches.match import MOST_EVENTS, SAME_PAUSE, Match
from server.matches.offers import MOST_TAKEBACKS
from server.matches.state import MOST_THOUGHT
from server.refusal import Refusal
from tests.server.matches.matches import EPOCH, PATIENCE, new_match, play

DRAW, TAKEBACK = OfferKind.DRAW, OfferKind.TAKEBACK
LONGEST = Analysis(0.5, depth=9, line=tuple(range(625)))


def lines(match: Match, side: int) -> int:
    """The cells in all lines that a side's bot has told."""
    told = [event for event in match.events if isinstance(event, Played) and event.ply % 2 == side]
    return sum(len(event.analysis.line) for event in told if event.analysis)


def think(match: Match) -> None:
    """Play the next cell, with the longest line that there is."""
    match.play(match.ply % 2, match.ply, match.ply, 0.0, LONGEST)


class TestThoughts:
    def test_lines_are_cut_once_they_are_too_much(self) -> None:
        """The move is played, and the rest of what the bot thought is kept."""
        match = new_match("mnk:rows=25,cols=25,k=25")
        for _ in range(40):
            think(match)
        assert [lines(match, side) for side in (0, 1)] == [MOST_THOUGHT, MOST_THOUGHT]
        last = match.events[-1]
        assert isinstance(last, Played)
        assert last.analysis == Analysis(0.5, depth=9)

    def test_one_side_does_not_use_up_the_room_of_the_other(self) -> None:
        """Each has its own."""
        match = new_match("mnk:rows=25,cols=25,k=25")
        for _ in range(10):
            think(match)
            play(match, match.ply)
        assert lines(match, 0) == MOST_THOUGHT
        match.play(0, match.ply, match.ply, 0.0)
        think(match)
        assert lines(match, 1) == 625

    def test_a_restart_makes_no_new_room(self) -> None:
        """Nor does a takeback: what was told is told."""
        match = new_match("mnk:rows=25,cols=25,k=25")
        for _ in range(40):
            think(match)
        match.offer(1, TAKEBACK, 0.0)
        match.respond(0, TAKEBACK, True, 0.0)
        again = Match.restored(match.events, 0.0, EPOCH, PATIENCE)
        think(again)
        assert lines(again, 1) == MOST_THOUGHT


def attempts(match: Match) -> list[Callable[[], object]]:
    """All that two players can do to make a match longer without ending it."""
    ply = match.ply
    empty = [cell for cell in range(9) if cell not in match.position.moves]
    harmless = [cell for cell in empty if match.position.play(cell).outcome is None]
    return [
        *(lambda side=side: match.respond(side, TAKEBACK, True, 0.0) for side in (0, 1)),
        *(lambda side=side: match.respond(side, DRAW, False, 0.0) for side in (0, 1)),
        *(lambda side=side: match.offer(side, DRAW, 0.0) for side in (0, 1) if not match.offers),
        *(lambda side=side: match.offer(side, TAKEBACK, 0.0) for side in (0, 1)),
        *(lambda cell=cell: match.play(ply % 2, ply, cell, 0.0) for cell in harmless[:1]),
    ]


def go_on(match: Match) -> bool:
    """Do the first of it that is not refused; whether there was any."""
    for attempt in attempts(match):
        try:
            attempt()
        except Refusal:
            continue
        return True
    return False


def test_a_match_does_not_grow_for_ever() -> None:
    """However often its players take back, offer and decline."""
    match = new_match("tictactoe")
    steps = next(step for step in count() if not go_on(match) or step > MOST_EVENTS)
    assert match.offer_limits.taken_back == MOST_TAKEBACKS
    assert steps < MOST_EVENTS / 2


def test_who_has_taken_back_enough_is_told_so() -> None:
    """Also after a restart."""
    match = new_match("tictactoe")
    for _ in range(MOST_TAKEBACKS):
        play(match, 4)
        match.offer(0, TAKEBACK, 0.0)
        match.respond(1, TAKEBACK, True, 0.0)
    play(match, 4)
    for each in (match, Match.restored(match.events, 0.0, EPOCH, PATIENCE)):
        with pytest.raises(Refusal, match="can be taken back 100 times in a match"):
            each.offer(0, TAKEBACK, 0.0)


def test_restarts_do_not_make_it_grow_for_ever() -> None:
    """It goes on as after any other, but they are no longer written down."""
    match = new_match("tictactoe")
    for restart in range(MOST_EVENTS + 5):
        match.resume(SAME_PAUSE * restart)
    assert len(match.events) == MOST_EVENTS
    assert isinstance(match.events[-1], Resumed)
    assert match.resume(1e6) == []
    assert match.awaited == {0, 1}
    play(match, 4)


def test_what_goes_on_several_times_at_one_moment_is_told_once() -> None:
    """The clock waits each time, though."""
    match = new_match("tictactoe")
    assert len(match.resume(10.0)) == 1
    match.arrive(0, 10.1)
    assert match.resume(10.2) == []
    assert match.awaited == {0, 1}
    assert len(match.resume(10.0 + SAME_PAUSE)) == 1

"""Matches for tests: without a server, at times that the test names."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest

from games import game_named
from protocol.events import Ended, Played, Started
from protocol.parts import Ending, Fault, Player, Terms, TimeControl
from server.matches.match import Match
from server.matches.state import Patience
from server.refusal import Refusal

ANN, BOB = Player("ann"), Player("bob")
FIRST_MOVE = 30.0
EPOCH = 1000.0
PATIENCE = Patience(grace=20.0, abandon=600.0, lag_credit=1.0)


def started(game: str = "tictactoe", clock: TimeControl | None = None, **terms: Any) -> Started:
    clock = clock or TimeControl()
    timed = clock.seconds is not None or clock.per_move is not None
    shape = game_named(game).shape
    return Started(
        "m1", 0, Terms(game, clock, **terms), shape, (ANN, BOB), EPOCH,
        first_move=FIRST_MOVE if timed else None,
    )  # fmt: skip


def new_match(game: str = "tictactoe", clock: TimeControl | None = None, **terms: bool) -> Match:
    """A match that starts at 0."""
    return Match(started(game, clock, **terms), 0.0, EPOCH, PATIENCE)


def play(match: Match, *cells: int, at: float = 0.0, pause: float = 0.0) -> list[Played]:
    """Play these cells in turn, the first of them at this time."""
    found = []
    for cell in cells:
        side = match.turn
        assert side is not None, "the match is over"
        assert match.tick(at) == []
        played = match.play(side, match.ply, cell, at)[0]
        assert isinstance(played, Played)
        found.append(played)
        at += pause
    return found


def whole(match: Match) -> dict[str, Any]:
    """Everything that a match consists of, to compare with later."""
    values = {"position": match.position.moves, "offer_limits": vars(match.offer_limits)}
    return deepcopy(vars(match) | values)


def kept(match: Match) -> dict[str, Any]:
    """What of a match must survive a restart."""
    return {
        "events": list(match.events),
        "moves": match.position.moves,
        "outcome": match.position.outcome,
        "left": match.left,
        "thought": match.thought,
        "stores": [lag.store for lag in match.lag],
        "offers": match.offers,
        "offer_limits": vars(match.offer_limits),
        "players": match.players,
        "swapped": match.swapped,
        "turn": match.turn,
        "ended": match.ended,
    }


@contextmanager
def refusal(match: Match, code: Fault) -> Iterator[pytest.ExceptionInfo[Refusal]]:
    """What happens here must be refused, and change nothing."""
    before = whole(match)
    with pytest.raises(Refusal) as caught:
        yield caught
    assert caught.value.code is code
    assert whole(match) == before


def ending(match: Match, now: float) -> tuple[int | None, Ending]:
    """Who won and how, if time ends the match just now and no earlier."""
    due = match.deadline()
    assert due is not None
    assert due == pytest.approx(now)
    assert match.tick(due - 1e-3) == []
    [ended] = match.tick(due)
    assert isinstance(ended, Ended)
    assert ended.at == EPOCH + due
    return ended.winner, ended.ending

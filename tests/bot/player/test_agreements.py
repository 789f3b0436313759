"""What a bot makes of offers, by what it thought of its own moves."""

import pytest

from bot.brain import Choice
from bot.player.agreements import accepts_draw
from games import Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict

EARLY = read_moves(game_named("connect4"), "44")
LATE = read_moves(game_named("connect4"), "1234567123456712345677")


def scored(*scores: int | None) -> list[Choice]:
    return [Choice(0, score) for score in scores]


@pytest.mark.parametrize("position", [EARLY, LATE])
def test_what_is_proven_is_known(position: Position) -> None:
    """A draw and a loss are given away, a win is not, whatever was thought before."""
    for verdict, accepted in ((Verdict.DRAW, True), (Verdict.LOSS, True), (Verdict.WIN, False)):
        known = [*scored(-9, -9), Choice(0, 0, verdict)]
        assert accepts_draw(known, position) is accepted


@pytest.mark.parametrize(
    ("scores", "early", "late"),
    [
        ((), False, False),
        ((-5, -5), False, False),
        ((None, None, None), False, False),
        ((-5, -5, -5), True, True),
        ((0, 0, -1), True, True),
        ((0, 0, 0), False, True),
        ((5, -5, -5), False, False),
        ((5, -5, -5, -5), True, True),
        ((-5, -5, 1), False, False),
    ],
)
def test_an_offer_is_judged(scores: tuple[int | None, ...], early: bool, late: bool) -> None:
    """Nobody accepts out of hand: only who has stood no better for some moves."""
    assert accepts_draw(scored(*scores), EARLY) is early
    assert accepts_draw(scored(*scores), LATE) is late

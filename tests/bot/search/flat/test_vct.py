"""Wins by continuous threes and fours: found where there are some, and true wherever claimed."""

import random

import pytest

from bot.search.core.mode import Mode
from bot.search.core.scores import WIN
from bot.search.flat.board import BUDGET
from bot.search.flat.vct import vct
from games import Position, game_named
from games.notation import read_moves
from tests.bot.search.flat.test_kernel import kernel_of, value, wandered

FEASIBLE = 5  # plies that a full search looks through


def claimed(name: str, position: Position, left: int) -> int:
    """In how many plies a win by threats is said to come, or 0."""
    kernel = kernel_of(name)
    kernel.load(position, Mode.PLAY)
    kernel._table[:] = 0
    kernel.board.proofs[:] = 0
    kernel.board.state[BUDGET] = left
    won = int(vct(kernel.board, kernel._shared, 0))
    return won - len(position.moves) if won else 0


@pytest.mark.parametrize(
    "name", ["gomoku:size=9", "mnk:rows=8,cols=9,k=4", "mnk:rows=9,cols=8,k=5,exact=yes"]
)
def test_a_full_search_finds_the_win_that_threats_claim(name: str) -> None:
    rng, solver, seen = random.Random(name), kernel_of(name), 0
    while seen < 12:
        position = wandered(name, rng.randint(8, 20), rng)
        plies = 0 if position.outcome else claimed(name, position, 500)
        if 1 < plies <= FEASIBLE:
            seen += 1
            score = value(solver, position, plies, Mode.SOLVE)
            assert score >= WIN - len(position.moves) - plies, position.moves


def test_a_win_of_eleven_plies_takes_a_moment_to_find() -> None:
    """A full search would have to look at more positions than there is time for."""
    moves = [212, 210, 211, 190, 213, 215, 192, 171]
    assert 7 <= claimed("mnk", game_named("mnk").after(moves), 10_000) <= 15


def test_a_win_is_found_though_the_other_side_can_make_fours_on_the_way() -> None:
    """They must be blocked, which need not threaten anything: the three before it still does."""
    moves = [232, 210, 253, 250, 274, 211, 212, 230, 270]
    assert 15 <= claimed("mnk", game_named("mnk").after(moves), 60_000) <= 31


def test_a_three_may_answer_a_three() -> None:
    """It takes the other's open four away and threatens one; no fours alone win here."""
    game = game_named("gomoku:size=9")
    position = read_moves(game, "c6 f7 f5 d7 g6 d5 g7 d4 g3 f4 f3 c5")
    assert 5 <= claimed(game.name, position, 3000) <= 7
    score = value(kernel_of(game.name), position, 7, Mode.SOLVE)
    assert score >= WIN - len(position.moves) - 7


def test_nothing_is_claimed_where_the_other_side_wins_first() -> None:
    """An open three is no threat to one who has a four."""
    game = game_named("gomoku")
    moves = [110, 20, 111, 21, 112, 22, 200, 23]
    assert game.after(moves).turn == 0
    assert claimed("gomoku", game.after(moves), 3000) == 0


def test_little_patience_finds_nothing_rather_than_something_false() -> None:
    moves = [212, 210, 211, 190, 213, 215, 192, 171]
    assert claimed("mnk", game_named("mnk").after(moves), 5) == 0

"""Tic-tac-toe against every possible opponent: whatever they play, the search does not lose."""

from collections.abc import Iterator

import pytest

from bot.brain import Budget
from bot.search.driver import Searcher
from games import Position, game_named

GAME = game_named("tictactoe")


@pytest.fixture(scope="module")
def search() -> Iterator[Searcher]:
    with Searcher(workers=1, hash_mb=1, games=(GAME.name,)) as searcher:
        searcher.warm_up()
        yield searcher


@pytest.mark.parametrize("side", [0, 1])
def test_it_never_loses(search: Searcher, side: int) -> None:
    """Every reply of the opponent is tried in every position that our moves lead to."""
    ends: set[int | None] = set()
    answered: dict[frozenset[tuple[int, int]], int] = {}

    def play_on(position: Position) -> None:
        if position.outcome:
            ends.add(position.outcome.winner)
            assert position.outcome.winner != 1 - side, position.moves
        elif position.turn != side:
            for cell in position.legal_moves():
                play_on(position.play(cell))
        else:
            stones = frozenset((cell, ply & 1) for ply, cell in enumerate(position.moves))
            if stones not in answered:
                answered[stones] = search.choose(position, Budget(depth=9)).cell
                play_on(position.play(answered[stones]))

    play_on(GAME.start())
    assert side in ends
    assert len(answered) > 30

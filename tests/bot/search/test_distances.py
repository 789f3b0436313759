"""How soon a game is won or lost is told exactly, or not at all: never a bound."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.brain import Budget, Choice
from bot.search.core.mode import Mode
from bot.search.core.scores import PROVEN
from bot.search.driver import Searcher
from games import Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict
from tests.bot.search.test_kernels import GAMES
from tests.games.every import walk

SOON = 7  # plies: what comes later is not looked at, for strict search is slow
WIDE = 80  # cells: on larger boards, not what comes later than in 3 plies


@pytest.fixture(scope="module")
def search() -> Iterator[Searcher]:
    """One table for all positions: what was searched before must not matter."""
    with Searcher(workers=2, hash_mb=16) as searcher:
        yield searcher


@pytest.fixture(scope="module")
def judge() -> Iterator[Searcher]:
    with Searcher(workers=1, hash_mb=16) as searcher:
        yield searcher


def backwards(name: str, seed: int) -> list[Position]:
    """Positions of a random game, from near its end back."""
    game, chance = game_named(name), Random(seed)
    ended = walk(game, seed, game.cells)
    plies = len(ended.moves)
    back = [each for each in (1, 2, 3, 4, 5, 7, 9) if each <= plies]
    return [ended.back_to(plies - each) for each in back if chance.random() < 0.7]


def check(judge: Searcher, position: Position, told: Choice) -> None:
    """A strict search a ply less deep does not see the end, one that deep does."""
    assert told.distance is None or told.within == told.distance
    many = SOON if position.game.cells < WIDE else 3
    if told.distance is None or told.distance > many:
        return
    if told.distance > 1:
        less = judge.search(position, Mode.STRICT, Budget(depth=told.distance - 1), None)
        assert abs(less.score or 0) < PROVEN, position.moves
    found = judge.search(position, Mode.STRICT, Budget(depth=told.distance), None)
    assert (found.verdict, found.distance) == (told.verdict, told.distance), position.moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_distance_is_exact(search: Searcher, judge: Searcher, name: str, seed: int) -> None:
    """In play to any depth, once confirmed, and solved; and none is later than it says."""
    for position in backwards(name, seed):
        for depth in (2, 5):
            played = search.choose(position, Budget(depth=depth))
            check(judge, position, played)
            confirmed = search.confirmed(position, played, 0.2)
            check(judge, position, confirmed)
            if confirmed.distance is not None and played.within is not None:
                assert confirmed.distance <= played.within
        if position.game.cells - len(position.moves) < SOON:
            check(judge, position, search.solve(position, Budget()))


def test_how_soon_connect4_is_won_is_not_guessed(search: Searcher) -> None:
    """With no time for it, only who wins is told, or after how many plies at the latest."""
    position = read_moves(game_named("connect4"), "1533542")
    for seconds in (0.05, 0.2):
        choice = search.choose(position, Budget(seconds))
        assert choice.distance in (None, 29)
        assert choice.within is None or choice.within >= 29
        assert choice.verdict is Verdict.WIN

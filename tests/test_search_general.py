"""The general kernel against the rules and against plain minimax, in every family of games."""

import random
from pathlib import Path

import numpy as np
import pytest

from bot.search.general import General
from bot.search.kernel import CANCELLED, NODES, Mode
from bot.search.scores import INFINITY, PROVEN, WIN
from games.catalogue import CATALOGUE, game_named
from games.game import Game, Position
from tests.fresh import answers_cold_and_warm
from tests.minimax import minimax

# Each with the depth that plain minimax reaches in no time.
GAMES = {
    "tictactoe": 5,
    "mnk:rows=4,cols=5,k=4": 3,
    "mnk:rows=4,cols=6,k=3,exact=yes": 3,
    "gomoku:size=7": 2,
    "gomoku:size=6,exact=yes": 2,
    "connect4": 4,
    "connect4:width=5,height=4,k=3": 4,
    "connect4:width=10,height=9,k=5": 3,
    "nineboard": 3,
    "nineboard:full=draw": 3,
    "qubic": 2,
}


def kernel_for(game: Game) -> General:
    return General(game, np.zeros(1 << 14, np.uint64), np.zeros(2, np.int64))


def wander(game: Game, rng: random.Random) -> Position:
    """A position from a random game, mostly of one in which nobody hurried to win."""
    position = game.start()
    patient = rng.random() < 0.7
    for _ in range(rng.randrange(game.cells)):
        afters = [position.play(cell) for cell in position.legal_moves()]
        going = [after for after in afters if not after.outcome]
        after = rng.choice(going if patient and going else afters)
        if after.outcome:
            break
        position = after
    return position


def value(kernel: General, depth: int) -> int:
    """The value of the loaded position, with the window that the best move so far leaves."""
    best = -INFINITY
    for cell in kernel.moves():
        found = kernel.search(cell, depth, best, INFINITY, 1)
        assert found is not None
        best = max(best, found)
    return best


def test_every_family_is_tested() -> None:
    """A new family of the catalogue has to come into the tests below."""
    assert {name.partition(":")[0] for name in GAMES} == set(CATALOGUE)


@pytest.mark.parametrize("name", GAMES)
def test_strict_search_equals_plain_minimax(name: str) -> None:
    """Whatever the table, the order and the shortcuts save, the value stays."""
    game, rng = game_named(name), random.Random(name)
    kernel, judge = kernel_for(game), kernel_for(game)

    def evaluate(position: Position) -> int:
        judge.load(position, Mode.STRICT)
        return judge.evaluate()

    for _ in range(12):
        position = wander(game, rng)
        deepest = 1 if len(position.legal_moves()) > 40 else GAMES[name]
        for depth in range(1, deepest + 1):
            if len(position.legal_moves()) ** depth > 3000:
                break
            kernel.load(position, Mode.STRICT)
            assert value(kernel, depth) == minimax(position, depth, evaluate), position.moves

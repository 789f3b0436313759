"""What a match needs is loaded before it begins: the clock does not wait for a compiler."""

import sys
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from bot.search.blackboard import Blackboard
from bot.search.core.memory_layout import BLACKBOARD_BYTES
from bot.search.core.mode import Mode
from bot.search.task import Recall, Task
from bot.search.worker import Worker
from games import Game, Position, game_named

# One for each kernel.
GAMES = ("connect4", "qubic", "nineboard", "gomoku", "connect4:width=10,height=10,k=5")
DEPTH = 2
SLIPS = 0.1  # of the moves are any
EVERY = 3  # positions, of which one is looked at


def loaded() -> dict[str, int]:
    """By compiled function, for how many kinds of arguments it is there."""
    modules = [each for name, each in sys.modules.items() if name.startswith("bot.search")]
    values = (value for module in modules for value in vars(module).values())
    return {
        f"{each.py_func.__module__}.{each.py_func.__qualname__}": len(each.signatures)
        for each in values
        if isinstance(each, Dispatcher)
    }


def eager_game(game: Game, chance: Random) -> Iterator[Position]:
    """Both sides go on with their longest lines, or at times play anything."""
    position, held = game.start(), (set[int](), set[int]())
    while not position.outcome:
        yield position
        ours, theirs = held[position.turn], held[1 - position.turn]
        lines = [line for line in game.lines if theirs.isdisjoint(line)]
        legal = position.legal_moves()
        some = chance.sample(legal, min(len(legal), 40))
        slips = chance.random() < SLIPS
        cell = some[0] if slips else max(some, key=lambda cell: _longest(lines, cell, ours))
        ours.add(cell)
        position = position.play(cell)


def _longest(lines: list[tuple[int, ...]], cell: int, ours: set[int]) -> int:
    return max((len(ours.intersection(line)) for line in lines if cell in line), default=0)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_loaded_in_a_game(name: str) -> None:
    """Whatever comes up in it: threats, wins at hand, levels, draws to be kept."""
    game = game_named(name)
    blackboard = Blackboard(memoryview(bytearray(BLACKBOARD_BYTES)))
    worker = Worker(blackboard, np.zeros(1 << 16, np.uint64), 0)
    worker.warm_up(game)
    before = loaded()
    for seed in range(2):
        for position in list(eager_game(game, Random(seed)))[seed::EVERY]:
            depth = min(DEPTH, game.cells - len(position.moves))
            for mode in Mode:
                worker.carry_out(Task(position, mode, depth))
                worker.carry_out(Recall(position, mode, 0.01))
    assert {name: count for name, count in loaded().items() if count > before.get(name, 0)} == {}

"""What the root asks about its moves, with a kernel that knows their values beforehand."""

from random import Random

import numpy as np
import pytest

from bot.search.blackboard import Blackboard
from bot.search.core.compiled import Array
from bot.search.core.memory_layout import BLACKBOARD_BYTES, TICKET
from bot.search.core.mode import Mode
from bot.search.core.scores import LIMIT
from bot.search.root import Root
from bot.search.task import Task
from games import Cell, Game, Position, game_named

GAME = game_named("tictactoe")
Values = list[dict[Cell, int]]  # by depth, from 1


class Knowing:
    """A kernel that looks up what a search would find, and notes what it was asked."""

    selective = False

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        self.values: Values = []
        self.asked: list[tuple[int, Cell, int, int]] = []

    def load(self, position: Position, mode: Mode) -> None: ...

    def moves(self) -> list[Cell]:
        return list(self.values[0])

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        self.asked.append((depth, cell, alpha, beta))
        return min(beta, max(alpha, self.values[depth - 1][cell]))

    def evaluate(self) -> int:
        return 0

    def settles(self, depth: int) -> bool:
        return False

    def deeper(self, depth: int) -> int:
        return depth + 1

    def recall(self) -> Cell | None:
        return None


def searched(values: Values) -> tuple[Knowing, Blackboard]:
    """Deepen until all is asked that is to be known."""
    blackboard = Blackboard(memoryview(bytearray(BLACKBOARD_BYTES)))
    kernel = Knowing(GAME, np.zeros(1, np.uint64), np.zeros(1, np.int64))
    kernel.values = values
    Root(kernel, blackboard, 0, Task(GAME.start(), Mode.PLAY, len(values))).deepen()
    assert blackboard.signals[0, TICKET] == len(kernel.asked)
    return kernel, blackboard


def test_the_best_of_the_depth_before_is_asked_first() -> None:
    kernel, _ = searched([{0: 10, 1: 50, 2: 20}, {0: 15, 1: 55, 2: 25}])
    assert next(cell for depth, cell, *_ in kernel.asked if depth == 2) == 1


def test_where_the_best_disappoints_the_others_are_asked_before_how_much() -> None:
    """When the time is up, one that is better is known, and not only that the best is not."""
    kernel, blackboard = searched([{0: 50, 1: 40, 2: 30}, {0: -300, 1: 35, 2: 30}])
    first, then, *_ = [asked for asked in kernel.asked if asked[0] == 2]
    depth, cell, alpha, _ = first
    assert (depth, cell) == (2, 0)
    assert then == (2, 1, alpha, alpha + 1)
    assert sum(asked[:2] == (2, 0) for asked in kernel.asked) == 1
    lower, upper = blackboard.bounds(2, np.array([1]))
    assert (lower[0], upper[0]) == (35, 35)


def test_where_all_disappoint_the_least_bad_is_found() -> None:
    _, blackboard = searched([{0: 50, 1: 40, 2: 30}, {0: -300, 1: -400, 2: -500}])
    lower, upper = blackboard.bounds(2, np.array([0, 1, 2]))
    assert lower[0] == upper[0] == -300
    assert upper[1] <= -300
    assert upper[2] <= -300


@pytest.mark.parametrize("seed", range(50))
def test_the_value_of_each_depth_is_that_of_its_best_move(seed: int) -> None:
    random = Random(seed)
    reach = random.choice((30, 300, LIMIT))
    values: Values = [{cell: random.randint(-reach, reach) for cell in range(9)} for _ in range(8)]
    _, blackboard = searched(values)
    for depth, by_cell in enumerate(values, 1):
        lower, upper = blackboard.bounds(depth, np.arange(9))
        assert lower.max() == max(by_cell.values())
        assert all(lower[cell] <= by_cell[cell] <= upper[cell] for cell in by_cell)

"""What is asked to find out who wins, with a solver that knows what each move is worth."""

import numpy as np
import pytest

from bot.search.blackboard import Blackboard
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.memory_layout import BLACKBOARD_BYTES, CANCELLED, COMPLETE, NEVER
from bot.search.core.mode import Mode
from bot.search.solution import Solution
from bot.search.task import Task
from games import Cell, game_named

START = game_named("connect4").start()
DEPTH = START.game.cells
LOST, DRAWN, WON = -1, 0, 1


class Knowing:
    """Stands for the Connect 4 kernel, and notes of which moves it was asked what."""

    def __init__(self, worth: dict[Cell, int], known: Range, patience: int = 100) -> None:
        self.asked: list[tuple[Cell, int]] = []  # a move, and what it was asked to be worth
        self.blackboard = Blackboard(memoryview(bytearray(BLACKBOARD_BYTES)))
        self._worth, self._known, self._patience = worth, known, patience

    def find(self) -> Solution:
        solution = Solution(self, self.blackboard, 0, Task(START, Mode.PLAY, DEPTH))  # type: ignore[arg-type]
        solution.find(DEPTH, np.array(list(self._worth)), self.narrow)
        return solution

    def narrow(self, depth: int, cell: Cell, alpha: int, beta: int) -> None:
        if len(self.asked) == self._patience:
            self.blackboard.signals[0, CANCELLED] = NEVER
            return
        self.asked.append((cell, beta))
        if self._worth[cell] >= beta:
            self.blackboard.raise_lower(depth, cell, beta)
        else:
            self.blackboard.reduce_upper(depth, cell, alpha)

    def known(self) -> tuple[Range, dict[Cell, Range]]:
        return self._known, {}

    def settles(self, depth: int) -> bool:
        return depth >= DEPTH

    def solve(self, *_: object) -> tuple[int, Cell]:
        best = max(self._worth, key=lambda cell: self._worth[cell])
        return self._worth[best], best

    def follow(self, cell: Cell) -> tuple[Cell, ...]:
        return (cell,)


def test_which_moves_lose_is_asked_before_which_one_wins() -> None:
    """Until one is found that does not."""
    solver = Knowing({3: LOST, 2: DRAWN, 4: DRAWN, 5: WON}, UNKNOWN)
    solution = solver.find()
    assert solver.asked == [(3, DRAWN), (2, DRAWN), (2, WON), (4, WON), (5, WON)]
    assert solution.line == (5,)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        (Range(WON, WON), [(3, WON), (2, WON)]),  # and of two moves one must win: the other
        (Range(DRAWN, DRAWN), [(3, DRAWN), (2, DRAWN)]),
        (Range(LOST, LOST), []),
    ],
)
def test_what_is_known_is_not_asked(known: Range, asked: list[tuple[Cell, int]]) -> None:
    """And the last move that may be worth it is not asked at all."""
    solver = Knowing({3: LOST, 2: LOST, 4: known.low}, known)
    solver.find()
    assert solver.asked == asked
    assert solver.blackboard.signals[0, COMPLETE]


def test_out_of_time_it_has_told_which_moves_lose() -> None:
    """So that one that does not is played, though nobody knows whether it wins."""
    solver = Knowing({3: LOST, 2: LOST, 4: DRAWN, 5: WON}, Range(DRAWN, WON), patience=2)
    solver.find()
    _, upper = solver.blackboard.bounds(DEPTH, np.array([3, 2, 4, 5]))
    assert (upper < 0).tolist() == [True, True, False, False]
    assert not solver.blackboard.signals[0, COMPLETE]

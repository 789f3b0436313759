"""What a proof search has a share in, with a kernel that knows beforehand what it proves."""

import numpy as np

from bot.search.blackboard import Blackboard
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.memory_layout import BLACKBOARD_BYTES, COMPLETE, SETTLED
from bot.search.core.mode import Mode
from bot.search.core.scores import PROVEN
from bot.search.proof_share import EDGE, FIRST
from bot.search.root import Root
from bot.search.task import Task
from games import Cell
from tests.bot.search.test_root import GAME, Knowing

DEPTH = FIRST + 2
WON, LOST = Range(1, 1), Range(-1, -1)


class Proving(Knowing):
    """A kernel that is told what it proves, and notes how often it is asked."""

    proven: tuple[Range, dict[Cell, Range]] = (UNKNOWN, {})
    proofs = 0

    def prove(self, ticket: int, nodes: int) -> tuple[Range, dict[Cell, Range]]:
        self.proofs += 1
        return self.proven


def deepened(
    values: dict[Cell, int], known: Range, moves: dict[Cell, Range], *, every: bool = False
) -> tuple[Proving, Blackboard]:
    """A search in which moves seem worth the same at each depth."""
    blackboard = Blackboard(memoryview(bytearray(BLACKBOARD_BYTES)))
    kernel = Proving(GAME, np.zeros(1, np.uint64), np.zeros(1, np.int64))
    kernel.values, kernel.proven = [values] * DEPTH, (known, moves)
    Root(kernel, blackboard, 0, Task(GAME.start(), Mode.PLAY, DEPTH, every=every)).deepen()
    return kernel, blackboard


def bounds(blackboard: Blackboard, depth: int, cell: Cell) -> tuple[int, int]:
    lower, upper = blackboard.bounds(depth, np.array([cell]))
    return int(lower[0]), int(upper[0])


def test_a_move_that_is_proven_to_win_ends_the_search() -> None:
    """Whatever the search thinks of it."""
    _, blackboard = deepened({0: EDGE, 1: 0}, WON, {1: WON})
    assert bounds(blackboard, FIRST, 1)[0] == PROVEN
    signal = blackboard.signals[0]
    assert (signal[SETTLED], signal[COMPLETE]) == (FIRST, 1)


def test_a_move_that_is_proven_to_lose_is_not_the_best() -> None:
    """Though the search sees no harm in it: it is not even asked of it."""
    kernel, blackboard = deepened({0: EDGE, 1: 3}, UNKNOWN, {0: LOST})
    assert bounds(blackboard, DEPTH, 0)[1] == -PROVEN
    assert bounds(blackboard, DEPTH, 1) == (3, 3)
    assert {cell for depth, cell, *_ in kernel.asked if depth >= FIRST} == {1}


def test_where_every_move_loses_the_value_is_a_loss() -> None:
    """What the search says to the contrary is not noted."""
    _, blackboard = deepened({0: EDGE, 1: 3}, LOST, {0: LOST, 1: LOST})
    for cell in (0, 1):
        low, high = bounds(blackboard, FIRST, cell)
        assert low <= high == -PROVEN


def test_even_positions_and_values_of_every_move_are_left_to_the_search() -> None:
    """A proof would hardly end in time, and is of no use where all are to be valued."""
    assert deepened({0: EDGE - 1, 1: 0}, WON, {0: WON})[0].proofs == 0
    assert deepened({0: EDGE, 1: 0}, WON, {0: WON}, every=True)[0].proofs == 0

"""The blackboard that the processes of a search share, as its workers see it.

What lies where is told by core/memory_layout.py. Nothing on it needs a lock: a bound is a fact,
whoever writes it, and one lost to a race is only found again.
"""

import numpy as np

from bot.search.core.compiled import Array
from bot.search.core.memory_layout import (
    BOUNDS_AT,
    CELLS,
    CLAIMS,
    CLAIMS_AT,
    DEPTHS,
    SIGNAL,
    WORKERS,
)
from bot.search.core.scores import INFINITY
from games.lines import Cell


class Blackboard:
    """Signals by worker, bounds by depth and root move, and claims."""

    def __init__(self, buffer: memoryview) -> None:
        signals = np.frombuffer(buffer, np.int64, WORKERS * SIGNAL)
        self.signals = signals.reshape(WORKERS, SIGNAL)
        bounds = np.frombuffer(buffer, np.int32, 2 * DEPTHS * CELLS, BOUNDS_AT)
        self._bounds = bounds.reshape(2, DEPTHS, CELLS)
        self.claims = np.frombuffer(buffer, np.uint64, CLAIMS, CLAIMS_AT)

    def bounds(self, depth: int, cells: Array) -> tuple[Array, Array]:
        """The lower and upper bounds of some root moves."""
        lower, upper = self._bounds[:, depth, cells]
        return lower - INFINITY, INFINITY - upper

    def raise_lower(self, depth: int, cell: Cell, value: int) -> None:
        at = self._bounds[0, depth]
        at[cell] = max(at[cell], value + INFINITY)

    def reduce_upper(self, depth: int, cell: Cell, value: int) -> None:
        at = self._bounds[1, depth]
        at[cell] = max(at[cell], INFINITY - value)

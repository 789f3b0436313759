"""One worker's part in proving a draw by what neither side can do, while the search goes deeper."""

from bot.search.blackboard import Blackboard
from bot.search.core.compiled import Array
from bot.search.core.kernel import Prover, Range
from bot.search.core.memory_layout import COMPLETE, EXACT, NODES, SETTLED, TICKET
from bot.search.task import Task

LEAST, MOST = 1 << 12, 1 << 20  # nodes: four times as many before each depth, up to some 1 s
SHARE = 4  # or so many for each that has been searched so far


class KnownDraw:
    """What the first worker proves, and tells all through the bounds of the root moves."""

    def __init__(self, prover: Prover, blackboard: Blackboard, worker: int, task: Task) -> None:
        self._prover, self._blackboard, self._task = prover, blackboard, task
        self._signal, self._first = blackboard.signals[worker], worker == 0
        self._own = int(self._signal[NODES])  # those of the proof, and those before the task

    def is_proven(self, depth: int, order: Array) -> bool:
        """Go on with the proof for a while; tell what is known of the moves, and whether all is."""
        if not self._first:
            return False
        before = int(self._signal[NODES])
        self._signal[TICKET] += 1
        nodes = max(min(LEAST << 2 * depth, MOST), SHARE * (before - self._own))
        known, safe = self._prover.outlook(int(self._signal[TICKET]), nodes)
        self._own += int(self._signal[NODES]) - before
        if known == Range(0, 0):
            depth = self._task.depth
        if known.high == 0:
            for cell in order:
                self._blackboard.reduce_upper(depth, int(cell), 0)
        if safe is not None:
            self._blackboard.raise_lower(depth, safe, 0)
        if known != Range(0, 0):
            return False
        self._signal[SETTLED], self._signal[COMPLETE], self._signal[EXACT] = depth, 1, 1
        return True

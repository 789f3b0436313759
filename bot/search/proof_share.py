"""A proof search beside the search of a worker in play: it has a share of the nodes."""

from bot.search.blackboard import Blackboard
from bot.search.core.compiled import Array
from bot.search.core.kernel import UNKNOWN, ProofSearcher, Range
from bot.search.core.memory_layout import COMPLETE, NODES, SETTLED, TICKET
from bot.search.core.scores import PROVEN
from games.lines import Cell

FIRST = 10  # the depth before which it begins: what is near, the search sees as soon, and how near
EDGE = 20  # points by which a side must seem ahead; of an even position the search tells more
PACE = 3  # nodes of the search for one of the proof, which takes three times as long


class ProofShare:
    """What the first worker proves, and tells all through the bounds of the root moves."""

    def __init__(self, prover: ProofSearcher, blackboard: Blackboard, worker: int) -> None:
        self._prover, self._blackboard, self._worker = prover, blackboard, worker
        self._signal = blackboard.signals[worker]
        self._before = int(self._signal[NODES])
        self._own = 0  # nodes of the proof
        self._begun = False

    def is_won(self, depth: int, order: Array, guess: int) -> bool:
        """Go on with the proof; note which moves win or lose, and tell whether one wins."""
        self._begun |= depth >= FIRST and abs(guess) >= EDGE
        if self._worker != 0 or not self._begun:
            return False
        known, moves = self._go_on()
        for cell in order.tolist():
            self._note(depth, cell, moves.get(cell, UNKNOWN))
        if known != Range(1, 1):
            return False
        self._signal[SETTLED], self._signal[COMPLETE] = depth, 1
        return True

    def _go_on(self) -> tuple[Range, dict[Cell, Range]]:
        """Prove for as many nodes as are the proof's share by now."""
        nodes = int(self._signal[NODES])
        searched = nodes - self._before - self._own
        self._signal[TICKET] += 1
        found = self._prover.prove(int(self._signal[TICKET]), searched // PACE - self._own)
        self._own += int(self._signal[NODES]) - nodes
        return found

    def _note(self, depth: int, cell: Cell, known: Range) -> None:
        if known.low == 1:
            self._blackboard.raise_lower(depth, cell, PROVEN)
        elif known.high == -1:
            self._blackboard.reduce_upper(depth, cell, -PROVEN)

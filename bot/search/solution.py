"""One worker's part in solving the position at the root: who wins is asked first, then how soon.

Every worker asks the same in the same order, as in root.py, and shares what it learns on the
blackboard. When all must stop before the end, what has been answered is of use: which moves lose,
and one that is known to be as good as any.
"""

from collections.abc import Callable

from bot.search.blackboard import Blackboard
from bot.search.core.compiled import Array
from bot.search.core.kernel import UNKNOWN, Range, Solver
from bot.search.core.memory_layout import BOOK, CANCELLED, COMPLETE, EXACT, NEVER, SETTLED, TICKET
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN
from bot.search.task import Task
from games.lines import Cell

GLANCE = 1 << 13  # nodes after which a position is no quick one: some 0.5 ms
SCORES = {1: PROVEN, 0: 0, -1: -PROVEN}  # of what is known to be a win, a draw, a loss
Narrow = Callable[[int, Cell, int, int], None]  # search a move to a depth within a window


class Solution:
    """What a solver finds out about one position."""

    def __init__(self, solver: Solver, blackboard: Blackboard, worker: int, task: Task) -> None:
        self.line: tuple[Cell, ...] = ()  # the play to the end, once it has been found
        self._solver, self._blackboard, self._task = solver, blackboard, task
        self._signal = blackboard.signals[worker]
        # Who is to see less does not look into the book.
        self._playing = task.mode is Mode.PLAY and solver.settles(task.depth)
        self._range, self._moves = solver.known() if self._playing else (UNKNOWN, {})
        low, high = self._range
        self._signal[BOOK] = max(low, 0) or min(high, 0)

    def worthwhile(self, cells: Array) -> Array:
        """Those of some moves that may be the best, by what is known of them."""
        highs = (self._moves.get(cell, UNKNOWN).high for cell in cells.tolist())
        return cells[[high >= self._range.low for high in highs]]

    @property
    def keeps_draw(self) -> bool:
        """Whether it is known that the position is drawn, and by which move: there is no more."""
        return self._range == Range(0, 0) and any(each.low == 0 for each in self._moves.values())

    def at_a_glance(self, depth: int) -> bool:
        """Solve the position if it is an easy one; the depth is that to the end of the game."""
        if not (self._playing and self._solver.is_near()):
            return False
        found = self._solver.solve(self._ticket(), -PROVEN, PROVEN, GLANCE)
        return found is not None and self._go_on(depth, *found, 8 * GLANCE)

    def find(self, depth: int, order: Array, narrow: Narrow) -> None:
        """Solve the position; led by the order of moves, where it is to be played."""
        if not self._playing:
            self._solve(depth, order)
            return
        self._note_known(depth)
        # That a move loses is most often told sooner than that one wins. So who runs out of time
        # knows at least what not to play.
        for target in (1,) if self._range.low == 1 else (0, 1):
            reached = self._reaches(depth, order, target, narrow)
            if reached is None:
                return
            low, high = self._range
            self._range = Range(max(low, target), high) if reached else Range(low, target - 1)
            if self._range.low == self._range.high:
                break
        lower, _ = self._blackboard.bounds(depth, order)
        self._go_on(depth, SCORES[self._range.low], int(order[lower.argmax()]))

    def _solve(self, depth: int, order: Array) -> None:
        found = self._solver.solve(self._ticket(), -PROVEN, PROVEN)
        if found is None:
            self._note_losing(depth, order)
        elif self._task.outright:
            self._settle(depth, *found, exact=False)
        else:
            self._go_on(depth, *found)

    def _note_known(self, depth: int) -> None:
        for cell, (low, high) in self._moves.items():
            if low > -1:
                self._blackboard.raise_lower(depth, cell, SCORES[low])
            if high < 1:
                self._blackboard.reduce_upper(depth, cell, SCORES[high])

    def _reaches(self, depth: int, order: Array, target: int, narrow: Narrow) -> bool | None:
        """Whether a move is worth so much, 1 for a win or 0 for a draw; None once stopped."""
        while self._signal[CANCELLED] < NEVER:
            lower, upper = self._blackboard.bounds(depth, order)
            if lower.max() >= target:
                return True
            still_open = upper >= target
            if self._range.high < target or not still_open.any():
                return False
            first = int(order[still_open.argmax()])
            if self._range.low >= target and still_open.sum() == 1:
                self._blackboard.raise_lower(depth, first, SCORES[target])
            else:
                narrow(depth, first, target - 1, target)
        return None

    def _go_on(self, depth: int, value: int, cell: Cell, nodes: int | None = None) -> bool:
        """From who wins, and for who does not lose by which move, to how soon."""
        found: tuple[int, Cell] | None = (value, cell)
        if value != 0:
            if self._playing:
                self._signal[BOOK] = 1 if value > 0 else -1
            if self._playing and value > 0:
                self._blackboard.raise_lower(depth, cell, value)
            found = self._solver.solve(self._ticket(), -INFINITY, INFINITY, nodes)
        if found is not None:
            self._settle(depth, *found)
        return found is not None

    def _settle(self, depth: int, value: int, cell: Cell, *, exact: bool = True) -> None:
        """Tell the solution, and nothing else: of two who write at once one may be lost."""
        self._blackboard.raise_lower(depth, cell, value)
        self._blackboard.reduce_upper(depth, cell, value)
        self._signal[SETTLED], self._signal[COMPLETE], self._signal[EXACT] = depth, 1, exact
        if self._playing:
            self.line = self._solver.follow(cell)

    def _note_losing(self, depth: int, order: Array) -> None:
        for cell in order:
            if self._solver.loses(int(cell)):
                self._blackboard.reduce_upper(depth, int(cell), -PROVEN)

    def _ticket(self) -> int:
        self._signal[TICKET] += 1
        return int(self._signal[TICKET])

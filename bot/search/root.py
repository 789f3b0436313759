"""The root of a search: which root move a worker takes next, and within which bounds.

Every worker runs this same loop on the same position. For each depth there is a table of bounds, by
root move, in shared memory. A worker takes the first move whose value is still open and that nobody
else is at; when there is none left, it helps with one that somebody is at: below it each puts off
what the other has claimed, and finds in the shared table what the other has searched. The best
lower bound of all moves is what the others have to exceed: the shared best score. So the best move
of the depth before is searched first, the others are shared out, and nobody waits. If it proves
worse than it was, the others are first asked whether they are better than it can be.

Bounds are facts: it does not matter who finds them, in which order, or that two find the same. So
no lock is needed, and a worker that dies takes nothing with it but its own work.
"""

import numpy as np

from bot.search.blackboard import Blackboard
from bot.search.core.compiled import Array
from bot.search.core.kernel import Booked, Kernel, Knowing, ProofSearcher, Prover, Scout, Solver
from bot.search.core.memory_layout import (
    ALPHA,
    BETA,
    CANCELLED,
    CELL,
    COMPLETE,
    DEPTH,
    EXACT,
    NEVER,
    REACHED,
    SETTLED,
    TICKET,
)
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, plies_to_end
from bot.search.known_draw import KnownDraw
from bot.search.known_win import tell_known_win
from bot.search.proof_share import ProofShare
from bot.search.solution import Solution
from bot.search.task import Task
from games.lines import Cell

ASPIRATION = 60  # how far from the last value the next one is expected, in an evaluation's points
UNSEEN = -INFINITY
TOGETHER = 6  # the depth from which it pays to search one move together


class Root:
    """One worker's part in searching one position."""

    def __init__(self, kernel: Kernel, blackboard: Blackboard, worker: int, task: Task) -> None:
        self._kernel, self._blackboard, self._task = kernel, blackboard, task
        self._worker = worker
        self._signal = blackboard.signals[worker]
        kernel.load(task.position, task.mode)
        self._solution: Solution | None = None
        if isinstance(kernel, Solver) and not task.every and task.mode is not Mode.STRICT:
            self._solution = Solution(kernel, blackboard, worker, task)
        self._scout = kernel if isinstance(kernel, Scout) and task.mode is Mode.PLAY else None
        self._draw: KnownDraw | None = None
        to_the_end = task.mode is Mode.SOLVE and not task.every and kernel.settles(task.depth)
        if isinstance(kernel, Prover) and to_the_end:
            self._draw = KnownDraw(kernel, blackboard, worker, task)
        self._proof: ProofShare | None = None
        if isinstance(kernel, ProofSearcher) and task.mode is Mode.PLAY and not task.every:
            self._proof = ProofShare(kernel, blackboard, worker)
        self._order = np.zeros(0, np.int64)  # the moves, the most promising first
        self._guess = UNSEEN  # the value at the depth before

    @property
    def line(self) -> tuple[Cell, ...] | None:
        """The play to the end of the game, if a solution has told it."""
        return (self._solution and self._solution.line) or None

    def deepen(self) -> None:
        """Search deeper and deeper, until the end is seen, the depth is reached, or all stop."""
        solution, task = self._solution, self._task
        if solution and solution.at_a_glance(task.depth):
            return
        if self._is_known():
            return
        self._order = np.array(self._opening() or self._kernel.moves())
        solving = task.mode is Mode.SOLVE and (task.every or solution is not None)
        if solution:
            self._order = solution.worthwhile(self._order)
            solving |= solution.keeps_draw
        depth = task.depth if solving else 1
        while depth <= task.depth:
            self._signal[REACHED] = depth
            if solution and self._kernel.settles(depth):
                solution.find(depth, self._order, self._narrow)
                return
            if self._draw and self._draw.is_proven(depth, self._order):
                return
            if self._proof:
                if self._proof.is_won(depth, self._order, self._guess):
                    return
                self._order = self._lost_last(depth)
            best = self.settle(depth)
            if best is None:
                return
            self._signal[SETTLED] = depth
            if self._seen_to_the_end(best, depth):
                self._signal[COMPLETE] = 1
                self._signal[EXACT] = task.mode is not Mode.PLAY or not self._kernel.selective
                return
            self._guess = best
            self._order = self._sorted(depth)
            depth = self._deeper(depth)

    def _opening(self) -> list[Cell]:
        """The one move that the table of openings tells; who is to see less does not look there."""
        kernel, task = self._kernel, self._task
        playing = task.mode is Mode.PLAY and not task.every and kernel.settles(task.depth)
        if not playing or not isinstance(kernel, Booked):
            return []
        cell = kernel.opening()
        return [] if cell is None else [cell]

    def _is_known(self) -> bool:
        """Whether the kernel knows by heart all there is to find out."""
        kernel, task = self._kernel, self._task
        if not isinstance(kernel, Knowing) or task.mode is Mode.STRICT:
            return False
        return tell_known_win(kernel, self._blackboard, self._worker, task)

    def _deeper(self, depth: int) -> int:
        """The next depth; in STRICT every one, to order the moves of the next by.

        Where the kernel would rather leap beyond the depth asked for, that one is reached by steps.
        """
        leap = self._kernel.deeper(depth)
        stepwise = self._task.mode is Mode.STRICT or leap > self._task.depth
        return depth + 1 if stepwise else leap

    def settle(self, depth: int) -> int | None:
        """The value at this depth; None once stopped."""
        while self._signal[CANCELLED] < NEVER:
            lower, upper = self._blackboard.bounds(depth, self._order)
            best = int(lower.max())
            still_open = self._still_open(lower, upper, best)
            if not still_open.any():
                return best
            first = int(upper[0])
            rivals = still_open & (upper > first)
            if best == UNSEEN and first < self._guess and rivals.any():
                # The first disappoints. Before it is known how much, see whether another is better.
                at, window = self._free(depth, rivals), (first, first + 1)
            else:
                at = self._pick(depth, still_open, best)
                window = self._window(at, lower, upper, best)
            if self._scout and window[1] - window[0] == 1:
                self._ask(self._scout, depth, self._batch(at, still_open), window[0])
            else:
                self._narrow(depth, int(self._order[at]), *window)
        return None

    def _batch(self, at: int, still_open: Array) -> Array:
        """Which moves to ask in turn: those that are open from here on, unless others help."""
        others = np.delete(self._blackboard.signals[:, DEPTH], self._worker)
        if others.any():
            return np.array([at])
        return at + np.flatnonzero(still_open[at:])

    def _ask(self, scout: Scout, depth: int, batch: Array, alpha: int) -> None:
        """Ask whether one of these moves is better than alpha, and note what that tells of each."""
        cells = [int(cell) for cell in self._order[batch]]
        ticket = self._take_up(depth, cells[0], alpha, alpha + 1)
        values = scout.scout(cells, [int(at) + 1 for at in batch], depth, alpha, ticket)
        self._signal[DEPTH] = 0
        for cell, value in zip(cells, values, strict=False):
            self._note_bound(depth, cell, alpha, alpha + 1, value)
        if values:
            self._call_off(depth)

    def _still_open(self, lower: Array, upper: Array, best: int) -> Array:
        if self._task.every:
            return lower < upper
        return upper > best

    def _pick(self, depth: int, still_open: Array, best: int) -> int:
        """Which open move to search.

        Before anything is known of a depth, all search the first: there is no bar for the others.
        """
        if best == UNSEEN and depth >= TOGETHER and not self._task.every:
            return int(still_open.argmax())
        return self._free(depth, still_open)

    def _free(self, depth: int, still_open: Array) -> int:
        """The first open move that nobody is at, or else the first."""
        signals = self._blackboard.signals
        elsewhere = signals[:, DEPTH] == depth
        elsewhere[self._worker] = False
        free = still_open.copy()
        for cell in signals[elsewhere, CELL]:
            free &= self._order != cell
        return int((free if free.any() else still_open).argmax())

    def _window(self, at: int, lower: Array, upper: Array, best: int) -> tuple[int, int]:
        """Between which values to search a move, given what is known of it and of the others."""
        low, high = int(lower[at]), int(upper[at])
        if self._task.every:
            return -INFINITY, INFINITY
        if low == best and low > UNSEEN:  # it is the best: how good exactly?
            return low - (self._draw is None), high + 1
        if best > UNSEEN:  # is it better than the best?
            return best, best + 1
        if at == 0:
            return self._expected(high)
        if UNSEEN < self._guess < high:  # the first is not known yet: is it better than expected?
            return self._guess, self._guess + 1
        return -INFINITY, high + 1

    def _expected(self, high: int) -> tuple[int, int]:
        """For the first move: near the value of the depth before, unless that proved wrong."""
        guess = self._guess
        if high < INFINITY or abs(guess) >= PROVEN:
            return -INFINITY, high + 1
        return guess - ASPIRATION, guess + ASPIRATION

    def _narrow(self, depth: int, cell: Cell, alpha: int, beta: int) -> None:
        """Search a move within a window, and note what that tells about it."""
        ticket = self._take_up(depth, cell, alpha, beta)
        value = self._kernel.search(cell, depth, alpha, beta, ticket)
        self._signal[DEPTH] = 0
        if value is not None:
            self._note(depth, cell, alpha, beta, value)

    def _take_up(self, depth: int, cell: Cell, alpha: int, beta: int) -> int:
        """Tell the others what this worker is at; the ticket is what they can stop it by."""
        signal = self._signal
        signal[DEPTH], signal[CELL], signal[ALPHA], signal[BETA] = depth, cell, alpha, beta
        signal[TICKET] += 1
        return int(signal[TICKET])

    def _note(self, depth: int, cell: Cell, alpha: int, beta: int, value: int) -> None:
        if self._proof:  # which may know more of the move than a search to this depth
            lower, upper = self._blackboard.bounds(depth, np.array(cell))
            value = min(max(value, int(lower)), int(upper))
        self._note_bound(depth, cell, alpha, beta, value)
        self._call_off(depth)

    def _lost_last(self, depth: int) -> Array:
        """The moves as they stand, but those that are known to lose behind the others."""
        _, upper = self._blackboard.bounds(depth, self._order)
        return self._order[np.argsort(upper <= -PROVEN, kind="stable")]

    def _note_bound(self, depth: int, cell: Cell, alpha: int, beta: int, value: int) -> None:
        if value > alpha:
            self._blackboard.raise_lower(depth, cell, value)
        if value < beta:
            self._blackboard.reduce_upper(depth, cell, value)

    def _call_off(self, depth: int) -> None:
        """Stop the others where what they ask has been answered, or can no longer matter."""
        signals = self._blackboard.signals
        best = int(self._blackboard.bounds(depth, self._order)[0].max())
        for other in np.flatnonzero(signals[:, DEPTH] == depth):
            ticket, cell, alpha, beta = signals[other, [TICKET, CELL, ALPHA, BETA]]
            lower, upper = self._blackboard.bounds(depth, cell)
            outdone = best >= beta and not self._task.every
            if outdone or lower >= beta or upper <= alpha or lower >= upper:
                signals[other, CANCELLED] = max(signals[other, CANCELLED], ticket)

    def _seen_to_the_end(self, best: int, depth: int) -> bool:
        if abs(best) >= PROVEN:
            return depth >= plies_to_end(best, len(self._task.position.moves))
        return self._kernel.settles(depth)

    def _sorted(self, depth: int) -> Array:
        """The moves by what this depth said of them, the best first; equals stay as they were."""
        lower, upper = self._blackboard.bounds(depth, self._order)
        return self._order[np.lexsort((-upper, -lower))]

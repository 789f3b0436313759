"""Traps, as a worker looks for them: by what its kernel solves, and by how a common player looks.

That player counts the stones of lines that are still open, and looks a few plies ahead: so do most
programs that people write for these games, and much the same do people.
"""

import numpy as np

from bot.search.classic.alpha_beta import INFINITY
from bot.search.classic.method import VICTORY, Method
from bot.search.classic.search import ClassicSearch
from bot.search.core.compiled import Array
from bot.search.core.kernel import Kernel
from bot.search.core.memory_layout import CANCELLED, NEVER, TICKET
from bot.search.core.mode import Mode
from bot.search.style.traps import Look, OutOfTime, best_trap
from games.game import Game, Position
from games.lines import Cell

GLANCE = 6  # plies that a common player looks ahead
NODES = 20_000  # that it may take: with many cells to choose from, it looks less far
LINES = {1: 5, 2: 2}  # what an open line is worth that lacks so many stones
CENTRE = 3  # what a stone in the middle column is worth, where stones fall
LOST = VICTORY - 1000  # values further below 0 are losses that were seen


class TrapSearch:
    """Finds out who wins, and how it looks, on one core."""

    def __init__(self, kernel: Kernel, game: Game, signal: Array) -> None:
        self._kernel, self._signal, self._ticket = kernel, signal, NEVER
        self._classic = ClassicSearch(game, common_method(game), signal)

    def find(self, position: Position, first: Cell) -> Cell:
        """The move that keeps the draw and most invites errors, as far as there is time."""
        self._signal[TICKET] += 1
        self._ticket = int(self._signal[TICKET])
        return best_trap(position, self.values, self.look, first, self.check_time)

    def check_time(self) -> None:
        """Raises OutOfTime when it is to stop: searches of few nodes end before they look."""
        if self._signal[CANCELLED] >= self._ticket:
            raise OutOfTime

    def values(self, position: Position) -> dict[Cell, int]:
        """Who wins after each move: only the signs are told."""
        self._kernel.load(position, Mode.SOLVE)
        depth = position.game.cells - len(position.moves)
        found = {}
        for cell in position.legal_moves():
            self.check_time()
            value = self._kernel.search(cell, depth, -1, 1, self._ticket)
            if value is None:
                raise OutOfTime
            found[cell] = int(np.sign(value))
        return found

    def look(self, position: Position) -> Look:
        """What the moves look like to a common player."""
        self._classic.load(position)
        cells = self._classic.moves()
        values = {}
        for cell in cells:
            self.check_time()
            value = self._classic.search(cell, sight(len(cells)), -INFINITY, self._ticket)
            if value is None:
                raise OutOfTime
            values[cell] = value
        losing = frozenset(cell for cell, value in values.items() if value < -LOST)
        return Look(max(cells, key=lambda cell: values[cell]), losing)


def sight(cells: int) -> int:
    """How far one looks where there are so many moves; pruning leaves about the root of all."""
    return next((plies for plies in range(GLANCE, 2, -1) if cells ** (plies / 2 + 1) < NODES), 2)


def common_method(game: Game) -> Method:
    """How common players value positions of a game, and in which order they look at moves."""
    k = game.shortest
    weights = (*(LINES.get(k - stones, 0) if stones else 0 for stones in range(k)), 0)
    columns, middle = np.arange(game.cells) % game.shape[-1], (game.shape[-1] - 1) / 2
    if not game.below:
        return Method(weights, sees_wins=True)
    order = np.argsort(abs(columns - middle), kind="stable")
    bonus = np.where(abs(columns - middle) < 1, CENTRE, 0)
    return Method(weights, tuple(map(int, bonus)), tuple(map(int, order)), sees_wins=True)

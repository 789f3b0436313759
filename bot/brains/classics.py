"""Five named brains that search as well-known programs of their games do: opponents, yardsticks."""

import time
from typing import TYPE_CHECKING, ClassVar

from bot.brain import Budget, Choice
from bot.brains.classic_brain import DEEPEST, ClassicBrain
from bot.search.classic.method import VICTORY, Method, TableUse
from games.game import Game, Position
from games.lines import Cell
from protocol.parts import Verdict

if TYPE_CHECKING:
    from bot.search.classic.search import ClassicSearch

SEEN = VICTORY - 1000  # scores further from 0 are victories that were seen


class Window(ClassicBrain):
    """Squares beside stones, few plies on a wide board, ten times as much for each stone.

    A window of the side that has just moved counts one less. Of moves that seem equal the last is
    played, though a search that was cut off may have shown no more than that it is not better.
    """

    name = "window"
    games = "flat m,n,k games"

    def __init__(self, depth: int | None = None, seed: int | None = None) -> None:
        self._depth = self.checked("depth", depth)
        super().__init__(seed)

    @staticmethod
    def plays(game: Game) -> bool:
        return _is_flat(game)

    def method(self, game: Game) -> Method:
        # Capped, so that no sum of lines comes near a victory.
        tens = tuple(min(10**stones, 100_000) for stones in range(game.shortest - 1))
        return Method((0, *tens, 0), discount=1, radius=1, last_of_equals=True)

    def depth(self, position: Position) -> int:
        if self._depth is not None:
            return self._depth
        free = sum(position.owner(cell) is None for cell in _play_area(position))
        return 5 if free < 9 else 4 if free < 37 else 3 if free < 77 else 2


class Deepener(ClassicBrain):
    """Deeper and deeper for two seconds, at least to four plies, the latest squares first."""

    name = "deepener"
    games = "flat m,n,k games"
    seconds = 2.0
    least = 4

    def __init__(self, depth: int | None = None, seed: int | None = None) -> None:
        self._depth = self.checked("depth", depth)
        super().__init__(seed)

    @staticmethod
    def plays(game: Game) -> bool:
        return _is_flat(game)

    def method(self, game: Game) -> Method:
        # Of five in a row two stones score 1, three 20, four 10000; others lack as many stones.
        by_missing = {1: 10_000, 2: 20, 3: 1}
        k = game.shortest
        weights = tuple(by_missing.get(k - stones, 0) if stones else 0 for stones in range(k))
        return Method((*weights, 0), radius=2, latest=True, table=TableUse.MOVES)

    def depth(self, position: Position) -> int:
        return min(self._depth or DEEPEST, position.game.cells - len(position.moves))

    def _think(
        self, trial: "ClassicSearch", position: Position, budget: Budget, now: float
    ) -> Choice:
        cells = trial.moves()
        choice = Choice(cells[0])
        for depth in range(1, min(self.depth(position), budget.depth or DEEPEST) + 1):
            spent = time.monotonic() - now
            left = None if budget.seconds is None else budget.seconds - spent
            if depth > self.least:
                left = min(self.seconds - spent, self.seconds if left is None else left)
            if left is not None and left <= 0:
                break
            found, finished = self._best(trial, position, cells, depth, left)
            if found.depth is None:
                break
            choice = found
            if not finished or abs(found.score or 0) > SEEN:
                break
            cells = [found.cell, *(cell for cell in cells if cell != found.cell)]
        return choice


class Dictionary(ClassicBrain):
    """Four values, 0 they win, 1 undecided, 2 a draw, 3 I win, and a dictionary of positions."""

    name = "dictionary"
    games = "m,n,k games on square boards"
    levels = ((9, 9), (16, 6), (25, 4), (100, 3))  # cells up to, and how many plies

    def __init__(self, level: int | None = None, seed: int | None = None) -> None:
        self._level = self.checked("level", level)
        super().__init__(seed)

    @staticmethod
    def plays(game: Game) -> bool:
        return _is_flat(game) and game.shape[0] == game.shape[1]

    def method(self, game: Game) -> Method:
        # Twice each value less 3, so that what one side gains the other loses.
        return Method(
            (0,) * (game.shortest + 1),
            table=TableUse.SCORES,
            victory=3,
            haste=0,
            drawn=1,
            undecided=-1,
        )

    def depth(self, position: Position) -> int:
        if self._level is not None:
            return self._level
        return next((level for upto, level in self.levels if position.game.cells <= upto), 2)

    def _choice(self, position: Position, cell: Cell, score: int, depth: int) -> Choice:
        value = (score + 3) // 2
        ends = depth >= position.game.cells - len(position.moves)
        verdicts = {0: Verdict.LOSS, 2: Verdict.DRAW if ends else Verdict.UNDECIDED, 3: Verdict.WIN}
        verdict = verdicts.get(value, Verdict.UNDECIDED)
        return Choice(cell, value, verdict, depth=depth, line=(cell,))


class Dropper(ClassicBrain):
    """Connect 4 to depth 8, the centre first, with windows of four and the centre column."""

    name = "dropper"
    games = "Connect 4 with four in a row"

    def __init__(self, depth: int = 8, seed: int | None = None) -> None:
        self._depth = self.checked("depth", depth) or 8
        super().__init__(seed)

    @staticmethod
    def plays(game: Game) -> bool:
        return bool(game.below) and game.shortest == 4

    def method(self, game: Game) -> Method:
        _, width = game.shape
        columns = [cell % width for cell in range(game.cells)]
        order = sorted(range(game.cells), key=lambda cell: abs(2 * columns[cell] - width + 1))
        bonus = tuple(5 if column == width // 2 else 0 for column in columns)
        return Method((0, 0, 4, 10, 0), bonus, tuple(order), sees_wins=True)

    def depth(self, position: Position) -> int:
        return self._depth


class Grader(ClassicBrain):
    """Lines of one side graded 1, 10, 100; tic-tac-toe to the end, others to a given depth."""

    name = "grader"
    games = "tic-tac-toe, nine-board and Qubic"
    depths: ClassVar[dict[str, int]] = {"tictactoe": 9, "nineboard": 6, "qubic": 4}

    def __init__(self, depth: int | None = None, seed: int | None = None) -> None:
        self._depth = self.checked("depth", depth)
        super().__init__(seed)

    @staticmethod
    def plays(game: Game) -> bool:
        return game.name.partition(":")[0] in Grader.depths

    def method(self, game: Game) -> Method:
        return Method((0, *(10**stones for stones in range(game.shortest - 1)), 0))

    def depth(self, position: Position) -> int:
        family = position.game.name.partition(":")[0]
        if family == "tictactoe" or self._depth is None:
            return self.depths[family]
        return self._depth


CLASSICS: dict[str, type[ClassicBrain]] = {
    each.name: each for each in (Window, Deepener, Dictionary, Dropper, Grader)
}


def _is_flat(game: Game) -> bool:
    return len(game.shape) == 2 and not game.below and not game.sends


def _play_area(position: Position) -> frozenset[Cell]:
    """The cells of the box around all stones, grown by one."""
    rows, columns = position.game.shape
    ups = [cell // columns for cell in position.moves]
    alongs = [cell % columns for cell in position.moves]
    return frozenset(
        row * columns + column
        for row in range(max(min(ups) - 1, 0), min(max(ups) + 2, rows))
        for column in range(max(min(alongs) - 1, 0), min(max(alongs) + 2, columns))
    )

"""The driver: asks the pool about a position, within a budget, and reads what it found."""

import os
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from types import TracebackType
from typing import NamedTuple, Self

from bot.brain import Budget, Choice
from bot.search.levels import HIGHEST, LEVELS, Level, pick
from bot.search.memory import DEPTHS, Memory
from bot.search.pool import OVERDUE, Pool
from bot.search.scores import INFINITY, PROVEN, plies_to_end
from bot.search.task import Mode, Recall, Task
from bot.search.traps import IN_SIGHT, trap
from games.errors import Mistake
from games.game import Position
from games.lines import Cell
from protocol.parts import Verdict

LEAST = 0.01  # seconds in which it makes sense to begin another search
AFTERTHOUGHT = 0.005  # seconds for the expected play, where the time for the move is up
OnProgress = Callable[[Choice], None]


class Found(NamedTuple):
    """The best move at a depth, as the bounds on the board tell it."""

    cell: Cell
    score: int
    depth: int


class Searcher:
    """The search as a brain: any game, on all cores, at any level."""

    def __init__(
        self,
        *,
        workers: int = 0,
        hash_mb: int = 64,
        level: int = HIGHEST,
        games: Sequence[str] = (),
        seed: int | None = None,
    ) -> None:
        """Start the workers; 0 means one for each core. The games are those to warm up for."""
        if not 1 <= level <= HIGHEST:
            raise Mistake(f"the levels are 1 to {HIGHEST}, not {level}")
        self._level = LEVELS.get(level)
        self._random = Random(seed)
        self.pool = Pool(workers or os.cpu_count() or 1, hash_mb, tuple(games))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def warm_up(self) -> None:
        """Wait until the workers are ready; where nothing is compiled yet, that takes a minute."""
        self.pool.warm_up()

    def choose(
        self, position: Position, budget: Budget, on_progress: OnProgress | None = None
    ) -> Choice:
        """The best move that the budget and the level allow to find."""
        if self._level:
            return self._choose_at(self._level, position, budget)
        due = None if budget.seconds is None else monotonic() + budget.seconds
        choice = self.search(position, Mode.PLAY, budget, on_progress)
        if choice.verdict is not Verdict.DRAW or due is None or budget.depth is not None:
            return choice
        cell = trap(
            position,
            lambda each: self._exact(each, due),
            lambda each: self._glance(each, due),
            choice.cell,
        )
        return choice if cell == choice.cell else choice._replace(cell=cell, line=(cell,))

    def _choose_at(self, level: Level, position: Position, budget: Budget) -> Choice:
        before = self.pool.memory.nodes()
        depth = min(level.depth, budget.depth or level.depth)
        values = self.values(position, Budget(budget.seconds, depth))
        cell = pick(level, values, self._random) if values else position.legal_moves()[0]
        found = Found(cell, values.get(cell, 0), self.pool.memory.settled())
        return _choice(position, found, self.pool.memory, self.pool.memory.nodes() - before)

    def solve(
        self, position: Position, budget: Budget, on_progress: OnProgress | None = None
    ) -> Choice:
        """The exact value, if the budget allows to prove it; if not, the verdict is undecided."""
        return self.search(position, Mode.SOLVE, budget, on_progress)

    def search(
        self, position: Position, mode: Mode, budget: Budget, on_progress: OnProgress | None
    ) -> Choice:
        """The best move that the budget allows to find in this mode."""
        memory, cells = self.pool.memory, position.legal_moves()
        before = memory.nodes()

        def found() -> Choice:
            choice = _choice(position, _best(memory, cells), memory, memory.nodes() - before)
            exact = mode is not Mode.SOLVE or memory.complete()
            return choice if exact else choice._replace(verdict=Verdict.UNDECIDED, distance=None)

        def tell() -> None:
            if on_progress and memory.settled():
                on_progress(found())

        task = Task(position, mode, _depth(position, budget))
        self.pool.run(task, budget.seconds, tell if on_progress else None)
        choice = found()
        if mode is Mode.SOLVE:
            return choice
        seconds = OVERDUE if budget.seconds is None else AFTERTHOUGHT
        return choice._replace(line=self._line(position, mode, choice.cell, seconds))

    def values(self, position: Position, budget: Budget, mode: Mode = Mode.PLAY) -> dict[Cell, int]:
        """The value of every move at the greatest depth that the budget allows."""
        depth = _depth(position, budget)
        self.pool.run(Task(position, mode, depth, every=True), budget.seconds)
        cells, memory = position.legal_moves(), self.pool.memory
        if not memory.settled():
            return {}
        known = {cell: memory.bounds(memory.settled(), cell)[0] for cell in cells}
        return {cell: value for cell, value in known.items() if value > -INFINITY}

    def _exact(self, position: Position, due: float) -> dict[Cell, int]:
        """The exact value of every move; none at all if that takes longer than there is time."""
        left = due - monotonic()
        if left < LEAST or self.pool.stopped:
            return {}
        return self.values(position, Budget(left), Mode.SOLVE)

    def _glance(self, position: Position, due: float) -> dict[Cell, int]:
        """What the moves look like to one who does not search far; none at all if time is up."""
        left = due - monotonic()
        if left < LEAST or self.pool.stopped:
            return {}
        return self.values(position, Budget(left, IN_SIGHT))

    def stop(self) -> None:
        """End what is being searched now, from any thread."""
        self.pool.stop()

    def close(self) -> None:
        """End the worker processes."""
        self.pool.close()

    def _line(self, position: Position, mode: Mode, cell: Cell, seconds: float) -> tuple[Cell, ...]:
        """The play that is expected, as far as it can be told so soon."""
        after = position.play(cell)
        rest = () if after.outcome else self.pool.ask(Recall(after, mode, seconds), 2 * seconds)
        return (cell, *(rest or ()))


def _depth(position: Position, budget: Budget) -> int:
    """How deep to search at most: no deeper than the game can last."""
    return min(budget.depth or DEPTHS, DEPTHS - 1, position.game.cells - len(position.moves))


def _best(memory: Memory, cells: list[Cell]) -> Found:
    """The best move of the last depth that was finished, or a better one seen since."""
    settled, reached = memory.settled(), memory.reached()
    best = max(cells, key=lambda cell: memory.bounds(settled, cell)) if settled else cells[0]
    believed = memory.bounds(settled, best)[0] if settled else -INFINITY
    if reached > settled:
        better = max(cells, key=lambda cell: memory.bounds(reached, cell))
        low, _ = memory.bounds(reached, better)
        _, bar = memory.bounds(reached, best)
        if low > -INFINITY and low >= min(bar, believed):
            return Found(better, low, reached)
    return Found(best, believed if settled else 0, settled)


def _choice(position: Position, found: Found, memory: Memory, nodes: int) -> Choice:
    score, depth = found.score, found.depth
    choice = Choice(found.cell, score, Verdict.UNDECIDED, None, depth, nodes, (found.cell,))
    if abs(score) >= PROVEN:
        verdict = Verdict.WIN if score > 0 else Verdict.LOSS
        return choice._replace(verdict=verdict, distance=plies_to_end(score, len(position.moves)))
    if memory.complete() and score == 0:
        return choice._replace(verdict=Verdict.DRAW)
    return choice

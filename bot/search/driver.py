"""The driver: asks the pool about a position, within a budget, and reads what it found."""

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from types import TracebackType
from typing import NamedTuple, Self

from bot.brain import Budget, Choice
from bot.cores import usable_cores
from bot.instinct import instinct
from bot.search.core.memory_layout import DEPTHS
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, LIMIT, PROVEN, plies_to_end
from bot.search.installed import check_installed
from bot.search.memory import Memory
from bot.search.style.glance import glance
from bot.search.style.levels import HIGHEST, Level, level_in
from bot.search.task import Recall, SetTrap, Task
from bot.search.worker_pool import OVERDUE, WorkerPool
from games.errors import Mistake
from games.game import Position
from games.lines import Cell
from protocol.parts import Verdict

LEAST = 0.01  # seconds in which it makes sense to begin another search
PLAIN = 3  # plies in which every search sees the soonest win, and the longest defence
ENDING = 0.003  # seconds that it may take until one who looks for traps has stopped
AFTERTHOUGHT = 0.005  # seconds for the expected play, where the time for the move is up
OnProgress = Callable[[Choice], None]


class Found(NamedTuple):
    """The best move at a depth, as the bounds on the blackboard tell it."""

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
        """Start the workers; 0 means one for each core that we may use.

        The games are those to warm up for.
        """
        if not 1 <= level <= HIGHEST:
            raise Mistake(f"the levels are 1 to {HIGHEST}, not {level}")
        check_installed()
        self._level = level
        self._random = Random(seed)
        self.pool = WorkerPool(workers or usable_cores(), hash_mb, tuple(games))

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
        """Wait until the workers are ready; where nothing is compiled yet, that takes a minute.

        It ends sooner when told to stop.
        """
        self.pool.warm_up()

    def choose(
        self, position: Position, budget: Budget, on_progress: OnProgress | None = None
    ) -> Choice:
        """The best move that the budget and the level allow to find."""
        if self._level < HIGHEST:
            return self._choose_at(level_in(position, self._level), position, budget)
        due = None if budget.seconds is None else monotonic() + budget.seconds
        choice = self.search(position, Mode.PLAY, budget, on_progress)
        if choice.verdict is not Verdict.DRAW or due is None or budget.depth is not None:
            return choice
        cell = self._set_trap(position, choice.cell, due)
        return choice if cell == choice.cell else choice._replace(cell=cell, line=(cell,))

    def _choose_at(self, level: Level, position: Position, budget: Budget) -> Choice:
        """The best move at the level's depth, or in a hurry one made at a glance."""
        if self._random.random() < level.hurry:
            return Choice(glance(position, level.eye, self._random))
        depth = min(level.depth, budget.depth or level.depth)
        return self.search(position, level.mode, Budget(budget.seconds, depth), None)

    def solve(
        self, position: Position, budget: Budget, on_progress: OnProgress | None = None
    ) -> Choice:
        """The exact value, if the budget allows to prove it; if not, the verdict is undecided."""
        return self.search(position, Mode.SOLVE, budget, on_progress)

    def verdict(self, position: Position, budget: Budget) -> Verdict:
        """Who wins, if the budget allows to prove it; how soon may be much more to ask."""
        task = Task(position, Mode.SOLVE, _depth(position, budget), outright=True)
        self.pool.run(task, budget.seconds)
        memory = self.pool.memory
        if not memory.complete():
            return Verdict.UNDECIDED
        return _choice(position, _best(memory, position.legal_moves()), memory, 0).verdict

    def search(
        self, position: Position, mode: Mode, budget: Budget, on_progress: OnProgress | None
    ) -> Choice:
        """The best move that the budget allows to find in this mode."""
        memory = self.pool.memory
        before = memory.nodes()

        def found() -> Choice:
            best = _best(memory, _cells(position, memory))
            choice = _choice(position, best, memory, memory.nodes() - before)
            proven = mode is not Mode.SOLVE or memory.complete() or memory.booked()
            return choice if proven else _undecided(choice)

        def tell() -> None:
            if on_progress and memory.settled():
                on_progress(found())

        task = Task(position, mode, _depth(position, budget))
        line = self.pool.run(task, budget.seconds, tell if on_progress else None)
        choice = found()
        if line and line[0] == choice.cell:
            return choice._replace(line=line)
        if mode is Mode.SOLVE:
            return choice
        seconds = OVERDUE if budget.seconds is None else AFTERTHOUGHT
        return choice._replace(line=self._line(position, mode, choice.cell, seconds))

    def confirmed(self, position: Position, choice: Choice, seconds: float) -> Choice:
        """The choice with its distance, if there is time to prove that no other is right.

        What was found in play tells within how many plies the end comes; it comes so late if two
        plies less are not enough, whatever is played.
        """
        if choice.within is None or choice.distance is not None:
            return choice
        # Where stones fall, the solver is faster with the whole of the game before it.
        depth = None if position.game.below else choice.within - 2
        exact = self.search(position, Mode.SOLVE, Budget(seconds, depth), None)
        if exact.verdict is choice.verdict:
            line = choice.line if exact.cell == choice.cell else exact.line
            return exact._replace(depth=choice.depth, nodes=choice.nodes, line=line)
        proven = self.pool.memory.settled() >= choice.within - 2
        return choice._replace(distance=choice.within) if proven else choice

    def values(self, position: Position, budget: Budget, mode: Mode = Mode.PLAY) -> dict[Cell, int]:
        """The value of every move at the greatest depth that the budget allows."""
        depth = _depth(position, budget)
        self.pool.run(Task(position, mode, depth, every=True), budget.seconds)
        cells, memory = position.legal_moves(), self.pool.memory
        if not memory.settled():
            return {}
        known = {cell: memory.bounds(memory.settled(), cell)[0] for cell in cells}
        return {cell: value for cell, value in known.items() if value > -INFINITY}

    def _set_trap(self, position: Position, first: Cell, due: float) -> Cell:
        """Of the moves that keep a draw, the one that most invites errors, if there is time."""
        left = due - monotonic() - ENDING
        if left < LEAST or self.pool.stopped:
            return first
        [cell] = self.pool.ask(SetTrap(position, first), left) or [first]
        return cell

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


def _cells(position: Position, memory: Memory) -> list[Cell]:
    """The legal moves; before any depth was finished, the first is the best at a glance."""
    cells = position.legal_moves()
    if memory.settled():
        return cells
    first = instinct(position)
    return [first, *(cell for cell in cells if cell != first)]


def _best(memory: Memory, cells: list[Cell]) -> Found:
    """The best move of the last depth that was finished, or a better one seen since.

    One that has been seen to lose is not it, unless all have: then one that seems to last longest.
    """
    settled, reached = memory.settled(), memory.reached()
    if settled:  # moves that were left out from the first are not to be taken for good ones
        cells = [cell for cell in cells if memory.bounds(settled, cell)[1] < INFINITY] or cells
    if settled and reached > settled:
        most = {cell: _at_most(memory, (settled, reached), cell) for cell in cells}
        if max(most.values()) <= -PROVEN:
            best = max(cells, key=lambda cell: (most[cell], memory.bounds(settled, cell)))
            return Found(best, most[best], reached)
        cells = [cell for cell in cells if most[cell] > -PROVEN]
    if memory.booked() > 0:  # a move that has been seen not to win is not it, either
        cells = [cell for cell in cells if memory.bounds(reached, cell)[1] > 0] or cells
    best = max(cells, key=lambda cell: memory.bounds(settled, cell)) if settled else cells[0]
    believed = _believed(*memory.bounds(settled, best)) if settled else -INFINITY
    if reached > settled:
        better = max(cells, key=lambda cell: memory.bounds(reached, cell))
        low, _ = memory.bounds(reached, better)
        _, bar = memory.bounds(reached, best)
        if low > -INFINITY and low >= min(bar, believed):
            return Found(better, low, reached)
    return Found(best, believed if settled else 0, settled)


def _at_most(memory: Memory, depths: tuple[int, ...], cell: Cell) -> int:
    """What a move is worth at most, as far as a loss that was proven at any of these depths."""
    return min(memory.bounds(depth, cell)[1] for depth in depths)


def _believed(low: int, high: int) -> int:
    """What a move is taken to be worth: at least so much, or if that is not known, at most."""
    return low if low > -INFINITY else min(max(high, -LIMIT), LIMIT)


def _choice(position: Position, found: Found, memory: Memory, nodes: int) -> Choice:
    score, depth = found.score, found.depth
    choice = Choice(found.cell, score, depth=depth, nodes=nodes, line=(found.cell,))
    if abs(score) >= PROVEN:
        verdict = Verdict.WIN if score > 0 else Verdict.LOSS
        plies = plies_to_end(score, len(position.moves))
        if plies > position.game.cells - len(position.moves):  # only who wins is known
            return choice._replace(verdict=verdict)
        exact = memory.exact() or plies <= PLAIN
        return choice._replace(verdict=verdict, within=plies, distance=plies if exact else None)
    if memory.complete() and score == 0:
        return choice._replace(verdict=Verdict.DRAW)
    if winner := memory.booked():  # what the search makes of it may say the contrary
        verdict = Verdict.WIN if winner > 0 else Verdict.LOSS
        return choice._replace(score=winner * PROVEN, verdict=verdict)
    return choice


def _undecided(choice: Choice) -> Choice:
    return choice._replace(verdict=Verdict.UNDECIDED, distance=None, within=None)

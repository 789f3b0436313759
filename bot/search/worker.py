"""A worker: a process that searches what it is told to, until its parent is gone."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from multiprocessing.synchronize import Lock
from random import Random
from time import monotonic
from urllib.parse import quote

import numpy as np

from bot.child_processes import leave_signals_to_parent
from bot.search.blackboard import Blackboard
from bot.search.core.compiled import PLACE, Array
from bot.search.core.kernel import Kernel, ProofSearcher, Scout, Solver
from bot.search.core.memory_layout import DEPTH, NEVER
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, WIN
from bot.search.kernels import kernel_for
from bot.search.memory import buffer
from bot.search.root import Root
from bot.search.style.trap_search import TrapSearch
from bot.search.style.traps import OutOfTime
from bot.search.task import Order, Recall, SetTrap, Task, Warm
from games.catalogue import game_named
from games.game import Game, Position
from games.lines import Cell

PROOF_NODES = 64  # of a proof that only warms up
WARM_UP = 300.0  # seconds that another worker may take to compile before this one does it too


Answer = tuple[Cell, ...] | None


def work(
    pipe: Connection, names: tuple[str, str], index: int, games: tuple[str, ...], turn: Lock
) -> None:
    """Warm up for some games, say so, and then carry out what comes through the pipe."""
    leave_signals_to_parent()
    blackboard, table = (SharedMemory(name) for name in names)
    words = np.frombuffer(buffer(table), np.uint64)
    worker = Worker(Blackboard(buffer(blackboard)), words, index)
    for name in games:
        _warm_up(worker, name, turn)
    try:
        pipe.send(None)
        while order := pipe.recv():
            answer = None
            if isinstance(order, Warm):
                _warm_up(worker, order.game, turn)
            else:
                answer = worker.carry_out(order)
            pipe.send(answer)
    except (EOFError, OSError):  # the parent is gone
        pass
    os._exit(0)  # at once: the views into shared memory would keep it from being closed


class Worker:
    """The kernels of a worker, one for each game it has met."""

    def __init__(self, blackboard: Blackboard, table: Array, index: int) -> None:
        self._blackboard, self._table, self._index = blackboard, table, index
        self._signal = blackboard.signals[index]
        self._signal[DEPTH] = 0  # a worker that died here may have left it otherwise
        self._kernels: dict[Game, Kernel] = {}
        self._trap_searches: dict[Game, TrapSearch] = {}

    def warm_up(self, game: Game) -> None:
        """Load all code that a match of this game needs: loading it later would cost the clock."""
        kernel = self._kernel(game)
        for position in (game.start(), _midgame(game)):
            _try(kernel, position, Mode.STRICT, 2)  # as the lower levels search
            _try(kernel, position, Mode.PLAY, 3)
            kernel.recall()
            if kernel.settles(game.cells):  # then a draw may be seen, and traps be looked for
                _try(kernel, position, Mode.SOLVE, 3)
                with suppress(OutOfTime):
                    self._trap_search(game).look(position)
        for position in _with_threats(game):  # what is to be done about them is seen at once
            kernel.load(position, Mode.PLAY)
            kernel.moves()
        if isinstance(kernel, ProofSearcher):
            kernel.load(_midgame(game), Mode.PLAY)
            kernel.prove(NEVER, PROOF_NODES)
        if isinstance(kernel, Solver):  # which it turns to in play: a win at once is soon denied
            kernel.load(game.start(), Mode.PLAY)
            kernel.known()
            kernel.search(kernel.moves()[0], game.cells, WIN - 2, WIN - 1, NEVER)

    def carry_out(self, order: Order) -> Answer:
        kernel = self._kernel(order.position.game)
        match order:
            case Task():
                root = Root(kernel, self._blackboard, self._index, order)
                root.deepen()
                return root.line
            case Recall():
                return _expected_play(kernel, order)
            case SetTrap():
                return (self._trap_search(order.position.game).find(order.position, order.first),)

    def _trap_search(self, game: Game) -> TrapSearch:
        if game not in self._trap_searches:
            self._trap_searches[game] = TrapSearch(self._kernel(game), game, self._signal)
        return self._trap_searches[game]

    def _kernel(self, game: Game) -> Kernel:
        if game not in self._kernels:
            self._kernels[game] = kernel_for(game)(
                game, self._table, self._signal, self._blackboard.claims
            )
        return self._kernels[game]


def _expected_play(kernel: Kernel, order: Recall) -> tuple[Cell, ...]:
    """Follow the table from a position, as far as it holds legal moves and there is time."""
    position, line, due = order.position, [], monotonic() + order.seconds
    while not position.outcome and monotonic() < due:
        kernel.load(position, order.mode)
        cell = kernel.recall()
        if cell is None or not position.is_legal(cell):
            break
        line.append(cell)
        position = position.play(cell)
    return tuple(line)


def _try(kernel: Kernel, position: Position, mode: Mode, depth: int) -> None:
    kernel.load(position, mode)
    cells = kernel.moves()[:2]
    for cell in cells:
        kernel.search(cell, depth, -INFINITY, INFINITY, NEVER)
    if isinstance(kernel, Scout) and mode is Mode.PLAY:
        kernel.scout(cells, [*range(1, len(cells) + 1)], depth, 0, NEVER)


def _midgame(game: Game) -> Position:
    """Some position with stones of both sides near each other."""
    random, position = Random(game.name), game.start()
    for _ in range(min(8, game.cells // 3)):
        after = position.play(random.choice(position.legal_moves()))
        position = position if after.outcome else after
    return position


def _with_threats(game: Game) -> Iterator[Position]:
    """Positions of two games in which the first side goes on with its longest lines.

    So does the second, or it plays where nothing is to be had.
    """
    crossing = Counter(cell for line in game.lines for cell in line)
    for rivals in (True, False):
        position, held = game.start(), (set[Cell](), set[Cell]())
        while not position.outcome:
            yield position
            ours, theirs = held[position.turn], held[1 - position.turn]
            most = dict.fromkeys(position.legal_moves(), 0)  # of a line that the cell goes on with
            for line in game.lines:
                if theirs.isdisjoint(line):
                    for cell in most.keys() & set(line):
                        most[cell] = max(most[cell], len(ours.intersection(line)))
            sign = 1 if rivals or position.turn == 0 else -1
            cell = max(most, key=lambda cell: (sign * most[cell], sign * crossing[cell]))
            ours.add(cell)
            position = position.play(cell)


def _warm_up(worker: Worker, name: str, turn: Lock) -> None:
    with _in_turn(turn, name):
        worker.warm_up(game_named(name))


@contextmanager
def _in_turn(turn: Lock, game: str) -> Iterator[None]:
    """What the first worker compiles, the others take from disk; then nobody needs to wait."""
    done = PLACE / f"compiled-{quote(game, safe='')}"
    if done.exists():
        yield
        return
    held = turn.acquire(timeout=WARM_UP)
    try:
        yield
        with suppress(OSError):
            done.touch()
    finally:
        if held:
            turn.release()

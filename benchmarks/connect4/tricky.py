"""Positions of Connect 4 in which one can go wrong, and how often a search does."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import NamedTuple

import numpy as np

from bot.brain import Budget
from bot.search.connect4.kernel import Connect4Kernel
from bot.search.core.memory_layout import NEVER
from bot.search.core.mode import Mode
from bot.search.core.scores import PROVEN
from bot.search.driver import Searcher
from games import Cell, Position, game_named

WORDS = 1 << 23  # of the table that tells the truth
TICK = 0.001  # seconds between two looks at how long a worker has been at it


class Tricky(NamedTuple):
    """A position whose moves are not all won, drawn or lost."""

    position: Position
    worth: dict[Cell, int]  # by move: 1 won, 0 drawn, -1 lost

    def is_right(self, cell: Cell) -> bool:
        return self.worth[cell] == max(self.worth.values())


def tricky(stones: int, many: int, seed: int) -> Iterator[Tricky]:
    """So many, after so many random moves, where nobody can win at once."""
    chance, kernel = random.Random(f"{seed} {stones}"), _Truth()
    while many:
        position = game_named("connect4").start()
        while not position.outcome and len(position.moves) < stones:
            position = position.play(chance.choice(position.legal_moves()))
        after = [position, *map(position.play, position.legal_moves())]
        if any(each.outcome for each in after):
            continue
        worth = kernel.worth(position)
        if len(set(worth.values())) > 1:
            many -= 1
            yield Tricky(position, worth)


class _Truth:
    """The solver, with as much time as it takes."""

    def __init__(self) -> None:
        self._kernel = Connect4Kernel(
            game_named("connect4"), np.zeros(WORDS, np.uint64), np.zeros(16, np.int64)
        )

    def worth(self, position: Position) -> dict[Cell, int]:
        self._kernel.load(position, Mode.SOLVE)
        depth = position.game.cells - len(position.moves)
        found = {}
        for cell in position.legal_moves():
            score = self._kernel.search(cell, depth, -PROVEN, PROVEN, NEVER)
            assert score is not None, "nobody cancels it"
            found[cell] = (score > 0) - (score < 0)
        return found


def chosen(search: Searcher, position: Position, seconds: float) -> Cell:
    """What is played when the one worker has had so many seconds of a core.

    By its own clock, where the system tells it: neighbours that take the core away do not count.
    """
    search.pool.memory.clear_table()
    [worker] = search.pool.processes
    clock = Path(f"/proc/{worker}/schedstat")
    if not clock.exists():
        return search.choose(position, Budget(seconds)).cell
    done = threading.Event()

    def watch() -> None:
        begun = _nanoseconds(clock)
        while not done.is_set() and _nanoseconds(clock) - begun < seconds * 1e9:
            sleep(TICK)
        while not done.is_set():
            search.stop()
            done.wait(TICK)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        return search.choose(position, Budget()).cell
    finally:
        done.set()
        watching.join()


def _nanoseconds(clock: Path) -> int:
    """That a process has been on a core."""
    return int(clock.read_text().split()[0])

"""How fast Connect 4 is solved: beside the same algorithm in C, and beside bitbully.

    python -m benchmarks.connect4 [--json] [--positions N] [--rounds N]

Ours is the solver alone, and with all that is around it in a bot: two worker processes that share
the root moves and the table. All solve the same seeded random positions of 12 to 14 stones, where
nobody has won or can win at once, one after the other, from an empty table and without a book. The
turns are taken position by position, so that what else the machine does weighs on all alike.
"""

import argparse
import ctypes
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np
from rich.console import Console

from bot.brain import Budget
from bot.search.connect4.board import Board, board_of
from bot.search.connect4.encoding import bitboards_of, connect4_score
from bot.search.connect4.solver import solved
from bot.search.connect4.solver_table import SMALLEST, lay_out
from bot.search.core.claims import nobody
from bot.search.core.memory_layout import NODES
from bot.search.core.shared import begin, shared_by
from bot.search.driver import Searcher
from games import Position, game_named

try:
    from bitbully import bitbully_core
except ImportError:
    bitbully_core = None

TABLE = 1 << 22  # words: 32 MB
SEED = 4
C_TARGET, BITBULLY_TARGET, TEAM_TARGET = 0.85, 1.0, 0.6


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.connect4", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--positions", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--rounds", type=int, default=3, help="the fastest counts (default 3)")
    args = parser.parse_args()
    figures = measure(random_positions(args.positions), args.rounds)
    if args.json:
        print(json.dumps(figures))
    else:
        show(figures)


def random_positions(many: int) -> list[Position]:
    """Positions after 12 to 14 random moves, where the side to move cannot win at once."""
    chance, found = random.Random(SEED), list[Position]()
    while len(found) < many:
        position, stones = game_named("connect4").start(), chance.randint(12, 14)
        while not position.outcome and len(position.moves) < stones:
            position = position.play(chance.choice(position.legal_moves()))
        if not any(
            each.outcome for each in [position, *map(position.play, position.legal_moves())]
        ):
            found.append(position)
    return found


def measure(positions: list[Position], rounds: int) -> dict[str, float | None]:
    """The figures of the solvers that are here; None for what needs one that is not."""
    ours = OneCore(solved, lambda record: record)
    timed(ours, positions[0])  # compiles it, or loads it from disk
    theirs = Bitbully() if bitbully_core else None
    with Team(2) as team:
        solvers: dict[str, Solver | None] = {
            "ours": ours,
            "c": in_c(),
            "bitbully": theirs,
            "team": team,
        }
        seconds = dict.fromkeys(solvers, 0.0)
        nodes = 0
        for position in positions:
            scores = set()
            for name, solver in solvers.items():
                if solver:
                    taken = [timed(solver, position) for _ in range(rounds)]
                    seconds[name] += min(taken)[0]
                    scores |= {score for _, score in taken}
            assert len(scores) == 1, position.moves
            nodes += ours.nodes
    return {
        "c_ratio": ratio(seconds["c"], seconds["ours"]),
        "bitbully_ratio_1": ratio(seconds["ours"], seconds["bitbully"]),
        "bitbully_ratio_2": ratio(seconds["team"], seconds["bitbully"]),
        "nodes_per_s": round(nodes / seconds["ours"]),
        "nodes": nodes,
        "seconds": round(seconds["ours"], 3),
    }


def timed(solver: "Solver", position: Position) -> tuple[float, int]:
    """The seconds that a solver takes, and the score it finds."""
    solver.prepare(position)
    begun = time.perf_counter()
    score = solver.solve()
    return time.perf_counter() - begun, score


def ratio(seconds: float, others: float) -> float | None:
    return round(seconds / others, 3) if seconds and others else None


class Solver(Protocol):
    def prepare(self, position: Position) -> None:
        """Forget everything, and take up a position; this is not timed."""

    def solve(self) -> int:
        """The score as GAMES.md counts it."""


class OneCore:
    """Our solver, or its twin in C."""

    def __init__(self, function: Callable[..., int], cast: Callable[[Board], object]) -> None:
        self._function, self._cast = function, cast
        self._tables = [np.zeros(size, np.uint64) for size in (SMALLEST, SMALLEST, TABLE)]
        self._claims, self._signal = nobody(), np.zeros(2, np.int64)
        self._board = board_of(7, 6)
        self._shared = shared_by(self._tables[0], self._signal, self._claims)
        begin(self._shared, 1)
        lay_out(self._board, *self._tables)

    @property
    def nodes(self) -> int:
        return int(self._signal[NODES] + self._shared.nodes)

    def prepare(self, position: Position) -> None:
        for table in self._tables:
            table[:] = 0
        self._signal[NODES] = self._shared.nodes = 0
        mine, taken = bitboards_of(position)
        records = self._cast(self._board), self._cast(self._shared)
        self._arguments = (*records, mine, taken, len(position.moves), -50, 50)

    def solve(self) -> int:
        return self._function(*self._arguments)


class Team:
    """Our solver in several worker processes, as `inarow solve` runs it."""

    def __init__(self, workers: int) -> None:
        self._search = Searcher(workers=workers, hash_mb=TABLE >> 16, games=("connect4",))
        self._search.warm_up()

    def __enter__(self) -> "Team":
        return self

    def __exit__(self, *_: object) -> None:
        self._search.close()

    def prepare(self, position: Position) -> None:
        self._search.pool.memory.clear_table()
        self._position = position

    def solve(self) -> int:
        score = self._search.solve(self._position, Budget()).score
        assert score is not None
        return connect4_score(score, self._position)


class Bitbully:
    """The solver from PyPI, at its core, with MTD(f), which is its fastest."""

    def prepare(self, position: Position) -> None:
        self._board = bitbully_core.BoardCore()
        assert self._board.play([cell % 7 for cell in position.moves])
        self._core = bitbully_core.BitBullyCore()

    def solve(self) -> int:
        return int(self._core.mtdf(self._board, first_guess=0))


def in_c() -> OneCore | None:
    """The twin in C, if there is a compiler."""
    if not shutil.which("gcc"):
        return None
    with tempfile.TemporaryDirectory() as place:
        source, library = Path(__file__).with_name("connect4_c.c"), Path(place) / "connect4.so"
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["gcc", *options, "-o", library, source], check=True)
        function = ctypes.CDLL(str(library)).solved
    number, pointer = ctypes.c_int64, ctypes.c_void_p
    function.restype = number
    function.argtypes = [
        pointer, pointer, ctypes.c_uint64, ctypes.c_uint64, number, number, number,
    ]  # fmt: skip
    return OneCore(
        lambda board, shared, mine, taken, *rest: function(
            board, shared, int(mine), int(taken), *rest
        ),
        address,
    )


def address(record: Board) -> object:
    return record.base.ctypes.data


def show(figures: dict[str, float | None]) -> None:
    out = Console(highlight=False)
    out.print(f"{figures['nodes']:,} nodes in {figures['seconds']} s: {figures['nodes_per_s']:,}/s")
    out.print(f"rate beside the twin in C: {figures['c_ratio']} (target: at least {C_TARGET})")
    out.print(
        f"time beside bitbully: {figures['bitbully_ratio_1']} (target: at most {BITBULLY_TARGET}), "
        f"with two workers {figures['bitbully_ratio_2']} (target: at most {TEAM_TARGET})"
    )


if __name__ == "__main__":
    main()

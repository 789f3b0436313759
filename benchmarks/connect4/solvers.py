"""Connect 4 solvers that can be timed: ours on one core and on two, its twin in C, and bitbully."""

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np

from bot.brain import Budget
from bot.search.connect4.board import Board, board_of
from bot.search.connect4.encoding import bitboards_of, connect4_score
from bot.search.connect4.solver_table import SMALLEST, lay_out
from bot.search.core.claims import nobody
from bot.search.core.memory_layout import NODES
from bot.search.core.shared import begin, shared_by
from bot.search.driver import Searcher
from games import Position

try:
    from bitbully import bitbully_core
except ImportError:
    bitbully_core = None

TABLE = 1 << 22  # words: 32 MB


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


def others() -> Bitbully | None:
    """The solver from PyPI, if it is installed."""
    return Bitbully() if bitbully_core else None


def in_c() -> OneCore | None:
    """The twin in C, if there is a compiler."""
    if not shutil.which("gcc"):
        return None
    with tempfile.TemporaryDirectory() as place:
        source, library = Path(__file__).with_name("twin.c"), Path(place) / "connect4.so"
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

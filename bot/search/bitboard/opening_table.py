"""Openings that the first player is proven to win: its move in every position that can arise.

A table has one move for each position that comes up while the first player keeps to it, whatever
the other does, until a VCF wins. A position and its images under the symmetries of the game are
one: that with the least numbers as sets of stones stands for all. The VCF is looked for in that
one, too, and depends on nothing else, so that what was verified is what is played.
`python -m benchmarks.qubic` makes the table of Qubic, and verifies it.
"""

import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from bot.search.bitboard.board import board_of, lowest, survey
from bot.search.bitboard.board_record import Board
from bot.search.bitboard.line_counts import first_frame
from bot.search.bitboard.vcf import BUDGET, FIRST, vcf
from bot.search.core.compiled import Array, compiled, unsigned, whole, word
from games.game import Game, members
from games.lines import Cell
from games.symmetry import symmetries

ENDING = ".openings"
ENTRY = np.dtype([("first", "<u8"), ("second", "<u8"), ("cell", "u1")])
VCF_NODES = 20_000  # positions that the VCF behind a table may look at: some 1 ms
GROWTH = 4  # of the weights of a board, which a VCF does not use

Stones = tuple[int, int]  # of the first player, who is to move, and of the second


class OpeningTable:
    """The table of a game, asked for positions with the first player to move."""

    def __init__(self, game: Game, moves: Mapping[Stones, Cell]) -> None:
        self._moves, self._board = moves, board_of(game, GROWTH)
        self.images = images_of(game)
        self._back = np.argsort(np.array(symmetries(game)), axis=1)

    def move(self, first: int, second: int) -> Cell | None:
        """The move that the table has for a position."""
        stones, symmetry = self.canonical(first, second)
        cell = self._moves.get(stones)
        return None if cell is None else int(self._back[symmetry, cell])

    def vcf(self, first: int, second: int) -> tuple[Cell, int] | None:
        """The first move of a VCF, and how many stones it adds."""
        (first, second), symmetry = self.canonical(first, second)
        longer, cell = fresh_vcf(self._board, unsigned(first), unsigned(second))
        return (int(self._back[symmetry, cell]), longer) if longer else None

    def follows(self, first: int, second: int) -> bool:
        """Whether the first player has just played, and the move that the table has."""
        after, _ = self.canonical(first, second)
        for cell in members(first):
            before = first & ~(1 << cell)
            move = self.move(before, second)
            if move is not None and self.canonical(before | 1 << move, second)[0] == after:
                return True
        return False

    def canonical(self, first: int, second: int) -> tuple[Stones, int]:
        """The image that stands for a position, and the symmetry that leads to it."""
        ours, theirs, symmetry = canonical(self.images, unsigned(first), unsigned(second))
        return (int(ours), int(theirs)), int(symmetry)


@lru_cache(maxsize=8)
def opening_table_of(game: Game) -> OpeningTable | None:
    """The table that the package has for a game."""
    for path in Path(__file__).parent.glob(f"*{ENDING}"):
        if path.stem == game.name:
            return OpeningTable(game, read(path))
    return None


def read(path: Path) -> dict[Stones, Cell]:
    return moves_of(np.frombuffer(zlib.decompress(path.read_bytes()), ENTRY))


def write(path: Path, moves: Mapping[Stones, Cell]) -> None:
    path.write_bytes(zlib.compress(entries_of(moves).tobytes(), 9))


def moves_of(entries: Array) -> dict[Stones, Cell]:
    stones = zip(entries["first"].tolist(), entries["second"].tolist(), strict=True)
    return dict(zip(stones, entries["cell"].tolist(), strict=True))


def entries_of(moves: Mapping[Stones, Cell]) -> Array:
    """The moves in the order of their positions."""
    return np.array([(*stones, cell) for stones, cell in sorted(moves.items())], ENTRY)


def images_of(game: Game) -> Array:
    """By cell and symmetry: where the cell goes, as a set of one."""
    to = np.array(symmetries(game), np.uint64)
    return np.ascontiguousarray((np.uint64(1) << to).T)


@compiled
def fresh_vcf(board: Board, first: int, second: int) -> tuple[int, int]:
    """The stones that a VCF adds, and its first move: whatever was searched before."""
    wins, _ = survey(board, first, second)
    losses, _ = survey(board, second, first)
    board.no_vcf[:] = word(0)
    board.vcf_state[BUDGET] = VCF_NODES
    first_frame(board, whole(0), first, second)
    longer = vcf(board, whole(0), whole(0), first, second, wins, losses)
    return longer, board.vcf_state[FIRST]


@compiled
def canonical(images: Array, first: int, second: int) -> tuple[int, int, int]:
    """The image of a position that stands for all, and the symmetry that leads to it."""
    many = images.shape[1]
    ours, theirs = np.zeros(many, np.uint64), np.zeros(many, np.uint64)
    while first != word(0):
        ours |= images[lowest(first)]
        first &= first - word(1)
    while second != word(0):
        theirs |= images[lowest(second)]
        second &= second - word(1)
    best = 0
    for at in range(1, many):
        if ours[at] < ours[best] or (ours[at] == ours[best] and theirs[at] < theirs[best]):
            best = at
    return ours[best], theirs[best], best

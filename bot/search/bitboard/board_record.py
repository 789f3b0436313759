"""The record of a bitboard, as numba passes it, and the node that a search hands down."""

from typing import Any, NamedTuple

import numpy as np

from games.game import Game

CELLS = 64
MIRRORS = 8  # symmetries looked at; Qubic has more, but a key for each would cost too much
ROOM = 192  # for lines; boards of up to 64 cells have at most 168
LISTED = 32  # for the lines that a cell is in, with a -1 behind them

PLIES = 130  # a pass and a stone for each cell, and some
WORTH = 1.3  # how much more a line counts for each cell less that it lacks, in ordering moves
NO_VCF = 1 << 16  # positions without a VCF that are remembered
MODE, AGE, TOUCHED = 0, 1, 2  # in a board's state; touched: how often a depth cut something off

Board = Any  # a record, see Shape

# What maker_breaker.py needs beside the table: by ply the lines, how many, and the zone of a win;
# and by cell, in the position at hand, the sum of its lines' keys.
ARENA = np.dtype(
    [
        ("k", np.int64),  # the cells of a line, at most
        ("patience", np.int64),  # nodes that a search may still look at
        ("lines", np.uint64, PLIES * ROOM),
        ("count", np.int64, PLIES),
        ("zone", np.uint64, PLIES),
        ("through", np.uint64, CELLS),
        ("room", np.uint64, ROOM),
        ("sizes", np.int64, ROOM),
        ("worth", np.float64, PLIES * CELLS),
        ("worths", np.float64, CELLS + 1),  # of a line, by its size
    ],
    align=True,
)
Arena = Any  # a record of this type


def lay_out(arena: Arena, k: int) -> None:
    """Make an arena ready for lines of so many cells at most."""
    arena.k, arena.worths[:] = k, [WORTH**-size for size in range(CELLS + 1)]


class BitboardNode(NamedTuple):
    """A position as it is handed down a search, seen by the side to move."""

    own: int  # the stones of the side to move
    opp: int
    own_wins: int  # the empty cells that would complete a line of its
    opp_wins: int
    own_weight: int
    opp_weight: int
    side: int  # whose turn it is
    key: int  # the Zobrist key, where one is kept


class Shape(NamedTuple):
    """What boards are compiled for: loops as short as these take a third of the time."""

    wide: int  # words that a set of lines needs
    digits: int  # that the number of stones in a line has in binary, before the last one

    def record(self) -> Any:
        """The type of a board. Numba passes a record as one pointer, an array as seven words.

        First what a game lays down, then what a search writes to.
        """
        sets = CELLS * self.wide
        frame = 2 * (self.digits + 1) * self.wide
        return np.dtype(
            [
                ("cells", np.int64),
                ("k", np.int64),
                ("exact", np.int64),
                ("count", np.int64),  # of lines
                ("mirrored", np.int64),  # of symmetries
                ("lines", np.uint64, ROOM),  # the cells of each line
                ("beyond", np.uint64, ROOM),  # those past its ends, which spoil it for who has them
                ("through", np.int16, CELLS * LISTED),  # by cell: the lines it is in
                ("beside", np.int16, CELLS * LISTED),  # by cell: the lines it is beyond
                ("through_sets", np.uint64, sets),  # the same as sets
                ("beside_sets", np.uint64, sets),
                ("two_short", np.uint64, self.digits),  # of k - 2: all bits of a word, or none
                ("weights", np.int64, CELLS + 1),  # of an open line, by the stones in it
                ("zobrist", np.uint64, CELLS * 2),  # of each cell with a stone of each side
                ("cell_keys", np.uint64, CELLS * 2 * MIRRORS),  # the same, by symmetry
                ("line_keys", np.uint64, ROOM * 2 * MIRRORS),  # of each line open to a side
                ("mirrors", np.int64, MIRRORS * CELLS),  # by symmetry: where each cell goes
                ("back", np.int64, MIRRORS * CELLS),  # and where it comes from
                ("state", np.int64, 4),
                ("vcf_state", np.int64, 2),  # see vcf.py
                ("vcf_cells", np.uint64, 2),
                ("no_vcf", np.uint64, NO_VCF),
                ("frames", np.uint64, (PLIES + CELLS) * frame),  # see line_counts.py
                ("killers", np.int64, PLIES),  # by ply
                ("history", np.int64, 2 * CELLS),  # by side and cell
                ("moves", np.int64, PLIES * CELLS),  # by ply, in any order: rank * CELLS + cell
                ("gains", np.int64, PLIES * CELLS),  # by ply and cell: what it adds to one's weight
                ("harms", np.int64, PLIES * CELLS),  # and what it takes from the other's
                ("wins", np.uint64, PLIES * CELLS),  # and the wins it leads to
                ("symmetry_keys", np.uint64, MIRRORS + 1),  # the last is that of the empty board
                ("arena", ARENA),
            ],
            align=True,
        )

    def holds(self, game: Game) -> bool:
        return len(game.lines) <= 64 * self.wide and game.shortest <= 1 << self.digits


SHAPES = (Shape(2, 2), Shape(3, 5))  # few, because each is compiled by itself

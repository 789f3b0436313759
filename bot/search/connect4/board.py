"""Connect 4 boards as bitboards: where stones are, and where they threaten to win.

Columns lie one after the other, each from the bottom up, with one spare bit on top. A line that
runs over the edge meets a spare bit, which is never set. The bits of a 7x6 board:

      6  13  20  27  34  41  48    spare
      5  12  19  26  33  40  47    top row
      4  11  18  25  32  39  46
      3  10  17  24  31  38  45
      2   9  16  23  30  37  44
      1   8  15  22  29  36  43
      0   7  14  21  28  35  42    bottom row

The stones of one side plus the stones of both are a key: no other position has the same sum, as in
each column the sum tells by its highest bit how many stones there are.
"""

from typing import Any

import numpy as np

from bot.search.core.compiled import inlined, word

SIZES = 65  # of what goes by number of stones, or of empty cells
WIDEST = 12  # columns: moves of a position, at most
ENDLESS = 1 << 60  # as patience

# Numba passes a record as one pointer, an array as seven words. benchmarks/connect4/twin.c has it.
BOARD = np.dtype(
    [
        ("step", np.uint64),  # bits of a column
        ("bottom", np.uint64),  # the lowest cell of each column
        ("all_cells", np.uint64),
        ("cells", np.uint64),  # how many
        ("width", np.uint64),
        ("salt", np.uint64),  # of the keys: boards of other sizes have others
        ("lower", np.uint64),  # of each two cells that a column ends in, the lower
        ("odd", np.uint64),  # the rows that the first side gets
        ("centre", np.uint64),
        ("inner", np.uint64),  # all columns but those at the edge
        ("middle", np.uint64, 64),  # by bit: how far from the edge its column is
        ("mode", np.int64),
        ("age", np.int64),
        ("root", np.uint64),  # the stones of the position to solve
        ("chosen", np.uint64),  # the move there that reached the score, or 0
        ("deepest", np.uint64),  # of the positions noted, see solver_sharing.py: its stones and 1
        ("overtaken", np.uint64),  # the one that another has answered
        ("tables", np.uint64, 2 * SIZES),  # by empty cells: where the table is, and its shift
        ("moves", np.uint64, SIZES * WIDEST),  # by stones: as bits
        ("threats", np.uint64, SIZES * WIDEST),  # that each move makes
        ("order", np.uint64, SIZES * WIDEST),  # the largest first
        ("hashes", np.uint64, SIZES * WIDEST),  # of the positions after
        ("hash", np.uint64, SIZES),  # by stones: of the position itself, and what is asked there
        ("alpha", np.uint64, SIZES),
        ("beta", np.uint64, SIZES),
        ("above", np.uint64, SIZES),  # the position noted before it
        ("patience", np.int64),  # how often the solver may still look at its signal
    ],
    align=True,
)
Board = Any  # a record of this type


def board_of(width: int, height: int) -> Board:
    """An empty board."""
    columns = [(1 << height) - 1 << column * (height + 1) for column in range(width)]
    bottom = sum(1 << column * (height + 1) for column in range(width))
    board = np.zeros(1, BOARD).view(np.recarray)[0]
    board.step, board.bottom, board.all_cells = height + 1, bottom, sum(columns)
    board.cells, board.width, board.patience = width * height, width, ENDLESS
    board.salt = (width * 16 + height) * 0xD6E8FEB86659FD93 & (1 << 64) - 1
    board.lower = sum(bottom << row for row in range(height % 2, height, 2))
    board.odd = sum(bottom << row for row in range(0, height, 2))
    board.centre = sum(columns[(width - 1) // 2 : width // 2 + 1])
    board.inner = sum(columns[1:-1])
    for bit in range(width * (height + 1)):
        column = bit // (height + 1)
        board.middle[bit] = min(column, width - 1 - column)
    return board


@inlined
def threats(stones: int, taken: int, board: Board) -> int:
    """The empty cells that would make four of these stones."""
    found = (stones << word(1)) & (stones << word(2)) & (stones << word(3))
    step = board.step
    found |= _along(stones, step - word(1))
    found |= _along(stones, step)
    found |= _along(stones, step + word(1))
    return found & (board.all_cells ^ taken)


@inlined
def _along(stones: int, step: int) -> int:
    """The fourth cells of all lines in one direction that have three of these stones."""
    twice, thrice = step + step, step + step + step
    ahead = (stones << step) & (stones << twice)
    behind = (stones >> step) & (stones >> twice)
    return (
        (ahead & ((stones << thrice) | (stones >> step)))
        | (behind & ((stones << step) | (stones >> thrice)))
    )  # fmt: skip


@inlined
def has_four(stones: int, board: Board) -> bool:
    """Whether four of these stones are in line."""
    step = board.step
    pair = stones & (stones >> word(1))
    found = pair & (pair >> word(2))
    pair = stones & (stones >> step)
    found |= pair & (pair >> (step + step))
    pair = stones & (stones >> (step - word(1)))
    found |= pair & (pair >> (step + step - word(2)))
    pair = stones & (stones >> (step + word(1)))
    found |= pair & (pair >> (step + step + word(2)))
    return found != word(0)


@inlined
def mirrored(key: int, board: Board) -> int:
    """The key of the position seen in a mirror."""
    step = board.step
    column = (word(1) << step) - word(1)
    turned = word(0)
    for _ in range(board.width):
        turned = (turned << step) | (key & column)
        key >>= step
    return turned

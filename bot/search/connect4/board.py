"""Connect 4 boards as words: where stones are, where they threaten to win, and what scores mean.

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

import numpy as np

from bot.search.core.compiled import Array, inlined, word

# A desk is what a search has at hand, in words: the board first, then what it writes down.
STEP, BOTTOM, BOARD, CELLS, WIDTH, SALT = range(6)
LOWER, ODD, CENTRE, INNER = range(6, 10)
TICKET, VISITED, AGE, CLAIMED, DEEPEST, OVERTAKEN, ROOT, CHOSEN = range(10, 18)
TABLES = 18  # from here on, for each number of empty cells, where the table is, and its shift
MOVES = TABLES + 2 * 65  # from here on, for each number of stones, the moves of a position
ROOM = 52  # words for each number of stones: a dozen moves, their threats, worth and hashes
FOUND, WORTH, CODES = 12, 24, 36
CODE, ALPHA, BETA, ABOVE = 48, 49, 50, 51  # and of the position itself, see connect4_sharing.py
MIDDLE = MOVES + 64 * ROOM  # from here on, for each bit, how far from the edge its column is
DESK = MIDDLE + 64


def desk_of(width: int, height: int) -> Array:
    """A desk with the board drawn up."""
    columns = [(1 << height) - 1 << column * (height + 1) for column in range(width)]
    bottom = sum(1 << column * (height + 1) for column in range(width))
    desk = np.zeros(DESK, np.uint64)
    desk[STEP], desk[BOTTOM], desk[BOARD] = height + 1, bottom, sum(columns)
    desk[CELLS], desk[WIDTH] = width * height, width
    desk[SALT] = (width * 16 + height) * 0xD6E8FEB86659FD93 & (1 << 64) - 1
    desk[LOWER] = sum(bottom << row for row in range(height % 2, height, 2))
    desk[ODD] = sum(bottom << row for row in range(0, height, 2))
    desk[CENTRE] = sum(columns[(width - 1) // 2 : width // 2 + 1])
    desk[INNER] = sum(columns[1:-1])
    for bit in range(width * (height + 1)):
        column = bit // (height + 1)
        desk[MIDDLE + bit] = min(column, width - 1 - column)
    return desk


@inlined
def threats(stones: int, taken: int, desk: Array) -> int:
    """The empty cells that would make four of these stones."""
    found = (stones << word(1)) & (stones << word(2)) & (stones << word(3))
    step = desk[STEP]
    found |= _along(stones, step - word(1))
    found |= _along(stones, step)
    found |= _along(stones, step + word(1))
    return found & (desk[BOARD] ^ taken)


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
def has_four(stones: int, desk: Array) -> bool:
    """Whether four of these stones are in line."""
    step = desk[STEP]
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
def mirrored(key: int, desk: Array) -> int:
    """The key of the position seen in a mirror."""
    step = desk[STEP]
    column = (word(1) << step) - word(1)
    turned = word(0)
    for _ in range(desk[WIDTH]):
        turned = (turned << step) | (key & column)
        key >>= step
    return turned

"""What the Connect 4 solver remembers.

Every position with a choice of moves has one word. Its upper part is what the place in the table
leaves open of the position's hash, and as the hash can be undone, no two positions of a board are
ever mixed up. A word is written whole, so that workers cannot tear one another's entries.

    bits of a word   0-6 bound   7-11 work   16-63 hash, without its highest 16
    bound            64 + 2 * score, and 1 more where the score is at most, not at least, this

Most positions that are met have few empty cells, and cost little. In one large table each of them
would wait for memory. So they have tables that fit into a core's cache: one that all workers share
and, for the very last, one that each has for itself, as cores also wait for what others write.
"""

from typing import Any

import numpy as np

from bot.search.connect4.board import SIZES, Board, mirrored
from bot.search.core.compiled import Array, inlined, word

SMALLEST = 1 << 17  # words in a table: with fewer, 48 bits of a hash do not tell it
OWN, NEAR = 16, 24  # with at most so many cells empty, a position has its place in these tables
MIRRORED = 12  # with fewer stones, a position is looked up together with its mirror image
DATA = 1 << 16


def lay_out(board: Board, own: Array, near: Array, far: Array) -> None:
    """Note on a board, for each number of empty cells, where the table is and how it is read.

    It holds addresses, so that the tables must be kept for as long as it is used.
    """
    for empty in range(SIZES):
        table = own if empty <= OWN else near if empty <= NEAR else far
        board.tables[2 * empty] = table.ctypes.data
        board.tables[2 * empty + 1] = shift_of(table)


def shift_of(table: Array) -> Any:
    """How far a hash is shifted to tell a place in a table: a pair of entries."""
    return np.uint64(66 - len(table).bit_length())


@inlined
def hashed(key: int, stones: int, board: Board) -> int:
    """A hash that can be undone, as the factor is odd; boards of other sizes have others."""
    if stones < MIRRORED:
        key = min(key, mirrored(key, board))
    return (key ^ board.salt) * word(0x9E3779B97F4A7C15)


@inlined
def probe(table: Array, code: int, shift: int) -> int:
    """The data kept under a hash, or 0."""
    at = (code >> shift) << word(1)
    check = code << word(16)
    data = table[at] ^ check
    if data < word(DATA):
        return data
    data = table[at + word(1)] ^ check
    if data < word(DATA):
        return data
    return word(0)


@inlined
def store(table: Array, code: int, shift: int, data: int) -> None:
    """Keep data under a hash; of the two entries there, the one with less work gives way."""
    at = (code >> shift) << word(1)
    check = code << word(16)
    first, second = table[at], table[at + word(1)]
    if first ^ check >= word(DATA) and (
        second ^ check < word(DATA)
        or (second >> word(7)) & word(31) < (first >> word(7)) & word(31)
    ):
        at += word(1)
    table[at] = check | data

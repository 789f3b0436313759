"""The book of Connect 4: who wins every position of the usual board with up to ten stones.

No positions are kept, only a table of two bits a place. The hash of a position names three places,
and the table was made so that for every position of the book these three, combined by XOR, are its
value (Majewski, Wormald, Havas and Czech 1996). Of any other position it would tell nonsense, so it
is asked only for what it holds. `python -m benchmarks.connect4.book` makes it with the solver,
and checks it.
"""

from functools import cache
from pathlib import Path

import numpy as np

from bot.search.core.compiled import Array

WIDTH, HEIGHT = 7, 6
STEP = HEIGHT + 1  # bits of a column, as board.py draws them
COLUMN = (1 << STEP) - 1
PLIES = 10
FILE = Path(__file__).with_name("connect4.book")
THIRDS = 3  # the places of a position lie in different parts of the table
SPAN = 21  # bits of a hash that name one of them
VALUES = np.array([0, 1, -1, 0], np.int8)  # by their two bits
MIX = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)  # the factors of the hash
WORD = (1 << 64) - 1


def value_of(mine: int, taken: int) -> int | None:
    """Who wins a position that is not over, for the side to move; None if it is not in the book."""
    if taken.bit_count() > PLIES:
        return None
    packed_table = _file()
    mixed = min(mine + taken, mirrored(mine + taken)) * MIX[0] & WORD
    mixed = (mixed ^ mixed >> 32) * MIX[1] & WORD
    mixed ^= mixed >> 29
    third, found = 4 * len(packed_table) // THIRDS, 0
    for part in range(THIRDS):
        place = ((mixed >> SPAN * part & (1 << SPAN) - 1) * third >> SPAN) + part * third
        found ^= packed_table[place >> 2] >> 2 * (place & 3)
    return int(VALUES[found & 3])


def mirrored(key: int) -> int:
    """The key of the position seen in a mirror."""
    return sum(
        (key >> STEP * column & COLUMN) << STEP * (WIDTH - 1 - column) for column in range(WIDTH)
    )


def values(table: Array, keys: Array) -> Array:
    """By canonical key, for the side to move: 1 won, 0 drawn, -1 lost."""
    found = np.zeros(len(keys), np.uint8)
    for place in places(keys, len(table)):
        found ^= table[place]
    return VALUES[found]


def canonical(keys: Array) -> Array:
    """The lesser of the keys of positions and of what they are in a mirror."""
    rest, turned = keys, np.zeros_like(keys)
    for _ in range(WIDTH):
        turned = (turned << np.uint64(STEP)) | (rest & np.uint64(COLUMN))
        rest = rest >> np.uint64(STEP)
    lesser: Array = np.minimum(keys, turned)
    return lesser


def places(keys: Array, size: int) -> list[Array]:
    """The three places of each key in a table."""
    mixed = keys * np.uint64(MIX[0])
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(MIX[1])
    mixed ^= mixed >> np.uint64(29)
    third = np.uint64(size // THIRDS)
    parts = (mixed >> np.uint64(SPAN * part) & np.uint64((1 << SPAN) - 1) for part in range(THIRDS))
    return [
        (part * third >> np.uint64(SPAN)) + np.uint64(number) * third
        for number, part in enumerate(parts)
    ]


@cache
def _file() -> bytes:
    return FILE.read_bytes()


def packed(table: Array) -> bytes:
    """A table as the file has it, four places a byte; their number is a multiple of twelve."""
    fours = table.reshape(-1, 4)
    return bytes(fours[:, 0] | fours[:, 1] << 2 | fours[:, 2] << 4 | fours[:, 3] << 6)


def unpacked(kept: bytes) -> Array:
    fours = np.frombuffer(kept, np.uint8)
    return np.stack([fours >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).ravel()

"""One board of nine as nine bits for each side, and all that can be looked up about it.

bits of a mask   0 1 2
                 3 4 5
                 6 7 8
"""

import numpy as np

from bot.search.compiled import Array
from bot.search.zobrist import words

FULL = 511
ANYWHERE = 9  # as the board of the reply: every board
CELLS = 81

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def _completions() -> Array:
    """By the mask of a side: the cells that would complete a line of it, were they empty."""
    found = np.zeros(512, np.int64)
    for mask in range(512):
        for line in LINES:
            if (mask & line).bit_count() == 2:
                found[mask] |= line & ~mask
    return found


def _digits() -> Array:
    """By the mask: its bits as digits in base three, so that two masks add up to a small index."""
    return np.array([sum(3**c for c in range(9) if m >> c & 1) for m in range(512)], np.int64)


COMPLETIONS = _completions()
DIGITS = _digits()
STONES = words(2 * CELLS + ANYWHERE + 1)[: 2 * CELLS]  # by side and cell, for the key
TARGETS = words(2 * CELLS + ANYWHERE + 1)[2 * CELLS :]  # by the board of the reply, for the key

ONE, THREAT, MORE = 2, 20, 5  # an open line with one stone, a cell that wins, each other such cell


def evaluations() -> Array:
    """What a board is worth to the first side, by digits of its mask plus twice the other's."""
    worth = np.zeros(3**9, np.int16)
    for first in range(512):
        rest = FULL & ~first
        second = rest
        while True:
            value = _worth(first, second) - _worth(second, first)
            worth[DIGITS[first] + 2 * DIGITS[second]] = value
            if not second:
                break
            second = (second - 1) & rest
    return worth


def _worth(mine: int, theirs: int) -> int:
    wins = int(COMPLETIONS[mine]) & ~theirs
    ones = sum((mine & line).bit_count() == 1 and not theirs & line for line in LINES)
    return ONE * ones + ((THREAT + MORE * (wins.bit_count() - 1)) if wins else 0)

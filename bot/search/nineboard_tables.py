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
    code = np.arange(3**9)
    digits = [code // 3**cell % 3 for cell in range(9)]
    return (_worth(digits, 1) - _worth(digits, 2)).astype(np.int16)


def _worth(digits: list[Array], mine: int) -> Array:
    """What boards are worth to one side, whose stones are the digits *mine*."""
    ones = np.zeros(3**9, np.int64)
    wins = np.zeros((9, 3**9), bool)
    for line in LINES:
        cells = [cell for cell in range(9) if line >> cell & 1]
        held = sum((digits[cell] == mine).astype(np.int64) for cell in cells)
        free = sum((digits[cell] == 0).astype(np.int64) for cell in cells)
        ones += (held == 1) & (free == 2)
        for cell in cells:
            wins[cell] |= (held == 2) & (digits[cell] == 0)
    count = wins.sum(axis=0)
    return ONE * ones + np.where(count > 0, THREAT + MORE * (count - 1), 0)

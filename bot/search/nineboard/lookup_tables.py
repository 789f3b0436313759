"""One board of nine as nine bits for each side, and all that can be looked up about it.

bits of a mask   0 1 2
                 3 4 5
                 6 7 8
"""

import numpy as np

from bot.search.core.compiled import Array
from bot.search.core.zobrist import random_words

FULL = 511
ANYWHERE = 9  # as the board of the reply: every board
CELLS = 81
CODES = 3**9  # of a board, by what is in its cells

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
    """By the mask: its bits as digits in base three, so that two masks add up to a code."""
    return np.array([sum(3**c for c in range(9) if m >> c & 1) for m in range(512)], np.int64)


COMPLETIONS = _completions()
DIGITS = _digits()
_ZOBRIST = random_words(2 * CELLS + ANYWHERE + 1)
STONES = _ZOBRIST[: 2 * CELLS]  # by side and cell, for the key
TARGETS = _ZOBRIST[2 * CELLS :]  # by the board of the reply, for the key

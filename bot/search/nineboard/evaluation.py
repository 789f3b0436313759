"""What the nine boards are worth to whom, learnt from games that the search played against itself.

Each board counts by its own stones, and where it lies tells how: a cell sends the reply to another
board. A worth stays the same if all boards and cells are turned or mirrored together, and changes
its sign if the stones change their owners. So the file has one worth, a byte, for each class of
boards that become each other in this way. `python -m benchmarks.boards` plays the games, and makes
it. Classes that no game has met keep what lines alone tell.
"""

from functools import cache
from pathlib import Path

import numpy as np

from bot.search.core.compiled import Array
from bot.search.nineboard.lookup_tables import CODES, LINES
from games.catalogue import game_named
from games.symmetry import symmetries

FILE = Path(__file__).with_name("nineboard.worths")
TEMPO = 13  # what it is worth to be on move; from the same games
ONE, THREAT, MORE = 2, 20, 5  # an open line with one stone, a cell that wins, each other such cell
DIGITS = np.arange(CODES) // 3 ** np.arange(9)[:, None] % 3  # by cell and code: 1 first, 2 second


@cache
def evaluations() -> Array:
    """What boards are worth to the first side, by board and code."""
    return spread_out(np.frombuffer(FILE.read_bytes(), np.int8))


def spread_out(values: Array) -> Array:
    """The values of all boards and codes, from those of the classes."""
    classes, signs = classified()
    found: Array = values[classes] * signs
    return found.astype(np.int16).ravel()


@cache
def classified() -> tuple[Array, Array]:
    """By board and code: the number of its class, and the sign by which it has its worth.

    The sign is 0 where a board becomes itself when the stones change their owners.
    """
    least = np.full((9, CODES), 9 * CODES)
    for to in symmetries(game_named("nineboard")):
        cells = [to[cell] % 9 for cell in range(9)]
        turned = sum(DIGITS[cell] * 3 ** cells[cell] for cell in range(9))
        for board in range(9):
            least[board] = np.minimum(least[board], to[9 * board] // 9 * CODES + turned)
    swapped = least[:, sum((3 - digit) % 3 * 3**cell for cell, digit in enumerate(DIGITS))]
    classes = np.unique(np.minimum(least, swapped), return_inverse=True)[1]
    return classes.reshape(least.shape), np.sign(swapped - least)


def plain() -> Array:
    """What the lines of a board alone tell of its worth to the first side, by code."""
    return _lines(1) - _lines(2)


def _lines(mine: int) -> Array:
    """What the lines are worth to one side, whose stones are the digits *mine*."""
    ones = np.zeros(CODES, np.int64)
    wins = np.zeros((9, CODES), bool)
    for line in LINES:
        cells = [cell for cell in range(9) if line >> cell & 1]
        held = (DIGITS[cells] == mine).sum(axis=0)
        free = (DIGITS[cells] == 0).sum(axis=0)
        ones += (held == 1) & (free == 2)
        for cell in cells:
            wins[cell] |= (held == 2) & (DIGITS[cell] == 0)
    count = wins.sum(axis=0)
    return ONE * ones + np.where(count > 0, THREAT + MORE * (count - 1), 0)

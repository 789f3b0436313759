"""All positions of Connect 4 with up to some stones, listed layer by layer.

A position and its mirror image are one. Positions are words, as connect4_board.py draws them.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bot.search.connect4.book import HEIGHT, STEP, WIDTH, canonical
from bot.search.core.compiled import Array

BOTTOM = np.uint64(sum(1 << column * STEP for column in range(WIDTH)))
COLUMNS = [np.uint64((1 << HEIGHT) - 1 << column * STEP) for column in range(WIDTH)]


class Layer(NamedTuple):
    """All positions with some number of stones that are not over, sorted by key."""

    keys: Array
    mine: Array  # the stones of the side to move
    taken: Array


class Move(NamedTuple):
    """What playing in one column makes of a layer, where the column is not full."""

    possible: Array
    wins: Array  # of those: whether it makes four
    keys: Array
    mine: Array
    taken: Array


def moves(layer: Layer) -> list[Move]:
    """What comes of each column."""
    return [_play(layer, column) for column in COLUMNS]


def _play(layer: Layer, column: np.uint64) -> Move:
    stone = (layer.taken + BOTTOM) & column
    possible = stone != 0
    mine, taken, stone = layer.mine[possible], layer.taken[possible], stone[possible]
    theirs, after = mine ^ taken, taken | stone
    return Move(possible, _has_four(mine | stone), canonical(theirs + after), theirs, after)


def _has_four(stones: Array) -> Array:
    four = np.zeros(len(stones), np.bool_)
    for step in (1, STEP - 1, STEP, STEP + 1):
        pairs = stones & (stones >> np.uint64(step))
        four |= pairs & (pairs >> np.uint64(2 * step)) != 0
    return four


def layers(plies: int) -> list[Layer]:
    """The layers from the empty board to that with so many stones."""
    none = np.zeros(1, np.uint64)
    found = [Layer(none, none, none)]
    for _ in range(plies):
        after = moves(found[-1])
        goes_on = ~np.concatenate([move.wins for move in after])
        keys, mine, taken = (
            np.concatenate([getattr(move, each) for move in after])[goes_on]
            for each in Layer._fields
        )
        keys, first = np.unique(keys, return_index=True)
        found.append(Layer(keys, mine[first], taken[first]))
    return found


def backwards(every: list[Layer], last: Array) -> list[Array]:
    """The values of all layers, for the side to move, by those of the last one."""
    found = [last]
    for below, layer in pairwise(every[::-1]):
        best = np.full(len(layer.keys), -1, np.int8)
        for move in moves(layer):
            at = np.minimum(np.searchsorted(below.keys, move.keys), len(below.keys) - 1)
            value = np.where(move.wins, 1, -found[0][at])
            best[move.possible] = np.maximum(best[move.possible], value)
        found.insert(0, best)
    return found

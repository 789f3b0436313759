"""Weaker play that looks human: a shorter view, and now and then a slip.

A level below the highest sees the value of every move to its own depth. Mostly it plays the best.
When it slips, it takes another that looked nearly as good, and the larger its share of slips the
less near. It never slips past a win that it sees, nor into a loss that it sees.
"""

from random import Random
from typing import NamedTuple

from bot.search.scores import PROVEN
from games.lines import Cell

HIGHEST = 10


class Level(NamedTuple):
    """How far a level looks, and how it errs."""

    depth: int
    slips: float  # the share of moves that are not the best it sees
    spread: float  # how far below the best those lie, as a share of the range of all values


LEVELS = {
    1: Level(1, 0.60, 0.60),
    2: Level(2, 0.50, 0.45),
    3: Level(2, 0.25, 0.30),
    4: Level(3, 0.20, 0.25),
    5: Level(4, 0.15, 0.20),
    6: Level(5, 0.10, 0.15),
    7: Level(6, 0.06, 0.10),
    8: Level(8, 0.03, 0.10),
    9: Level(10, 0.00, 0.00),
}


def pick(level: Level, values: dict[Cell, int], random: Random) -> Cell:
    """The move that a level plays, given what it sees of each."""
    best = max(values.values())
    equal = [cell for cell, value in values.items() if value == best]
    if best >= PROVEN or random.random() >= level.slips:
        return random.choice(equal)
    bearable = {cell: value for cell, value in values.items() if value > -PROVEN} or values
    lowest = min(bearable.values())
    floor = best - (best - lowest) * level.spread
    return random.choice([cell for cell, value in bearable.items() if value >= floor])

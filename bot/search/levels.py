"""Weaker play that looks human: a shorter view, and now and then a slip.

A level below the highest plays the best move that it sees at its own depth. The lower ones see
nothing beyond, the upper ones also look for long attacks by threats. When a level slips, it has
only glanced at the position: it takes a move that looks nearly as good as the best, and may be
wrong about both. It never slips past a win that a glance shows, nor into a loss that it shows; but
the lowest levels glance at their own move only, and so may overlook what the other side threatens.
"""

from random import Random
from typing import NamedTuple

from bot.search.scores import PROVEN
from bot.search.task import Mode
from games.game import Position
from games.lines import Cell

HIGHEST = 10
MANY = 20  # moves; with more, a search gets less deep, and each ply of it counts more


class Level(NamedTuple):
    """How far a level looks, and how it errs."""

    depth: int
    wide: int  # the depth where there are many moves
    slips: float  # the share of moves that it has only glanced at
    spread: float  # how far below the best those lie, as a share of the range of all values
    mode: Mode = Mode.PLAY  # STRICT: it sees nothing beyond its depth
    glance: int = 3  # plies that it looks ahead where it slips

    def depth_in(self, position: Position) -> int:
        return self.depth if len(position.legal_moves()) <= MANY else self.wide


LEVELS = {
    1: Level(1, 1, 0.75, 0.80, Mode.STRICT, 1),
    2: Level(2, 2, 0.45, 0.70, Mode.STRICT, 1),
    3: Level(2, 2, 0.25, 0.60, Mode.STRICT, 1),
    4: Level(4, 2, 0.13, 0.50, Mode.STRICT, 1),
    5: Level(6, 4, 0.22, 0.50, Mode.STRICT),
    6: Level(8, 4, 0.15, 0.50),
    7: Level(10, 6, 0.105, 0.50),
    8: Level(12, 8, 0.06, 0.50),
    9: Level(30, 12, 0.03, 0.50),
}


def slip(level: Level, values: dict[Cell, int], random: Random) -> Cell:
    """A move that is not the best but not much worse, as far as there is one.

    The values are those of all moves at a glance.
    """
    best = max(values.values())
    if best < PROVEN:
        undecided = [value for value in values.values() if value > -PROVEN] or [best]
        floor = best - (best - min(undecided)) * level.spread
        worse = [cell for cell, value in values.items() if floor <= value < best]
        if worse:
            return random.choice(worse)
    return random.choice([cell for cell, value in values.items() if value == best])

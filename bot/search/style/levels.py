"""Weaker play that looks human: a shorter view, and now and then a slip.

A level below the highest plays the best move that it sees at its own depth. The lower ones see
nothing beyond, the upper ones also look for long attacks by threats. When a level slips, it has
only glanced at the position: it takes a move that looks nearly as good as the best, and may be
wrong about both. Where there are many moves, it is one near a stone. It never slips past a win that
a glance shows, nor into a loss that it shows; but the lower levels glance at their own move only,
and so may overlook what the other side threatens.
"""

from functools import cache
from random import Random
from typing import NamedTuple

from bot.search.core.mode import Mode
from bot.search.core.scores import PROVEN
from games.game import Game, Position
from games.lines import Cell

HIGHEST = 10
NEAR = 2  # steps along a line
FEW, MANY = 20, 64  # moves; with more, a search gets less deep, and a slip is less often fatal


class Level(NamedTuple):
    """How far a level looks, and how it errs."""

    depth: int
    slips: float  # the share of moves that it has only glanced at
    spread: float  # how far below the best those lie, as a share of the range of all values
    mode: Mode = Mode.PLAY  # STRICT: it sees nothing beyond its depth
    glance: int = 3  # plies that it looks ahead where it slips


# Spaced so that each takes some two of three points from the one below it, in all games alike: see
# python -m benchmarks.strength --only levels
WITH_FEW_MOVES = {
    1: Level(2, 0.90, 0.80, Mode.STRICT, 1),
    2: Level(2, 0.60, 0.70, Mode.STRICT, 1),
    3: Level(2, 0.33, 0.60, Mode.STRICT, 1),
    4: Level(4, 0.18, 0.50, Mode.STRICT, 1),
    5: Level(6, 0.20, 0.50, Mode.STRICT),
    6: Level(8, 0.17, 0.50),
    7: Level(9, 0.10, 0.50),
    8: Level(11, 0.05, 0.50),
    9: Level(13, 0.03, 0.50),
}
WITH_MANY_MOVES = {
    1: Level(2, 0.90, 0.80, Mode.STRICT, 1),
    2: Level(2, 0.78, 0.75, Mode.STRICT, 1),
    3: Level(2, 0.64, 0.70, Mode.STRICT, 1),
    4: Level(2, 0.48, 0.60, Mode.STRICT, 1),
    5: Level(2, 0.29, 0.55, Mode.STRICT, 1),
    6: Level(2, 0.15, 0.50, Mode.STRICT, 1),
    7: Level(3, 0.32, 0.50),
    8: Level(4, 0.14, 0.50),
    9: Level(8, 0.06, 0.50),
}
ON_WIDE_BOARDS = WITH_MANY_MOVES | {
    6: Level(2, 0.13, 0.50, Mode.STRICT, 1),
    7: Level(3, 0.15, 0.50),
    8: Level(4, 0.10, 0.50),
}


def level_in(position: Position, number: int) -> Level:
    """How a level below the highest plays a position."""
    moves = len(position.legal_moves())
    if moves <= FEW:
        return WITH_FEW_MOVES[number]
    level = (WITH_MANY_MOVES if moves <= MANY else ON_WIDE_BOARDS)[number]
    # Everybody knows how to begin: where there is no stone, the depth of a level tells it nothing.
    return level if position.moves else level._replace(slips=0.0, mode=Mode.PLAY)


def plausible(position: Position, values: dict[Cell, int]) -> dict[Cell, int]:
    """Of many moves, those near a stone: hardly anybody looks at the rest of a wide board."""
    if len(values) <= FEW:
        return values
    near, stones = _neighbours(position.game), position.stones[0] | position.stones[1]
    return {cell: values[cell] for cell in values if near[cell] & stones} or values


@cache
def _neighbours(game: Game) -> list[int]:
    """By cell, as bits, the cells so few steps from it along a line that they count as near."""
    found = [0] * game.cells
    for line in game.lines:
        for here, cell in enumerate(line):
            for other in line[max(0, here - NEAR) : here + NEAR + 1]:
                found[cell] |= 1 << other
    return found


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

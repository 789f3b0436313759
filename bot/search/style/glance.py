"""A move as a person makes it at a glance: what one notices, and what one does about it.

How much somebody notices is their *eye*, from 0 to 1. Lines that lack one stone are overlooked, the
more so when they are slanted or long; a win that is noticed is taken, and one of the other side
prevented. Otherwise one is greedy, and makes the longest line that one can, or puts a stone beside
another without much thought. Whoever looks at a position in this way looks no move ahead.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from games.game import CellSet, Game, Position, Side, cell_set, members
from games.lines import Cell, Line

NEAR = 2  # steps along a line
FEW = 20  # cells to choose from, of which each is looked at


class Sight(NamedTuple):
    """A line as it meets the eye."""

    line: Line
    filled: CellSet
    beyond: CellSet  # spoils it
    subtlety: float  # the power of the eye that it takes to notice it


def glance(position: Position, eye: float, random: Random) -> Cell:
    """The move of somebody with so good an eye, who does not think."""
    us, them = position.turn, 1 - position.turn
    for side in (us, them):
        if noticed := _noticed(position, side, eye, random):
            return random.choice(noticed)
    nearby = _nearby(position)
    return random.choice(_longest(position, nearby) if random.random() < eye else nearby)


def _noticed(position: Position, side: Side, eye: float, random: Random) -> list[Cell]:
    """The cells by which a side is seen to win at once."""
    legal = cell_set(position.legal_moves())
    ours, theirs = position.stones[side], position.stones[1 - side]
    found = 0
    for _, filled, beyond, subtlety in _sights(position.game):
        missing = filled & ~ours
        if missing & theirs or missing.bit_count() != 1 or not missing & legal or ours & beyond:
            continue
        if random.random() < eye**subtlety:
            found |= missing
    return members(found)


def _longest(position: Position, cells: Iterable[Cell]) -> list[Cell]:
    """Of these cells, those that make the longest line which can still be filled."""
    ours, theirs = position.stones[position.turn], position.stones[1 - position.turn]
    longest = dict.fromkeys(cells, 0)
    for line, filled, beyond, _ in _sights(position.game):
        if not filled & theirs and not ours & beyond:
            held = (filled & ours).bit_count() + 1
            for cell in line:
                if cell in longest:
                    longest[cell] = max(longest[cell], held)
    most = max(longest.values())
    return [cell for cell, held in longest.items() if held == most]


def _nearby(position: Position) -> list[Cell]:
    """Of many moves, those near a stone: hardly anybody looks at the rest of a wide board."""
    legal = position.legal_moves()
    if len(legal) <= FEW:
        return legal
    near, stones = _neighbours(position.game), position.stones[0] | position.stones[1]
    return [cell for cell in legal if near[cell] & stones] or legal


@cache
def _sights(game: Game) -> list[Sight]:
    beyond = game.beyond or ((),) * len(game.lines)
    return [
        Sight(line, cell_set(line), cell_set(spoils), _subtlety(game, line))
        for line, spoils in zip(game.lines, beyond, strict=True)
    ]


def _subtlety(game: Game, line: Line) -> float:
    """One for three cells in a row, more for slanted lines and for long ones."""
    axes, (here, there) = 0, line[:2]
    for size in reversed(game.shape):
        axes += here % size != there % size
        here, there = here // size, there // size
    return axes + (len(line) - 3) / 2


@cache
def _neighbours(game: Game) -> list[CellSet]:
    """By cell, the cells so few steps from it along a line that they count as near."""
    found = [0] * game.cells
    for line in game.lines:
        for here, cell in enumerate(line):
            for other in line[max(0, here - NEAR) : here + NEAR + 1]:
                found[cell] |= 1 << other
    return found

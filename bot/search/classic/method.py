"""How a classic searches, as data."""

from enum import IntEnum
from typing import NamedTuple

from games.lines import Cell

VICTORY = (
    900_000_000  # above any sum of lines; the protocol carries scores up to a thousand million
)


class TableUse(IntEnum):
    """What a search keeps in its transposition table of the positions that it has seen."""

    NOTHING = 0
    MOVES = 1  # the best move, to be tried first
    SCORES = 2  # the score, not to be worked out again


class Method(NamedTuple):
    """What the search of a classic looks at, in which order, and how it values positions.

    Values are for the side to move at the root; drawn and undecided positions have fixed values, or
    undecided ones, with None, those of their lines.
    """

    weights: tuple[int, ...]  # of an open line, by its stones
    bonus: tuple[int, ...] = ()  # of a stone, by its cell
    order: tuple[Cell, ...] = ()  # which cells are tried first; board order if empty
    radius: int = 0  # only cells so near a stone are tried; 0: all
    latest: bool = False  # the cells near the latest stones are tried first
    sees_wins: bool = False  # a win at once is seen before anything is expanded, or judged
    table: TableUse = TableUse.NOTHING
    victory: int = VICTORY
    haste: int = 1  # how much less a win is worth with each stone
    drawn: int = 0
    undecided: int | None = None
    discount: int = 0  # taken from the weight of each line of the side that has just moved
    last_of_equals: bool = False  # the last of equal moves is played, and not the first

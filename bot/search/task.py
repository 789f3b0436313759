"""What workers are told to do. Without numba, so that whoever tells them need not load it."""

from enum import IntEnum
from typing import NamedTuple

from games.game import Position
from games.lines import Cell


class Mode(IntEnum):
    """How a position is searched."""

    PLAY = 0  # as strongly as possible: may be selective, reduce and extend
    STRICT = 1  # plain minimax to the depth asked for, only faster: the yardstick of the tests
    SOLVE = 2  # full width, and whatever is undecided at the depth asked for counts 0


class Task(NamedTuple):
    """Search a position together with the other workers."""

    position: Position
    mode: Mode
    depth: int
    every: bool = False  # the exact value of each root move is wanted, not only of the best
    outright: bool = False  # in SOLVE: who wins is enough, not how soon


class Recall(NamedTuple):
    """Tell the play that the table holds from a position on."""

    position: Position
    mode: Mode
    seconds: float  # after which no further move is looked up


class Tempt(NamedTuple):
    """In a position that is drawn, tell the move that keeps the draw and most invites errors."""

    position: Position
    first: Cell  # what to play where no move is seen to be better


class Warm(NamedTuple):
    """Load all that a game needs, before its clock runs."""

    game: str


Order = Task | Recall | Tempt

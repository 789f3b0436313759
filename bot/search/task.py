"""What workers are told to do. Without numba, so that whoever tells them need not load it."""

from typing import NamedTuple

from bot.search.core.mode import Mode
from games.game import Position
from games.lines import Cell


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


class SetTrap(NamedTuple):
    """In a position that is drawn, tell the move that keeps the draw and most invites errors."""

    position: Position
    first: Cell  # what to play where no move is seen to be better


class Warm(NamedTuple):
    """Load all that a game needs, before its clock runs."""

    game: str


Order = Task | Recall | SetTrap

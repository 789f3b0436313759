"""What a bot must provide to play: a way of choosing a cell."""

from enum import StrEnum
from typing import NamedTuple, Protocol

from games.game import Position
from games.lines import Cell


class Budget(NamedTuple):
    """How long a brain may think; it stops at whichever comes first. None: no such limit."""

    seconds: float | None = None
    depth: int | None = None


class Verdict(StrEnum):
    """What a position is worth to the side to move, where that is proven."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNDECIDED = "undecided"


class Choice(NamedTuple):
    """A cell to play, and what the brain knows about it, for the side to move."""

    cell: Cell
    score: int | None = None
    verdict: Verdict | None = None
    distance: int | None = None  # plies to the end of the game, with a win or a loss
    depth: int | None = None
    nodes: int | None = None
    line: tuple[Cell, ...] = ()  # the play expected from here, the cell first


class Brain(Protocol):
    def choose(self, position: Position, budget: Budget) -> Cell | Choice: ...

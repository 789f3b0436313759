"""What a bot must provide to play: a way of choosing a cell."""

from typing import NamedTuple, Protocol

from games.game import Position
from games.lines import Cell
from protocol.parts import Verdict


class Budget(NamedTuple):
    """How long a brain may think; it stops at whichever comes first. None: no such limit."""

    seconds: float | None = None
    depth: int | None = None


class Choice(NamedTuple):
    """A cell to play, and what the brain knows about it, for the side to move."""

    cell: Cell
    score: int | None = None
    verdict: Verdict = Verdict.UNDECIDED
    distance: int | None = None  # plies to the end of a game that is won or lost, if known exactly
    depth: int | None = None
    nodes: int | None = None
    line: tuple[Cell, ...] = ()  # the play expected from here, the cell first
    within: int | None = None  # plies after which it is won or lost at the latest, if known


class Brain(Protocol):
    def choose(self, position: Position, budget: Budget) -> Cell | Choice: ...

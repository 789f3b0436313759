"""How to play for a win in a position that is a draw: leave the other side most room to err.

Most of all where the reply that looks best is an error. If there is no such trap, one may come up
later: the play goes on with the replies that look best, and further on while there is time.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.game import CellSet, Position
from games.lines import Cell

SEEN = 0.2  # what a reply that is seen to lose counts, beside one that loses unseen
TEMPTING = 2.0  # what it counts if the reply that looks best loses, beside one if all do
LATER = 0.8  # what a chance counts that comes one move later
FARTHEST = 6  # moves of one's own that are looked ahead


class OutOfTime(Exception):
    """There is no time to look any further."""


class Look(NamedTuple):
    """What moves look like to one who does not search far."""

    best: Cell
    losing: frozenset[Cell]  # those that are seen to lose


CheckTime = Callable[[], None]  # raises OutOfTime once it is
Values = Callable[[Position], dict[Cell, int]]  # by move, right in their sign
Looks = Callable[[Position], Look]  # both raise OutOfTime


class Trap(NamedTuple):
    """A move that keeps the draw, and the chance that the other side errs."""

    cell: Cell
    chance: float


def best_trap(
    position: Position,
    values: Values,
    looks: Looks,
    first: Cell,
    check_time: CheckTime = lambda: None,
) -> Cell:
    """Of the moves that keep the draw, the one to which most replies lose that one might play.

    *first* is what to play where no move is seen to be better than it.
    """
    return Trapper(values, looks, check_time).set_one(position, first)


Stones = tuple[CellSet, CellSet, CellSet]


class Trapper:
    """Looks for traps in one position and those after it, each looked at once."""

    def __init__(self, values: Values, looks: Looks, check_time: CheckTime) -> None:
        self._values, self._looks, self._check_time = values, looks, check_time
        self._known: dict[Stones, dict[Cell, int]] = {}
        self._seen: dict[Stones, Look] = {}

    def set_one(self, position: Position, first: Cell) -> Cell:
        best = Trap(first, -1.0)
        try:
            drawn = sorted(self._drawn(position), key=lambda cell: cell != first)
            for ahead in range(1, FARTHEST + 1) if len(drawn) > 1 else ():
                found = Trap(first, -1.0)
                for cell in drawn:
                    found = self._better(found, position, cell, ahead)
                    best = found if ahead == 1 else best
                best = found
                if best.chance >= TEMPTING:
                    break
        except OutOfTime:
            pass
        return best.cell

    def _better(self, best: Trap, position: Position, cell: Cell, ahead: int) -> Trap:
        """This move instead of the best so far, if it is one."""
        after = position.play(cell)
        chance = -1.0 if after.outcome else self._chance(after, ahead)
        return Trap(cell, chance) if chance > best.chance else best

    def _chance(self, after: Position, ahead: int) -> float:
        """The chance that the side to move errs now, or within some more moves."""
        self._check_time()
        replies, look = self._exact(after), self._look(after)
        losing = [cell for cell, value in replies.items() if value < 0]
        chance = sum(SEEN if cell in look.losing else 1.0 for cell in losing) / len(replies)
        if look.best in losing:
            return chance + TEMPTING
        reply = after.play(look.best)
        if ahead == 1 or reply.outcome:
            return chance
        return chance + LATER * self._best(reply, ahead - 1)

    def _best(self, position: Position, ahead: int) -> float:
        best = Trap(-1, 0.0)
        for cell in self._drawn(position):
            best = self._better(best, position, cell, ahead)
        return best.chance

    def _drawn(self, position: Position) -> list[Cell]:
        return [cell for cell, value in self._exact(position).items() if value == 0]

    def _exact(self, position: Position) -> dict[Cell, int]:
        key = (*position.stones, position.target)
        if key not in self._known:
            self._known[key] = self._values(position)
        return self._known[key]

    def _look(self, position: Position) -> Look:
        key = (*position.stones, position.target)
        if key not in self._seen:
            self._seen[key] = self._looks(position)
        return self._seen[key]

"""How positions are valued: for the side to move; wins above all else, the sooner the better.

A win counts WIN less the stones on the board when it is won. That needs no correction on the way up
the tree or in the table, because in this family a position tells how many stones it has.
"""

from games.game import Position

WIN = 32_000
PROVEN = 31_000  # scores at least this far from 0 are wins and losses that were seen to the end
LIMIT = 30_000  # no evaluation of an undecided position goes further
INFINITY = 32_500  # beyond every score


def plies_to_end(score: int, stones: int) -> int:
    """How many moves a proven win or loss takes from a position with that many stones."""
    return WIN - abs(score) - stones


class Scale:
    """The values that a position can have in the end: a draw, and wins and losses by their ply."""

    def __init__(self, position: Position) -> None:
        cells, stones = position.game.cells, len(position.moves)
        losses = [end - WIN for end in range(stones + 2, cells + 1, 2)]
        wins = [WIN - end for end in range(stones + 1, cells + 1, 2)]
        self._values = sorted([*losses, 0, *wins])
        self.lowest, self.highest = self._values[0], self._values[-1]

    def middle(self, low: int, high: int) -> int:
        """A value from low to below high that halves what is left.

        Who wins is the cheapest question, and its answer rules out half of the others.
        """
        if low < 0 < high:
            return 0
        left = [value for value in self._values if low <= value < high]
        return left[len(left) // 2]

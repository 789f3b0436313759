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
    """The values that a position can have in the end, one step apart: 0, wins and losses.

    A win with the last stone is one step from a draw, one with the stone before it two, and so on.
    """

    def __init__(self, position: Position) -> None:
        self._cells, stones = position.game.cells, len(position.moves)
        self.lowest = -(WIN - stones - 2)
        self.highest = WIN - stones - 1

    def steps(self, score: int) -> int:
        """How far from a draw."""
        if abs(score) < PROVEN:
            return 0
        steps = self._cells + 1 - (WIN - abs(score))
        return steps if score > 0 else -steps

    def score(self, steps: int) -> int:
        if steps == 0:
            return 0
        score = WIN - (self._cells + 1 - abs(steps))
        return score if steps > 0 else -score

    def middle(self, low: int, high: int) -> int:
        """A value from low to just under high that halves what is left, and is near a draw."""
        first, last = self.steps(low), self.steps(high)
        middle = (first + last) // 2
        if middle <= 0 and first // 2 < middle:
            middle = first // 2
        elif middle >= 0 and last // 2 > middle:
            middle = last // 2
        return self.score(max(first, min(middle, last - 1)))

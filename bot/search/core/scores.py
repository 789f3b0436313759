"""How positions are valued: for the side to move; wins above all else, the sooner the better.

A win counts WIN less the stones on the board when it is won. That needs no correction on the way up
the tree or in the table, because in this family a position tells how many stones it has.
"""

WIN = 32_000
PROVEN = 31_000  # scores at least this far from 0 are wins and losses that were seen to the end
LIMIT = 30_000  # no evaluation of an undecided position goes further
INFINITY = 32_500  # beyond every score


def plies_to_end(score: int, stones: int) -> int:
    """How many moves a proven win or loss takes from a position with that many stones."""
    return WIN - abs(score) - stones

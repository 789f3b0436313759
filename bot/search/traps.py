"""How to play for a win in a position that is a draw: leave the other side most room to err.

Most of all where the reply that looks best is an error.
"""

from collections.abc import Callable

from bot.search.scores import plies_to_end
from games.game import Position
from games.lines import Cell

Values = Callable[[Position], dict[Cell, int]]  # exact ones by move, or none if time is up
IN_SIGHT = 8  # plies: a loss as near as this is mostly seen and avoided
SEEN = 0.2  # what a reply that loses within sight counts, beside one that loses later
TEMPTING = 2.0  # what it counts if the reply that looks best loses, beside one if all do


def trap(position: Position, values: Values, looks: Values, first: Cell) -> Cell:
    """Of the moves that keep the draw, the one to which most replies lose that one might play.

    *looks* tells what moves look like to one who does not search far. *first* is what to play where
    no move is seen to be better than it.
    """
    known = values(position)
    drawn = sorted((cell for cell, value in known.items() if value == 0), key=lambda c: c != first)
    best, most = first, -1.0
    for cell in drawn if len(drawn) > 1 else ():
        after = position.play(cell)
        if after.outcome:
            continue
        replies = values(after)
        if not replies:
            break
        stones = len(after.moves)
        errors = sum(
            SEEN if plies_to_end(value, stones) <= IN_SIGHT else 1.0
            for value in replies.values()
            if value < 0
        )
        chance = errors / len(replies)
        if errors and (seen := looks(after)) and replies[max(seen, key=lambda c: seen[c])] < 0:
            chance += TEMPTING
        if chance > most:
            best, most = cell, chance
    return best

"""What the book tells of positions, also of those with one stone more than it holds.

Who has just moved had the choice of moving here from other positions, too: those without any one of
his topmost stones. In each he had at least what he has here. So a position is won for the side to
move where one of these is lost for the other, and not lost where one of them is drawn.
"""

from collections.abc import Iterator
from functools import lru_cache

from bot.search.connect4.book import HEIGHT, PLIES, STEP, WIDTH, value_of
from bot.search.core.kernel import UNKNOWN, Range

REMEMBERED = 1 << 12  # positions


def range_of(mine: int, taken: int) -> Range:
    """What the book tells of a position that is not over, for the side to move."""
    value = value_of(mine, taken)
    if value is not None:
        return Range(value, value)
    if taken.bit_count() > PLIES + 1:
        return UNKNOWN
    before = [value_of(*each) for each in _before(mine, taken) if _is_reachable(*each)]
    return Range(max((-value for value in before if value is not None), default=-1), 1)


def _before(mine: int, taken: int) -> Iterator[tuple[int, int]]:
    """The positions that are one move of the other side before this one, reachable or not.

    Each as the stones of the side to move there, and all stones.
    """
    theirs = mine ^ taken
    for column in range(WIDTH):
        stones = taken >> column * STEP & (1 << HEIGHT) - 1
        top = (stones + 1 >> 1) << column * STEP
        if theirs & top:
            yield theirs ^ top, taken ^ top


@lru_cache(REMEMBERED)
def _is_reachable(mine: int, taken: int) -> bool:
    """Whether stones can come to lie like this: the book has no others, and tells nonsense there.

    None of them are four in a row, as the position is from before the end of a game.
    """
    return not taken or any(_is_reachable(*each) for each in _before(mine, taken))

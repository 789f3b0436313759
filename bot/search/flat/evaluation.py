"""What a free cell is worth in an evaluation, by the shapes that a stone there would make.

The numbers are those that tell best who won in games that the search played against itself: fitted
by logistic regression to the outcomes, and to what a search of a few plies said.
"""

from collections.abc import Sequence

from bot.search.core.compiled import inlined

SCALE = 4  # the numbers here are finer than those of a score by so much
TEMPO = 181  # what it is worth to be on move

# For the side on move, and against the one that is not: by shape, and for the two best of a cell.
SHAPES = (
    (0, 0, 0, 7, 45, 20, 104, 156, 448, 1000),
    (0, 0, 0, -9, -27, -33, -101, -169, -360, -800),
)
PAIRS = (
    (
        (0,),
        (0, 0),
        (0, 0, 0),
        (-2, 0, 0, -5),
        (-34, 0, 0, -33, -48),
        (-1, 0, 0, 2, -14, 31),
        (-39, 0, 0, -26, -1, 35, -9),
        (-54, 0, 0, -23, 17, 25, 67, 0),
    ),
    (
        (0,),
        (0, 0),
        (0, 0, 0),
        (6, 0, 0, 7),
        (17, 0, 0, 19, 18),
        (17, 0, 0, 7, 18, 1),
        (48, 0, 0, 32, 30, 8, 17),
        (88, 0, 0, 46, 13, -13, -168, 0),
    ),
)

_BITS = 24  # both are summed up in one number, of which this many are for the side that waits


def cell_value(first: int, second: int, others: Sequence[int]) -> int:
    """Both numbers of a cell with these shapes in one: for its owner on move, and waiting."""
    moving, still = (
        sum(SHAPES[role][shape] for shape in (first, second, *others))
        + (PAIRS[role][first][second] if first < len(PAIRS[role]) else 0)
        for role in (0, 1)
    )
    return (moving << _BITS) + still


@inlined
def waiting(total: int) -> int:
    """The part of a sum that counts where its owner waits."""
    return ((total + (1 << (_BITS - 1))) & ((1 << _BITS) - 1)) - (1 << (_BITS - 1))


@inlined
def on_move(total: int) -> int:
    """The part of a sum that counts where its owner is on move."""
    return (total + (1 << (_BITS - 1))) >> _BITS

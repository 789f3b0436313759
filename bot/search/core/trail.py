"""The trail of a worker: the positions it is below that others may answer, and what it asks there.

Two workers at one position share its moves. When one of them has answered it, what the other still
does below is in vain. So now and then a worker looks whether the table holds an answer to any
position on its trail; then it turns back to the highest of these, and goes on from there.

    words of a trail   how many positions it has, the one to turn back to, the answer found there,
                       whether answers must be of the very depth that was asked for
    then of each       its key, and the depth and the window of the question
"""

import numpy as np

from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.transposition_table import answers, probe

LENGTH, BACK_TO, ANSWER, STRICT, FIRST = 0, 1, 2, 3, 4
KEY, DEPTH, ALPHA, BETA, STEP = 0, 1, 2, 3, 4
LONGEST = 160  # positions
TRAIL = FIRST + LONGEST * STEP  # words


def new_trail() -> Array:
    return np.zeros(TRAIL, np.uint64)


def set_off(trail: Array, strict: bool) -> None:
    """Begin a search: nothing is on the trail yet."""
    trail[LENGTH] = trail[BACK_TO] = 0
    trail[STRICT] = strict


@inlined
def enter(trail: Array, key: int, depth: int, beta: int) -> int:
    """Put a position at the end of the trail; tells its place, counted from 1."""
    at = word(FIRST) + word(STEP) * trail[LENGTH]
    trail[at + word(KEY)] = key
    trail[at + word(DEPTH)], trail[at + word(BETA)] = word(depth), word(beta)
    trail[LENGTH] += word(1)
    return whole(trail[LENGTH])


@inlined
def ask(trail: Array, place: int, alpha: int) -> None:
    """Make this position the last, and say that it matters only if it is worth more than alpha."""
    trail[LENGTH] = word(place)
    trail[word(FIRST) + word(STEP) * word(place - 1) + word(ALPHA)] = word(alpha)


@inlined
def leave(trail: Array, place: int) -> None:
    """Take a position and all below it off the trail."""
    trail[LENGTH] = word(place - 1)


@compiled
def is_overtaken(trail: Array, table: Array) -> bool:
    """Whether another has answered a position on the trail; notes the highest of them."""
    for place in range(word(0), trail[LENGTH]):
        at = word(FIRST) + word(STEP) * place
        data = probe(table, trail[at + word(KEY)])
        if data != word(0) and answers(
            data,
            trail[STRICT] != word(0),
            whole(trail[at + word(DEPTH)]),
            whole(trail[at + word(ALPHA)]),
            whole(trail[at + word(BETA)]),
        ):
            trail[BACK_TO], trail[ANSWER] = place + word(1), data
            return True
    return False


@inlined
def is_back(trail: Array, place: int) -> bool:
    """Whether a search that was overtaken has come back to where there is an answer."""
    return trail[BACK_TO] == word(place)


@inlined
def found_out(trail: Array) -> int:
    """What the table held of the position that the search has come back to."""
    trail[BACK_TO] = word(0)
    return trail[ANSWER]

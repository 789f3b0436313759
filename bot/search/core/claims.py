"""Who is at what: positions that workers are searching now, so that others put them off.

Without it, workers that search the same position in the same order search the same things at the
same time. With it, each finds the first move that nobody is at. Nothing depends on what is noted
here but the order of the moves, so that it needs no lock: what a race loses costs time at most.
"""

import numpy as np

from bot.search.core.compiled import Array, inlined, word
from bot.search.core.memory_layout import CLAIMS  # each is the key of a position, or 0


def nobody() -> Array:
    """The claims of a search without others."""
    return np.zeros(CLAIMS, np.uint64)


@inlined
def is_claimed(claims: Array, key: int) -> bool:
    """Whether another worker is at a position; one's own cannot come again below itself."""
    return claims[key & word(CLAIMS - 1)] == key


@inlined
def claim(claims: Array, key: int) -> None:
    claims[key & word(CLAIMS - 1)] = key


@inlined
def release(claims: Array, key: int) -> None:
    """Be at a position no longer; who has taken the place in the meantime keeps it."""
    if claims[key & word(CLAIMS - 1)] == key:
        claims[key & word(CLAIMS - 1)] = word(0)

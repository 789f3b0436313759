"""How workers share the moves of a position that several of them have come to.

Each claims the move it is at, so that the others put it off, see claims.py; and notes the position
on its trail, so that it turns back when another has answered it, see trail.py. In a search:

    level = open_up(shared, key, depth, beta)
    for each move, unless is_taken(shared, child): it is put off
        take(shared, level, child, alpha)
        score = -search(...)
        drop(shared, child)
        if stopped: return, unless the answer of another is here: turned_back(shared, level)
    close_up(shared, level)
"""

from bot.search.core.claims import claim, is_claimed, release
from bot.search.core.compiled import inlined, word
from bot.search.core.shared import Shared, claims_of
from bot.search.core.trail import ask, enter, found_out, is_back, leave


@inlined
def open_up(shared: Shared, key: int, depth: int, beta: int) -> int:
    """Note a position whose moves are going to be searched; tells its place on the trail."""
    return enter(shared.trail, key, depth, beta)


@inlined
def is_taken(shared: Shared, child: int) -> bool:
    """Whether another worker is at a move."""
    return is_claimed(claims_of(shared), child)


@inlined
def take(shared: Shared, level: int, child: int, alpha: int) -> None:
    """Note a move that is going to be searched, and that it matters only above alpha."""
    claim(claims_of(shared), child)
    ask(shared.trail, level, alpha)


@inlined
def drop(shared: Shared, child: int) -> None:
    release(claims_of(shared), child)


@inlined
def turned_back(shared: Shared, level: int) -> int:
    """The entry by which another has answered this position; 0 if it is not why all stop."""
    if not is_back(shared.trail, level):
        return word(0)
    shared.stopped = 0
    return found_out(shared.trail)


@inlined
def close_up(shared: Shared, level: int) -> None:
    leave(shared.trail, level)

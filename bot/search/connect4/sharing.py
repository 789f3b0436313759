"""How workers share a position of Connect 4 that all of them solve.

They claim what they search, see claims.py, where that is much. Each also writes down the positions
it is below, from the deepest up, and what it asks about them. Now and then it looks whether another
has stored an answer to one of them; what it is doing is then in vain, and it goes on from there.
"""

from bot.search.connect4.board import (
    ABOVE,
    ALPHA,
    BETA,
    CELLS,
    CLAIMED,
    CODE,
    DEEPEST,
    MOVES,
    OVERTAKEN,
    ROOM,
    TABLES,
)
from bot.search.connect4.solver_table import probe
from bot.search.core.claims import claim, release
from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.instructions import at_address

LEAST = 16  # empty cells that make it worthwhile


@inlined
def answers(data: int, alpha: int, beta: int) -> bool:
    """Whether what a table has tells on which side of this window a score lies."""
    bound = whole(data & word(127)) - 64
    return data != word(0) and (bound >> 1 <= alpha if bound & 1 != 0 else bound >> 1 >= beta)


@inlined
def score_of(data: int) -> int:
    return (whole(data & word(127)) - 64) >> 1


@inlined
def open_up(desk: Array, base: int, stones: int, code: int, beta: int) -> None:
    """Note a position, of which moves are going to be searched."""
    desk[base + word(CODE)], desk[base + word(BETA)] = code, word(beta)
    desk[base + word(ABOVE)] = desk[DEEPEST]
    desk[DEEPEST] = word(stones + 1)


@inlined
def close_up(desk: Array, base: int) -> None:
    desk[DEEPEST] = desk[base + word(ABOVE)]


@inlined
def take_up(desk: Array, base: int, key: int, alpha: int) -> None:
    """Note a move that is going to be searched."""
    claim(at_address(desk[CLAIMED]), key)
    desk[base + word(ALPHA)] = word(alpha)


@inlined
def put_down(desk: Array, key: int) -> None:
    release(at_address(desk[CLAIMED]), key)


@compiled
def is_overtaken(desk: Array) -> bool:
    """Whether a position above has been answered; notes the highest of them."""
    found, level = word(0), desk[DEEPEST]
    while level != word(0):
        stones = level - word(1)
        base = word(MOVES) + stones * word(ROOM)
        at = word(TABLES) + word(2) * (desk[CELLS] - stones)
        data = probe(at_address(desk[at]), desk[base + word(CODE)], desk[at + word(1)])
        if answers(data, whole(desk[base + word(ALPHA)]), whole(desk[base + word(BETA)])):
            found = level
        level = desk[base + word(ABOVE)]
    desk[OVERTAKEN] = found
    return found != word(0)

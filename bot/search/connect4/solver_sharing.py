"""How workers share a position of Connect 4 that all of them solve.

They claim what they search, see core/claims.py, where that is much. Each also notes the positions
it is below, from the deepest up, and what it asks about them. Now and then it looks whether another
has stored an answer to one of them; what it is doing is then in vain, and it goes on from there. It
is the trail of core/trail.py, but for the solver's own tables.
"""

from bot.search.connect4.board import Board
from bot.search.connect4.solver_table import probe
from bot.search.core.claims import claim
from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.core.instructions import at_address
from bot.search.core.shared import Shared, claims_of

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
def open_up(board: Board, stones: int, code: int, beta: int) -> None:
    """Note a position, of which moves are going to be searched."""
    at = word(stones)
    board.hash[at], board.beta[at] = code, word(beta)
    board.above[at] = board.deepest
    board.deepest = word(stones + 1)


@inlined
def close_up(board: Board, stones: int) -> None:
    board.deepest = board.above[word(stones)]


@inlined
def take(board: Board, shared: Shared, stones: int, key: int, alpha: int) -> None:
    """Note a move that is going to be searched."""
    claim(claims_of(shared), key)
    board.alpha[word(stones)] = word(alpha)


@compiled
def is_overtaken(board: Board) -> bool:
    """Whether a position above has been answered; notes the highest of them."""
    found, level = word(0), board.deepest
    while level != word(0):
        stones = level - word(1)
        at = word(2) * (board.cells - stones)
        data = probe(at_address(board.tables[at]), board.hash[stones], board.tables[at + word(1)])
        if answers(data, whole(board.alpha[stones]), whole(board.beta[stones])):
            found = level
        level = board.above[stones]
    board.overtaken = found
    return found != word(0)

"""The play to the end from a position of Connect 4 that the solver has just been at.

The solver keeps no moves, but what it has found makes finding each of them again a matter of a few
nodes.
"""

from bot.search.connect4.board import Board, threats
from bot.search.connect4.solver import STOPPED, solved
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.instructions import count
from bot.search.core.shared import Shared


@compiled
def follow(board: Board, shared: Shared, mine: int, taken: int, room: Array) -> int:
    """Put the best moves of both sides into the room; tells how many it could find so soon."""
    many = 0
    while True:
        reach = (taken + board.bottom) & board.all_cells
        if reach == word(0):
            return many
        wins = threats(mine, taken, board) & reach
        if wins != word(0):
            room[many] = wins & (~wins + word(1))
            return many + 1
        move = best_move(board, shared, mine, taken)
        if move == word(0):
            return many
        room[many] = move
        many += 1
        mine, taken = mine ^ taken, taken | move


@compiled
def best_move(board: Board, shared: Shared, mine: int, taken: int) -> int:
    """A move that reaches what a position is worth, where nobody wins at once; 0 once stopped."""
    stones, cells = whole(count(taken)), whole(board.cells)
    score = solved(board, shared, mine, taken, stones, -cells, cells)
    if score == STOPPED:
        return word(0)
    if board.chosen != word(0):
        return word(board.chosen)
    reach = (taken + board.bottom) & board.all_cells
    while reach != word(0):
        move = reach & (~reach + word(1))
        reach ^= move
        after = solved(board, shared, mine ^ taken, taken | move, stones + 1, -score, 1 - score)
        if after == STOPPED:
            return word(0)
        if -after >= score:
            return word(move)
    return word(0)

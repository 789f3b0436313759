"""Follow-up: who cannot win because the other side has an answer to every move.

Where the side to move leads, the other follows in the same column, as long as each has an even
number of empty cells: of each two that a column ends in the leader then gets the lower. Columns
with an odd number are put in pairs: a stone at the bottom of one is answered at the bottom of the
other, and then both are even. So of each pair the leader gets one bottom cell and not both. If no
four come of what the leader can get, the leader does not win (the rules Claimeven and Baseinverse
of Allis 1988).
"""

from bot.search.connect4.board import Board, has_four
from bot.search.core.compiled import compiled, inlined, word
from bot.search.core.instructions import count


@inlined
def is_leader(odd: int) -> bool:
    """Whether the side to move leads; else it can make the other lead by a move to an odd column.

    The set is of the lowest empty cells of columns with an odd number of them.
    """
    return count(odd) & word(1) == word(0)


@compiled
def is_held(stones: int, odd: int, board: Board) -> bool:
    """Whether a leader with these stones, and all lower cells as good as its own, cannot win."""
    if not has_four(stones | odd, board):
        return True
    if count(odd) != word(2):
        return False
    one = odd & (~odd + word(1))
    return not has_four(stones | one, board) and not has_four(stones | (odd ^ one), board)


@compiled
def can_hold(stones: int, odd: int, moves: int, board: Board) -> bool:
    """Whether one of these moves makes a leader of the other side, whose stones are given, held."""
    if has_four(stones, board):
        return False
    rest = odd & moves
    while rest != word(0):
        move = rest & (~rest + word(1))
        rest ^= move
        if is_held(stones, odd ^ move, board):
            return True
    return False

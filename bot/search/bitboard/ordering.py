"""The order in which searches of bitboards try moves, and what each of them does."""

from bot.search.bitboard.board import bit_of, full, lowest, ones, weights_after, wins_after
from bot.search.bitboard.board_record import CELLS, Board
from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.core.shared import Shared
from bot.search.core.sharing import is_taken

HASH_MOVE = 1 << 40  # the rank of the move from the table: before all others
PUT_OFF = 1 << 61  # taken from what is listed of a move: after all others


@compiled
def expand(board: Board, ply: int, own: int, opp: int, only: int) -> int:
    """List the moves of a side that cannot win at once, and what each does; tell how many.

    It is those to some cells, and all that threaten to win.
    """
    base = ply * CELLS
    empty = full(board) & ~own & ~opp
    _survey_moves(board, base, own, opp, empty)
    end = base
    while empty != word(0):
        cell = lowest(empty)
        empty &= empty - word(1)
        if board.wins[base + cell] != word(0) or only & bit_of(cell) != word(0):
            rank = board.gains[base + cell] + board.harms[base + cell]
            board.moves[end] = rank * CELLS + cell
            end += 1
    return end - base


@compiled
def _survey_moves(board: Board, base: int, own: int, opp: int, empty: int) -> None:
    """Work out what a stone in each empty cell does, line by line."""
    for at in range(base, base + CELLS):
        board.gains[at] = board.harms[at] = 0
        board.wins[at] = word(0)
    for line in range(board.count):
        filled, ends = board.lines[line], board.beyond[line]
        gain, harm, pair = 0, 0, word(0)
        if filled & opp == word(0) and ends & own == word(0):
            count = ones(filled & own)
            gain = board.weights[count + 1] - board.weights[count]
            if count == board.k - 2:
                pair = filled & ~own
            rest = ends & empty
            while rest != word(0):  # a stone past its end would spoil the line
                board.gains[base + lowest(rest)] -= board.weights[count]
                rest &= rest - word(1)
        if filled & own == word(0) and ends & opp == word(0):
            harm = board.weights[ones(filled & opp)]
        if gain + harm == 0 and pair == word(0):
            continue
        rest = filled & empty
        while rest != word(0):
            cell = lowest(rest)
            rest &= rest - word(1)
            board.gains[base + cell] += gain
            board.harms[base + cell] += harm
            board.wins[base + cell] |= pair & ~bit_of(cell)


@compiled
def list_block(board: Board, ply: int, own: int, opp: int, cell: int) -> None:
    """List the one move that is left to a side, and what it does."""
    at = ply * CELLS + cell
    board.gains[at], board.harms[at] = weights_after(board, own, opp, cell)
    board.wins[at] = wins_after(board, own, opp, word(0), cell)
    board.moves[ply * CELLS] = cell


@inlined
def pick(board: Board, at: int, end: int) -> int:
    """Bring the best of the moves that are left to its place, and tell its cell."""
    best = at
    for other in range(at + 1, end):
        if board.moves[other] > board.moves[best]:
            best = other
    found = board.moves[best]
    board.moves[best] = board.moves[at]
    board.moves[at] = found
    return found & whole(CELLS - 1)


@inlined
def is_put_off(board: Board, shared: Shared, at: int, first: bool, key: int) -> bool:
    """Whether another worker is at the move that is next; if so, it comes last, and for good."""
    if first or board.moves[at] < 0 or not is_taken(shared, key):
        return False
    board.moves[at] -= PUT_OFF
    return True

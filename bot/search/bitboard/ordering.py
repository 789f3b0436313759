"""What searches of boards in words write to, and the order in which they try moves."""

from typing import Any, NamedTuple

import numpy as np

from bot.search.bitboard.board import (
    CELLS,
    MIRRORS,
    ROOM,
    SHAPES,
    Board,
    bit_of,
    full,
    lowest,
    ones,
    weights_after,
    wins_after,
)
from bot.search.core.claims import is_claimed
from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.layout import CANCELLED, NODES
from bot.search.core.trail import is_overtaken

MODE, TICKET, STOPPED, AGE, TOUCHED, SPENT = 0, 1, 2, 3, 4, 5  # in a work's state
MEMO = 1 << 16
KEEN = 1 << 40  # the rank of the move from the table: before all others
PUT_OFF = 1 << 61  # taken from what is listed of a move: after all others
PLIES = 130  # a pass and a stone for each cell, and some
FRAME = max(2 * (shape.digits + 1) * shape.wide for shape in SHAPES)  # words

WORK = np.dtype(
    [
        ("state", np.int64, 8),
        ("hunting", np.int64, 2),  # the state of hunts, see threats.py
        ("trace", np.uint64, 2),
        ("frames", np.uint64, (PLIES + CELLS) * FRAME),  # see words_frames.py
        ("memo", np.uint64, MEMO),
        ("killers", np.int64, PLIES),  # by ply
        ("history", np.int64, 2 * CELLS),  # by side and cell
        ("moves", np.int64, PLIES * CELLS),  # by ply, in any order: rank * CELLS + cell
        ("gains", np.int64, PLIES * CELLS),  # by ply and cell: what a move adds to one's weight
        ("harms", np.int64, PLIES * CELLS),  # and what it takes from the other's
        ("wins", np.uint64, PLIES * CELLS),  # and the wins it leads to
        ("keys", np.uint64, MIRRORS + 1),  # by symmetry; the last is that of the empty board
        ("room", np.uint64, 3 * ROOM),  # for lines, while pairs are looked for
    ],
    align=True,
)
Work = Any


class Shared(NamedTuple):
    """What a search shares with others."""

    table: Array
    signal: Array
    claims: Array
    trail: Array


def new_work() -> Work:
    work = np.zeros(1, WORK).view(np.recarray)[0]
    work.killers[:] = -1
    return work


@compiled
def stopped(work: Work, shared: Shared) -> bool:
    """Count a node, and see now and then whether the search is to stop."""
    work.state[SPENT] += 1
    if work.state[SPENT] >= 1024:
        shared.signal[NODES] += work.state[SPENT]
        work.state[SPENT] = 0
        if shared.signal[CANCELLED] >= work.state[TICKET] or is_overtaken(
            shared.trail, shared.table
        ):
            work.state[STOPPED] = 1
    return work.state[STOPPED] != 0


@compiled
def expand(board: Board, work: Work, ply: int, own: int, opp: int, only: int) -> int:
    """List the moves of a side that cannot win at once, and what each does; tell how many.

    It is those to some cells, and all that threaten to win.
    """
    base = ply * CELLS
    empty = full(board) & ~own & ~opp
    _survey_moves(board, work, base, own, opp, empty)
    end = base
    while empty != word(0):
        cell = lowest(empty)
        empty &= empty - word(1)
        if work.wins[base + cell] != word(0) or only & bit_of(cell) != word(0):
            rank = work.gains[base + cell] + work.harms[base + cell]
            work.moves[end] = rank * CELLS + cell
            end += 1
    return end - base


@compiled
def _survey_moves(board: Board, work: Work, base: int, own: int, opp: int, empty: int) -> None:
    """Work out what a stone in each empty cell does, line by line."""
    for at in range(base, base + CELLS):
        work.gains[at] = work.harms[at] = 0
        work.wins[at] = word(0)
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
                work.gains[base + lowest(rest)] -= board.weights[count]
                rest &= rest - word(1)
        if filled & own == word(0) and ends & opp == word(0):
            harm = board.weights[ones(filled & opp)]
        if gain + harm == 0 and pair == word(0):
            continue
        rest = filled & empty
        while rest != word(0):
            cell = lowest(rest)
            rest &= rest - word(1)
            work.gains[base + cell] += gain
            work.harms[base + cell] += harm
            work.wins[base + cell] |= pair & ~bit_of(cell)


@compiled
def list_block(board: Board, work: Work, ply: int, own: int, opp: int, cell: int) -> None:
    """List the one move that is left to a side, and what it does."""
    at = ply * CELLS + cell
    work.gains[at], work.harms[at] = weights_after(board, own, opp, cell)
    work.wins[at] = wins_after(board, own, opp, word(0), cell)
    work.moves[ply * CELLS] = cell


@inlined
def pick(work: Work, at: int, end: int) -> int:
    """Bring the best of the moves that are left to its place, and tell its cell."""
    best = at
    for other in range(at + 1, end):
        if work.moves[other] > work.moves[best]:
            best = other
    found = work.moves[best]
    work.moves[best] = work.moves[at]
    work.moves[at] = found
    return found & whole(CELLS - 1)


@inlined
def is_put_off(work: Work, claims: Array, at: int, first: bool, key: int) -> bool:
    """Whether another worker is at the move that is next; if so, it comes last, and for good."""
    if first or work.moves[at] < 0 or not is_claimed(claims, key):
        return False
    work.moves[at] -= PUT_OFF
    return True

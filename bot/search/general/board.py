"""A board of any game of the family, as stones per line kept move by move.

    facts   see facts.py
    state   a head, then by cell its owner, hot lines by side and stones near; by line its stones by
            side, and those beyond it; then what a search appends, see moves.py

The facts never change, the state changes with each stone; both are as long as the game needs. A
line is *open* to a side while the other has no stone in it and the side has none just beyond it,
where that matters. A cell is *hot* for a side if it fills an open line.
"""

from typing import Any

import numpy as np

from bot.search.core.compiled import Array, compiled, inlined, whole
from bot.search.core.instructions import integers_at
from bot.search.general.facts import (
    BELOW,
    CELLS,
    CELLS_OF,
    DRAWS,
    EMPTY,
    LENGTH,
    LINES,
    NEAR,
    ORDER,
    SENDS,
    TOUCHES,
    WEIGHTS,
    row_begin,
)

# The head of the state: the value of all lines to the first side, hot cells by side, and so on.
SCORE, HOT, STONES, LAST = 0, 1, 3, 4
MODE, AGE, NEARBY = 5, 6, 7
OWNERS = 16  # by cell: 0 and 1 as the sides, -1 if empty; then the tables that follow


# What functions hand on: addresses, as in core/shared.py, because the arrays vary in length.
BOARD = np.dtype(
    [
        ("facts", np.uint64),
        ("state", np.uint64),
        ("zobrist", np.uint64),  # random words by side and cell, then by region
    ],
    align=True,
)
Board = Any  # a record of this type


def board_of(facts: Array, state: Array, zobrist: Array) -> Board:
    """The record for these arrays, which must outlive it."""
    board = np.zeros(1, BOARD).view(np.recarray)[0]
    board.facts, board.state = facts.ctypes.data, state.ctypes.data
    board.zobrist = zobrist.ctypes.data
    return board


@inlined
def facts_in(board: Board) -> Array:
    return integers_at(board.facts)


@inlined
def state_in(board: Board) -> Array:
    return integers_at(board.state)


def state_size(facts: Array) -> int:
    """How long the part of a state is that this module uses; a search may append its own."""
    cells, lines = int(facts[CELLS]), int(facts[LINES])
    return OWNERS + 4 * cells + 4 * lines


def clear(facts: Array, state: Array) -> None:
    """Take all stones off."""
    end = state_size(facts)
    state[: HOT + 2] = state[OWNERS:end] = 0
    state[STONES] = 0
    state[LAST] = EMPTY
    state[OWNERS : OWNERS + facts[CELLS]] = EMPTY


@compiled
def hot_at(facts: Array, side: int, cell: int) -> int:
    """Where the state counts the lines that a cell would complete for a side."""
    return OWNERS + (1 + side) * facts[CELLS] + cell


@compiled
def near_at(facts: Array, cell: int) -> int:
    """Where the state counts the stones near a cell."""
    return OWNERS + 3 * facts[CELLS] + cell


@compiled
def count_at(facts: Array, side: int, line: int) -> int:
    """Where the state counts a side's stones in a line; with the side plus 2, just beyond it."""
    return OWNERS + 4 * facts[CELLS] + side * facts[LINES] + line


@compiled
def is_open(board: Board, cell: int) -> bool:
    """Whether a cell is empty and held up from below."""
    facts, state = facts_in(board), state_in(board)
    if state[OWNERS + cell] != EMPTY:
        return False
    below = facts[facts[BELOW] + cell]
    return below == EMPTY or state[OWNERS + below] != EMPTY


@compiled
def tally(board: Board, line: int, missing: int, by: int) -> None:
    """Add what a line is worth and which cell it makes hot, or take it back with *by* -1.

    The missing cell is looked for if it is not given.
    """
    facts, state = facts_in(board), state_in(board)
    size = facts[LENGTH]
    for side in range(2):
        held = state[count_at(facts, side, line)]
        other = state[count_at(facts, 1 - side, line)]
        if held == 0 or other != 0 or state[count_at(facts, side + 2, line)] != 0:
            continue
        value = by * facts[facts[WEIGHTS] + held]
        state[SCORE] += value if side == 0 else -value
        if held == size - 1:
            cell, at = missing, facts[CELLS_OF] + line * size
            while cell == EMPTY:
                if state[OWNERS + facts[at]] == EMPTY:
                    cell = facts[at]
                at += 1
            state[hot_at(facts, side, cell)] += by
            state[HOT + side] += by


@compiled
def shift(board: Board, cell: int, side: int, by: int) -> bool:
    """Put a stone, or take it back with *by* -1; tell whether it completes a line."""
    facts, state = facts_in(board), state_in(board)
    won = False
    state[OWNERS + cell] = side  # the one cell missing in a line is this one, whenever it is empty
    for at in range(row_begin(facts, TOUCHES, cell), row_begin(facts, TOUCHES, cell + 1)):
        line, past = facts[at] >> 1, facts[at] & 1
        missing = EMPTY if past else cell
        tally(board, line, missing if by > 0 else EMPTY, whole(-1))
        held = count_at(facts, side + 2 * past, line)
        state[held] += by
        if past == 0 and state[held] == facts[LENGTH]:
            won = won or state[count_at(facts, side + 2, line)] == 0
        tally(board, line, missing if by < 0 else EMPTY, whole(1))
    for at in range(row_begin(facts, NEAR, cell), row_begin(facts, NEAR, cell + 1)):
        state[near_at(facts, facts[at])] += by
    state[STONES] += by
    return won


@compiled
def place(board: Board, cell: int, side: int) -> bool:
    """Put a stone on an open cell; tell whether it wins."""
    return shift(board, cell, side, whole(1))  # a bare 1 would be compiled for itself


@compiled
def remove(board: Board, cell: int, side: int) -> None:
    """Take back the stone that was put last."""
    state = state_in(board)
    shift(board, cell, side, whole(-1))
    state[OWNERS + cell] = EMPTY


@compiled
def is_drawn(board: Board, cell: int) -> bool:
    """Whether the game ends without a winner by the stone just put on this cell."""
    facts, state = facts_in(board), state_in(board)
    if state[STONES] == facts[CELLS]:
        return True
    return facts[DRAWS] != 0 and not has_room(board, cell)


@compiled
def has_room(board: Board, cell: int) -> bool:
    """Whether there is an open cell where the reply to this one is sent."""
    facts = facts_in(board)
    for at in range(row_begin(facts, SENDS, cell), row_begin(facts, SENDS, cell + 1)):
        if is_open(board, facts[at]):
            return True
    return False


@compiled
def open_cells(board: Board, start: int) -> int:
    """List the legal moves in the state from *start* on, the cells on most lines first."""
    facts, state = facts_in(board), state_in(board)
    last = state[LAST]
    count = whole(0)
    if last != EMPTY:
        for at in range(row_begin(facts, SENDS, last), row_begin(facts, SENDS, last + 1)):
            if is_open(board, facts[at]):
                state[start + count] = facts[at]
                count += 1
    if count == 0:
        for at in range(facts[ORDER], facts[ORDER] + facts[CELLS]):
            if is_open(board, facts[at]):
                state[start + count] = facts[at]
                count += 1
    return count

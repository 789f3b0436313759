"""The nine boards as a search keeps them, and the moves worth a look.

    masks        by side and board, nine bits each; drawn in lookup_tables.py
    cell, move   board * 9 + cell of that board; the reply goes to the board of that number
    threats      nine bits: the boards on which a side would win at once, were it sent there

Moves are listed by number of stones, each with what it promises behind it.
"""

from typing import Any, NamedTuple

import numpy as np

from bot.search.core.compiled import Array, compiled, inlined, whole
from bot.search.nineboard.lookup_tables import ANYWHERE, CELLS, CODES, COMPLETIONS, DIGITS, FULL

BOARDS = np.dtype(
    [
        ("masks", np.int64, 18),
        ("mode", np.int64),
        ("draws", np.int64),  # whether the game is a draw when a reply is sent to a full board
        ("age", np.int64),
        ("patience", np.int64),  # nodes that a proof search has left
        ("killers", np.int64, 2 * (CELLS + 1)),  # two for each number of stones
        ("history", np.int64, 2 * CELLS),  # by side and cell
        ("moves", np.int64, 2 * CELLS * (CELLS + 1)),  # by number of stones
        ("values", np.int16, 9 * CODES),  # by board and code, see evaluation.py
    ],
    align=True,
)
Boards = Any  # a record of this type


class NineboardNode(NamedTuple):
    """A position as it is handed down a search, seen by the side to move."""

    key: int  # of the stones; where to play is not in it
    target: int  # the board to play on, or ANYWHERE
    stones: int
    own_threats: int
    opp_threats: int
    value: int  # what the boards are worth to it


def new_boards(values: Array, draws: bool) -> Boards:
    boards = np.zeros(1, BOARDS).view(np.recarray)[0]
    boards.values[:] = values
    boards.draws = draws
    return boards


@compiled
def index_of(boards: Boards, board: int) -> int:
    """Where the value of a board lies among the evaluations."""
    return board * CODES + DIGITS[boards.masks[board]] + 2 * DIGITS[boards.masks[9 + board]]


@compiled
def value_of_all(boards: Boards) -> int:
    """What all boards are worth to the first side."""
    total = 0
    for board in range(9):
        total += boards.values[index_of(boards, board)]
    return whole(total)


@inlined
def wins_on(boards: Boards, side: int, board: int) -> int:
    """The cells of a board with which a side wins."""
    return COMPLETIONS[boards.masks[9 * side + board]] & ~boards.masks[9 - 9 * side + board] & FULL


@compiled
def threats(boards: Boards, side: int) -> int:
    """The boards on which a side threatens, as bits."""
    found = 0
    for board in range(9):
        if wins_on(boards, side, board):
            found |= 1 << board
    return whole(found)


@inlined
def with_threat(boards: Boards, known: int, side: int, board: int) -> int:
    """The boards on which a side threatens, after a stone fell on one of them."""
    return known & ~(1 << board) | (1 << board if wins_on(boards, side, board) else 0)


@inlined
def note_cutoff(boards: Boards, stones: int, move: int, depth: int) -> None:
    """Remember a move that refuted the one before it: as a killer, and in the history."""
    if boards.killers[2 * stones] != move:
        boards.killers[2 * stones + 1] = boards.killers[2 * stones]
        boards.killers[2 * stones] = move
    boards.history[(stones & 1) * CELLS + move] += depth * depth


@inlined
def boards_of(target: int) -> tuple[int, int]:
    """The first board that may be played on, and the one after the last."""
    return (0, 9) if target == ANYWHERE else (target, target + 1)


@compiled
def list_moves(boards: Boards, stones: int, target: int, theirs: int, best: int) -> int:
    """List the moves that do not send the opponent to where they win; tell how many there are.

    They come in the order of what they promise: the best move known, killers, then by history.
    """
    side = stones & 1
    at = 2 * CELLS * stones
    count = 0
    first, end = boards_of(target)
    for board in range(first, end):
        taken = boards.masks[board] | boards.masks[9 + board]
        for cell in range(9):
            bit = 1 << cell
            if taken & bit:
                continue
            after = theirs
            if theirs >> board & 1 and not wins_on(boards, 1 - side, board) & ~bit:
                after ^= 1 << board
            there = boards.masks[cell] | boards.masks[9 + cell]
            if cell == board:
                there |= bit
            if there == FULL:
                if after and boards.draws == 0:
                    continue
            elif after >> cell & 1:
                continue
            move = board * 9 + cell
            promise = boards.history[side * CELLS + move]
            if move == best:
                promise = 1 << 40
            elif move == boards.killers[2 * stones]:
                promise = 1 << 39
            elif move == boards.killers[2 * stones + 1]:
                promise = 1 << 38
            slot = at + 2 * count
            while slot > at and boards.moves[slot - 1] < promise:
                boards.moves[slot], boards.moves[slot + 1] = (
                    boards.moves[slot - 2],
                    boards.moves[slot - 1],
                )
                slot -= 2
            boards.moves[slot], boards.moves[slot + 1] = move, promise
            count += 1
    return whole(count)


@compiled
def list_all(boards: Boards, stones: int, target: int) -> int:
    """List every move, as for a last ply that does not see the answer."""
    at = 2 * CELLS * stones
    count = 0
    first, end = boards_of(target)
    for board in range(first, end):
        taken = boards.masks[board] | boards.masks[9 + board]
        for cell in range(9):
            if not taken >> cell & 1:
                boards.moves[at + 2 * count] = board * 9 + cell
                count += 1
    return whole(count)


@inlined
def put_off(boards: Boards, at: int, turn: int, count: int) -> None:
    """Move a listed move to the end, marked as one that is not put off again."""
    move = boards.moves[at + 2 * turn]
    for slot in range(at + 2 * turn, at + 2 * count - 2):
        boards.moves[slot] = boards.moves[slot + 2]
    boards.moves[at + 2 * count - 2], boards.moves[at + 2 * count - 1] = move, -1

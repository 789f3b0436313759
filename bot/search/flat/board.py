"""A flat board that keeps the shape of every empty cell, line and side as stones come and go.

Places are the cells of the board with an edge around it; a row's right edge is the next one's left:

    place = (row + 1) * width + column + 1      width = columns + 1

    bits of a line     two for each neighbour within reach, the farthest before it first: free, a
                       stone of the first or of the second side, edge; see patterns.py
    bits of shapes     0-3 what a stone of the first side would make of a line, 4-7 of the second
    digits of a code   the shapes in the four directions, for one side
    bits of a rating   0-3 kind   4-15 rank among moves   16- value in the evaluation
    bitboards          by side and kind: the free places of that kind, 64 to a word

What is kept of a free place is always what fill() would work out from the stones alone. Stones are
taken back in the order they were placed, so that taken places need no upkeep.
"""

from typing import Any

import numpy as np

from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.mode import Mode
from bot.search.core.zobrist import random_words, salt
from bot.search.flat.constants import CONSTANTS, REDUCTION, REDUCTION_BASE, constants
from bot.search.flat.patterns import combination_table, fill_shapes, reach_of, shape_for, slot_of
from games.game import Game

FREE, EDGE = 0, 3  # on a place; a stone is its side + 1

# Where things lie in a board's state.
TURN, STONES, CELLS, REACH, WORDS, PLACES = 0, 1, 2, 3, 4, 5
BUDGET = 6  # how many more threats a VCF or VCT may try
NULL_MOVED = 7  # whether a side has passed on the way here
VALUES = 8  # + side: the sum over all free cells
STEPS = 10  # + direction: from a place to the next
COUNTS = 14  # + side * 8 + kind: how many free cells are of that kind
FIRST_NODE = 30  # how many nodes were searched before this position was loaded
WON, WON_BY = 31, 32  # stones at the end of a win found at the root, or 0, and its first move
SOUGHT = 33  # how many threats were tried from the root for a win of one's own
DOUBTED = 34  # and for one of the other side against the moves that seemed best
STATE = 35

PLIES = 160  # killers are kept for so many
PROOFS = 1 << 18  # positions whose proof numbers are kept

KINDS = 8  # sets of cells kept for each side, by kind
ANSWERS, TRIAL = 0, 1  # the sets behind those, for working out answers to a threat


# Numba passes a record as one pointer, where it passes an array as seven words; calls are many.
_ROOM = 27 * 26 + 2  # places of the largest board
LONGEST_GAME = 25 * 25 + 1
BOARD = np.dtype(
    [
        ("state", np.int64, STATE),
        ("bitboards", np.uint64, (2 * KINDS + 2) * (_ROOM // 64)),  # by side and kind, as bits
        ("key", np.uint64, 1),
        ("zobrist", np.uint64, 2 * _ROOM),  # by place and side
        ("killers", np.int64, 2 * PLIES),  # by ply
        ("history", np.int64, 2 * _ROOM),  # by side and place
        ("moves", np.int64, LONGEST_GAME * _ROOM),  # by ply: rank * RANK + place, see moves.py
        ("proofs", np.uint64, 2 * PROOFS),  # of VCT: key, proof numbers
        ("numbers", np.uint64, PLIES * _ROOM),  # proof numbers of the moves in the same places
        ("cell_of", np.int64, _ROOM),  # by place
        ("place_of", np.int64, _ROOM),  # by cell
        ("combined", np.int64, 10_000),  # by the four shapes of a cell as decimal digits
        ("ratings", np.int64, 2 * _ROOM),  # by place and side: what a stone there is good for
        ("codes", np.int32, 2 * _ROOM),  # by place and side: the four shapes as such digits
        ("lines", np.uint32, 4 * _ROOM),  # by place and direction: the neighbourhood
        ("tuned", np.int64, len(CONSTANTS)),  # see constants.py
        ("statics", np.int64, PLIES),  # by ply: the static value for the side to move
        ("path", np.int64, PLIES),  # by ply: the place of the move made there; -1 is a null move
        ("counters", np.int64, 2 * _ROOM),  # by side and place: the move that refuted one there
        ("reduction", np.int16, 32 * 64),  # of late moves, by depth and number
        ("stones", np.uint8, _ROOM),  # by place
        ("shapes", np.uint8, 4 * _ROOM),  # by place and direction: those of both sides
        ("shapes_of", np.uint8, 4**12),  # by neighbourhood
    ],
    align=True,
)
Board = Any


def board_for(game: Game) -> Board:
    """The empty board of a game; its keys are all 0 until it is given some."""
    rows, cols = game.shape
    k, exact = game.shortest, bool(game.beyond)
    reach = reach_of(k, exact)
    width = cols + 1
    board = np.zeros(1, BOARD).view(np.recarray)[0]
    state = board.state
    state[CELLS], state[REACH] = rows * cols, reach
    state[PLACES] = (rows + 2) * width + 1
    state[WORDS] = (state[PLACES] + 63) // 64
    state[STEPS : STEPS + 4] = 1, width, width + 1, width - 1
    row, col = np.divmod(np.arange(rows * cols), cols)
    places = (row + 1) * width + col + 1
    board.place_of[: rows * cols] = places
    board.cell_of[places] = np.arange(rows * cols)
    board.stones[:] = EDGE
    board.stones[places] = FREE
    fill_shapes(board.shapes_of, k, exact, reach)
    board.combined[:] = combination_table(k)
    board.tuned[:] = constants()
    board.reduction[:] = reductions(int(board.tuned[REDUCTION]), int(board.tuned[REDUCTION_BASE]))
    fill(board)
    return board


def reductions(slope: int, base: int) -> Array:
    """By depth and number of a move, in fractions of a ply."""
    depth, number = np.arange(32)[:, None] + 1e-9, np.arange(64)[None, :] + 1
    found = base + slope * np.log(depth) * np.log(number)
    return np.maximum(found, 0).astype(np.int16).ravel()


def zobrist_of(game: Game, mode: Mode) -> Array:
    """Random words by place and side, others in every game and mode."""
    return random_words(2 * _ROOM, int(salt(game, mode)))


@compiled
def fill(board: Board) -> None:
    """Work out from the stones alone what the other functions keep up to date."""
    state = board.state
    reach = state[REACH]
    state[VALUES : VALUES + 2] = 0
    state[COUNTS : COUNTS + 16] = 0
    board.bitboards[:] = word(0)
    board.key[0] = word(0)
    for place in range(state[PLACES]):
        stone = board.stones[place]
        if stone == EDGE:
            continue
        if stone != FREE:
            board.key[0] ^= board.zobrist[place * 2 + stone - 1]
            continue
        board.codes[place * 2 : place * 2 + 2] = 0
        tens = 1
        for direction in range(4):
            line = neighbourhood(board, place, state[STEPS + direction], reach)
            shapes = whole(board.shapes_of[line])
            board.lines[place * 4 + direction] = line
            board.shapes[place * 4 + direction] = shapes
            board.codes[place * 2] += tens * shape_for(shapes, 0)
            board.codes[place * 2 + 1] += tens * shape_for(shapes, 1)
            tens *= 10
        for side in range(2):
            board.ratings[place * 2 + side] = board.combined[board.codes[place * 2 + side]]
            count(board, place, side, 1)


@compiled
def neighbourhood(board: Board, place: int, step: int, reach: int) -> int:
    """What lies on a line within reach of a place; past the edge there is only edge."""
    line = whole(0)
    for way in (-1, 1):
        inside = True
        for distance in range(1, reach + 1):
            stone = whole(EDGE)
            if inside:
                stone = whole(board.stones[place + way * distance * step])
                inside = stone != EDGE
            line |= stone << slot_of(reach, way * distance)
    return line


@compiled
def count(board: Board, place: int, side: int, sign: int) -> None:
    """Count a free cell in, or with a negative sign out."""
    rating = board.ratings[word(place * 2 + side)]
    board.state[VALUES + side] += sign * (rating >> 16)
    which = side * KINDS + (rating & 15)
    board.state[COUNTS + which] += sign
    board.bitboards[which * board.state[WORDS] + (place >> 6)] ^= word(1) << word(place & 63)


@compiled
def place_stone(board: Board, place: int) -> None:
    """Put a stone of the side to move on a free place."""
    side = board.state[TURN]
    count(board, place, 0, -1)
    count(board, place, 1, -1)
    board.stones[place] = side + 1
    board.key[0] ^= board.zobrist[place * 2 + side]
    spread(board, place, side)
    board.state[TURN] = 1 - side
    board.state[STONES] += 1


@compiled
def take_back(board: Board, place: int) -> None:
    """Take the last stone placed off again."""
    side = 1 - board.state[TURN]
    spread(board, place, side)
    board.key[0] ^= board.zobrist[place * 2 + side]
    board.stones[place] = FREE
    count(board, place, 0, 1)
    count(board, place, 1, 1)
    board.state[TURN] = side
    board.state[STONES] -= 1


@compiled
def spread(board: Board, place: int, side: int) -> None:
    """Tell the free cells within reach that a stone of this side has come, or gone."""
    stones, lines, shapes, shapes_of = board.stones, board.lines, board.shapes, board.shapes_of
    state = board.state
    reach = state[REACH]
    tens = whole(1)
    for direction in range(4):
        for way in range(2):
            stride = state[STEPS + direction] if way else -state[STEPS + direction]
            slot = slot_of(reach, whole(-1 if way else 1))
            other = place
            for _ in range(reach):
                other += stride
                stone = stones[word(other)]
                if stone == EDGE:
                    break
                if stone == FREE:
                    at = word(other * 4 + direction)
                    line = word(lines[at]) ^ (word(side + 1) << word(slot))
                    lines[at] = line
                    now, then = shapes_of[line], shapes[at]
                    if now != then:
                        shapes[at] = now
                        reshape(board, other, 0, tens * (shape_for(now, 0) - shape_for(then, 0)))
                        reshape(board, other, 1, tens * (shape_for(now, 1) - shape_for(then, 1)))
                slot += -2 if way else 2
        tens *= 10


@inlined
def reshape(board: Board, place: int, side: int, more: int) -> None:
    """Add to the code of a free cell, and count it as what it is then."""
    if more == 0:
        return
    at = word(place * 2 + side)
    code = word(whole(board.codes[at]) + more)
    then, now = board.ratings[at], board.combined[code]
    board.codes[at], board.ratings[at] = code, now
    board.state[VALUES + side] += (now >> 16) - (then >> 16)
    past, kind = then & 15, now & 15
    if past != kind:
        words, bit = board.state[WORDS], word(1) << word(place & 63)
        board.state[COUNTS + side * KINDS + past] -= 1
        board.state[COUNTS + side * KINDS + kind] += 1
        board.bitboards[word((side * KINDS + past) * words + (place >> 6))] ^= bit
        board.bitboards[word((side * KINDS + kind) * words + (place >> 6))] ^= bit

"""A flat board that keeps the shape of every empty cell, line and side as stones come and go.

Places are the cells of the board with an edge around it; a row's right edge is the next one's left:

    place = (row + 1) * width + column + 1      width = columns + 1

Stones are taken back in the order they were placed, so that taken cells need no upkeep.
"""

from hashlib import sha256
from typing import Any

import numpy as np

from bot.search.compiled import Array, compiled, whole, word
from bot.search.flat_patterns import combination_table, reach_of, shape_table
from games.game import Game

FREE, EDGE = 0, 3  # on a place; a stone is its side + 1

# Where things lie in a board's state.
TURN, STONES, CELLS, REACH, WORDS, PLACES = 0, 1, 2, 3, 4, 5
NODES, POLLED, STOPPED, TICKET, LEFT = 6, 7, 8, 9, 10  # of the search; left are nodes for fours
WORTH = 11  # + side: the sum over all free cells
STEPS = 13  # + direction: from a place to the next
POWERS = 17  # + reach + offset: the weight of a neighbour there in a neighbourhood
COUNTS = 32  # + side * 8 + kind: how many free cells are of that kind
HELD = 48  # whether a side has passed on the way here
STATE = 49

PLIES = 160  # killers are kept for so many
PROOFS = 1 << 16  # positions whose proof numbers are kept

KINDS = 8  # sets of cells kept for each side, by kind
ANSWERS, TRIAL = 0, 1  # the sets behind those, for working out answers to a threat


# Numba passes a record as one pointer, where it passes an array as seven words; calls are many.
_ROOM = 27 * 26 + 2  # places of the largest board
BOARD = np.dtype(
    [
        ("state", np.int64, STATE),
        ("sets", np.uint64, (2 * KINDS + 2) * (_ROOM // 64)),  # by side and kind, as bits
        ("key", np.uint64, 1),
        ("zobrist", np.uint64, 2 * _ROOM),  # by place and side
        ("memory", np.int64, 2 * PLIES + 2 * _ROOM),  # killers by ply, history by side and place
        ("proofs", np.uint64, 2 * PROOFS),  # what is known of attacks by threats: key, numbers
        ("numbers", np.uint64, PLIES * _ROOM),  # of the moves that lie in the same places
        ("cell_of", np.int64, _ROOM),  # by place
        ("place_of", np.int64, _ROOM),  # by cell
        ("lines", np.int32, 8 * _ROOM),  # by place, direction and side: the neighbourhood
        ("codes", np.int32, 2 * _ROOM),  # by place and side: the four shapes as decimal digits
        ("combined", np.int64, 10_000),  # by such a code
        ("less", np.int8, 32 * 64),  # by depth and number: how much late moves are reduced
        ("stones", np.uint8, _ROOM),  # by place
        ("shapes", np.uint8, 8 * _ROOM),  # by place, direction and side
        ("shape_of", np.uint8, 3**12),  # by neighbourhood
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
    for slot in range(2 * reach):
        state[POWERS + slot + (slot >= reach)] = 3**slot
    row, col = np.divmod(np.arange(rows * cols), cols)
    places = (row + 1) * width + col + 1
    board.place_of[: rows * cols] = places
    board.cell_of[places] = np.arange(rows * cols)
    board.stones[:] = EDGE
    board.stones[places] = FREE
    table = shape_table(k, exact, reach)
    board.shape_of[: len(table)] = table
    board.combined[:] = combination_table(k)
    depth, number = np.arange(32)[:, None] + 1e-9, np.arange(64)[None, :] + 1
    board.less[:] = (
        np.maximum(0.4 + np.log(depth) * np.log(number) / 1.6, 0).astype(np.int8).ravel()
    )
    fill(board)
    return board


def zobrist_of(game: Game, salt: str) -> Array:
    """Random words by place and side, the same in every process."""
    seed = int.from_bytes(sha256(f"{game.name} {salt}".encode()).digest()[:8], "big")
    return np.random.default_rng(seed).integers(1, 2**64, 2 * _ROOM, np.uint64)


@compiled
def fill(board: Board) -> None:
    """Work out from the stones alone what the other functions keep up to date."""
    state = board.state
    reach = state[REACH]
    state[WORTH : WORTH + 2] = 0
    state[COUNTS : COUNTS + 16] = 0
    board.sets[:] = word(0)
    board.key[0] = word(0)
    for place in range(state[PLACES]):
        stone = board.stones[place]
        if stone == EDGE:
            continue
        if stone != FREE:
            board.key[0] ^= board.zobrist[place * 2 + stone - 1]
            continue
        for side in range(2):
            code = 0
            tens = 1
            for direction in range(4):
                line = neighbourhood(board, place, state[STEPS + direction], side, reach)
                at = (place * 4 + direction) * 2 + side
                board.lines[at] = line
                board.shapes[at] = board.shape_of[line]
                code += tens * board.shape_of[line]
                tens *= 10
            board.codes[place * 2 + side] = code
            count(board, place, side, 1)


@compiled
def neighbourhood(board: Board, place: int, step: int, side: int, reach: int) -> int:
    """What lies on a line within reach of a place, past the edge as if it were blocked."""
    line = 0
    for way in (-1, 1):
        inside = True
        for distance in range(1, reach + 1):
            if inside:
                stone = board.stones[place + way * distance * step]
                inside = stone != EDGE
            else:
                stone = EDGE
            digit = 0 if stone == FREE else 1 if stone == side + 1 else 2
            line += digit * board.state[POWERS + reach + way * distance]
    return line


@compiled
def count(board: Board, place: int, side: int, sign: int) -> None:
    """Count a free cell in, or with a negative sign out."""
    combined = whole(board.combined[board.codes[place * 2 + side]])
    board.state[WORTH + side] += sign * (combined >> 16)
    which = side * KINDS + (combined & 15)
    board.state[COUNTS + which] += sign
    board.sets[which * board.state[WORDS] + (place >> 6)] ^= word(1) << word(place & 63)


@compiled
def place_stone(board: Board, place: int) -> None:
    """Put a stone of the side to move on a free place."""
    side = board.state[TURN]
    count(board, place, 0, -1)
    count(board, place, 1, -1)
    board.stones[place] = side + 1
    board.key[0] ^= board.zobrist[place * 2 + side]
    spread(board, place, side, 1)
    board.state[TURN] = 1 - side
    board.state[STONES] += 1


@compiled
def take_back(board: Board, place: int) -> None:
    """Take the last stone placed off again."""
    side = 1 - board.state[TURN]
    spread(board, place, side, -1)
    board.key[0] ^= board.zobrist[place * 2 + side]
    board.stones[place] = FREE
    count(board, place, 0, 1)
    count(board, place, 1, 1)
    board.state[TURN] = side
    board.state[STONES] -= 1


@compiled
def spread(board: Board, place: int, side: int, sign: int) -> None:
    """Tell the free cells within reach that a stone has come, or with a negative sign gone."""
    stones, lines, shapes, shape_of = board.stones, board.lines, board.shapes, board.shape_of
    state, codes, combined, sets = board.state, board.codes, board.combined, board.sets
    reach, words = state[REACH], state[WORDS]
    tens = whole(1)
    for direction in range(4):
        for way in range(2):
            stride = state[STEPS + direction] if way else -state[STEPS + direction]
            other = place
            for distance in range(1, reach + 1):
                other += stride
                stone = stones[other]
                if stone == EDGE:
                    break
                if stone != FREE:
                    continue
                power = sign * state[POWERS + (reach - distance if way else reach + distance)]
                at = (other * 4 + direction) * 2
                for owner in range(2):
                    line = lines[at + owner] + (power if owner == side else 2 * power)
                    lines[at + owner] = line
                    shape, former = whole(shape_of[line]), whole(shapes[at + owner])
                    if shape == former:
                        continue
                    shapes[at + owner] = shape
                    code = whole(codes[other * 2 + owner])
                    then = whole(combined[code])
                    code += (shape - former) * tens
                    codes[other * 2 + owner] = code
                    now = whole(combined[code])
                    state[WORTH + owner] += (now >> 16) - (then >> 16)
                    past, kind = owner * KINDS + (then & 15), owner * KINDS + (now & 15)
                    bit = word(1) << word(other & 63)
                    state[COUNTS + past] -= 1
                    state[COUNTS + kind] += 1
                    sets[past * words + (other >> 6)] ^= bit
                    sets[kind * words + (other >> 6)] ^= bit
        tens *= 10

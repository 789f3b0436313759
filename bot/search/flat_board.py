"""A flat board that keeps the shape of every empty cell, line and side as stones come and go.

Places are the cells of the board with an edge around it; a row's right edge is the next one's left:

    place = (row + 1) * width + column + 1      width = columns + 1

Stones are taken back in the order they were placed, so that taken cells need no upkeep.
"""

from hashlib import sha256
from typing import NamedTuple

import numpy as np

from bot.search.compiled import Array, compiled, whole, word
from bot.search.flat_patterns import combination_table, reach_of, shape_table
from games.game import Game

FREE, EDGE = 0, 3  # on a place; a stone is its side + 1

# Where things lie in a board's state.
TURN, STONES, CELLS, REACH, WORDS = 0, 1, 2, 3, 4
NODES, POLLED, STOPPED, TICKET, LEFT = 5, 6, 7, 8, 9  # of the search; left are nodes for fours
WORTH = 10  # + side: the sum over all free cells
STEPS = 12  # + direction: from a place to the next
POWERS = 16  # + reach + offset: the weight of a neighbour there in a neighbourhood
COUNTS = 32  # + side * 8 + kind: how many free cells are of that kind
STATE = 48

KINDS = 8  # sets of cells kept for each side, by kind
ANSWERS, TRIAL = 0, 1  # the sets behind those, for working out answers to a threat


class Board(NamedTuple):
    """The arrays that compiled functions work on. What lies where is told above."""

    stones: Array  # by place
    lines: Array  # by place, direction and side: the neighbourhood
    shapes: Array  # by place, direction and side
    codes: Array  # by place and side: the shapes in all directions as decimal digits
    sets: Array  # by side and kind: the cells of that kind, as bits; the key comes last
    state: Array
    shape_of: Array
    combined: Array
    zobrist: Array  # by place and side


def board_for(game: Game) -> Board:
    """The empty board of a game; its keys are all 0 until it is given some."""
    rows, cols = game.shape
    k, exact = game.shortest, bool(game.beyond)
    reach = reach_of(k, exact)
    width = cols + 1
    places = (rows + 2) * width + 1
    words = (places + 63) // 64
    state = np.zeros(STATE, np.int64)
    state[CELLS], state[REACH], state[WORDS] = rows * cols, reach, words
    state[STEPS : STEPS + 4] = 1, width, width + 1, width - 1
    for slot in range(2 * reach):
        state[POWERS + slot + (slot >= reach)] = 3**slot
    stones = np.full(places, EDGE, np.uint8)
    stones[places_of(game)] = FREE
    shape_of = shape_table(k, exact, reach)
    board = Board(
        stones,
        np.zeros(places * 8, np.int32),
        np.zeros(places * 8, np.uint8),
        np.zeros(places * 2, np.int32),
        np.zeros((2 * KINDS + 2) * words + 1, np.uint64),
        state,
        shape_of,
        combination_table(k),
        np.zeros(places * 2, np.uint64),
    )
    fill(board)
    return board


def zobrist_of(game: Game, salt: str, places: int) -> Array:
    """Random words by place and side, the same in every process."""
    seed = int.from_bytes(sha256(f"{game.name} {salt}".encode()).digest()[:8], "big")
    return np.random.default_rng(seed).integers(1, 2**64, places * 2, np.uint64)


def places_of(game: Game) -> Array:
    """The place of each cell."""
    rows, cols = game.shape
    row, col = np.divmod(np.arange(rows * cols), cols)
    return (row + 1) * (cols + 1) + col + 1


@compiled
def fill(board: Board) -> None:
    """Work out from the stones alone what the other functions keep up to date."""
    state = board.state
    reach = state[REACH]
    state[WORTH : WORTH + 2] = 0
    state[COUNTS : COUNTS + 16] = 0
    board.sets[:] = word(0)
    for place in range(len(board.stones)):
        stone = board.stones[place]
        if stone == EDGE:
            continue
        if stone != FREE:
            board.sets[-1] ^= board.zobrist[place * 2 + stone - 1]
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
    combined = board.combined[board.codes[place * 2 + side]]
    board.state[WORTH + side] += sign * (combined >> 4)
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
    board.sets[-1] ^= board.zobrist[place * 2 + side]
    spread(board, place, side, 1)
    board.state[TURN] = 1 - side
    board.state[STONES] += 1


@compiled
def take_back(board: Board, place: int) -> None:
    """Take the last stone placed off again."""
    side = 1 - board.state[TURN]
    spread(board, place, side, -1)
    board.sets[-1] ^= board.zobrist[place * 2 + side]
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
                    state[WORTH + owner] += (now >> 4) - (then >> 4)
                    kind, past = now & 15, then & 15
                    if kind != past:
                        bit = word(1) << word(other & 63)
                        base = owner * KINDS
                        state[COUNTS + base + past] -= 1
                        state[COUNTS + base + kind] += 1
                        sets[(base + past) * words + (other >> 6)] ^= bit
                        sets[(base + kind) * words + (other >> 6)] ^= bit
        tens *= 10

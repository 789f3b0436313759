"""The boards of nine-board tic-tac-toe as a search keeps them, and the moves worth a look."""

from bot.search.core.compiled import Array, compiled, inlined, whole
from bot.search.nineboard.tables import ANYWHERE, CELLS, CODES, COMPLETIONS, DIGITS, FULL

# Where things lie in the state: the masks of both sides, by side and board; then the rest.
MODE, DRAWS, AGE, TICKET, COUNT, STOPPED = range(18, 24)
CLAIMED, TRAIL = 24, 25  # the addresses of the claims and of the trail
KILLERS = 32  # two for each number of stones
HISTORY = KILLERS + 2 * (CELLS + 1)  # by side and cell
LISTS = HISTORY + 2 * CELLS  # moves and what they promise, by number of stones
STATE = LISTS + 2 * CELLS * (CELLS + 1)


@compiled
def index_of(state: Array, board: int) -> int:
    """Where the value of a board lies among the evaluations."""
    return board * CODES + DIGITS[state[board]] + 2 * DIGITS[state[9 + board]]


@compiled
def value(state: Array, worths: Array) -> int:
    """What all boards are worth to the first side."""
    total = 0
    for board in range(9):
        total += worths[index_of(state, board)]
    return whole(total)


@inlined
def wins_on(state: Array, side: int, board: int) -> int:
    """The cells of a board with which a side wins."""
    return COMPLETIONS[state[9 * side + board]] & ~state[9 - 9 * side + board] & FULL


@compiled
def threats(state: Array, side: int) -> int:
    """The boards on which a side threatens, as bits."""
    found = 0
    for board in range(9):
        if wins_on(state, side, board):
            found |= 1 << board
    return whole(found)


@inlined
def with_threat(state: Array, known: int, side: int, board: int) -> int:
    """The boards on which a side threatens, after a stone fell on one of them."""
    return known & ~(1 << board) | (1 << board if wins_on(state, side, board) else 0)


@inlined
def reward(state: Array, stones: int, move: int, depth: int) -> None:
    """Remember a move that refuted the one before it."""
    if state[KILLERS + 2 * stones] != move:
        state[KILLERS + 2 * stones + 1] = state[KILLERS + 2 * stones]
        state[KILLERS + 2 * stones] = move
    state[HISTORY + (stones & 1) * CELLS + move] += depth * depth


@inlined
def boards_of(target: int) -> tuple[int, int]:
    """The first board that may be played on, and the one after the last."""
    return (0, 9) if target == ANYWHERE else (target, target + 1)


@compiled
def list_moves(state: Array, stones: int, target: int, theirs: int, best: int) -> int:
    """List the moves that do not send the opponent to where they win; tell how many there are.

    They come in the order of what they promise: the best move known, killers, then by history.
    """
    side = stones & 1
    at = LISTS + 2 * CELLS * stones
    count = 0
    first, end = boards_of(target)
    for board in range(first, end):
        taken = state[board] | state[9 + board]
        for cell in range(9):
            bit = 1 << cell
            if taken & bit:
                continue
            after = theirs
            if theirs >> board & 1 and not wins_on(state, 1 - side, board) & ~bit:
                after ^= 1 << board
            there = state[cell] | state[9 + cell]
            if cell == board:
                there |= bit
            if there == FULL:
                if after and state[DRAWS] == 0:
                    continue
            elif after >> cell & 1:
                continue
            move = board * 9 + cell
            promise = state[HISTORY + side * CELLS + move]
            if move == best:
                promise = 1 << 40
            elif move == state[KILLERS + 2 * stones]:
                promise = 1 << 39
            elif move == state[KILLERS + 2 * stones + 1]:
                promise = 1 << 38
            slot = at + 2 * count
            while slot > at and state[slot - 1] < promise:
                state[slot], state[slot + 1] = state[slot - 2], state[slot - 1]
                slot -= 2
            state[slot], state[slot + 1] = move, promise
            count += 1
    return whole(count)


@compiled
def list_all(state: Array, stones: int, target: int) -> int:
    """List every move, as for a last ply that does not see the answer."""
    at = LISTS + 2 * CELLS * stones
    count = 0
    first, end = boards_of(target)
    for board in range(first, end):
        taken = state[board] | state[9 + board]
        for cell in range(9):
            if not taken >> cell & 1:
                state[at + 2 * count] = board * 9 + cell
                count += 1
    return whole(count)


@inlined
def put_off(state: Array, at: int, turn: int, count: int) -> None:
    """Move a listed move to the end, marked as one that is not put off again."""
    move = state[at + 2 * turn]
    for slot in range(at + 2 * turn, at + 2 * count - 2):
        state[slot] = state[slot + 2]
    state[at + 2 * count - 2], state[at + 2 * count - 1] = move, -1

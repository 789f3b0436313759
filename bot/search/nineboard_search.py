"""The alpha-beta search of nine-board tic-tac-toe.

A side *threatens* on a board where it would win at once if sent there. Sending it there loses, so
that most moves of a won position need no search, and a side that can only send to threats has lost.
"""

from bot.search.claims import claim, is_claimed, release
from bot.search.compiled import Array, compiled, inlined, whole, word
from bot.search.kernel import Mode
from bot.search.nineboard_tables import (
    ANYWHERE,
    CELLS,
    COMPLETIONS,
    DIGITS,
    FULL,
    STONES,
    TARGETS,
)
from bot.search.scores import INFINITY, PROVEN, WIN
from bot.search.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    pack,
    probe,
    score_of,
    store,
)

# Where things lie in the state: the masks of both sides, by side and board; then the rest.
MODE, DRAWS, AGE, TICKET, COUNT, STOPPED = range(18, 24)
KILLERS = 32  # two for each number of stones
HISTORY = KILLERS + 2 * (CELLS + 1)  # by side and cell
LISTS = HISTORY + 2 * CELLS  # moves and what they promise, by number of stones
STATE = LISTS + 2 * CELLS * (CELLS + 1)

SHARED = 6  # the depth from which workers share the moves of a position
POLL = 1023  # nodes between two looks at the signal, less one
PLAY, STRICT, SOLVE = int(Mode.PLAY), int(Mode.STRICT), int(Mode.SOLVE)


@compiled
def index_of(state: Array, board: int) -> int:
    """Where the value of a board lies among the evaluations."""
    return DIGITS[state[board]] + 2 * DIGITS[state[9 + board]]


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
def is_stopped(state: Array, signal: Array) -> bool:
    """Count a node; every thousand or so, tell the count and see whether to go on."""
    state[COUNT] += 1
    if state[COUNT] & POLL == 0:
        signal[1] += POLL + 1
        if signal[0] >= state[TICKET]:
            state[STOPPED] = 1
    return state[STOPPED] != 0


@inlined
def with_threat(state: Array, known: int, side: int, board: int) -> int:
    """The boards on which a side threatens, after a stone fell on one of them."""
    return known & ~(1 << board) | (1 << board if wins_on(state, side, board) else 0)


@inlined
def answers(state: Array, data: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether what the table has answers a search to this depth within these bounds."""
    score, bound, known = score_of(data), bound_of(data), depth_of(data)
    if known != depth:
        if state[MODE] == STRICT:
            return False
        won = score >= PROVEN and bound != UPPER
        lost = score <= -PROVEN and bound != LOWER
        if known < depth and not won and not lost:
            return False
    return (
        bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    )


@inlined
def reward(state: Array, stones: int, move: int, depth: int) -> None:
    """Remember a move that refuted the one before it."""
    if state[KILLERS + 2 * stones] != move:
        state[KILLERS + 2 * stones + 1] = state[KILLERS + 2 * stones]
        state[KILLERS + 2 * stones] = move
    state[HISTORY + (stones & 1) * CELLS + move] += depth * depth


@inlined
def is_lost(state: Array, target: int, theirs: int) -> bool:
    """Whether every move plainly sends the opponent to where they win; False if in doubt."""
    if target == ANYWHERE:
        return False
    free = FULL & ~(state[target] | state[9 + target])
    return free & ~theirs == 0 and free >> target & 1 == 0


@inlined
def leaf(state: Array, target: int, stones: int, theirs: int, score: int) -> int:
    """The value for the side to move at the end of a search, if it cannot win at once."""
    if state[MODE] == SOLVE:
        return whole(0)
    lost = state[MODE] == PLAY and is_lost(state, target, theirs)
    return whole(stones + 2 - WIN if lost else score)


@compiled
def list_moves(state: Array, stones: int, target: int, theirs: int, best: int) -> int:
    """List the moves that do not send the opponent to where they win; tell how many there are.

    They come in the order of what they promise: the best move known, killers, then by history.
    """
    side = stones & 1
    at = LISTS + 2 * CELLS * stones
    count = 0
    first, last = (0, 9) if target == ANYWHERE else (target, target + 1)
    for board in range(first, last):
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
    first, last = (0, 9) if target == ANYWHERE else (target, target + 1)
    for board in range(first, last):
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


@compiled
def descend(
    table: Array, signal: Array, claims: Array, worths: Array, state: Array, key: int, target: int,
    stones: int, mine: int, theirs: int, score: int, depth: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """The value for the side to move, for whom the boards are worth *score*.

    *mine* and *theirs* are the boards where each side threatens, *target* is where to play.
    """
    if is_stopped(state, signal):
        return whole(0)
    wins = (mine if target == ANYWHERE else mine >> target & 1) != 0
    if wins and (depth > 0 or state[MODE] == PLAY):
        return whole(WIN - stones - 1)
    if depth <= 0:
        return leaf(state, target, stones, theirs, score)

    best_move = NO_MOVE
    entry = key ^ TARGETS[target]
    if depth > 1:
        data = probe(table, entry)
        if data != word(0):
            if answers(state, data, depth, alpha, beta):
                return score_of(data)
            best_move = move_of(data)
    if depth == 1 and state[MODE] != PLAY:
        count, best = list_all(state, stones, target), -INFINITY
    else:  # moves not listed lose at once, and nothing is worse
        count, best = list_moves(state, stones, target, theirs, best_move), stones + 2 - WIN

    side = stones & 1
    floor = alpha
    at = LISTS + 2 * CELLS * stones
    turn = 0
    while turn < count:
        move = state[at + 2 * turn]
        board, cell = move // 9, move % 9
        child = word(0)
        if depth >= SHARED:
            child = (key ^ STONES[side * CELLS + move]) ^ TARGETS[cell]
            if turn > 0 and state[at + 2 * turn + 1] >= 0 and is_claimed(claims, child):
                put_off(state, at, turn, count)
                continue
            claim(claims, child)
        before = worths[index_of(state, board)]
        state[9 * side + board] |= 1 << cell
        gain = worths[index_of(state, board)] - before
        full = (state[cell] | state[9 + cell]) == FULL
        found = whole(0)
        if not full or (state[DRAWS] == 0 and stones + 1 < CELLS):
            ours = with_threat(state, mine, side, board)
            threats_left = with_threat(state, theirs, 1 - side, board)
            send = ANYWHERE if full else cell
            value_there = -score - gain if side == 0 else gain - score
            less = 0
            if turn > 0 and depth > 3 and state[MODE] == PLAY:
                less = 2 if turn > 2 and depth > 6 else 1
            low = -beta if turn == 0 else -alpha - 1
            if depth == 1:
                is_stopped(state, signal)
                found = -leaf(state, send, stones + 1, ours, value_there)
            while depth > 1:
                found = -descend(
                    table, signal, claims, worths, state, word(key ^ STONES[side * CELLS + move]),
                    whole(send), whole(stones + 1), whole(threats_left), whole(ours),
                    whole(value_there), whole(depth - 1 - less), whole(low), whole(-alpha),
                )  # fmt: skip
                if found <= alpha or state[STOPPED] != 0:
                    break
                if less > 0:
                    less = 0
                elif low == -beta or found >= beta:
                    break
                else:
                    low = -beta
        state[9 * side + board] ^= 1 << cell
        turn += 1
        if depth >= SHARED:
            release(claims, child)
        if state[STOPPED] != 0:
            return whole(0)
        if found > best:
            best = found
            best_move = move
            alpha = max(alpha, found)
            if alpha >= beta:
                reward(state, stones, move, depth)
                break
        if depth >= SHARED:
            data = probe(table, entry)
            if data != word(0) and answers(state, data, depth, alpha, beta):
                return score_of(data)
    if depth > 1:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(table, entry, pack(best, best_move, bound, depth, state[AGE]))
    return whole(best)

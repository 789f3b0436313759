"""The alpha-beta search of nine-board tic-tac-toe.

A side *threatens* on a board where it would win at once if sent there. Sending it there loses, so
that most moves of a won position need no search, and a side that can only send to threats has lost.
"""

from bot.search.core.claims import claim, is_claimed, release
from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.instructions import at_address
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    answers,
    move_of,
    pack,
    probe,
    score_of,
    store,
)
from bot.search.core.trail import ask, enter, found_out, is_back, is_overtaken, leave
from bot.search.nineboard.evaluation import TEMPO
from bot.search.nineboard.moves import (
    AGE,
    CLAIMED,
    COUNT,
    DRAWS,
    LISTS,
    MODE,
    STOPPED,
    TICKET,
    TRAIL,
    index_of,
    list_all,
    list_moves,
    put_off,
    reward,
    with_threat,
)
from bot.search.nineboard.tables import ANYWHERE, CELLS, FULL, STONES, TARGETS

SHARED = 6  # the depth from which workers share the moves of a position
POLL = 1023  # nodes between two looks at the signal, less one
PLAY, STRICT, SOLVE = int(Mode.PLAY), int(Mode.STRICT), int(Mode.SOLVE)


@inlined
def is_stopped(state: Array, signal: Array, table: Array) -> bool:
    """Count a node; every thousand or so, tell the count and see whether to go on."""
    state[COUNT] += 1
    if state[COUNT] & POLL == 0:
        signal[1] += POLL + 1
        if signal[0] >= state[TICKET] or is_overtaken(at_address(word(state[TRAIL])), table):
            state[STOPPED] = 1
    return state[STOPPED] != 0


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
    return whole(stones + 2 - WIN if lost else score + TEMPO)


@compiled
def descend(
    table: Array, signal: Array, worths: Array, state: Array, key: int, target: int, stones: int,
    mine: int, theirs: int, score: int, depth: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """The value for the side to move, for whom the boards are worth *score*.

    *mine* and *theirs* are the boards where each side threatens, *target* is where to play.
    """
    if is_stopped(state, signal, table):
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
            if answers(data, state[MODE] == STRICT, depth, alpha, beta):
                return score_of(data)
            best_move = move_of(data)
    if depth == 1 and state[MODE] != PLAY:
        count, best = list_all(state, stones, target), -INFINITY
    else:  # moves not listed lose at once, and nothing is worse
        count, best = list_moves(state, stones, target, theirs, best_move), stones + 2 - WIN

    side = stones & 1
    floor = alpha
    at = LISTS + 2 * CELLS * stones
    turn, level = 0, whole(0)
    claims, trail = at_address(word(state[CLAIMED])), at_address(word(state[TRAIL]))
    if depth >= SHARED:
        level = enter(trail, entry, depth, beta)
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
            ask(trail, level, alpha)
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
                is_stopped(state, signal, table)
                found = -leaf(state, send, stones + 1, ours, value_there)
            while depth > 1:
                found = -descend(
                    table, signal, worths, state,
                    word(key ^ STONES[side * CELLS + move]), whole(send), whole(stones + 1),
                    whole(threats_left), whole(ours), whole(value_there),
                    whole(depth - 1 - less), whole(low), whole(-alpha),
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
        data = word(0)
        if state[STOPPED] != 0:
            if depth < SHARED or not is_back(trail, level):
                return whole(0)
            state[STOPPED] = 0
            data = found_out(trail)
        elif found > best:
            best = found
            best_move = move
            alpha = max(alpha, found)
            if alpha >= beta:
                reward(state, stones, move, depth)
                break
        if depth >= SHARED and data == word(0):
            data = probe(table, entry)
        if data != word(0) and answers(data, state[MODE] == STRICT, depth, alpha, beta):
            if alpha > floor and score_of(data) <= alpha:
                break  # no other move is better
            leave(trail, level)
            return score_of(data)
    if depth >= SHARED:
        leave(trail, level)
    if depth > 1:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(table, entry, pack(best, best_move, bound, depth, state[AGE]))
    return whole(best)

"""The alpha-beta search of any game of the family, on stones per line."""

from bot.search.core.claims import claim, release
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, LIMIT, PROVEN, WIN
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
from bot.search.general.board import (
    AGE,
    CELLS,
    COUNT,
    EMPTY,
    HOT,
    LAST,
    MODE,
    NEARBY,
    REGION,
    SCORE,
    SENDS,
    STONES,
    STOPPED,
    TICKET,
    begin,
    is_drawn,
    open_cells,
    place,
    remove,
)
from bot.search.general.moves import hot_moves, is_put_off, keep_near, moves_at, pick, rank, reward

POLL = 1023  # nodes between two looks at the signal, less one
SHARED = 4  # the depth from which workers share the moves of a position
PLAY, STRICT, SOLVE = int(Mode.PLAY), int(Mode.STRICT), int(Mode.SOLVE)


@compiled
def is_stopped(state: Array, signal: Array) -> bool:
    """Count a node; every thousand or so, tell the count and see whether to go on."""
    state[COUNT] += 1
    if state[COUNT] & POLL == 0:
        signal[1] += POLL + 1
        if signal[0] >= state[TICKET]:
            state[STOPPED] = 1
    return state[STOPPED] != 0


@compiled
def worth(state: Array) -> int:
    """What the position is worth to the side to move, without search."""
    if state[MODE] == SOLVE:
        return whole(0)
    score = min(max(state[SCORE], -LIMIT), LIMIT)
    return whole(-score if state[STONES] & 1 else score)


@compiled
def reduction(state: Array, turn: int, depth: int, forced: bool) -> int:
    """How many plies less a late move is searched, at first."""
    if state[MODE] != PLAY or forced or turn < 3 or depth < 3:
        return 0
    return 2 if turn > 11 and depth > 4 else 1


@compiled
def entry_of(facts: Array, state: Array, keys: Array, key: int) -> int:
    """Where the table keeps a position: where the reply is sent to is a part of it."""
    last = state[LAST]
    return key ^ keys[2 * facts[CELLS] + (0 if last == EMPTY else facts[facts[REGION] + last])]


@compiled
def descend(
    table: Array, signal: Array, claims: Array, facts: Array, state: Array, keys: Array, key: int,
    depth: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """The value of the position for the side to move."""
    if is_stopped(state, signal):
        return whole(0)
    stones = state[STONES]
    side = stones & 1
    if depth <= 0 and (state[MODE] != PLAY or state[HOT] + state[HOT + 1] == 0):
        return worth(state)
    last, at = state[LAST], moves_at(facts, stones)
    count = open_cells(facts, state, state, at)
    if hot_moves(facts, state, side, count) > 0:
        return whole(WIN - stones - 1)
    forced = False
    if depth > 1 or state[MODE] == PLAY:
        sent = begin(facts, SENDS, 0) != begin(facts, SENDS, facts[CELLS])
        blocks = 0 if sent else hot_moves(facts, state, 1 - side, count)
        if blocks > 1:
            return whole(stones + 2 - WIN)
        forced = blocks == 1
    if forced:
        count = whole(1)
        if state[MODE] == PLAY:
            depth += 1  # the only move costs nothing
    elif depth <= 0:
        return worth(state)

    best_move = NO_MOVE
    entry = entry_of(facts, state, keys, key)
    data = probe(table, entry) if depth > 1 else word(0)
    if data != word(0):
        if answers(data, state[MODE] == STRICT, depth, alpha, beta):
            return score_of(data)
        best_move = move_of(data)

    floor, best = alpha, -INFINITY
    near = state[NEARBY] != 0 and not forced
    if near:
        count = keep_near(facts, state, count, whole(1))
        if count == 0:
            near, count = False, open_cells(facts, state, state, at)
    while True:
        if depth > 1:
            rank(facts, state, count, best_move)
        turn = 0
        while turn < count:
            cell = pick(facts, state, turn, count) if depth > 1 else state[at + turn]
            after = word(key ^ keys[side * facts[CELLS] + cell])
            if depth >= SHARED:
                if turn > 0 and is_put_off(facts, state, claims, turn, after):
                    continue
                claim(claims, after)
            place(facts, state, cell, side)
            state[LAST] = cell
            if is_drawn(facts, state, cell):
                found = whole(0)
            else:
                less = reduction(state, turn, depth, forced)
                low = -beta if best == -INFINITY else -alpha - 1
                while True:
                    found = -descend(
                        table, signal, claims, facts, state, keys, after, whole(depth - 1 - less),
                        whole(low), whole(-alpha),
                    )  # fmt: skip
                    if found <= alpha or state[STOPPED] != 0:
                        break
                    if less > 0:
                        less = 0
                    elif low == -beta or found >= beta:
                        break
                    else:
                        low = -beta
            remove(facts, state, cell, side)
            state[LAST] = last
            turn += 1
            if depth >= SHARED:
                release(claims, after)
            if state[STOPPED] != 0:
                return whole(0)
            if found > best:
                best = found
                best_move = cell
                alpha = max(alpha, found)
                if alpha >= beta:
                    reward(facts, state, cell, depth)
                    break
        if not near or best > -PROVEN:
            break
        if floor >= -PROVEN:  # too low already, and not believed to be lost
            best = -LIMIT
            break
        near = False  # nothing is believed to be lost before every cell has been tried
        count = keep_near(facts, state, open_cells(facts, state, state, at), whole(0))
    if depth > 1:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(table, entry, pack(best, best_move, bound, depth, state[AGE]))
    return whole(best)

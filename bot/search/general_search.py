"""The alpha-beta search of any game of the family, on stones per line."""

from bot.search.board import (
    AGE,
    CELLS,
    COUNT,
    EMPTY,
    HOT,
    LAST,
    LENGTH,
    LINES,
    MODE,
    NEARBY,
    OWNERS,
    REGION,
    SCORE,
    SENDS,
    STONES,
    STOPPED,
    TICKET,
    TOUCHES,
    WEIGHTS,
    begin,
    count_at,
    hot_at,
    is_drawn,
    near_at,
    open_cells,
    place,
    remove,
)
from bot.search.claims import claim, is_claimed, release
from bot.search.compiled import Array, compiled, whole, word
from bot.search.kernel import Mode
from bot.search.scores import INFINITY, LIMIT, PROVEN, WIN
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

POLL = 1023  # nodes between two looks at the signal, less one
SHARED = 4  # the depth from which workers share the moves of a position
PUT_OFF = 1 << 60  # taken from what a move promises: after all others
PLAY, STRICT, SOLVE = int(Mode.PLAY), int(Mode.STRICT), int(Mode.SOLVE)


@compiled
def killers_at(facts: Array) -> int:
    """Where the state keeps two killers for each number of stones."""
    return OWNERS + 4 * facts[CELLS] + 4 * facts[LINES]


@compiled
def history_at(facts: Array) -> int:
    """Where the state keeps how well each cell did, by side."""
    return killers_at(facts) + 2 * (facts[CELLS] + 1)


@compiled
def moves_at(facts: Array, stones: int) -> int:
    """Where the state lists the moves of the position with so many stones."""
    return history_at(facts) + 2 * facts[CELLS] + 2 * facts[CELLS] * stones


def size(facts: Array) -> int:
    """How long the state of this search is."""
    cells, lines = int(facts[CELLS]), int(facts[LINES])
    return OWNERS + 8 * cells + 4 * lines + 2 + 2 * cells * (cells + 1)


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


@compiled
def hot_moves(facts: Array, state: Array, side: int, count: int) -> int:
    """Move to the front of the list those that complete a line of a side; tell how many."""
    at = moves_at(facts, state[STONES])
    found = whole(0)
    if state[HOT + side] == 0:
        return found
    for turn in range(count):
        cell = state[at + turn]
        if state[hot_at(facts, side, cell)] > 0:
            state[at + turn] = state[at + found]
            state[at + found] = cell
            found += 1
    return found


@compiled
def keep_near(facts: Array, state: Array, count: int, near: int) -> int:
    """Keep of the list only the cells near stones, or with 0 only the others."""
    at = moves_at(facts, state[STONES])
    kept = whole(0)
    for turn in range(count):
        cell = state[at + turn]
        if (state[near_at(facts, cell)] > 0) == (near != 0):
            state[at + kept] = cell
            kept += 1
    return kept


@compiled
def promise(facts: Array, state: Array, cell: int) -> int:
    """How good a move looks: what it adds to our open lines and takes from theirs, and history."""
    stones = state[STONES]
    killers = killers_at(facts) + 2 * stones
    if cell == state[killers]:
        return whole(1 << 39)
    if cell == state[killers + 1]:
        return whole(1 << 38)
    gain = whole(0)
    for at in range(begin(facts, TOUCHES, cell), begin(facts, TOUCHES, cell + 1)):
        if facts[at] & 1:
            break  # lines that the cell lies beyond come last
        ours = state[count_at(facts, stones & 1, facts[at] >> 1)]
        theirs = state[count_at(facts, 1 - (stones & 1), facts[at] >> 1)]
        if theirs == 0 and ours < facts[LENGTH] - 1:
            gain += 2 * facts[facts[WEIGHTS] + ours + 1]
        elif ours == 0 and theirs < facts[LENGTH] - 1:
            gain += facts[facts[WEIGHTS] + theirs + 1]
    return gain * 16 + min(state[history_at(facts) + (stones & 1) * facts[CELLS] + cell], 1 << 20)


@compiled
def rank(facts: Array, state: Array, count: int, best: int) -> None:
    """Note behind each move of the list what it promises."""
    at = moves_at(facts, state[STONES])
    for turn in range(count):
        cell = state[at + turn]
        value = whole(1 << 40) if cell == best else promise(facts, state, cell)
        state[at + facts[CELLS] + turn] = value


@compiled
def pick(facts: Array, state: Array, turn: int, count: int) -> int:
    """The most promising of the moves from *turn* on, which changes places with the one there."""
    at = moves_at(facts, state[STONES])
    values = at + facts[CELLS]
    top = turn
    for each in range(turn + 1, count):
        if state[values + each] > state[values + top]:
            top = each
    state[at + turn], state[at + top] = state[at + top], state[at + turn]
    state[values + turn], state[values + top] = state[values + top], state[values + turn]
    return whole(state[at + turn])


@compiled
def is_put_off(facts: Array, state: Array, claims: Array, turn: int, key: int) -> bool:
    """Whether another worker is at the move that is next; if so, it comes last, and for good."""
    at = moves_at(facts, state[STONES]) + facts[CELLS] + turn
    if state[at] < 0 or not is_claimed(claims, key):
        return False
    state[at] -= PUT_OFF
    return True


@compiled
def reward(facts: Array, state: Array, cell: int, depth: int) -> None:
    """Remember a move that refuted the one before it."""
    killers = killers_at(facts) + 2 * state[STONES]
    if state[killers] != cell:
        state[killers + 1] = state[killers]
        state[killers] = cell
    state[history_at(facts) + (state[STONES] & 1) * facts[CELLS] + cell] += depth * depth


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
        if answers(state, data, depth, alpha, beta):
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

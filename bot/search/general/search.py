"""Principal variation search of any game of the family, on stones per line."""

from bot.search.core.claims import claim, release
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.instructions import at_address
from bot.search.core.mode import Mode
from bot.search.core.polling import is_stopped
from bot.search.core.research import is_final, widened
from bot.search.core.scores import INFINITY, LIMIT, PROVEN, WIN
from bot.search.core.shared import Shared, claims_of, table_of
from bot.search.core.transposition_table import (
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
    HOT,
    LAST,
    MODE,
    NEARBY,
    SCORE,
    STONES,
    Board,
    facts_in,
    is_drawn,
    open_cells,
    place,
    remove,
    state_in,
)
from bot.search.general.facts import CELLS, EMPTY, REGION, SENDS, row_begin
from bot.search.general.moves import (
    hot_moves,
    is_put_off,
    keep_near,
    moves_at,
    note_cutoff,
    pick,
    rank,
)

SHARED = 4  # the depth from which workers share the moves of a position
PLAY, STRICT, SOLVE = int(Mode.PLAY), int(Mode.STRICT), int(Mode.SOLVE)


@compiled
def evaluate(state: Array) -> int:
    """The value of the position for the side to move, without search."""
    if state[MODE] == SOLVE:
        return whole(0)
    score = min(max(state[SCORE], -LIMIT), LIMIT)
    return whole(-score if state[STONES] & 1 else score)


@compiled
def late_move_reduction(state: Array, turn: int, depth: int, forced: bool) -> int:
    """How many plies less a late move is searched, at first."""
    if state[MODE] != PLAY or forced or turn < 3 or depth < 3:
        return 0
    return 2 if turn > 11 and depth > 4 else 1


@compiled
def entry_of(board: Board, key: int) -> int:
    """Where the table keeps a position: where the reply is sent to is a part of it."""
    facts, state = facts_in(board), state_in(board)
    last = state[LAST]
    region = 0 if last == EMPTY else facts[facts[REGION] + last]
    return key ^ at_address(board.zobrist)[2 * facts[CELLS] + region]


@compiled
def search(board: Board, shared: Shared, key: int, depth: int, alpha: int, beta: int) -> int:
    """The value of the position for the side to move; the key is of its stones."""
    if is_stopped(shared):
        return whole(0)
    facts, state, zobrist = facts_in(board), state_in(board), at_address(board.zobrist)
    stones = state[STONES]
    side = stones & 1
    if depth <= 0 and (state[MODE] != PLAY or state[HOT] + state[HOT + 1] == 0):
        return evaluate(state)
    last, at = state[LAST], moves_at(facts, stones)
    count = open_cells(board, at)
    if hot_moves(board, side, count) > 0:
        return whole(WIN - stones - 1)
    forced = False
    if depth > 1 or state[MODE] == PLAY:
        sent = row_begin(facts, SENDS, 0) != row_begin(facts, SENDS, facts[CELLS])
        blocks = 0 if sent else hot_moves(board, 1 - side, count)
        if blocks > 1:
            return whole(stones + 2 - WIN)
        forced = blocks == 1
    if forced:
        count = whole(1)
        if state[MODE] == PLAY:
            depth += 1  # the only move costs nothing
    elif depth <= 0:
        return evaluate(state)

    best_move = NO_MOVE
    entry = entry_of(board, key)
    data = probe(table_of(shared), entry) if depth > 1 else word(0)
    if data != word(0):
        if answers(data, state[MODE] == STRICT, depth, alpha, beta):
            return score_of(data)
        best_move = move_of(data)

    floor, best = alpha, -INFINITY
    near = state[NEARBY] != 0 and not forced
    if near:
        count = keep_near(board, count, whole(1))
        if count == 0:
            near, count = False, open_cells(board, at)
    while True:
        if depth > 1:
            rank(board, count, best_move)
        turn = 0
        while turn < count:
            cell = pick(board, turn, count) if depth > 1 else state[at + turn]
            after = word(key ^ zobrist[side * facts[CELLS] + cell])
            if depth >= SHARED:
                if turn > 0 and is_put_off(board, shared, turn, after):
                    continue
                claim(claims_of(shared), after)
            place(board, cell, side)
            state[LAST] = cell
            if is_drawn(board, cell):
                found = whole(0)
            else:
                reduction = late_move_reduction(state, turn, depth, forced)
                ceiling = beta if best == -INFINITY else alpha + 1
                while True:
                    found = -search(
                        board,
                        shared,
                        after,
                        whole(depth - 1 - reduction),
                        whole(-ceiling),
                        whole(-alpha),
                    )
                    if shared.stopped != 0 or is_final(found, alpha, beta, ceiling, reduction):
                        break
                    ceiling, reduction = widened(beta, ceiling, reduction), 0
            remove(board, cell, side)
            state[LAST] = last
            turn += 1
            if depth >= SHARED:
                release(claims_of(shared), after)
            if shared.stopped != 0:
                return whole(0)
            if found > best:
                best = found
                best_move = cell
                alpha = max(alpha, found)
                if alpha >= beta:
                    note_cutoff(board, cell, depth)
                    break
        if not near or best > -PROVEN:
            break
        if floor >= -PROVEN:  # too low already, and not believed to be lost
            best = -LIMIT
            break
        near = False  # nothing is believed to be lost before every cell has been tried
        count = keep_near(board, open_cells(board, at), whole(0))
    if depth > 1:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(table_of(shared), entry, pack(best, best_move, bound, depth, state[AGE]))
    return whole(best)

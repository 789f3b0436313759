"""Alpha-beta on stones per line, plain but for what a method asks for.

The board is that of general/board.py, the rules are an array that a method makes.
"""

from bot.search.classic.method import TableUse
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.instructions import at_address
from bot.search.core.polling import is_stopped
from bot.search.core.shared import Shared, table_of
from bot.search.core.transposition_table import (
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
from bot.search.general.board import (
    LAST,
    OWNERS,
    SCORE,
    STONES,
    Board,
    count_at,
    facts_in,
    is_drawn,
    near_at,
    open_cells,
    place,
    remove,
    state_in,
)
from bot.search.general.facts import CELLS, EMPTY, LINES, NEAR, row_begin
from bot.search.general.moves import hot_moves, moves_at

# The head of the rules that a method makes; then by cell: bonus, the moves in their order, and the
# last position in which the cell was listed.
VICTORY, HASTE, DRAWN, JUDGES, UNDECIDED, ROOT, RADIUS, LATEST, SEES_WINS = range(9)
TABLE_USE, STAMP, DISCOUNT = 9, 10, 11
TABLES = 16

INFINITY = 1_000_000_000
MOVES, SCORES = int(TableUse.MOVES), int(TableUse.SCORES)


@compiled
def list_latest(board: Board, rules: Array, at: int) -> int:
    """List the empty cells near stones, beginning with the neighbours of the latest stone."""
    facts, state = facts_in(board), state_in(board)
    cells = facts[CELLS]
    rules[STAMP] += 1
    count = whole(0)
    for stone in range(state[STONES] - 1, -1, -1):
        cell = rules[TABLES + cells + stone]
        for each in range(row_begin(facts, NEAR, cell), row_begin(facts, NEAR, cell + 1)):
            near = facts[each]
            stamp = TABLES + 2 * cells + near
            if state[OWNERS + near] == EMPTY and rules[stamp] != rules[STAMP]:
                rules[stamp] = rules[STAMP]
                state[at + count] = near
                count += 1
    return count


@compiled
def candidates(board: Board, rules: Array) -> int:
    """List the moves that the method looks at; all of them if it would look at none."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES])
    count = list_latest(board, rules, at) if rules[LATEST] else open_cells(board, at)
    kept = whole(0)
    for turn in range(count):
        cell = state[at + turn]
        if rules[RADIUS] == 0 or state[near_at(facts, cell)] > 0:
            state[at + kept] = cell
            kept += 1
    return kept if kept > 0 else open_cells(board, at)


@compiled
def begun_lines(board: Board, side: int) -> int:
    """How many lines hold stones of this side and none of the other."""
    facts, state = facts_in(board), state_in(board)
    mine, theirs = count_at(facts, side, 0), count_at(facts, 1 - side, 0)
    beyond = count_at(facts, side + 2, 0)
    count = whole(0)
    for line in range(facts[LINES]):
        if state[mine + line] > 0 and state[theirs + line] == 0 and state[beyond + line] == 0:
            count += 1
    return count


@compiled
def leaf(board: Board, rules: Array) -> int:
    """The value of an undecided position for the side to move."""
    state = state_in(board)
    side = state[STONES] & 1
    if not rules[JUDGES]:
        return whole(rules[UNDECIDED] if side == rules[ROOT] else -rules[UNDECIDED])
    value = state[SCORE] if side == 0 else -state[SCORE]
    if rules[DISCOUNT]:
        value += rules[DISCOUNT] * begun_lines(board, 1 - side)
    return whole(value)


@compiled
def alpha_beta(
    board: Board,
    rules: Array,
    shared: Shared,
    key: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of the position for the side to move."""
    if is_stopped(shared):
        return whole(0)
    facts, state, zobrist = facts_in(board), state_in(board), at_address(board.zobrist)
    stones, last, cells = state[STONES], state[LAST], facts[CELLS]
    side = stones & 1
    if depth <= 0 and not rules[SEES_WINS]:
        return leaf(board, rules)
    count = candidates(board, rules)
    if rules[SEES_WINS] and hot_moves(board, side, count) > 0:
        return whole(rules[VICTORY] - rules[HASTE] * (stones + 1))
    if depth <= 0:
        return leaf(board, rules)
    at = moves_at(facts, stones)
    data = probe(table_of(shared), key) if rules[TABLE_USE] else word(0)
    if data != word(0):
        score, bound = score_of(data), bound_of(data)
        if rules[TABLE_USE] == SCORES and depth_of(data) == depth:
            if bound == EXACT or (bound == LOWER and score >= beta):
                return score
            if bound == UPPER and score <= alpha:
                return score
        for turn in range(count):
            if state[at + turn] == move_of(data):
                for back in range(turn, 0, -1):
                    state[at + back] = state[at + back - 1]
                state[at] = move_of(data)
                break
    best, best_move, floor = -INFINITY, NO_MOVE, alpha
    for turn in range(count):
        cell = state[at + turn]
        gain = rules[TABLES + cell] if side == 0 else -rules[TABLES + cell]
        won = place(board, cell, side)
        state[LAST], rules[TABLES + cells + stones] = cell, cell
        state[SCORE] += gain
        if won:
            found = whole(rules[VICTORY] - rules[HASTE] * (stones + 1))
        elif is_drawn(board, cell):
            found = whole(rules[DRAWN] if side == rules[ROOT] else -rules[DRAWN])
        else:
            found = -alpha_beta(
                board,
                rules,
                shared,
                word(key ^ zobrist[side * cells + cell]),
                whole(depth - 1),
                whole(-beta),
                whole(-max(alpha, best)),
            )
        state[SCORE] -= gain
        remove(board, cell, side)
        state[LAST] = last
        if shared.stopped != 0:
            return whole(0)
        if found > best:
            best, best_move = found, cell
            if best >= beta:
                break
    if rules[TABLE_USE]:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        kept = best if rules[TABLE_USE] == SCORES else 0
        store(table_of(shared), key, pack(kept, best_move, bound, depth, 0))
    return whole(best)

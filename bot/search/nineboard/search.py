"""Principal variation search of nine-board tic-tac-toe.

A side *threatens* on a board where it would win at once if sent there. Sending it there loses, so
that most moves of a won position need no search, and a side that can only send to threats has lost.
"""

from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.core.mode import Mode
from bot.search.core.polling import is_stopped
from bot.search.core.research import is_final, widened
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.shared import Shared, table_of
from bot.search.core.sharing import close_up, drop, is_taken, open_up, take, turned_back
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
from bot.search.nineboard.evaluation import TEMPO
from bot.search.nineboard.lookup_tables import ANYWHERE, CELLS, FULL, STONES, TARGETS
from bot.search.nineboard.moves import (
    Boards,
    NineboardNode,
    index_of,
    list_all,
    list_moves,
    note_cutoff,
    put_off,
    with_threat,
)

SHARED = 6  # the depth from which workers share the moves of a position
PLAY, STRICT, SOLVE = int(Mode.PLAY), int(Mode.STRICT), int(Mode.SOLVE)


@inlined
def is_lost(boards: Boards, target: int, theirs: int) -> bool:
    """Whether every move plainly sends the opponent to where they win; False if in doubt."""
    if target == ANYWHERE:
        return False
    free = FULL & ~(boards.masks[target] | boards.masks[9 + target])
    return free & ~theirs == 0 and free >> target & 1 == 0


@inlined
def leaf(boards: Boards, target: int, stones: int, theirs: int, score: int) -> int:
    """The value for the side to move at the end of a search, if it cannot win at once."""
    if boards.mode == SOLVE:
        return whole(0)
    lost = boards.mode == PLAY and is_lost(boards, target, theirs)
    return whole(stones + 2 - WIN if lost else score + TEMPO)


@inlined
def late_move_reduction(boards: Boards, depth: int, turn: int) -> int:
    """How many plies less a late move is searched at first, in play."""
    if turn == 0 or depth <= 3 or boards.mode != PLAY:
        return 0
    return 2 if turn > 2 and depth > 6 else 1


@compiled
def search(
    boards: Boards, shared: Shared, node: NineboardNode, depth: int, alpha: int, beta: int
) -> int:
    """The value for the side to move."""
    if is_stopped(shared):
        return whole(0)
    key, target, stones, mine, theirs, score = node
    wins = (mine if target == ANYWHERE else mine >> target & 1) != 0
    if wins and (depth > 0 or boards.mode == PLAY):
        return whole(WIN - stones - 1)
    if depth <= 0:
        return leaf(boards, target, stones, theirs, score)

    strict, best_move = boards.mode == STRICT, NO_MOVE
    entry = key ^ TARGETS[target]
    if depth > 1:
        data = probe(table_of(shared), entry)
        if data != word(0):
            if answers(data, strict, depth, alpha, beta):
                return score_of(data)
            best_move = move_of(data)
    if depth == 1 and boards.mode != PLAY:
        count, best = list_all(boards, stones, target), -INFINITY
    else:  # moves not listed lose at once, and nothing is worse
        count, best = list_moves(boards, stones, target, theirs, best_move), stones + 2 - WIN

    side = stones & 1
    floor = alpha
    at = 2 * CELLS * stones
    together, turn, level = depth >= SHARED, 0, whole(0)
    if together:
        level = open_up(shared, entry, depth, beta)
    while turn < count:
        move = boards.moves[at + 2 * turn]
        board, cell = move // 9, move % 9
        child = word(0)
        if together:
            child = (key ^ STONES[side * CELLS + move]) ^ TARGETS[cell]
            if turn > 0 and boards.moves[at + 2 * turn + 1] >= 0 and is_taken(shared, child):
                put_off(boards, at, turn, count)
                continue
            take(shared, level, child, alpha)
        before = boards.values[index_of(boards, board)]
        boards.masks[9 * side + board] |= 1 << cell
        gain = boards.values[index_of(boards, board)] - before
        full = (boards.masks[cell] | boards.masks[9 + cell]) == FULL
        found = whole(0)
        if not full or (boards.draws == 0 and stones + 1 < CELLS):
            ours = with_threat(boards, mine, side, board)
            threats_left = with_threat(boards, theirs, 1 - side, board)
            send = ANYWHERE if full else cell
            value_there = -score - gain if side == 0 else gain - score
            reduction = late_move_reduction(boards, depth, turn)
            ceiling = beta if turn == 0 else alpha + 1
            if depth == 1:
                is_stopped(shared)
                found = -leaf(boards, send, stones + 1, ours, value_there)
            below = NineboardNode(
                word(key ^ STONES[side * CELLS + move]), whole(send), whole(stones + 1),
                whole(threats_left), whole(ours), whole(value_there),
            )  # fmt: skip
            while depth > 1:
                found = -search(
                    boards,
                    shared,
                    below,
                    whole(depth - 1 - reduction),
                    whole(-ceiling),
                    whole(-alpha),
                )
                if shared.stopped != 0 or is_final(found, alpha, beta, ceiling, reduction):
                    break
                ceiling, reduction = widened(beta, ceiling, reduction), 0
        boards.masks[9 * side + board] ^= 1 << cell
        turn += 1
        if together:
            drop(shared, child)
        data = word(0)
        if shared.stopped != 0:
            if together:
                data = turned_back(shared, level)
            if data == word(0):
                return whole(0)
        elif found > best:
            best = found
            best_move = move
            alpha = max(alpha, found)
            if alpha >= beta:
                note_cutoff(boards, stones, move, depth)
                break
        if together and data == word(0):
            data = probe(table_of(shared), entry)
        if data != word(0) and answers(data, strict, depth, alpha, beta):
            if alpha > floor and score_of(data) <= alpha:
                break  # no other move is better
            close_up(shared, level)
            return score_of(data)
    if together:
        close_up(shared, level)
    if depth > 1:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        store(table_of(shared), entry, pack(best, best_move, bound, depth, boards.age))
    return whole(best)

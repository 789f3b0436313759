"""Principal variation search on flat boards, led by threats: as strong as possible.

At each node, in this order: what the threats on the board tell; the only move against a four; at
the end of the depth, quiescence; the transposition table; the static value, if it is so far beyond
the window that no move is likely to bring it back; a win by VCF or VCT; null move; and the moves:
those that look best, late ones reduced. Only when all of these lose, the others are looked at.

A score beyond PROVEN is always true: where a choice of moves was made by looks alone, a loss by all
of them counts as LIMIT rather than WIN less the stones.
"""

from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.research import is_final, widened
from bot.search.core.scores import INFINITY, LIMIT, PROVEN, WIN
from bot.search.core.shared import Shared, table_of
from bot.search.core.sharing import close_up, drop, is_taken, open_up, take, turned_back
from bot.search.core.transposition_table import NO_MOVE, answers, move_of, probe, score_of
from bot.search.flat.board import (
    BUDGET,
    CELLS,
    NULL_MOVED,
    PLACES,
    PLIES,
    STONES,
    TURN,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.constants import (
    FRACTION,
    FUTILITY,
    FUTILITY_BASE,
    FUTILITY_DEPTH,
    LEAF_DEPTH,
    LEAF_FOURS,
    LEAF_NEAR,
    NULL_DEPTH,
    NULL_MARGIN,
    NULL_REDUCTION,
    QUIESCENCE,
    RAZOR,
    RAZOR_BASE,
    RAZOR_DEPTH,
    REDUCTION_ANSWER,
    REDUCTION_CUT,
    REDUCTION_OPEN,
    REDUCTION_THREAT,
    REDUCTION_WORSE,
    UNGUIDED,
    WIDTH,
    WIDTH_SLOPE,
    WIDTH_WORSE,
)
from bot.search.flat.forced_scores import OPEN, forced_win, threat_score, unproven
from bot.search.flat.minimax import pick, remember
from bot.search.flat.moves import (
    RANK,
    arrange,
    count_of,
    evaluate,
    first_of,
    kind_of,
    list_all,
    list_defences,
    list_likely,
    note_cutoff,
    note_failures,
)
from bot.search.flat.patterns import DECISIVE, FORKING, THREATENING, WINNING
from bot.search.flat.quiescence import quiescence
from bot.search.flat.vct import others_lose

PROVING = 6  # plies from the root up to which a loss is to be proven against every move
SHARED = 4  # the depth from which workers share the moves of a position
PUT_OFF = RANK << 40  # taken from the rank of a move: after all others
LOST = LIMIT - 1000  # a score as low as this is of a move that loses
NULL_MOVE_KEY = 0xD1B54A32D192ED03  # makes the key of a position where a side has passed


@inlined
def is_threat(board: Board, place: int, side: int) -> bool:
    """Whether a move threatens something or prevents much."""
    return kind_of(board, place, side) >= THREATENING or kind_of(board, place, 1 - side) >= FORKING


@inlined
def move_count(board: Board, depth: int, improving: bool) -> int:
    """How many moves are looked at, unless all of them lose."""
    tuned = board.tuned
    wide = tuned[WIDTH] + (tuned[WIDTH_SLOPE] * max(depth, 0)) // FRACTION
    return whole(wide if improving else max(wide * tuned[WIDTH_WORSE] // FRACTION, 2))


@compiled
def late_move_reduction(board: Board, depth: int, number: int, kind: int) -> int:
    """How many plies less deeply a move is searched at first, by its number in the order.

    bits of kind   0 not improving   1 cut node   2 open window   3 threat   4 answer to a threat
    """
    if depth < 2 or number < 2:
        return whole(0)
    tuned = board.tuned
    plies = whole(board.reduction[min(depth, 31) * 64 + min(number - 1, 63)])
    plies += tuned[REDUCTION_WORSE] * (kind & 1) + tuned[REDUCTION_CUT] * (kind >> 1 & 1)
    plies -= tuned[REDUCTION_OPEN] * (kind >> 2 & 1) + tuned[REDUCTION_THREAT] * (kind >> 3 & 1)
    plies -= tuned[REDUCTION_ANSWER] * (kind >> 4 & 1)
    return whole(max(0, min(plies // FRACTION, depth - 2)))


@compiled
def make_null_move(board: Board, null_moved: int) -> None:
    """Pass, or with 0 take that back: the side to move and the key change, the stones do not."""
    board.state[NULL_MOVED] = null_moved
    board.key[0] ^= word(NULL_MOVE_KEY)
    board.state[TURN] = 1 - board.state[TURN]


@compiled
def settle(board: Board, shared: Shared, alpha: int, beta: int, ply: int) -> int:
    """The value at the end of the depth."""
    tuned = board.tuned
    board.state[BUDGET] = tuned[LEAF_FOURS]
    last = board.path[ply - 2] if tuned[LEAF_NEAR] and ply >= 2 else whole(-1)
    return whole(
        quiescence(board, shared, whole(alpha), whole(beta), whole(tuned[LEAF_DEPTH]), whole(last))
    )


@compiled
def search(
    board: Board, shared: Shared, depth: int, alpha: int, beta: int, ply: int, cut: int
) -> int:
    """The value for the side to move; with *cut* the first move is expected to refute."""
    state, tuned = board.state, board.tuned
    stones, side = state[STONES], state[TURN]
    if stones == state[CELLS] or is_stopped(shared):
        return whole(0)
    score = threat_score(board, alpha, beta)
    if score != OPEN:
        return whole(score)
    if ply >= PLIES - 1:
        return whole(evaluate(board))
    window = beta - alpha > 1
    if count_of(board, 1 - side, WINNING):
        place = first_of(board, 1 - side, WINNING)
        board.statics[ply], board.path[ply] = -board.statics[ply - 1], place
        place_stone(board, place)
        score = -search(
            board,
            shared,
            whole(depth),
            whole(-beta),
            whole(-alpha),
            whole(ply + 1),
            whole(0 if window else 1 - cut),
        )
        take_back(board, place)
        return whole(score)
    threatened = count_of(board, 1 - side, DECISIVE) > 0
    if depth <= 0 and not threatened:
        return whole(settle(board, shared, alpha, beta, ply))
    hash_move = whole(-1)
    entry = probe(table_of(shared), board.key[0])
    if entry:
        if move_of(entry) != NO_MOVE:
            hash_move = whole(board.place_of[move_of(entry)])
        if answers(entry, False, depth, alpha, beta):
            return score_of(entry)
    if depth <= -tuned[QUIESCENCE]:
        return whole(settle(board, shared, alpha, beta, ply))
    static = -board.statics[ply - 1] if threatened else whole(evaluate(board))
    board.statics[ply] = static
    improving = ply < 2 or static > board.statics[ply - 2]
    if not threatened and not window and abs(beta) < LIMIT // 2:
        margin = tuned[FUTILITY_BASE] + tuned[FUTILITY] * depth
        if (
            depth <= tuned[FUTILITY_DEPTH]
            and static - margin >= beta
            and count_of(board, 1 - side, FORKING) == 0
        ):
            return whole(static)
        if (
            depth <= tuned[RAZOR_DEPTH]
            and static + tuned[RAZOR_BASE] + tuned[RAZOR] * depth <= alpha
        ):
            return whole(settle(board, shared, alpha, beta, ply))
    won = forced_win(board, shared, depth, ply, threatened)
    if won:
        return whole(WIN - won)
    if (
        not threatened
        and not window
        and abs(beta) < LIMIT // 2
        and depth >= tuned[NULL_DEPTH]
        and static >= beta + tuned[NULL_MARGIN]
        and state[NULL_MOVED] == 0
    ):
        board.path[ply] = -1
        make_null_move(board, 1)
        score = -search(
            board,
            shared,
            whole(depth - tuned[NULL_REDUCTION]),
            whole(-beta),
            whole(-alpha),
            whole(ply + 1),
            whole(1 - cut),
        )
        make_null_move(board, 0)
        if shared.stopped:
            return whole(0)
        if score >= beta:
            return whole(beta)
    if hash_move < 0 and depth >= tuned[UNGUIDED] and not threatened:
        depth -= 1  # internal iterative reduction
    start = ply * state[PLACES]
    best = whole(-INFINITY)
    proving = True  # that every move not listed loses
    if threatened:
        listed = list_defences(board, start)
        if state[CELLS] - stones > listed:
            best = whole(stones + 4 - WIN)
    else:
        listed = list_likely(board, start)
        proving = False
        if listed == 0:
            listed = list_all(board, start)
            proving = True
    end = start + listed
    arrange(board, start, end, ply, hash_move)
    width = min(end, start + move_count(board, depth, improving))
    together, level = depth >= SHARED, whole(0)
    if together:  # what is put off must not make room for moves that would not be searched
        for index in range(start, width):
            pick(board.moves, index, end)
        level = open_up(shared, board.key[0], depth, beta)
    situation = (0 if improving else 1) + 2 * cut + (4 if window else 0) + (16 if threatened else 0)
    chosen, child = whole(-1), word(0)
    index = start
    while best < beta:
        if index >= width:
            if best > -LOST or width == end:
                break
            width = end  # all lose: perhaps another does not
        place = pick(board.moves, index, width if together else end)
        if together:
            child = board.key[0] ^ board.zobrist[place * 2 + side]
            if index > start and board.moves[index] > -PUT_OFF // 2 and is_taken(shared, child):
                board.moves[index] -= PUT_OFF
                continue
        index += 1
        number = index - start
        threat = is_threat(board, place, side)
        floor = max(alpha, best)
        if together:
            take(shared, level, child, floor)
        kind = situation + (8 if threat else 0)
        reduction = whole(late_move_reduction(board, depth, number, kind))
        ceiling = beta if number == 1 else floor + 1
        board.path[ply] = place
        place_stone(board, place)
        while True:
            open_window = window and ceiling == beta
            score = -search(
                board,
                shared,
                whole(depth - 1 - reduction),
                whole(-ceiling),
                whole(-floor),
                whole(ply + 1),
                whole(0 if open_window else 1 if reduction or window else 1 - cut),
            )
            if shared.stopped or is_final(score, floor, beta, ceiling, reduction):
                break
            ceiling, reduction = widened(beta, ceiling, reduction), whole(0)
        take_back(board, place)
        if together:
            drop(shared, child)
        entry = word(0)
        if shared.stopped:
            if together:
                entry = turned_back(shared, level)
            if entry == word(0):
                return whole(0)
        elif score > best:
            best, chosen = score, place
            if score >= beta and not threatened and not threat:
                note_cutoff(board, place, ply, depth)
                note_failures(board, start, index - 1, depth)
        if together and best < beta and entry == word(0):
            entry = probe(table_of(shared), board.key[0])
        if entry != word(0) and answers(entry, False, depth, max(alpha, best), beta):
            if alpha < best and score_of(entry) <= best:
                break  # no other move is better
            close_up(shared, level)
            return score_of(entry)
    if together:
        close_up(shared, level)
    if not proving and ply <= PROVING and best <= -PROVEN and index >= end:
        latest = others_lose(board, shared, start, index, whole(ply))
        proving = latest > 0
        best = max(best, latest - WIN)
    if not proving:
        best = unproven(best)
    remember(board, shared, best, chosen, alpha, beta, depth)
    return whole(best)

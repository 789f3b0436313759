"""Principal variation search on flat boards, led by threats: as strong as possible.

At each node, in this order: what the threats on the board tell; the only move against a four; the
transposition table; a win by VCF or VCT; at the end of the depth, the evaluation, but quiescence
first, while there are threats to answer; futility and null move; and the moves, late ones reduced.

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
)
from bot.search.flat.patterns import DECISIVE, FORKING, THREATENING, WINNING
from bot.search.flat.vct import others_lose

PROVING = 6  # plies from the root up to which a loss is to be proven against every move
SHARED = 4  # the depth from which workers share the moves of a position
PUT_OFF = RANK << 40  # taken from the rank of a move: after all others
QUIESCENCE = -4  # the depth down to which a search goes on answering threats
FUTILITY_MARGIN = 150  # by ply: what a quiet move gains at most, by and large
NULL_MOVE_DEPTH = 4  # plies by which a null move is searched less deeply, with itself
NULL_MOVE_KEY = 0xD1B54A32D192ED03  # makes the key of a position where a side has passed


@inlined
def is_quiet(board: Board, place: int, side: int) -> bool:
    """Whether a move neither threatens anything nor prevents much."""
    return kind_of(board, place, side) < THREATENING and kind_of(board, place, 1 - side) < FORKING


@inlined
def late_move_reduction(board: Board, depth: int, number: int) -> int:
    """How many plies less deeply a quiet move is searched at first, by its number in the order."""
    if depth < 3 or number <= 3:
        return whole(0)
    return whole(board.reduction[min(depth, 31) * 64 + min(number - 1, 63)])


@compiled
def make_null_move(board: Board, null_moved: int) -> None:
    """Pass, or with 0 take that back: the side to move and the key change, the stones do not."""
    board.state[NULL_MOVED] = null_moved
    board.key[0] ^= word(NULL_MOVE_KEY)
    board.state[TURN] = 1 - board.state[TURN]


@compiled
def search(board: Board, shared: Shared, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value for the side to move."""
    state = board.state
    stones, side = state[STONES], state[TURN]
    if stones == state[CELLS] or is_stopped(shared):
        return whole(0)
    score = threat_score(board, alpha, beta)
    if score != OPEN:
        return whole(score)
    if ply >= PLIES - 1:
        return whole(evaluate(board))
    if count_of(board, 1 - side, WINNING):
        place = first_of(board, 1 - side, WINNING)
        place_stone(board, place)
        score = -search(board, shared, whole(depth), whole(-beta), whole(-alpha), whole(ply + 1))
        take_back(board, place)
        return whole(score)
    hash_move = whole(-1)
    entry = probe(table_of(shared), board.key[0])
    if entry:
        if move_of(entry) != NO_MOVE:
            hash_move = whole(board.place_of[move_of(entry)])
        if answers(entry, False, depth, alpha, beta):
            return score_of(entry)
    threatened = count_of(board, 1 - side, DECISIVE) > 0
    won = forced_win(board, shared, depth, ply, threatened)
    if won:
        return whole(WIN - won)
    if depth <= (QUIESCENCE if threatened else 0):
        return whole(evaluate(board))
    futile = False
    if not threatened and beta - alpha == 1 and abs(beta) < LIMIT // 2:
        static, margin = evaluate(board), FUTILITY_MARGIN * depth
        if depth <= 4 and static - margin >= beta and count_of(board, 1 - side, FORKING) == 0:
            return whole(static)
        futile = depth <= 3 and static + margin <= alpha
        if depth >= 3 and static >= beta and state[NULL_MOVED] == 0:
            make_null_move(board, 1)
            score = -search(
                board,
                shared,
                whole(depth - NULL_MOVE_DEPTH),
                whole(-beta),
                whole(-alpha),
                whole(ply + 1),
            )
            make_null_move(board, 0)
            if shared.stopped:
                return whole(0)
            if score >= beta:
                return whole(beta)
    if hash_move < 0 and depth >= 4 and not threatened:
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
            proving = not futile
    end = start + listed
    arrange(board, start, end, ply, hash_move)
    width = end if proving else min(end, start + 8 + 2 * depth)
    together, level = depth >= SHARED, whole(0)
    if together:  # what is put off must not make room for moves that would not be searched
        for index in range(start, width):
            pick(board.moves, index, end)
        end = width
        level = open_up(shared, board.key[0], depth, beta)
    chosen, child = whole(-1), word(0)
    index = start
    while index < width and best < beta:
        place = pick(board.moves, index, end)
        if together:
            child = board.key[0] ^ board.zobrist[place * 2 + side]
            if index > start and board.moves[index] >= 0 and is_taken(shared, child):
                board.moves[index] -= PUT_OFF
                continue
        index += 1
        number = index - start
        quiet = not threatened and is_quiet(board, place, side)
        if futile and quiet and number > 1:
            continue
        floor = max(alpha, best)
        if together:
            take(shared, level, child, floor)
        reduction = late_move_reduction(board, depth, number) if quiet else whole(0)
        ceiling = beta if number == 1 else floor + 1
        place_stone(board, place)
        while True:
            score = -search(
                board,
                shared,
                whole(depth - 1 - reduction),
                whole(-ceiling),
                whole(-floor),
                whole(ply + 1),
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
            if score >= beta and quiet:
                note_cutoff(board, place, ply, depth)
        if together and best < beta and entry == word(0):
            entry = probe(table_of(shared), board.key[0])
        if entry != word(0) and answers(entry, False, depth, max(alpha, best), beta):
            if alpha < best and score_of(entry) <= best:
                break  # no other move is better
            close_up(shared, level)
            return score_of(entry)
    if together:
        close_up(shared, level)
    if not proving and ply <= PROVING and best <= -PROVEN and not futile:
        latest = others_lose(board, shared, start, index, whole(ply))
        proving = latest > 0
        best = max(best, latest - WIN)
    if not proving:
        best = unproven(best)
    remember(board, shared, best, chosen, alpha, beta, depth)
    return whole(best)

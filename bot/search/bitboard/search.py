"""Principal variation search of bitboards to a depth: for play, and as minimax for the tests.

In play, threats are followed beyond the depth, a VCF is looked for at every new node, for either
side, and late moves are reduced. STRICT is plain minimax to the depth, only faster.
"""

from bot.search.bitboard.board import bit_of, lowest, ones, value_of
from bot.search.bitboard.board_record import AGE, CELLS, MODE, BitboardNode, Board
from bot.search.bitboard.line_counts import next_frame
from bot.search.bitboard.ordering import HASH_MOVE, expand, is_put_off, list_block, pick
from bot.search.bitboard.vcf import BUDGET, FIRST, spoilers, vcf
from bot.search.core.compiled import compiled, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.research import is_final, widened
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.shared import Shared, table_of
from bot.search.core.sharing import close_up, drop, open_up, take, turned_back
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

PLAYING = 0  # Mode.PLAY, as compiled functions see it
VCF_NODES = 500  # that a VCF inside the search may look at; each costs some 0.06 us
SHARED = 4  # the depth from which workers share the moves of a position


@compiled
def late_move_reduction(depth: int, at: int) -> int:
    """How many plies less a late move is searched at first, in play."""
    if depth < 3 or at < 4:
        return 0
    return min(depth - 2, 1 + (at >= 12) + (at >= 24 and depth > 4))


@compiled
def quick_vcf(
    board: Board, shared: Shared, ply: int, side: int, own: int, opp: int, opp_wins: int
) -> int:
    """How many stones a VCF adds, within the budget that was set; 0 if there is none."""
    limit = board.vcf_state[BUDGET]
    longer = vcf(board, ply, side, own, opp, word(0), opp_wins)
    shared.nodes += limit - max(0, board.vcf_state[BUDGET])
    return longer


@compiled
def arrange(board: Board, start: int, end: int, side: int, hash_move: int, killer: int) -> None:
    """Rank the moves listed by what was learnt of them elsewhere, too."""
    for at in range(start, end):
        cell = board.moves[at] & whole(CELLS - 1)
        rank = board.moves[at] >> 6
        if cell == hash_move:
            rank = whole(HASH_MOVE)
        elif cell == killer:
            rank += 32
        board.moves[at] = ((rank << 12) + board.history[side * CELLS + cell]) * CELLS + cell


@compiled
def note_cutoff(board: Board, ply: int, side: int, cell: int, depth: int) -> None:
    """Remember a move that refuted the one before it: as a killer, and in the history."""
    board.killers[ply] = cell
    at = side * CELLS + cell
    board.history[at] = min(4095, board.history[at] + depth * depth)


@compiled
def search(
    board: Board, shared: Shared, node: BitboardNode, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """The value for the side to move; the frame of the position is at *ply*."""
    if is_stopped(shared):
        return 0
    own, opp, own_wins, opp_wins, own_weight, opp_weight, side, key = node
    stones = ones(own | opp)
    if stones == board.cells:
        return 0
    play = board.state[MODE] == PLAYING
    if depth <= 0 and not play:
        return value_of(own_weight, opp_weight)
    if own_wins != word(0):
        return WIN - stones - 1
    if own_weight == 0 and opp_weight == 0:
        return 0
    threats = ones(opp_wins)
    if threats > 1 and (play or depth > 1):
        return stones + 2 - WIN
    forced = threats == 1 and (play or depth > 1)
    if play:
        alpha = max(alpha, stones + 2 - WIN)
        beta = min(beta, WIN - stones - 3)
        if alpha >= beta:
            return alpha

    hash_move, data = -1, probe(table_of(shared), key)
    if data != word(0):
        if answers(data, not play, depth, alpha, beta):
            return score_of(data)
        hash_move = move_of(data)
    limit = VCF_NODES << max(0, min(depth, 4))
    if play and data == word(0):
        board.vcf_state[BUDGET] = limit
        longer = quick_vcf(board, shared, ply, side, own, opp, opp_wins)
        if longer > 0:
            score = WIN - stones - longer
            data = pack(score, board.vcf_state[FIRST], LOWER, max(0, depth), board.state[AGE])
            store(table_of(shared), key, data)
            return score
    if depth <= 0 and not forced:
        return value_of(own_weight, opp_weight)

    base, count = ply * CELLS, 1
    best, move, floor = -INFINITY, NO_MOVE, alpha
    if forced:
        list_block(board, ply, own, opp, lowest(opp_wins))
    else:
        only = ~word(0)
        if play and not board.exact:
            board.vcf_state[BUDGET] = limit
            longer = quick_vcf(board, shared, ply, 1 - side, opp, own, word(0))
            lost = stones + 1 + longer - WIN
            if longer > 0 and lost <= alpha:  # what does not spoil it, loses by it
                best, only = lost, spoilers(board, own, opp)
        count = expand(board, ply, own, opp, only)
        arrange(board, base, base + count, side, hash_move, board.killers[ply])

    below = depth if forced and play else depth - 1
    together, level = depth >= SHARED, whole(0)
    if together:
        level = open_up(shared, key, depth, beta)
    at, end = base, base + count
    while at < end:
        cell = pick(board, at, end)
        gain, harm = board.gains[base + cell], board.harms[base + cell]
        wins, bit = board.wins[base + cell], bit_of(cell)
        after = word(key ^ board.zobrist[2 * cell + side])
        if together:
            if is_put_off(board, shared, at, at == base, after):
                continue
            take(shared, level, after, alpha)
        ceiling = beta if at == base else alpha + 1
        next_frame(board, ply, side, cell)
        reduced = play and not forced and wins == word(0)
        reduction = late_move_reduction(depth, at - base) if reduced else 0
        child = BitboardNode(
            word(opp), word(own | bit), word(opp_wins & ~bit), word(wins),
            whole(opp_weight - harm), whole(own_weight + gain), whole(1 - side), after,
        )  # fmt: skip
        while True:
            score = -search(
                board, shared, child, whole(below - reduction), whole(-ceiling), whole(-alpha),
                whole(ply + 1),
            )  # fmt: skip
            if shared.stopped != 0 or is_final(score, alpha, beta, ceiling, reduction):
                break
            ceiling, reduction = widened(beta, ceiling, reduction), 0
        at += 1
        if together:
            drop(shared, after)
        data = word(0)
        if shared.stopped != 0:
            if together:
                data = turned_back(shared, level)
            if data == word(0):
                return 0
        elif score > best:
            best, move = score, cell
            if score > alpha:
                alpha = score
                if score >= beta:
                    if not forced:
                        note_cutoff(board, ply, side, cell, depth)
                    break
        if together and data == word(0):
            data = probe(table_of(shared), key)
        if data != word(0) and answers(data, not play, depth, alpha, beta):
            if alpha > floor and score_of(data) <= alpha:
                break  # no other move is better
            close_up(shared, level)
            return score_of(data)
    if together:
        close_up(shared, level)
    bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
    store(table_of(shared), key, pack(best, move, bound, max(0, depth), board.state[AGE]))
    return best

"""The Connect 4 solver: who wins, and how soon, below positions where nobody wins at once.

Its scores are small: 1 for a win with the last stone that the winner could place, one more for each
stone that the winner saves, negative for losses, 0 for a draw.
"""

from typing import NamedTuple

from bot.search.connect4.board import WIDEST, Board, threats
from bot.search.connect4.follow_up import can_hold, is_held, is_leader
from bot.search.connect4.solver_sharing import (
    LEAST,
    answers,
    close_up,
    is_overtaken,
    open_up,
    score_of,
    take,
)
from bot.search.connect4.solver_table import hashed, probe, store
from bot.search.core.claims import is_claimed, release
from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.core.instructions import at_address, count
from bot.search.core.polling import is_cancelled, is_due
from bot.search.core.shared import Shared, claims_of

STOPPED = 99_999  # beyond every score: the search was cancelled, is in vain, or out of nodes
LEAVES = 12  # with so few cells empty, looking up the replies costs more than it saves
FRESH = 1 << 12  # in a move's rank: it has not been put off


class SolverNode(NamedTuple):
    """A position as it is handed down the solver."""

    mine: int  # the stones of the side to move, which cannot win at once
    taken: int  # all stones
    risks: int  # the cells that would make four for the other side
    stones: int  # how many


@inlined
def is_out(board: Board) -> bool:
    """Whether so many nodes have been searched as were allowed; it is asked every POLL nodes."""
    board.patience -= 1
    return board.patience < 0


@compiled
def negamax(board: Board, shared: Shared, node: SolverNode, alpha: int, beta: int) -> int:
    """The score for the side to move; outside alpha and beta, it is a bound."""
    mine, taken, risks, stones = node
    cells, bottom, all_cells = whole(board.cells), board.bottom, board.all_cells
    sign = whole(1)
    while True:  # as long as there is but one move that does not lose at once
        if is_due(shared) and (is_cancelled(shared) or is_out(board) or is_overtaken(board)):
            return whole(STOPPED)
        reach = (taken + bottom) & all_cells
        moves = reach & risks
        if moves == word(0):
            moves = reach
        elif moves & (moves - word(1)) != word(0):
            return -sign * ((cells - stones) >> 1)
        moves &= ~(risks >> word(1))
        if moves == word(0):
            return -sign * ((cells - stones) >> 1)
        if stones >= cells - 2:
            return whole(0)
        high = (cells - 1 - stones) >> 1
        alpha = max(alpha, -((cells - 2 - stones) >> 1))
        beta = min(beta, high)
        if alpha >= beta:
            return sign * alpha
        if moves & (moves - word(1)) != word(0):
            break
        mine |= moves
        taken |= moves
        risks = threats(mine, taken, board)
        mine ^= taken
        alpha, beta = -beta, -alpha
        sign = -sign
        stones += 1

    code = hashed(mine + taken, stones, board)
    at = word(2) * word(cells - stones)
    table, shift = at_address(board.tables[at]), board.tables[at + word(1)]
    below, shift_below = at_address(board.tables[at - word(2)]), board.tables[at - word(1)]
    data = probe(table, code, shift)
    if data != word(0):
        bound = whole(data & word(127)) - 64
        if bound & 1 != 0:
            beta = min(beta, bound >> 1)
        else:
            alpha = max(alpha, bound >> 1)
        if alpha >= beta:
            return sign * (bound >> 1)

    lower = board.lower & (all_cells ^ taken)
    odd = reach & ~lower
    if is_leader(odd):
        if beta > 0 and is_held(mine | lower, odd, board):
            beta = whole(0)
    elif alpha < 0 and can_hold((mine ^ taken) | lower, odd, moves, board):
        alpha = whole(0)
    if alpha >= beta:
        return sign * alpha

    base = word(stones) * word(WIDEST)
    known = cells - stones <= LEAVES
    many = word(0)
    useful = ~(risks << word(1))  # a threat above one of the other side never comes true
    while moves != word(0):
        move = moves & (~moves + word(1))
        moves ^= move
        after = taken | move
        found = threats(mine | move, after, board)
        replies = (after + bottom) & all_cells
        block = replies & found
        if block != word(0):
            if block & (block - word(1)) != word(0):
                return sign * high
            replies = block
        if replies & ~(found >> word(1)) == word(0):
            return sign * high
        rank = (count(found & useful) << word(4)) + board.middle[count(move - word(1))]
        if block == word(0):  # of equal threats, those that need not be answered yet are kept
            rank += word(8)
        if not known:
            key = hashed((mine ^ taken) + after, stones + 1, board)
            board.hashes[base + many] = key
            data = probe(below, key, shift_below)
            if data != word(0):
                bound = whole(data & word(127)) - 64
                if bound & 1 != 0:
                    if -(bound >> 1) >= beta:
                        return -sign * (bound >> 1)
                elif -(bound >> 1) <= alpha:
                    continue
        board.moves[base + many] = move
        board.threats[base + many] = found
        board.order[base + many] = rank | word(FRESH)
        many += word(1)

    together = cells - stones >= LEAST
    if together:
        open_up(board, stones, code, beta)
    at, score = word(0), whole(0)
    while at < many:
        best = at
        for other in range(at + word(1), many):
            if board.order[base + other] > board.order[base + best]:
                best = other
        move, found = board.moves[base + best], board.threats[base + best]
        key, rank = board.hashes[base + best], board.order[base + best]
        if together:
            if at > word(0) and rank >= word(FRESH) and is_claimed(claims_of(shared), key):
                board.order[base + best] = rank ^ word(FRESH)
                continue
            take(board, shared, stones, key, alpha)
        board.moves[base + best] = board.moves[base + at]
        board.threats[base + best] = board.threats[base + at]
        board.order[base + best] = board.order[base + at]
        board.hashes[base + best] = board.hashes[base + at]
        at += word(1)
        child = SolverNode(word(mine ^ taken), word(taken | move), word(found), whole(stones + 1))
        score = negamax(board, shared, child, whole(-beta), whole(-alpha))
        if together:
            release(claims_of(shared), key)
        if -score > alpha:
            alpha = -score
            if alpha >= beta:
                if board.root == word(stones):
                    board.chosen = move
                break
        if together:
            data = probe(table, code, shift)
            overtaken = score == STOPPED and board.overtaken == word(stones + 1)
            if (score != STOPPED or overtaken) and answers(data, alpha, beta):
                close_up(board, stones)
                return sign * score_of(data)
        if score == STOPPED:
            break
    if together:
        close_up(board, stones)
    if score == STOPPED:
        return whole(STOPPED)
    bound = 64 + 2 * alpha + (0 if alpha >= beta else 1)
    work = min(31, (cells - stones) >> 1)
    store(table, code, shift, word(bound | (work << 7)))
    return sign * alpha


@compiled
def solved(
    board: Board, shared: Shared, mine: int, taken: int, stones: int, alpha: int, beta: int
) -> int:
    """The score for the side to move in any position that is not over.

    Leaves the move that reached it on the board, unless it was known, or found without a search.
    Each question has a null window, and its answer moves one end of what is left.
    """
    cells = whole(board.cells)
    board.root, board.chosen, board.deepest = word(stones), word(0), word(0)
    if threats(mine, taken, board) & (taken + board.bottom) != word(0):
        return (cells + 1 - stones) >> 1
    risks = threats(mine ^ taken, taken, board)
    node = SolverNode(word(mine), word(taken), word(risks), whole(stones))
    low = max(alpha, -((cells - stones) >> 1))
    high = min(beta, (cells - 1 - stones) >> 1)
    while low < high:
        # Who wins is the cheapest question, and its answer rules out half of the others. Who began
        # wins more often; so whether it is so for him is asked before whether he loses.
        middle = low + (high - low) // 2
        if low <= 0 < high:
            middle = whole(-1) if low < 0 and stones & 1 else whole(0)
        chosen, board.chosen = board.chosen, word(0)
        score = negamax(board, shared, node, whole(middle), whole(middle + 1))
        if score == STOPPED:
            return whole(STOPPED)
        if score <= middle:
            high = score
            board.chosen = chosen
        else:
            low = score
    return low

"""The Connect 4 solver: who wins, and how soon, below positions where nobody wins at once.

Its scores are small: 1 for a win with the last stone that the winner could place, one more for each
stone that the winner saves, negative for losses, 0 for a draw.
"""

from bot.search.connect4.board import (
    BOARD,
    BOTTOM,
    CELLS,
    CHOSEN,
    CLAIMED,
    CODES,
    DEEPEST,
    FOUND,
    LOWER,
    MIDDLE,
    MOVES,
    OVERTAKEN,
    ROOM,
    ROOT,
    TABLES,
    TICKET,
    VISITED,
    WORTH,
    has_four,
    threats,
)
from bot.search.connect4.sharing import (
    LEAST,
    answers,
    close_up,
    is_overtaken,
    open_up,
    put_down,
    score_of,
    take_up,
)
from bot.search.connect4.solver_table import hashed, probe, store
from bot.search.core.claims import is_claimed
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.instructions import at_address, count
from bot.search.core.layout import CANCELLED, NODES

STOPPED = 99_999  # beyond every score: the search was cancelled, or is in vain
LEAVES = 12  # with so few cells empty, looking up the replies costs more than it saves
FRESH = 1 << 12  # in a move's worth: it has not been put off


@compiled
def descend(
    mine: int,
    taken: int,
    risks: int,
    stones: int,
    alpha: int,
    beta: int,
    desk_at: int,
    signal_at: int,
) -> int:
    """The score for the side to move, which has *mine* and cannot win at once.

    *risks* are the cells that would make four for the other side. Outside alpha and beta, the score
    is a bound.
    """
    desk, signal = at_address(desk_at), at_address(signal_at)
    cells, bottom, board = whole(desk[CELLS]), desk[BOTTOM], desk[BOARD]
    sign = whole(1)
    while True:  # as long as there is but one move that does not lose at once
        desk[VISITED] += word(1)
        if desk[VISITED] & word(1023) == word(0):
            signal[NODES] += word(1024)
            if whole(signal[CANCELLED]) >= whole(desk[TICKET]) or is_overtaken(desk):
                return whole(STOPPED)
        reach = (taken + bottom) & board
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
        risks = threats(mine, taken, desk)
        mine ^= taken
        alpha, beta = -beta, -alpha
        sign = -sign
        stones += 1

    code = hashed(mine + taken, stones, desk)
    at = word(TABLES) + word(2) * word(cells - stones)
    table, shift = at_address(desk[at]), desk[at + word(1)]
    below, shift_below = at_address(desk[at - word(2)]), desk[at - word(1)]
    data = probe(table, code, shift)
    if data != word(0):
        bound = whole(data & word(127)) - 64
        if bound & 1 != 0:
            beta = min(beta, bound >> 1)
        else:
            alpha = max(alpha, bound >> 1)
        if alpha >= beta:
            return sign * (bound >> 1)

    empty = board ^ taken
    # With an even number of cells left in each column, the side not to move can always answer in
    # the same column. That leaves only the lower cell of each pair for the other side.
    lower = desk[LOWER]
    odd = reach & ~lower
    if odd == word(0):
        if beta > 0 and not has_four(mine | (empty & lower), desk):
            beta = whole(0)
    elif (
        alpha < 0
        and odd & (odd - word(1)) == word(0)
        and odd & moves != word(0)
        and not has_four((mine ^ taken) | (empty & ~odd & lower), desk)
    ):
        alpha = whole(0)
    if alpha >= beta:
        return sign * alpha

    base = word(MOVES) + word(stones) * word(ROOM)
    known = cells - stones <= LEAVES
    many = word(0)
    useful = ~(risks << word(1))  # a threat above one of the other side never comes true
    while moves != word(0):
        move = moves & (~moves + word(1))
        moves ^= move
        after = taken | move
        found = threats(mine | move, after, desk)
        replies = (after + bottom) & board
        block = replies & found
        if block != word(0):
            if block & (block - word(1)) != word(0):
                return sign * high
            replies = block
        if replies & ~(found >> word(1)) == word(0):
            return sign * high
        worth = (count(found & useful) << word(4)) + desk[word(MIDDLE) + count(move - word(1))]
        if not known:
            key = hashed((mine ^ taken) + after, stones + 1, desk)
            desk[base + word(CODES) + many] = key
            data = probe(below, key, shift_below)
            if data != word(0):
                bound = whole(data & word(127)) - 64
                if bound & 1 != 0:
                    if -(bound >> 1) >= beta:
                        return -sign * (bound >> 1)
                elif -(bound >> 1) <= alpha:
                    continue
        desk[base + many] = move
        desk[base + word(FOUND) + many] = found
        desk[base + word(WORTH) + many] = worth | word(FRESH)
        many += word(1)

    shared = cells - stones >= LEAST
    if shared:
        open_up(desk, base, stones, code, beta)
    at, score = word(0), whole(0)
    while at < many:
        best = at
        for other in range(at + word(1), many):
            if desk[base + word(WORTH) + other] > desk[base + word(WORTH) + best]:
                best = other
        move, found = desk[base + best], desk[base + word(FOUND) + best]
        key, worth = desk[base + word(CODES) + best], desk[base + word(WORTH) + best]
        if shared:
            if at > word(0) and worth >= word(FRESH) and is_claimed(at_address(desk[CLAIMED]), key):
                desk[base + word(WORTH) + best] = worth ^ word(FRESH)
                continue
            take_up(desk, base, key, alpha)
        desk[base + best] = desk[base + at]
        desk[base + word(FOUND) + best] = desk[base + word(FOUND) + at]
        desk[base + word(WORTH) + best] = desk[base + word(WORTH) + at]
        desk[base + word(CODES) + best] = desk[base + word(CODES) + at]
        at += word(1)
        score = descend(
            word(mine ^ taken),
            word(taken | move),
            word(found),
            whole(stones + 1),
            whole(-beta),
            whole(-alpha),
            word(desk_at),
            word(signal_at),
        )
        if shared:
            put_down(desk, key)
        if -score > alpha:
            alpha = -score
            if alpha >= beta:
                if desk[ROOT] == word(stones):
                    desk[CHOSEN] = move
                break
        if shared:
            data = probe(table, code, shift)
            overtaken = score == STOPPED and desk[OVERTAKEN] == word(stones + 1)
            if (score != STOPPED or overtaken) and answers(data, alpha, beta):
                close_up(desk, base)
                return sign * score_of(data)
        if score == STOPPED:
            break
    if shared:
        close_up(desk, base)
    if score == STOPPED:
        return whole(STOPPED)
    bound = 64 + 2 * alpha + (0 if alpha >= beta else 1)
    work = min(31, (cells - stones) >> 1)
    store(table, code, shift, word(bound | (work << 7)))
    return sign * alpha


@compiled
def solved(
    mine: int, taken: int, stones: int, alpha: int, beta: int, desk: Array, signal: Array
) -> int:
    """The score for the side to move in any position that is not over.

    Leaves the move that reached it on the desk, unless it was known, or found without a search.
    """
    cells = whole(desk[CELLS])
    desk[ROOT], desk[CHOSEN], desk[DEEPEST] = word(stones), word(0), word(0)
    if threats(mine, taken, desk) & (taken + desk[BOTTOM]) != word(0):
        return (cells + 1 - stones) >> 1
    risks = threats(mine ^ taken, taken, desk)
    low = max(alpha, -((cells - stones) >> 1))
    high = min(beta, (cells - 1 - stones) >> 1)
    while low < high:
        # Who wins is the cheapest question, and its answer rules out half of the others.
        middle = whole(0) if low < 0 < high else low + (high - low) // 2
        chosen, desk[CHOSEN] = desk[CHOSEN], word(0)
        score = descend(
            word(mine),
            word(taken),
            word(risks),
            whole(stones),
            whole(middle),
            whole(middle + 1),
            word(desk.ctypes.data),
            word(signal.ctypes.data),
        )
        if score == STOPPED:
            return whole(STOPPED)
        if score <= middle:
            high = score
            desk[CHOSEN] = chosen
        else:
            low = score
    return low

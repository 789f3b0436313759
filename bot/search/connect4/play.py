"""Connect 4 to a limited depth: principal variation search over threats.

Scores are those of scores.py. Wins and losses are seen two plies ahead from the threats on the
board, but only where the depth asked for reaches them, so that plain minimax finds the same.
"""

from bot.search.connect4.board import (
    AGE,
    BOARD,
    BOTTOM,
    CELLS,
    CENTRE,
    CLAIMED,
    FOUND,
    INNER,
    MOVES,
    ODD,
    ROOM,
    SALT,
    STEP,
    TICKET,
    VISITED,
    WIDTH,
    WORTH,
    has_four,
    threats,
)
from bot.search.connect4.solver import STOPPED
from bot.search.core.claims import claim, is_claimed, release
from bot.search.core.compiled import Array, compiled, inlined, whole, word
from bot.search.core.instructions import at_address, count
from bot.search.core.layout import CANCELLED, NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.table import (
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

SHARED = 8  # the depth from which workers share the moves of a position
FRESH = 1 << 14  # in a move's worth: it has not been put off
PLAY, SOLVE = int(Mode.PLAY), int(Mode.SOLVE)


@compiled
def evaluate(mine: int, taken: int, desk: Array) -> int:
    """What a position is worth without search, for the side that has *mine* and is to move."""
    theirs = mine ^ taken
    first = count(taken) & word(1) == word(0)
    odd = desk[ODD]
    return _worth(mine, taken, odd if first else ~odd, desk) - _worth(
        theirs, taken, ~odd if first else odd, desk
    )


@inlined
def _worth(stones: int, taken: int, rows: int, desk: Array) -> int:
    """Threats count, most of all in the rows that fill up in this side's favour; then the centre.

    When all other columns are full, the side that began gets the odd rows, the other the even ones.
    """
    found = threats(stones, taken, desk)
    return (
        24 * whole(count(found))
        + 40 * whole(count(found & rows))
        + 3 * whole(count(stones & desk[CENTRE]))
        + 2 * whole(count(stones & desk[INNER]))
    )


@inlined
def hashed(key: int, mode: int, desk: Array) -> int:
    """A hash of its own for each mode and size of board; it can be undone."""
    code = (key ^ desk[SALT] ^ (word(mode + 1) << word(62))) * word(0x9E3779B97F4A7C15)
    return code ^ (code >> word(32))


@compiled
def seek(
    mine: int,
    taken: int,
    wins: int,
    risks: int,
    stones: int,
    depth: int,
    alpha: int,
    beta: int,
    mode: int,
    table: Array,
    desk: Array,
    signal: Array,
) -> int:
    """The score for the side to move, which has *mine*, with *depth* plies to go.

    *wins* are the cells that would make four for it, *risks* those for the other side. In PLAY,
    single moves that do not lose at once cost no depth. In SOLVE, what is undecided counts 0.
    """
    desk[VISITED] += word(1)
    if desk[VISITED] & word(1023) == word(0):
        signal[NODES] += 1024
        if signal[CANCELLED] >= whole(desk[TICKET]):
            return whole(STOPPED)
    cells, bottom, board = whole(desk[CELLS]), desk[BOTTOM], desk[BOARD]
    if stones == cells:
        return whole(0)
    if depth <= 0 and mode != PLAY:
        return whole(0) if mode == SOLVE else evaluate(mine, taken, desk)
    reach = (taken + bottom) & board
    if wins & reach != word(0):
        return whole(WIN) - (stones + 1)
    moves = reach
    if depth >= 2 or mode == PLAY:
        block = reach & risks
        if block != word(0):
            if block & (block - word(1)) != word(0):
                return stones + 2 - whole(WIN)
            moves = block
        moves &= ~(risks >> word(1))
        if moves == word(0):
            return stones + 2 - whole(WIN)
    single = moves & (moves - word(1)) == word(0)
    if mode == PLAY:
        empty = board ^ taken
        if not (has_four(mine | empty, desk) or has_four((mine ^ taken) | empty, desk)):
            return whole(0)
        if depth <= 0 and not single:
            return evaluate(mine, taken, desk)

    code = hashed(mine + taken, mode, desk)
    hint = whole(NO_MOVE)
    if not single:
        data = probe(table, code)
        if data != word(0):
            hint = move_of(data)
            score, bound = score_of(data), bound_of(data)
            if (depth_of(data) == depth or (mode == PLAY and depth_of(data) > depth)) and (
                bound == EXACT
                or (bound == LOWER and score >= beta)
                or (bound == UPPER and score <= alpha)
            ):
                return score

    base = MOVES + stones * ROOM
    step, width = whole(desk[STEP]), whole(desk[WIDTH])
    many = whole(0)
    while moves != word(0):
        move = moves & (~moves + word(1))
        moves ^= move
        found = threats(mine | move, taken | move, desk)
        column = whole(count(move - word(1))) // step
        worth = (whole(count(found)) << 4) + min(column, width - 1 - column)
        desk[base + many] = move
        desk[base + FOUND + many] = found
        desk[base + WORTH + many] = word(worth + FRESH + (4096 if column == hint else 0))
        many += 1

    best, chosen, start = whole(-INFINITY), whole(NO_MOVE), alpha
    onward = depth if mode == PLAY and single else depth - 1
    claims, at = at_address(desk[CLAIMED]), whole(0)
    while at < many:
        pick = whole(at)
        for other in range(at + 1, many):
            if desk[base + WORTH + other] > desk[base + WORTH + pick]:
                pick = whole(other)
        move, found = desk[base + pick], desk[base + FOUND + pick]
        child = hashed((mine ^ taken) + (taken | move), mode, desk)
        if depth >= SHARED:
            fresh = desk[base + WORTH + pick] >= word(FRESH)
            if at > 0 and fresh and is_claimed(claims, child):
                desk[base + WORTH + pick] -= word(FRESH)
                continue
            claim(claims, child)
        desk[base + pick] = desk[base + at]
        desk[base + FOUND + pick] = desk[base + FOUND + at]
        desk[base + WORTH + pick] = desk[base + WORTH + at]
        ceiling = beta if at == 0 else alpha + 1
        at += 1
        while True:
            score = seek(
                word(mine ^ taken),
                word(taken | move),
                word(risks & ~move),
                word(found),
                whole(stones + 1),
                whole(onward),
                whole(-ceiling),
                whole(-alpha),
                whole(mode),
                table,
                desk,
                signal,
            )
            score = -score
            if score <= alpha or score >= beta or ceiling == beta:
                break
            ceiling = beta
        if depth >= SHARED:
            release(claims, child)
        if score == -STOPPED:
            return whole(STOPPED)
        if score > best:
            best = score
            chosen = whole(count(move - word(1))) // step
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if not single:
        bound = LOWER if best >= beta else EXACT if best > start else UPPER
        store(table, code, pack(best, chosen, bound, depth, whole(desk[AGE])))
    return best


@compiled
def sought(
    mine: int,
    taken: int,
    stones: int,
    depth: int,
    alpha: int,
    beta: int,
    mode: int,
    table: Array,
    desk: Array,
    signal: Array,
) -> int:
    """The score for the side to move, from a position of which only the stones are known."""
    wins, risks = threats(mine, taken, desk), threats(mine ^ taken, taken, desk)
    return seek(
        word(mine),
        word(taken),
        word(wins),
        word(risks),
        whole(stones),
        whole(depth),
        whole(alpha),
        whole(beta),
        whole(mode),
        table,
        desk,
        signal,
    )

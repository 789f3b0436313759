"""Connect 4 to a limited depth: principal variation search over threats.

Scores are those of scores.py. Wins and losses are seen two plies ahead from the threats on the
board, but only where the depth asked for reaches them, so that plain minimax finds the same.
"""

from typing import NamedTuple

from bot.search.connect4.board import WIDEST, Board, has_four, threats
from bot.search.connect4.solver import STOPPED
from bot.search.core.claims import claim, is_claimed, release
from bot.search.core.compiled import compiled, inlined, whole, word
from bot.search.core.instructions import count
from bot.search.core.mode import Mode
from bot.search.core.polling import is_stopped
from bot.search.core.research import is_final
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.shared import Shared, claims_of, table_of
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

SHARED = 8  # the depth from which workers share the moves of a position
FRESH = 1 << 14  # in a move's rank: it has not been put off
PLAY, SOLVE = int(Mode.PLAY), int(Mode.SOLVE)


@compiled
def evaluate(mine: int, taken: int, board: Board) -> int:
    """What a position is worth without search, for the side that has *mine* and is to move."""
    theirs = mine ^ taken
    first = count(taken) & word(1) == word(0)
    odd = board.odd
    return _potential(mine, taken, odd if first else ~odd, board) - _potential(
        theirs, taken, ~odd if first else odd, board
    )


@inlined
def _potential(stones: int, taken: int, rows: int, board: Board) -> int:
    """Threats count, most of all in the rows that fill up in this side's favour; then the centre.

    When all other columns are full, the side that began gets the odd rows, the other the even ones.
    """
    found = threats(stones, taken, board)
    return (
        24 * whole(count(found))
        + 40 * whole(count(found & rows))
        + 3 * whole(count(stones & board.centre))
        + 2 * whole(count(stones & board.inner))
    )


@inlined
def hashed(key: int, board: Board) -> int:
    """A hash of its own for each mode and size of board; it can be undone."""
    code = (key ^ board.salt ^ (word(board.mode + 1) << word(62))) * word(0x9E3779B97F4A7C15)
    return code ^ (code >> word(32))


class PlayNode(NamedTuple):
    """A position as it is handed down the search."""

    mine: int  # the stones of the side to move
    taken: int  # all stones
    wins: int  # the cells that would make four for the side to move
    risks: int  # and those for the other side
    stones: int  # how many


@compiled
def search(board: Board, shared: Shared, node: PlayNode, depth: int, alpha: int, beta: int) -> int:
    """The score for the side to move, with *depth* plies to go.

    In PLAY, single moves that do not lose at once cost no depth. In SOLVE, what is undecided
    counts 0.
    """
    if is_stopped(shared):
        return whole(STOPPED)
    mine, taken, wins, risks, stones = node
    mode = board.mode
    cells, bottom, all_cells = whole(board.cells), board.bottom, board.all_cells
    if stones == cells:
        return whole(0)
    if depth <= 0 and mode != PLAY:
        return whole(0) if mode == SOLVE else evaluate(mine, taken, board)
    reach = (taken + bottom) & all_cells
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
        empty = all_cells ^ taken
        if not (has_four(mine | empty, board) or has_four((mine ^ taken) | empty, board)):
            return whole(0)
        if depth <= 0 and not single:
            return evaluate(mine, taken, board)

    code = hashed(mine + taken, board)
    hint = whole(NO_MOVE)
    if not single:
        data = probe(table_of(shared), code)
        if data != word(0):
            hint = move_of(data)
            score, bound = score_of(data), bound_of(data)
            if (depth_of(data) == depth or (mode == PLAY and depth_of(data) > depth)) and (
                bound == EXACT
                or (bound == LOWER and score >= beta)
                or (bound == UPPER and score <= alpha)
            ):
                return score

    base = stones * WIDEST
    step, width = whole(board.step), whole(board.width)
    many = whole(0)
    while moves != word(0):
        move = moves & (~moves + word(1))
        moves ^= move
        found = threats(mine | move, taken | move, board)
        column = whole(count(move - word(1))) // step
        rank = (whole(count(found)) << 4) + min(column, width - 1 - column)
        board.moves[base + many] = move
        board.threats[base + many] = found
        board.order[base + many] = word(rank + FRESH + (4096 if column == hint else 0))
        many += 1

    best, chosen, start = whole(-INFINITY), whole(NO_MOVE), alpha
    onward = depth if mode == PLAY and single else depth - 1
    claims, at = claims_of(shared), whole(0)
    while at < many:
        pick = whole(at)
        for other in range(at + 1, many):
            if board.order[base + other] > board.order[base + pick]:
                pick = whole(other)
        move, found = board.moves[base + pick], board.threats[base + pick]
        child = hashed((mine ^ taken) + (taken | move), board)
        if depth >= SHARED:
            fresh = board.order[base + pick] >= word(FRESH)
            if at > 0 and fresh and is_claimed(claims, child):
                board.order[base + pick] -= word(FRESH)
                continue
            claim(claims, child)
        board.moves[base + pick] = board.moves[base + at]
        board.threats[base + pick] = board.threats[base + at]
        board.order[base + pick] = board.order[base + at]
        ceiling = beta if at == 0 else alpha + 1
        at += 1
        below = PlayNode(
            word(mine ^ taken), word(taken | move), word(risks & ~move), word(found),
            whole(stones + 1),
        )  # fmt: skip
        while True:
            score = search(board, shared, below, whole(onward), whole(-ceiling), whole(-alpha))
            score = -score
            if is_final(score, alpha, beta, ceiling, 0):
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
        store(table_of(shared), code, pack(best, chosen, bound, depth, board.age))
    return best


@compiled
def searched(
    board: Board, shared: Shared, mine: int, taken: int, depth: int, alpha: int, beta: int
) -> int:
    """The score for the side to move, from a position of which only the stones are known."""
    wins, risks = threats(mine, taken, board), threats(mine ^ taken, taken, board)
    node = PlayNode(word(mine), word(taken), word(wins), word(risks), whole(count(taken)))
    return search(board, shared, node, whole(depth), whole(alpha), whole(beta))

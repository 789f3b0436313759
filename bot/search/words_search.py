"""The search of boards in words, to a depth: for play, and strictly as minimax for the tests."""

from typing import NamedTuple

import numpy as np

from bot.search.claims import claim, is_claimed, release
from bot.search.compiled import Array, compiled, whole, word
from bot.search.kernel import CANCELLED, NODES
from bot.search.scores import INFINITY, PROVEN, WIN
from bot.search.table import (
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
from bot.search.threats import FIRST, LEFT, hunt
from bot.search.words_board import (
    MIRRORS,
    Board,
    bit_of,
    full,
    lowest,
    ones,
    value_of,
    weights_after,
    wins_after,
)
from bot.search.words_pairs import ROOM

MODE, TICKET, STOPPED, AGE, TOUCHED, SPENT = 0, 1, 2, 3, 4, 5  # in a work's state
PLAYING = 0  # Mode.PLAY, as compiled functions see it
MEMO = 1 << 16
QUICK_HUNT = 150  # positions that a hunt inside the search may look at; each costs about 0.2 us
SHARED = 4  # the depth from which workers share the moves of a position
KEEN = 1 << 40  # the order of the move from the table: before all others
PUT_OFF = 1 << 60  # taken from the order of a move: after all others
PLIES = 130  # a pass and a stone for each cell, and some


class Work(NamedTuple):
    """What a search writes to: the table and the signal, and room for each ply from the root."""

    table: Array
    signal: Array
    claims: Array
    state: Array
    hunting: Array  # the state of hunts, see threats.py
    memo: Array
    killers: Array  # by ply
    history: Array  # by side and cell
    order: Array  # by ply, of each move: where it comes, the cell, what it does to the weights
    wins: Array  # by ply, of each move: the wins it leads to
    keys: Array  # by symmetry, while one is chosen; the last is that of the empty board
    room: Array  # for lines, while pairs are looked for


def work_of(table: Array, signal: Array, claims: Array) -> Work:
    return Work(
        table=table,
        signal=signal,
        claims=claims,
        state=np.zeros(8, np.int64),
        hunting=np.zeros(2, np.int64),
        memo=np.zeros(MEMO, np.uint64),
        killers=np.full(PLIES, -1, np.int64),
        history=np.zeros((2, 64), np.int64),
        order=np.zeros((PLIES, 64, 4), np.int64),
        wins=np.zeros((PLIES, 64), np.uint64),
        keys=np.zeros(MIRRORS + 1, np.uint64),
        room=np.zeros((3, ROOM), np.uint64),
    )


@compiled
def stopped(work: Work) -> bool:
    """Count a node, and see now and then whether the search is to stop."""
    work.state[SPENT] += 1
    if work.state[SPENT] >= 1024:
        work.signal[NODES] += work.state[SPENT]
        work.state[SPENT] = 0
        if work.signal[CANCELLED] >= work.state[TICKET]:
            work.state[STOPPED] = 1
    return work.state[STOPPED] != 0


@compiled
def expand(board: Board, work: Work, ply: int, own: int, opp: int, own_wins: int) -> int:
    """Write down all moves of the side to move and what each does; tell how many there are."""
    rest = full(board) & ~own & ~opp
    count = 0
    while rest != word(0):
        cell = lowest(rest)
        rest &= rest - word(1)
        gain, harm = weights_after(board, own, opp, cell)
        work.order[ply, count, 0] = gain + harm
        work.order[ply, count, 1] = cell
        work.order[ply, count, 2] = gain
        work.order[ply, count, 3] = harm
        work.wins[ply, count] = wins_after(board, own, opp, own_wins, cell)
        count += 1
    return count


@compiled
def pick(work: Work, ply: int, at: int, count: int) -> None:
    """Bring the first in order of the moves that are left to its place."""
    best = at
    for other in range(at + 1, count):
        if work.order[ply, other, 0] > work.order[ply, best, 0]:
            best = other
    if best != at:
        for column in range(4):
            kept = work.order[ply, at, column]
            work.order[ply, at, column] = work.order[ply, best, column]
            work.order[ply, best, column] = kept
        wins = work.wins[ply, at]
        work.wins[ply, at] = work.wins[ply, best]
        work.wins[ply, best] = wins


@compiled
def is_put_off(work: Work, ply: int, at: int, key: int) -> bool:
    """Whether another worker is at the move that is next; if so, it comes last, and for good."""
    if at == 0 or work.order[ply, at, 0] < 0 or not is_claimed(work.claims, key):
        return False
    work.order[ply, at, 0] -= PUT_OFF
    return True


@compiled
def reduction(depth: int, at: int) -> int:
    """How many plies less a late move is searched at first, in play."""
    if depth < 3 or at < 4:
        return 0
    return min(depth - 2, 1 + (at >= 12) + (at >= 24 and depth > 4))


@compiled
def hunted(
    board: Board, work: Work, own: int, opp: int, opp_wins: int, stones: int, limit: int
) -> int:
    """The score of a win by threats, or 0."""
    work.hunting[LEFT] = limit
    longer = hunt(board, work.memo, work.hunting, own, opp, word(0), opp_wins)
    work.state[SPENT] += limit - max(0, work.hunting[LEFT])
    return WIN - stones - longer if longer > 0 else 0


@compiled
def search(
    board: Board,
    work: Work,
    own: int,
    opp: int,
    own_wins: int,
    opp_wins: int,
    mine: int,
    theirs: int,
    key: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """The value for the side to move, which has the first of each pair of arguments."""
    if stopped(work):
        return 0
    stones = ones(own | opp)
    if stones == board.cells:
        return 0
    play = work.state[MODE] == PLAYING
    if depth <= 0 and not play:
        return value_of(mine, theirs)
    if own_wins != word(0):
        return WIN - stones - 1
    if mine == 0 and theirs == 0:
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

    first, data = -1, probe(work.table, key)
    if data != word(0):
        score, bound, kept = score_of(data), bound_of(data), depth_of(data)
        first = move_of(data)
        deep = kept >= depth if play else kept == depth
        if (deep or (play and score >= PROVEN)) and bound != UPPER and score >= beta:
            return score
        if (deep or (play and score <= -PROVEN)) and bound != LOWER and score <= alpha:
            return score
        if deep and bound == EXACT:
            return score
    if play and data == word(0):
        score = hunted(board, work, own, opp, opp_wins, stones, QUICK_HUNT << max(0, min(depth, 4)))
        if score > 0:
            data = pack(score, work.hunting[FIRST], LOWER, max(0, depth), work.state[AGE])
            store(work.table, key, data)
            return score
    if depth <= 0 and not forced:
        return value_of(mine, theirs)

    side = stones & 1
    count = 1
    if forced:
        cell = lowest(opp_wins)
        gain, harm = weights_after(board, own, opp, cell)
        work.order[ply, 0, 1], work.order[ply, 0, 2], work.order[ply, 0, 3] = cell, gain, harm
        work.wins[ply, 0] = wins_after(board, own, opp, own_wins, cell)
    else:
        count = expand(board, work, ply, own, opp, own_wins)
        for at in range(count):
            cell = work.order[ply, at, 1]
            if cell == first:
                work.order[ply, at, 0] = KEEN
            elif cell == work.killers[ply]:
                work.order[ply, at, 0] += 32
            work.order[ply, at, 0] = (work.order[ply, at, 0] << 12) + work.history[side, cell]

    below = depth if forced and play else depth - 1
    best, move, floor = -INFINITY, NO_MOVE, alpha
    shared = depth >= SHARED
    at = 0
    while at < count:
        pick(work, ply, at, count)
        cell, gain, harm = work.order[ply, at, 1], work.order[ply, at, 2], work.order[ply, at, 3]
        wins = work.wins[ply, at]
        bit = bit_of(cell)
        after = word(key ^ board.keys[cell, side])
        if shared:
            if is_put_off(work, ply, at, after):
                continue
            claim(work.claims, after)
        ceiling = beta if at == 0 else alpha + 1
        less = reduction(depth, at) if play and not forced and wins == word(0) else 0
        while True:
            score = -search(
                board, work, word(opp), word(own | bit), word(opp_wins & ~bit), word(wins),
                whole(theirs - harm), whole(mine + gain), after, whole(below - less),
                whole(-ceiling), whole(-alpha), whole(ply + 1),
            )  # fmt: skip
            if score <= alpha or work.state[STOPPED] != 0:
                break
            if less > 0:
                less = 0
            elif ceiling >= beta or score >= beta:
                break
            else:
                ceiling = beta
        at += 1
        if shared:
            release(work.claims, after)
        if work.state[STOPPED] != 0:
            return 0
        if score > best:
            best, move = score, cell
            if score > alpha:
                alpha = score
                if score >= beta:
                    if not forced:
                        work.killers[ply] = cell
                        work.history[side, cell] = min(
                            4095, work.history[side, cell] + depth * depth
                        )
                    break
    bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
    store(work.table, key, pack(best, move, bound, max(0, depth), work.state[AGE]))
    return best

"""The search of boards in words, to a depth: for play, and strictly as minimax for the tests."""

from bot.search.bitboard.board import CELLS, Board, bit_of, lowest, ones, value_of
from bot.search.bitboard.line_counts import next_frame
from bot.search.bitboard.ordering import (
    AGE,
    KEEN,
    MODE,
    SPENT,
    STOPPED,
    Shared,
    Work,
    expand,
    is_put_off,
    list_block,
    pick,
    stopped,
)
from bot.search.core.claims import claim, release
from bot.search.core.compiled import compiled, whole, word
from bot.search.core.scores import INFINITY, WIN
from bot.search.core.table import (
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
from bot.search.core.trail import ask, enter, found_out, is_back, leave
from bot.search.general.threats import FIRST, LEFT, hunt, spoilers

PLAYING = 0  # Mode.PLAY, as compiled functions see it
QUICK_HUNT = 500  # positions that a hunt inside the search may look at; each costs some 0.06 us
SHARED = 4  # the depth from which workers share the moves of a position


@compiled
def reduction(depth: int, at: int) -> int:
    """How many plies less a late move is searched at first, in play."""
    if depth < 3 or at < 4:
        return 0
    return min(depth - 2, 1 + (at >= 12) + (at >= 24 and depth > 4))


@compiled
def hunted(
    board: Board, work: Work, ply: int, side: int, own: int, opp: int, opp_wins: int, stones: int,
    limit: int,
) -> int:  # fmt: skip
    """The score of a win by threats, or 0."""
    work.hunting[LEFT] = limit
    longer = hunt(board, work, ply, side, own, opp, word(0), opp_wins)
    work.state[SPENT] += limit - max(0, work.hunting[LEFT])
    return WIN - stones - longer if longer > 0 else 0


@compiled
def arrange(work: Work, start: int, end: int, side: int, first: int, killer: int) -> None:
    """Rank the moves listed by what was learnt of them elsewhere, too."""
    for at in range(start, end):
        cell = work.moves[at] & whole(CELLS - 1)
        rank = work.moves[at] >> 6
        if cell == first:
            rank = whole(KEEN)
        elif cell == killer:
            rank += 32
        work.moves[at] = ((rank << 12) + work.history[side * CELLS + cell]) * CELLS + cell


@compiled
def search(
    board: Board,
    work: Work,
    shared: Shared,
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
    if stopped(work, shared):
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

    first, data = -1, probe(shared.table, key)
    if data != word(0):
        if answers(data, not play, depth, alpha, beta):
            return score_of(data)
        first = move_of(data)
    if play and data == word(0):
        limit = QUICK_HUNT << max(0, min(depth, 4))
        score = hunted(board, work, ply, stones & 1, own, opp, opp_wins, stones, limit)
        if score > 0:
            data = pack(score, work.hunting[FIRST], LOWER, max(0, depth), work.state[AGE])
            store(shared.table, key, data)
            return score
    if depth <= 0 and not forced:
        return value_of(mine, theirs)

    side, base, count = stones & 1, ply * CELLS, 1
    best, move, floor = -INFINITY, NO_MOVE, alpha
    if forced:
        list_block(board, work, ply, own, opp, lowest(opp_wins))
    else:
        only = ~word(0)
        if play and not board.exact:
            limit = QUICK_HUNT << max(0, min(depth, 4))
            lost = -hunted(board, work, ply, 1 - side, opp, own, word(0), stones + 1, limit)
            if lost < 0 and lost <= alpha:  # what does not spoil it, loses by it
                best, only = lost, spoilers(board, work, own, opp)
        count = expand(board, work, ply, own, opp, only)
        arrange(work, base, base + count, side, first, work.killers[ply])

    below = depth if forced and play else depth - 1
    together, level = depth >= SHARED, whole(0)
    if together:
        level = enter(shared.trail, key, depth, beta)
    at, end = base, base + count
    while at < end:
        cell = pick(work, at, end)
        gain, harm = work.gains[base + cell], work.harms[base + cell]
        wins, bit = work.wins[base + cell], bit_of(cell)
        after = word(key ^ board.keys[2 * cell + side])
        if together:
            if is_put_off(work, shared.claims, at, at == base, after):
                continue
            claim(shared.claims, after)
            ask(shared.trail, level, alpha)
        ceiling = beta if at == base else alpha + 1
        next_frame(board, work, ply, side, cell)
        less = reduction(depth, at - base) if play and not forced and wins == word(0) else 0
        while True:
            score = -search(
                board, work, shared, word(opp), word(own | bit), word(opp_wins & ~bit), word(wins),
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
        if together:
            release(shared.claims, after)
        data = word(0)
        if work.state[STOPPED] != 0:
            if not together or not is_back(shared.trail, level):
                return 0
            work.state[STOPPED] = 0
            data = found_out(shared.trail)
        elif score > best:
            best, move = score, cell
            if score > alpha:
                alpha = score
                if score >= beta:
                    if not forced:
                        work.killers[ply] = cell
                        at = side * CELLS + cell
                        work.history[at] = min(4095, work.history[at] + depth * depth)
                    break
        if together and data == word(0):
            data = probe(shared.table, key)
        if data != word(0) and answers(data, not play, depth, alpha, beta):
            if alpha > floor and score_of(data) <= alpha:
                break  # no other move is better
            leave(shared.trail, level)
            return score_of(data)
    if together:
        leave(shared.trail, level)
    bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
    store(shared.table, key, pack(best, move, bound, max(0, depth), work.state[AGE]))
    return best

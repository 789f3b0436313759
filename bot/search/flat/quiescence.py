"""Quiescence: the value once only fours are looked at, which leave the other side one reply each.

The side to move may at any moment be content with the static value, so this is at least that; it is
more where fours win, or where they lead to a position that looks better.
"""

from bot.search.core.compiled import compiled, whole, word
from bot.search.core.polling import is_stopped
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.core.shared import Shared
from bot.search.flat.board import (
    BUDGET,
    KINDS,
    TURN,
    WORDS,
    Board,
    place_stone,
    take_back,
)
from bot.search.flat.constants import DELTA
from bot.search.flat.forced_scores import OPEN, has_fours, threat_score
from bot.search.flat.moves import count_of, evaluate, first_of, kind_of, lowest
from bot.search.flat.patterns import FORCING, FORKING, WINNING
from bot.search.flat.vcf import in_line, note_win


@compiled
def quiescence(board: Board, shared: Shared, alpha: int, beta: int, depth: int, last: int) -> int:
    """The value for the side to move, which may try so many fours in a row.

    With a *last* four, the next must be in line with it: others could have come before. It tries no
    more in all than state[BUDGET].
    """
    state = board.state
    if is_stopped(shared):
        return whole(0)
    score = threat_score(board, alpha, beta)
    if score != OPEN:
        return whole(score)
    side, words = state[TURN], state[WORDS]
    forced, best = whole(-1), whole(-INFINITY)
    if count_of(board, 1 - side, WINNING):
        forced = first_of(board, 1 - side, WINNING)
        if kind_of(board, forced, side) < FORCING or depth <= 0:
            return whole(blocked(board, forced, alpha, beta))
    else:
        best = evaluate(board)
        if best >= beta or best + board.tuned[DELTA] <= alpha or depth <= 0:
            return whole(best)
        if not has_fours(board, side):
            return whole(best)
    for kind in (FORKING, FORCING):
        for index in range(words):
            bits = board.bitboards[(side * KINDS + kind) * words + index]
            while bits:
                four = index * 64 + lowest(bits)
                bits &= bits - word(1)
                if forced >= 0:
                    if four != forced:
                        continue
                elif last >= 0 and not in_line(board, last, four):
                    continue
                if state[BUDGET] <= 0:
                    return whole(best if forced < 0 else blocked(board, forced, alpha, beta))
                state[BUDGET] -= 1
                place_stone(board, four)
                block = first_of(board, side, WINNING)
                place_stone(board, block)
                score = quiescence(
                    board,
                    shared,
                    whole(max(alpha, best)),
                    whole(beta),
                    whole(depth - 1),
                    whole(four),
                )
                take_back(board, block)
                take_back(board, four)
                if shared.stopped:
                    return whole(0)
                if score > best:
                    best = score
                    if score >= PROVEN:
                        note_win(board, shared, four, whole(WIN - score))
                    if best >= beta:
                        return whole(best)
    return whole(best)


@compiled
def blocked(board: Board, place: int, alpha: int, beta: int) -> int:
    """The static value after the only answer to a four, for the side that gives it."""
    place_stone(board, place)
    score = threat_score(board, -beta, -alpha)
    if score == OPEN:
        score = evaluate(board)
    take_back(board, place)
    return whole(-score)

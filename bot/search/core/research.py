"""Principal variation search: with which window and depth a move is searched, and when again.

The first move gets the whole window. The others are asked whether they are better than alpha, with
a window of one (a scout), and late ones less deeply (late move reduction). One that seems better is
searched again: first to its full depth, then, if it may be within the window, with all of it.

    while True:
        score = -search(..., depth - 1 - reduction, -ceiling, -alpha)
        if stopped or is_final(score, alpha, beta, ceiling, reduction):
            break
        ceiling, reduction = widened(beta, ceiling, reduction), 0
"""

from bot.search.core.compiled import inlined


@inlined
def is_final(score: int, alpha: int, beta: int, ceiling: int, reduction: int) -> bool:
    """Whether a search below *ceiling*, so many plies reduced, has told all there is to know."""
    return score <= alpha or (reduction == 0 and (ceiling >= beta or score >= beta))


@inlined
def widened(beta: int, ceiling: int, reduction: int) -> int:
    """The ceiling of the next search: as it was, if that one is deeper."""
    return ceiling if reduction > 0 else beta

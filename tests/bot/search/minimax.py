"""Plain minimax over the rules: no pruning, no table, no ordering. What every search must equal."""

from collections.abc import Callable

from bot.search.core.scores import INFINITY, WIN
from games.game import Position


def minimax(position: Position, depth: int, evaluate: Callable[[Position], int]) -> int:
    """The value for the side to move, with *depth* plies to go before positions are evaluated."""
    if position.outcome:
        return 0 if position.outcome.winner is None else len(position.moves) - WIN
    if depth == 0:
        return evaluate(position)
    best = -INFINITY
    for cell in position.legal_moves():
        best = max(best, -minimax(position.play(cell), depth - 1, evaluate))
    return best

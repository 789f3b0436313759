"""A child at its first games: it takes a win at once, and otherwise plays anywhere. A brain."""

from random import choice

from bot.brain import Budget
from games import Cell, Position


def choose(position: Position, budget: Budget) -> Cell:
    """A cell that wins if there is one, else any."""
    cells = position.legal_moves()
    for cell in cells:
        outcome = position.play(cell).outcome
        if outcome and outcome.winner is not None:
            return cell
    return choice(cells)

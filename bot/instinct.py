"""A move at a glance: what to play where there is no time to search, in a few milliseconds."""

from functools import cache

from games.game import CellSet, Game, Position, cell_set
from games.lines import Cell, Line

GROWTH = 8  # how much more a line is worth for each stone on it
WIN, RESCUE = 1e12, 1e10  # the last stone of our line, and of theirs: no sum of others comes near
DENIED = 0.9  # what a line of theirs is worth, beside one of ours


def instinct(position: Position) -> Cell:
    """The move on the lines that are worth most, in the middle of equals; one that wins, if any.

    Where a move opens cells to the other side, one that lets it win at once is avoided.
    """
    game, legal = position.game, position.legal_moves()
    worth, central = _worth(position), _central(game)
    ranked = sorted(legal, key=lambda cell: (worth[cell], central[cell]), reverse=True)
    if worth[ranked[0]] >= WIN or not (game.below or game.sends):
        return ranked[0]
    return next((cell for cell in ranked if not _gives_a_win(position, cell)), ranked[0])


def _worth(position: Position) -> list[float]:
    """By cell, what the lines through it are worth that only one side can still fill."""
    game, worth = position.game, [0.0] * position.game.cells
    ours, theirs = position.stones[position.turn], position.stones[1 - position.turn]
    for line, filled, beyond in _lines(game):
        us, them = (ours & filled).bit_count(), (theirs & filled).bit_count()
        if us and them:
            continue
        gain = 0.0
        if not them and not ours & beyond:
            gain = WIN if us == len(line) - 1 else GROWTH**us
        if not us and not theirs & beyond:
            gain += RESCUE if them == len(line) - 1 else DENIED * GROWTH**them
        for cell in line:
            worth[cell] += gain
    return worth


def _gives_a_win(position: Position, cell: Cell) -> bool:
    """Whether the other side can win at once after a move."""
    after = position.play(cell)
    replies = (after.play(reply).outcome for reply in after.legal_moves())
    return any(outcome and outcome.winner is not None for outcome in replies)


@cache
def _lines(game: Game) -> list[tuple[Line, CellSet, CellSet]]:
    """The lines, each with the set of its cells and of those that spoil it."""
    beyond = game.beyond or ((),) * len(game.lines)
    return [
        (line, cell_set(line), cell_set(spoils))
        for line, spoils in zip(game.lines, beyond, strict=True)
    ]


@cache
def _central(game: Game) -> list[int]:
    """By cell, how near it is to the middle of the board; the middle has 0, the rest less."""
    found = []
    for cell in range(game.cells):
        away = 0
        for size in reversed(game.shape):
            cell, at = divmod(cell, size)
            away += abs(2 * at - size + 1)
        found.append(-away)
    return found

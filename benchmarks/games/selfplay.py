"""Games that the search plays against itself, from which to learn what positions are worth.

Now and then a move is played on a whim, so that games differ and show more than the best play.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import numpy as np

from bot.brain import Budget, Choice
from bot.search.core.compiled import Array
from bot.search.core.scores import PROVEN
from bot.search.driver import Searcher
from games import Cell, Game, Position
from tournament.formats.openings import random_start

Whim = Callable[[Position], Cell | None]  # a move that need not be the best; None: the best


class Seen(NamedTuple):
    """A position of a game, and how likely the side to move is to win, from 0 to 1."""

    position: Position
    thought: Choice  # what the search made of it
    seemed: float  # by its score
    became: float  # by how the play from it ended: with the game, or with what came before a whim


def start(game: Game, plies: tuple[int, int], chance: Random) -> Position:
    """A position after so many random moves, from and to, that is not over."""
    while True:
        position = random_start(game, chance.randint(*plies), chance)
        if position:
            return position


def play(
    search: Searcher, position: Position, depth: int, spread: float, longest: int, whim: Whim
) -> list[Seen]:
    """Play on to the end, or until it is seen, or until there are so many stones.

    A score of one *spread* makes a win 2.7 times as likely as a loss.
    """
    stretch: list[tuple[Position, Choice, float]] = []
    done: list[Seen] = []
    while True:
        found = search.choose(position, Budget(None, depth))
        score = found.score or 0
        likely = float(1 / (1 + np.exp(-np.clip(score / spread, -20, 20))))
        stretch.append((position, found, likely))
        other = None if abs(score) >= PROVEN else whim(position)
        after = position.play(found.cell if other is None else other)
        over = bool(after.outcome) or abs(score) >= PROVEN or len(after.moves) >= longest
        if over or other is not None:
            done.extend(
                Seen(each, thought, seemed, likely if each.turn == position.turn else 1 - likely)
                for each, thought, seemed in stretch
            )
            stretch.clear()
        if over:
            return done
        position = after


def surprise(scores: Array, values: Array) -> float:
    """How surprising the values are to one who believes the scores, in spreads."""
    likely = np.clip(1 / (1 + np.exp(-np.clip(scores, -30, 30))), 1e-6, 1 - 1e-6)
    return float(-np.mean(values * np.log(likely) + (1 - values) * np.log(1 - likely)))

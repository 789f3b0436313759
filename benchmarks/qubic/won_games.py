"""Games of the bot as first player, so many seconds a move, against second players of all kinds.

A random player; one that meets what threatens and threatens where it can; and the search at some
levels, the highest being its full strength, with more time and after a first reply at random, so
that no two games need be the same.
"""

import random
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from bot.brain import Budget
from bot.search.driver import Searcher
from bot.search.style.levels import HIGHEST
from games.game import Game, Position
from games.lines import Cell

LEVELS = (3, 6, 9, HIGHEST)


class Opponent(NamedTuple):
    name: str
    play: Callable[[Position], Cell]


class Score(NamedTuple):
    """How it went against one opponent."""

    opponent: str
    won: int
    games: int
    longest: int  # in plies
    slowest: float  # move of the bot, in seconds


def play_all(game: Game, games: int, seconds: float, more: float, seed: int) -> list[Score]:
    """So many games against each; those that search may take more seconds."""
    source = random.Random(seed)
    with Searcher(workers=1, games=(game.name,)) as bot:
        bot.warm_up()
        scores = [
            _play(game, bot, seconds, Opponent("random", partial(_random, source)), games),
            _play(game, bot, seconds, Opponent("threats", partial(_threatening, source)), games),
        ]
        for level in LEVELS:
            with Searcher(level=level, seed=seed, games=(game.name,)) as rival:
                rival.warm_up()
                play = partial(_searching, source, rival, Budget(more))
                opponent = Opponent(f"level {level}", play)
                scores.append(_play(game, bot, seconds, opponent, games))
    return scores


def _play(game: Game, bot: Searcher, seconds: float, opponent: Opponent, games: int) -> Score:
    won, longest, slowest = 0, 0, 0.0
    for _ in track(range(games), opponent.name, console=Console(stderr=True)):
        position = game.start()
        while not position.outcome:
            begun = monotonic()
            if position.turn == 0:
                position = position.play(bot.choose(position, Budget(seconds)).cell)
                slowest = max(slowest, monotonic() - begun)
            else:
                position = position.play(opponent.play(position))
        won += position.outcome.winner == 0
        longest = max(longest, len(position.moves))
    return Score(opponent.name, won, games, longest, slowest)


def _random(source: random.Random, position: Position) -> Cell:
    return source.choice(position.legal_moves())


def _searching(source: random.Random, rival: Searcher, budget: Budget, position: Position) -> Cell:
    """A search, but for its first move."""
    if len(position.moves) == 1:
        return source.choice(position.legal_moves())
    return rival.choose(position, budget).cell


def _threatening(source: random.Random, position: Position) -> Cell:
    first, second = position.stones
    cells = position.legal_moves()
    for own, opp in ((second, first), (first, second)):
        for cell in cells:
            if _longest(position.game, own | 1 << cell, opp, cell) == position.game.shortest:
                return cell
    most = {cell: _longest(position.game, second | 1 << cell, first, cell) for cell in cells}
    best = [cell for cell in cells if most[cell] == max(most.values())]
    return source.choice(best if source.random() < 0.7 else cells)


def _longest(game: Game, own: int, opp: int, cell: Cell) -> int:
    """How many stones a side has in a line through a cell in which the other has none, at most."""
    return max(
        ((filled & own).bit_count() for _, filled, _ in game.through[cell] if not filled & opp),
        default=0,
    )

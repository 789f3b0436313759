"""The rules of the k-in-a-row family as data: games, positions, notation and records."""

from games.catalogue import CATALOGUE, game_named
from games.errors import BadRecord, IllegalMove, Mistake, UnknownGame, UnreadableMove
from games.game import SIDES, Game, Outcome, Position, Side
from games.lines import Cell, Line

__all__ = [
    "CATALOGUE",
    "SIDES",
    "BadRecord",
    "Cell",
    "Game",
    "IllegalMove",
    "Line",
    "Mistake",
    "Outcome",
    "Position",
    "Side",
    "UnknownGame",
    "UnreadableMove",
    "game_named",
]

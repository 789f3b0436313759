"""Weaker play that looks human: a shorter view, and moves made in a hurry.

A level below the highest plays the best move that it sees at its own depth. The lower ones see
nothing beyond, the upper ones also look for long attacks by threats. When it hurries it does not
search at all, but moves at a glance, see glance.py: so it overlooks what people overlook.
"""

from typing import NamedTuple

from bot.search.core.mode import Mode
from games.game import Game, Position

HIGHEST = 10
SMALL, FEW, WIDE = 16, 20, 100  # cells of a small board, moves at first, cells of a wide board


class Level(NamedTuple):
    """How often somebody hurries, how good their eye is, and how far they look if they think."""

    hurry: float  # the share of moves that are made at a glance
    eye: float = 1.0
    depth: int = 2
    mode: Mode = Mode.STRICT  # it sees nothing beyond its depth


Levels = dict[int, Level]

# Spaced evenly on each kind of board, as they differ in how much there is to be overlooked, and so
# that the first loses to a child more often than not: see python -m benchmarks.strength --levels.
ON_SMALL_BOARDS: Levels = {
    1: Level(1.0, 0.15),
    2: Level(1.0, 0.3),
    3: Level(1.0, 0.45),
    4: Level(1.0, 0.6),
    5: Level(1.0, 0.75),
    6: Level(1.0, 0.9),
    7: Level(1.0),
    8: Level(0.65, depth=9, mode=Mode.PLAY),
    9: Level(0.25, depth=9, mode=Mode.PLAY),
}
WITH_FEW_MOVES: Levels = {
    1: Level(1.0, 0.15),
    2: Level(1.0, 0.42),
    3: Level(1.0, 0.65),
    4: Level(0.95),
    5: Level(0.55),
    6: Level(0.2),
    7: Level(0.13, depth=6, mode=Mode.PLAY),
    8: Level(0.05, depth=8, mode=Mode.PLAY),
    9: Level(0.01, depth=11, mode=Mode.PLAY),
}
WHERE_REPLIES_ARE_SENT: Levels = {
    1: Level(1.0, 0.2),
    2: Level(1.0),
    3: Level(0.8),
    4: Level(0.5),
    5: Level(0.3),
    6: Level(0.15),
    7: Level(0.05),
    8: Level(0.04, depth=4, mode=Mode.PLAY),
    9: Level(0.02, depth=6, mode=Mode.PLAY),
}
WITH_MANY_MOVES: Levels = {
    1: Level(1.0, 0.12),
    2: Level(1.0, 0.35),
    3: Level(1.0, 0.6),
    4: Level(1.0, 0.8),
    5: Level(1.0, 0.93),
    6: Level(1.0),
    7: Level(0.45),
    8: Level(0.12, depth=3, mode=Mode.PLAY),
    9: Level(0.03, depth=6, mode=Mode.PLAY),
}
ON_WIDE_BOARDS: Levels = {
    1: Level(1.0, 0.03),
    2: Level(1.0, 0.15),
    3: Level(1.0, 0.4),
    4: Level(1.0, 0.7),
    5: Level(1.0),
    6: Level(0.6),
    7: Level(0.2),
    8: Level(0.08, depth=3, mode=Mode.PLAY),
    9: Level(0.03, depth=5, mode=Mode.PLAY),
}


def levels_of(game: Game) -> Levels:
    """Those for this kind of board."""
    if game.sends:
        return WHERE_REPLIES_ARE_SENT
    if game.cells <= SMALL:
        return ON_SMALL_BOARDS
    if len(game.start().legal_moves()) <= FEW:
        return WITH_FEW_MOVES
    return WITH_MANY_MOVES if game.cells <= WIDE else ON_WIDE_BOARDS


def level_in(position: Position, number: int) -> Level:
    """How a level below the highest plays a position."""
    level = levels_of(position.game)[number]
    if position.moves or len(position.legal_moves()) <= FEW:
        return level
    # Everybody knows where to begin: without a stone, the depth of a level tells it nothing.
    return level._replace(hurry=0.0, mode=Mode.PLAY)

"""Qubic: four in a row through a 4 x 4 x 4 cube."""

from games.game import Game
from games.lines import straight_lines

SHAPE = (4, 4, 4)


def qubic(name: str) -> Game:
    return Game(name, SHAPE, straight_lines(SHAPE, 4))

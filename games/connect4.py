"""Connect 4: drop a stone into a column; four in a row wins."""

from games.game import Game
from games.lines import straight_lines


def connect4(name: str, width: int, height: int, k: int) -> Game:
    shape = (height, width)
    lowest = (height - 1) * width  # the first cell of the bottom row
    below = tuple(cell + width if cell < lowest else None for cell in range(height * width))
    return Game(name, shape, straight_lines(shape, k), below=below)

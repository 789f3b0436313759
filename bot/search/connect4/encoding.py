"""Connect 4 positions as the bitboards that kernels have, and their scores as others have them."""

from functools import lru_cache
from typing import Any

import numpy as np

from bot.search.core.scores import WIN
from games.game import Game, Position, members


@lru_cache(maxsize=64)
def bits_of(game: Game) -> tuple[int, ...]:
    """The bit of each cell, as board.py draws them."""
    height, width = game.shape
    upwards = range(height - 1, -1, -1)
    return tuple(1 << column * (height + 1) + row for row in upwards for column in range(width))


def bitboards_of(position: Position) -> tuple[Any, Any]:
    """The stones of the side to move, and all stones."""
    bits = bits_of(position.game)
    sides = [sum(bits[cell] for cell in members(each)) for each in position.stones]
    return np.uint64(sides[position.turn]), np.uint64(sum(sides))


def from_solver(small: int, stones: int, cells: int) -> int:
    """A score of the solver, told with that many stones on the board, as scores.py has it."""
    if small == 0:
        return 0
    end = cells + 2 - 2 * abs(small)
    end -= (end - stones - (small > 0)) % 2  # who wins tells whether that is after an odd stone
    return WIN - end if small > 0 else end - WIN


@lru_cache(maxsize=512)
def scores(stones: int, cells: int) -> tuple[int, ...]:
    """All scores of the solver, from the least on, as scores.py has them."""
    return tuple(from_solver(small, stones, cells) for small in range(-cells, cells + 1))


def connect4_score(score: int, position: Position) -> int:
    """A score as people count it: 1 for a win with the last stone, more for each stone saved."""
    if score == 0:
        return 0
    small = (position.game.cells + 2 - (WIN - abs(score))) // 2
    return small if score > 0 else -small

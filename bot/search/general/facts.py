"""What a game lays down, for compiled functions: one array of integers, never changed.

    facts   HEAD numbers, then the tables whose places they tell: by cell, the lines it touches, the
            cell below, the cells the reply is sent to, its region, the cells near it; the cells of
            each line; the order of cells; the weights of lines

Tables with rows of different lengths are ragged: first where each row begins, then the rows.
"""

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from bot.search.core.compiled import Array, compiled
from games.game import Game
from games.lines import Cell, places

# The head of the facts.
CELLS, LINES, LENGTH, DRAWS = 0, 1, 2, 3  # how many, stones a line takes, full targets draw
TOUCHES, CELLS_OF, BELOW, SENDS, REGION, ORDER, NEAR, WEIGHTS = range(4, 12)
HEAD = 16

EMPTY = -1


def weights_for(length: int) -> list[int]:
    """What an open line is worth by its stones: four times as much with each."""
    return [0, *(min(4**stones, 1024) for stones in range(length - 1)), 0]


def facts_of(game: Game, weights: Sequence[int], radius: int = 0) -> Array:
    """The facts of a game; cells are near each other up to a *radius*, where that is asked for."""
    length = game.shortest
    if any(len(line) != length for line in game.lines):
        raise ValueError(f"{game.name}: lines differ in length")
    touches = [[2 * line for line in lines] for lines in _rows(game, game.lines)]
    for cell, lines in enumerate(_rows(game, game.beyond)):
        touches[cell] += [2 * line + 1 for line in lines]
    regions = sorted(set(game.sends))
    tables = [
        (TOUCHES, _ragged(touches)),
        (CELLS_OF, [cell for line in game.lines for cell in line]),
        (BELOW, [EMPTY if each is None else each for each in game.below or [None] * game.cells]),
        (SENDS, _ragged(game.sends or [()] * game.cells)),
        (REGION, [regions.index(each) + 1 for each in game.sends] or [0] * game.cells),
        (ORDER, sorted(range(game.cells), key=lambda cell: (-len(game.through[cell]), cell))),
        (NEAR, _ragged(_near(game, radius))),
        (WEIGHTS, list(weights)),
    ]
    facts = [game.cells, len(game.lines), length, int(game.full_target_draws), *[0] * (HEAD - 4)]
    for name, table in tables:
        facts[name] = len(facts)
        facts += table
    return np.array(facts, np.int64)


def _rows(game: Game, lines: Iterable[Iterable[Cell]]) -> list[list[int]]:
    """The numbers of the lines that each cell is in."""
    rows: list[list[int]] = [[] for _ in range(game.cells)]
    for number, line in enumerate(lines):
        for cell in line:
            rows[cell].append(number)
    return rows


def _ragged(rows: Sequence[Iterable[int]]) -> list[int]:
    """Rows of different lengths, behind the places where they begin and the last one ends."""
    starts, flat = [0], list[int]()
    for row in rows:
        flat += row
        starts.append(len(flat))
    return [start + len(starts) for start in starts] + flat


def _near(game: Game, radius: int) -> list[list[Cell]]:
    index = places(game.shape)
    steps = list(product(range(-radius, radius + 1), repeat=len(game.shape))) if radius else []
    found = []
    for place, cell in index.items():
        beside = (tuple(a + b for a, b in zip(place, step, strict=True)) for step in steps)
        found.append([index[each] for each in beside if index.get(each, cell) != cell])
    return found


@compiled
def row_begin(facts: Array, table: int, row: int) -> int:
    """Where a row of a ragged table begins; the next row begins where it ends."""
    return facts[table] + facts[facts[table] + row]

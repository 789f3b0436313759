"""A board of any game of the family, as stones per line kept move by move.

Two arrays hold it all, because a compiled call costs more the more arrays it hands on. The *facts*
never change: numbers at their head, then tables that the head tells the places of. The *state*
changes with each stone. A line is *open* to a side while the other has no stone in it and the side
has none just beyond it, where that matters. A cell is *hot* for a side if it fills an open line.
"""

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from bot.search.core.compiled import Array, compiled, whole
from games.game import Game
from games.lines import Cell, places

# The head of the facts.
CELLS, LINES, LENGTH, DRAWS = 0, 1, 2, 3  # how many, stones a line takes, full targets draw
TOUCHES, CELLS_OF, BELOW, SENDS, REGION, ORDER, NEAR, WEIGHTS = range(4, 12)
HEAD = 16

# The head of the state: the worth of all lines to the first side, hot cells by side, and so on.
SCORE, HOT, STONES, LAST = 0, 1, 3, 4
MODE, AGE, TICKET, COUNT, STOPPED, NEARBY = 5, 6, 7, 8, 9, 10
OWNERS = 16  # by cell: 0 and 1 as the sides, -1 if empty; then the tables that follow

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


def state_size(facts: Array) -> int:
    """How long the part of a state is that this module uses; a search may append its own."""
    cells, lines = int(facts[CELLS]), int(facts[LINES])
    return OWNERS + 4 * cells + 4 * lines


def clear(facts: Array, state: Array) -> None:
    """Take all stones off."""
    end = state_size(facts)
    state[: HOT + 2] = state[OWNERS:end] = 0
    state[STONES] = 0
    state[LAST] = EMPTY
    state[OWNERS : OWNERS + facts[CELLS]] = EMPTY


@compiled
def begin(facts: Array, table: int, row: int) -> int:
    """Where a row of a ragged table begins; the next row begins where it ends."""
    return facts[table] + facts[facts[table] + row]


@compiled
def hot_at(facts: Array, side: int, cell: int) -> int:
    """Where the state counts the lines that a cell would complete for a side."""
    return OWNERS + (1 + side) * facts[CELLS] + cell


@compiled
def near_at(facts: Array, cell: int) -> int:
    """Where the state counts the stones near a cell."""
    return OWNERS + 3 * facts[CELLS] + cell


@compiled
def count_at(facts: Array, side: int, line: int) -> int:
    """Where the state counts a side's stones in a line; with the side plus 2, just beyond it."""
    return OWNERS + 4 * facts[CELLS] + side * facts[LINES] + line


@compiled
def is_open(facts: Array, state: Array, cell: int) -> bool:
    """Whether a cell is empty and held up from below."""
    if state[OWNERS + cell] != EMPTY:
        return False
    below = facts[facts[BELOW] + cell]
    return below == EMPTY or state[OWNERS + below] != EMPTY


@compiled
def tally(facts: Array, state: Array, line: int, missing: int, by: int) -> None:
    """Add what a line is worth and which cell it makes hot, or take it back with *by* -1.

    The missing cell is looked for if it is not given.
    """
    size = facts[LENGTH]
    for side in range(2):
        held = state[count_at(facts, side, line)]
        other = state[count_at(facts, 1 - side, line)]
        if held == 0 or other != 0 or state[count_at(facts, side + 2, line)] != 0:
            continue
        worth = by * facts[facts[WEIGHTS] + held]
        state[SCORE] += worth if side == 0 else -worth
        if held == size - 1:
            cell, at = missing, facts[CELLS_OF] + line * size
            while cell == EMPTY:
                if state[OWNERS + facts[at]] == EMPTY:
                    cell = facts[at]
                at += 1
            state[hot_at(facts, side, cell)] += by
            state[HOT + side] += by


@compiled
def shift(facts: Array, state: Array, cell: int, side: int, by: int) -> bool:
    """Put a stone, or take it back with *by* -1; tell whether it completes a line."""
    won = False
    state[OWNERS + cell] = side  # the one cell missing in a line is this one, whenever it is empty
    for at in range(begin(facts, TOUCHES, cell), begin(facts, TOUCHES, cell + 1)):
        line, past = facts[at] >> 1, facts[at] & 1
        missing = EMPTY if past else cell
        tally(facts, state, line, missing if by > 0 else EMPTY, whole(-1))
        held = count_at(facts, side + 2 * past, line)
        state[held] += by
        if past == 0 and state[held] == facts[LENGTH]:
            won = won or state[count_at(facts, side + 2, line)] == 0
        tally(facts, state, line, missing if by < 0 else EMPTY, whole(1))
    for at in range(begin(facts, NEAR, cell), begin(facts, NEAR, cell + 1)):
        state[near_at(facts, facts[at])] += by
    state[STONES] += by
    return won


@compiled
def place(facts: Array, state: Array, cell: int, side: int) -> bool:
    """Put a stone on an open cell; tell whether it wins."""
    return shift(facts, state, cell, side, whole(1))  # a bare 1 would be compiled for itself


@compiled
def remove(facts: Array, state: Array, cell: int, side: int) -> None:
    """Take back the stone that was put last."""
    shift(facts, state, cell, side, whole(-1))
    state[OWNERS + cell] = EMPTY


@compiled
def is_drawn(facts: Array, state: Array, cell: int) -> bool:
    """Whether the game ends without a winner by the stone just put on this cell."""
    if state[STONES] == facts[CELLS]:
        return True
    return facts[DRAWS] != 0 and not has_room(facts, state, cell)


@compiled
def has_room(facts: Array, state: Array, cell: int) -> bool:
    """Whether there is an open cell where the reply to this one is sent."""
    for at in range(begin(facts, SENDS, cell), begin(facts, SENDS, cell + 1)):
        if is_open(facts, state, facts[at]):
            return True
    return False


@compiled
def open_cells(facts: Array, state: Array, found: Array, start: int) -> int:
    """List the legal moves into *found* from *start* on, the cells on most lines first."""
    last = state[LAST]
    count = whole(0)
    if last != EMPTY:
        for at in range(begin(facts, SENDS, last), begin(facts, SENDS, last + 1)):
            if is_open(facts, state, facts[at]):
                found[start + count] = facts[at]
                count += 1
    if count == 0:
        for at in range(facts[ORDER], facts[ORDER] + facts[CELLS]):
            if is_open(facts, state, facts[at]):
                found[start + count] = facts[at]
                count += 1
    return count

"""Boards of up to 64 cells as numba sees them: lines as 64-bit words, and what a move changes.

A line is open to a side while the other has no stone in it and the side itself none beyond its
ends (that only where exactly k must be in a row). Stones never go away, so a line once closed
stays closed. Three things are kept up from move to move, for each side: its stones; its wins, the
empty cells that would complete a line; and its weight, the sum over the lines open to it, which is
0 if and only if it can no longer win.
"""

import random
from typing import NamedTuple

import numpy as np

from bot.search.compiled import Array, compiled, whole, word
from bot.search.scores import LIMIT
from games.game import Game, cell_set
from games.symmetry import symmetries

HEAVIEST = 1 << 22  # of one line; keeps sums of weights well inside 64 bits, whatever k is
MIRRORS = 8  # symmetries looked at; Qubic has more, but a key for each would cost too much


class Board(NamedTuple):
    """A game for the compiled functions; lists of lines end in -1."""

    cells: int
    k: int
    exact: bool
    lines: Array  # the cells of each line
    beyond: Array  # the cells past its ends, which spoil it for the side that holds them
    through: Array  # by cell: the lines it is in
    beside: Array  # by cell: the lines it is beyond
    weights: Array  # of an open line, by the stones in it
    keys: Array  # of each cell with a stone of each side
    cell_keys: Array  # the same, by symmetry
    line_keys: Array  # of each line open to each side, by symmetry
    mirrors: Array  # by symmetry: where each cell goes
    back: Array  # and where it comes from


def board_of(game: Game, growth: int) -> Board:
    """With each stone in it, an open line grows in weight by this factor."""
    beyond = game.beyond or ((),) * len(game.lines)
    mirrors = np.array(symmetries(game)[:MIRRORS], np.int64)
    numbers = {frozenset(line): number for number, line in enumerate(game.lines)}
    moved = [
        [numbers[frozenset(mirror[cell] for cell in line)] for line in game.lines]
        for mirror in mirrors.tolist()
    ]
    keys, line_keys = _keys(game.cells, game.cells), _keys(len(game.lines), ~game.cells)
    return Board(
        cells=game.cells,
        k=game.shortest,
        exact=any(beyond),
        lines=np.array([cell_set(line) for line in game.lines], np.uint64),
        beyond=np.array([cell_set(ends) for ends in beyond], np.uint64),
        through=_holders(game.cells, game.lines),
        beside=_holders(game.cells, beyond),
        weights=np.array([min(growth**n, HEAVIEST) for n in range(game.shortest + 1)], np.int64),
        keys=keys,
        cell_keys=np.ascontiguousarray(keys[mirrors].transpose(1, 2, 0)),
        line_keys=np.ascontiguousarray(line_keys[np.array(moved)].transpose(1, 2, 0)),
        mirrors=mirrors,
        back=np.argsort(mirrors, axis=1).astype(np.int64),
    )


def _keys(count: int, seed: int) -> Array:
    """For each of so many things, a random word for either side."""
    source = random.Random(seed)
    return np.array([[source.getrandbits(64) for _ in "XO"] for _ in range(count)], np.uint64)


def _holders(cells: int, groups: tuple[tuple[int, ...], ...]) -> Array:
    """For each cell, the numbers of the groups that hold it."""
    found = [[at for at, group in enumerate(groups) if cell in group] for cell in range(cells)]
    longest = max(map(len, found)) + 1
    return np.array([each + [-1] * (longest - len(each)) for each in found], np.int64)


@compiled
def ones(cells: int) -> int:
    """How many cells are in a set. LLVM knows this form, and makes one instruction of it."""
    cells -= (cells >> word(1)) & word(0x5555555555555555)
    cells = (cells & word(0x3333333333333333)) + ((cells >> word(2)) & word(0x3333333333333333))
    cells = (cells + (cells >> word(4))) & word(0x0F0F0F0F0F0F0F0F)
    return whole((cells * word(0x0101010101010101)) >> word(56))


@compiled
def lowest(cells: int) -> int:
    """The first cell of a set that has one."""
    return ones((cells & (~cells + word(1))) - word(1))


@compiled
def bit_of(cell: int) -> int:
    return word(1) << word(cell)


@compiled
def full(board: Board) -> int:
    """The set of all cells."""
    return ~word(0) >> word(64 - board.cells)


@compiled
def survey(board: Board, own: int, opp: int) -> tuple[int, int]:
    """The wins and the weight of the side that owns the first stones."""
    wins, weight = word(0), 0
    for line in range(len(board.lines)):
        filled = board.lines[line]
        if filled & opp == word(0) and board.beyond[line] & own == word(0):
            count = ones(filled & own)
            weight += board.weights[count]
            if count == board.k - 1:
                wins |= filled & ~own
    return wins, weight


@compiled
def wins_after(board: Board, own: int, opp: int, wins: int, cell: int) -> int:
    """The wins of a side once it has played a cell that did not win."""
    bit = bit_of(cell)
    wins &= ~bit
    at = 0
    while board.through[cell, at] >= 0:
        line = board.through[cell, at]
        filled = board.lines[line]
        if (
            filled & opp == word(0)
            and ones(filled & own) == board.k - 2
            and board.beyond[line] & own == word(0)
        ):
            wins |= filled & ~own & ~bit
        at += 1
    if board.exact and wins != word(0) and board.beside[cell, 0] >= 0:
        wins, _ = survey(board, own | bit, opp)
    return wins


@compiled
def weights_after(board: Board, own: int, opp: int, cell: int) -> tuple[int, int]:
    """What playing a cell adds to the side's own weight, and what it takes from the other's."""
    gain, harm, at = 0, 0, 0
    while board.through[cell, at] >= 0:
        line = board.through[cell, at]
        filled, ends = board.lines[line], board.beyond[line]
        if filled & opp == word(0) and ends & own == word(0):
            count = ones(filled & own)
            gain += board.weights[count + 1] - board.weights[count]
        if filled & own == word(0) and ends & opp == word(0):
            harm += board.weights[ones(filled & opp)]
        at += 1
    at = 0
    while board.beside[cell, at] >= 0:
        line = board.beside[cell, at]
        filled = board.lines[line]
        if filled & opp == word(0) and board.beyond[line] & own == word(0):
            gain -= board.weights[ones(filled & own)]
        at += 1
    return gain, harm


@compiled
def value_of(mine: int, theirs: int) -> int:
    """The value for the side to move, by weights. Its own count an eighth more: it has the move."""
    return max(-LIMIT, min(LIMIT, mine + mine // 8 - theirs))

"""Boards of up to 64 cells as bitboards: a set of cells is a word, and what a move changes.

    bit of a cell   its number, row by row from 0: on 3x3   0 1 2
                                                            3 4 5
                                                            6 7 8

A line is open to a side while the other has no stone in it and the side itself none beyond its
ends (that only where exactly k must be in a row). Stones never go away, so a line once closed
stays closed. Three things are kept up from move to move, for each side: its stones; its wins, the
empty cells that would complete a line; and its weight, the sum over the lines open to it, which is
0 if and only if it can no longer win. They are the Node that a search hands on.
"""

import random
from typing import Any, NamedTuple

import numpy as np

from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.scores import LIMIT
from games.game import Game, cell_set
from games.symmetry import symmetries

HEAVIEST = 1 << 22  # of one line; keeps sums of weights well inside 64 bits, whatever k is
CELLS = 64
MIRRORS = 8  # symmetries looked at; Qubic has more, but a key for each would cost too much
ROOM = 192  # for lines; boards of up to 64 cells have at most 168
LISTED = 32  # for the lines that a cell is in, with a -1 behind them

PLIES = 130  # a pass and a stone for each cell, and some
NO_VCF = 1 << 16  # positions without a VCF that are remembered
MODE, AGE, TOUCHED = 0, 1, 2  # in a board's state; touched: how often a depth cut something off

Board = Any  # a record, see Shape


class Node(NamedTuple):
    """A position as it is handed down a search, seen by the side to move."""

    own: int  # the stones of the side to move
    opp: int
    own_wins: int  # the empty cells that would complete a line of its
    opp_wins: int
    own_weight: int
    opp_weight: int
    side: int  # whose turn it is
    key: int  # the Zobrist key, where one is kept


class Shape(NamedTuple):
    """What boards are compiled for: loops as short as these take a third of the time."""

    wide: int  # words that a set of lines needs
    digits: int  # that the number of stones in a line has in binary, before the last one

    def record(self) -> Any:
        """The type of a board. Numba passes a record as one pointer, an array as seven words.

        First what a game lays down, then what a search writes to.
        """
        sets = CELLS * self.wide
        frame = 2 * (self.digits + 1) * self.wide
        return np.dtype(
            [
                ("cells", np.int64),
                ("k", np.int64),
                ("exact", np.int64),
                ("count", np.int64),  # of lines
                ("mirrored", np.int64),  # of symmetries
                ("lines", np.uint64, ROOM),  # the cells of each line
                ("beyond", np.uint64, ROOM),  # those past its ends, which spoil it for who has them
                ("through", np.int16, CELLS * LISTED),  # by cell: the lines it is in
                ("beside", np.int16, CELLS * LISTED),  # by cell: the lines it is beyond
                ("through_sets", np.uint64, sets),  # the same as sets
                ("beside_sets", np.uint64, sets),
                ("two_short", np.uint64, self.digits),  # of k - 2: all bits of a word, or none
                ("weights", np.int64, CELLS + 1),  # of an open line, by the stones in it
                ("zobrist", np.uint64, CELLS * 2),  # of each cell with a stone of each side
                ("cell_keys", np.uint64, CELLS * 2 * MIRRORS),  # the same, by symmetry
                ("line_keys", np.uint64, ROOM * 2 * MIRRORS),  # of each line open to a side
                ("mirrors", np.int64, MIRRORS * CELLS),  # by symmetry: where each cell goes
                ("back", np.int64, MIRRORS * CELLS),  # and where it comes from
                ("state", np.int64, 4),
                ("vcf_state", np.int64, 2),  # see vcf.py
                ("vcf_cells", np.uint64, 2),
                ("no_vcf", np.uint64, NO_VCF),
                ("frames", np.uint64, (PLIES + CELLS) * frame),  # see line_counts.py
                ("killers", np.int64, PLIES),  # by ply
                ("history", np.int64, 2 * CELLS),  # by side and cell
                ("moves", np.int64, PLIES * CELLS),  # by ply, in any order: rank * CELLS + cell
                ("gains", np.int64, PLIES * CELLS),  # by ply and cell: what it adds to one's weight
                ("harms", np.int64, PLIES * CELLS),  # and what it takes from the other's
                ("wins", np.uint64, PLIES * CELLS),  # and the wins it leads to
                ("symmetry_keys", np.uint64, MIRRORS + 1),  # the last is that of the empty board
                ("room", np.uint64, 3 * ROOM),  # for lines, while pairs are looked for
            ],
            align=True,
        )

    def holds(self, game: Game) -> bool:
        return len(game.lines) <= 64 * self.wide and game.shortest <= 1 << self.digits


SHAPES = (Shape(2, 2), Shape(3, 5))  # few, because each is compiled by itself


def board_of(game: Game, growth: int) -> Board:
    """The empty board of a game, with weights that grow by this factor."""
    beyond = game.beyond or ((),) * len(game.lines)
    shape = next(each for each in SHAPES if each.holds(game))
    board = np.zeros(1, shape.record()).view(np.recarray)[0]
    board.cells, board.k, board.exact = game.cells, game.shortest, any(beyond)
    board.count = len(game.lines)
    board.lines[: board.count] = [cell_set(line) for line in game.lines]
    board.beyond[: board.count] = [cell_set(ends) for ends in beyond]
    board.through[:] = _holders(game.lines)
    board.beside[:] = _holders(beyond)
    board.through_sets[:] = _sets(board.through, shape.wide)
    board.beside_sets[:] = _sets(board.beside, shape.wide)
    digits = (game.shortest - 2 >> digit & 1 for digit in range(shape.digits))
    board.two_short[:] = [digit * (2**64 - 1) for digit in digits]
    board.killers[:] = -1
    set_weights(board, growth)
    _add_keys(board, game)
    return board


def set_weights(board: Board, growth: int) -> None:
    """With each stone in it, an open line grows in weight by this factor."""
    board.weights[: board.k + 1] = [min(growth**n, HEAVIEST) for n in range(board.k + 1)]


def _add_keys(board: Board, game: Game) -> None:
    mirrors = np.array(symmetries(game)[:MIRRORS], np.int64)
    board.mirrored = len(mirrors)
    cells, symmetry = np.arange(game.cells), CELLS * np.arange(len(mirrors))[:, None]
    board.mirrors[symmetry + cells] = mirrors
    board.back[symmetry + cells] = np.argsort(mirrors, axis=1)
    numbers = {frozenset(line): number for number, line in enumerate(game.lines)}
    moved = [
        [numbers[frozenset(mirror[cell] for cell in line)] for line in game.lines]
        for mirror in mirrors.tolist()
    ]
    keys = _keys(game.cells, game.cells)
    board.zobrist[: 2 * game.cells] = keys.ravel()
    _spread(board.cell_keys, keys[mirrors])
    _spread(board.line_keys, _keys(len(game.lines), ~game.cells)[np.array(moved)])


def _spread(to: Array, keys: Array) -> None:
    """Write down keys by thing, side and symmetry, which come by symmetry, thing and side."""
    many, things, _ = keys.shape
    room = to.reshape(-1, 2, MIRRORS)
    room[:things, :, :many] = keys.transpose(1, 2, 0)


def _keys(count: int, seed: int) -> Array:
    """For each of so many things, a random word for either side."""
    source = random.Random(seed)
    return np.array([[source.getrandbits(64) for _ in "XO"] for _ in range(count)], np.uint64)


def _holders(groups: tuple[tuple[int, ...], ...]) -> Array:
    """For each cell, the numbers of the groups that hold it."""
    found = np.full((CELLS, LISTED), -1, np.int16)
    for cell in range(CELLS):
        held = [at for at, group in enumerate(groups) if cell in group]
        found[cell, : len(held)] = held
    return found.ravel()


def _sets(holders: Array, wide: int) -> Array:
    """The same, but for each cell as a set."""
    found = np.zeros((CELLS, wide), np.uint64)
    for cell, numbers in enumerate(holders.reshape(CELLS, LISTED)):
        for number in numbers[numbers >= 0].tolist():
            found[cell, number // 64] |= np.uint64(1 << number % 64)
    return found.ravel()


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
    for line in range(board.count):
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
    at = cell * LISTED
    while board.through[at] >= 0:
        line = board.through[at]
        filled = board.lines[line]
        if (
            filled & opp == word(0)
            and ones(filled & own) == board.k - 2
            and board.beyond[line] & own == word(0)
        ):
            wins |= filled & ~own & ~bit
        at += 1
    if board.exact and wins != word(0) and board.beside[cell * LISTED] >= 0:
        wins, _ = survey(board, own | bit, opp)
    return wins


@compiled
def weights_after(board: Board, own: int, opp: int, cell: int) -> tuple[int, int]:
    """What playing a cell adds to the side's own weight, and what it takes from the other's."""
    gain, harm, at = 0, 0, cell * LISTED
    while board.through[at] >= 0:
        line = board.through[at]
        filled, ends = board.lines[line], board.beyond[line]
        if filled & opp == word(0) and ends & own == word(0):
            count = ones(filled & own)
            gain += board.weights[count + 1] - board.weights[count]
        if filled & own == word(0) and ends & opp == word(0):
            harm += board.weights[ones(filled & opp)]
        at += 1
    at = cell * LISTED
    while board.beside[at] >= 0:
        line = board.beside[at]
        filled = board.lines[line]
        if filled & opp == word(0) and board.beyond[line] & own == word(0):
            gain -= board.weights[ones(filled & own)]
        at += 1
    return gain, harm


@compiled
def value_of(mine: int, theirs: int) -> int:
    """The value for the side to move, by weights. Its own count an eighth more: it has the move."""
    return max(-LIMIT, min(LIMIT, mine + mine // 8 - theirs))

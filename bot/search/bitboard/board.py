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

import numpy as np

from bot.search.bitboard.board_record import CELLS, LISTED, MIRRORS, SHAPES, Board, lay_out
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.scores import LIMIT
from games.game import Game, cell_set
from games.symmetry import symmetries

HEAVIEST = 1 << 22  # of one line; keeps sums of weights well inside 64 bits, whatever k is


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
    lay_out(board.arena, game.shortest)
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

"""The kernel for boards of up to 64 cells: tic-tac-toe, small m,n,k boards and Qubic."""

from collections.abc import Callable
from hashlib import blake2b
from typing import cast

import numpy as np

from bot.search.bitboard.board import (
    CELLS,
    MIRRORS,
    board_of,
    survey,
    value_of,
    weights_after,
    wins_after,
)
from bot.search.bitboard.line_counts import first_frame, next_frame
from bot.search.bitboard.ordering import AGE, MODE, SPENT, STOPPED, TICKET, Shared, new_work
from bot.search.bitboard.search import search
from bot.search.bitboard.solver import solve
from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.layout import NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import WIN
from bot.search.core.table import recalled
from bot.search.core.trail import new_trail, set_off
from bot.search.general.threats import FIRST, LEFT, hunt
from games.game import Game, Position, members
from games.lines import Cell

ROOT_HUNT = 60_000  # positions that the hunt at the root may look at: some 4 ms
# By how much a stone adds to the weight of a line; solving relies on the factor.
GROWTH = {Mode.PLAY: 4, Mode.STRICT: 4, Mode.SOLVE: 2}

# Compiled functions take a plain integer for a signed one; this makes it a word.
unsigned = cast("Callable[[int], int]", np.uint64)


def fits(game: Game) -> bool:
    """Whether this kernel plays a game: any empty cell is open, and a set of cells is a word."""
    return game.cells <= CELLS and not game.below and not game.sends


class Words:
    """The search of a board in words. See kernel.py for what its methods promise."""

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        self._game = game
        self._boards = {mode: board_of(game, GROWTH[mode]) for mode in Mode}
        self._work = new_work()
        self._shared = Shared(table, signal, nobody() if claims is None else claims, new_trail())
        self._salts = {mode: _salt(game, mode) for mode in Mode}

    def load(self, position: Position, mode: Mode) -> None:
        self._position, self._mode = position, mode
        self._board = self._boards[mode]
        self._stones = len(position.moves)
        turn = position.turn
        self._own = unsigned(position.stones[turn])
        self._opp = unsigned(position.stones[1 - turn])
        self._own_wins, self._mine = self._surveyed(self._own, self._opp)
        self._opp_wins, self._theirs = self._surveyed(self._opp, self._own)
        self._key = unsigned(self._salts[mode])
        for ply, cell in enumerate(position.moves):
            self._key ^= self._board.keys[2 * cell + (ply & 1)]
        self._work.keys[MIRRORS] = self._salts[mode]
        state = self._work.state
        state[MODE], state[AGE] = mode, self._stones
        self._work.history[:] //= 4
        self._found: tuple[Cell, int] | None = None
        first, second = map(unsigned, position.stones)
        first_frame(self._board, self._work, 0, first, second)
        if mode is Mode.PLAY and position.outcome is None:
            self._hunt()

    def _surveyed(self, own: int, opp: int) -> tuple[int, int]:
        wins, weight = survey(self._board, own, opp)
        return unsigned(wins), weight

    def _hunt(self) -> None:
        """See whether threats win at once; then no other move is worth a look."""
        hunting = self._work.hunting
        hunting[LEFT] = ROOT_HUNT
        sides = self._own, self._opp, self._own_wins, self._opp_wins
        turn = self._position.turn
        longer = hunt(self._board, self._work, 0, turn, *sides)
        if longer:
            self._found = int(hunting[FIRST]), WIN - self._stones - longer

    def moves(self) -> list[Cell]:
        if self._found:
            return [self._found[0]]
        cells = self._position.legal_moves()
        if self._mode is Mode.PLAY:
            cells = members(int(self._own_wins)) or members(int(self._opp_wins)) or cells
        return sorted(cells, key=self._promise)

    def _promise(self, cell: Cell) -> int:
        """How far back in order a root move comes."""
        gain, harm = weights_after(self._board, self._own, self._opp, cell)
        return -gain - harm

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        if int(self._own_wins) >> cell & 1:
            return WIN - self._stones - 1
        if self._stones + 1 == self._board.cells:
            return 0
        if self._found and cell == self._found[0]:
            return self._found[1]
        state = self._work.state
        state[TICKET], state[STOPPED] = ticket, 0
        set_off(self._shared.trail, strict=self._mode is Mode.STRICT)
        score = -self._below(cell, depth - 1, -beta, -alpha)
        self._shared.signal[NODES] += state[SPENT]
        state[SPENT] = 0
        return None if state[STOPPED] else score

    def _below(self, cell: Cell, depth: int, alpha: int, beta: int) -> int:
        """The value of the position after a move, for the side that is then to move."""
        board, work = self._board, self._work
        bit = unsigned(1 << cell)
        wins = unsigned(wins_after(board, self._own, self._opp, self._own_wins, cell))
        gain, harm = weights_after(board, self._own, self._opp, cell)
        sides = self._opp, self._own | bit, self._opp_wins & ~bit, wins
        weights = self._theirs - harm, self._mine + gain
        if self._mode is Mode.SOLVE:
            side = 1 - (self._stones & 1)
            return solve(board, work, self._shared, *sides, *weights, side, depth, alpha, beta, 0)
        next_frame(board, work, 0, self._stones & 1, cell)
        key = self._key ^ board.keys[2 * cell + (self._stones & 1)]
        return search(board, work, self._shared, *sides, *weights, key, depth, alpha, beta, 1)

    def evaluate(self) -> int:
        return 0 if self._mode is Mode.SOLVE else value_of(self._mine, self._theirs)

    def settles(self, depth: int) -> bool:
        return depth >= self._board.cells - self._stones

    def deeper(self, depth: int) -> int:
        """One ply, but where half the way to the end has shown no winner, to the end."""
        left = self._board.cells - self._stones
        return left if self._mode is Mode.SOLVE and 2 * depth >= left else depth + 1

    def recall(self) -> Cell | None:
        if self._mode is Mode.SOLVE:  # its entries are of any mirror image
            return None
        return recalled(self._shared.table, int(self._key))


def _salt(game: Game, mode: Mode) -> int:
    """What keeps the positions of one game and mode apart from all others in the table."""
    return int.from_bytes(blake2b(f"{game.name} {mode}".encode(), digest_size=8).digest())

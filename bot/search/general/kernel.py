"""The kernel of any game of the family: for what the others do not fit, and to test them by."""

import numpy as np

from bot.search.core.claims import nobody
from bot.search.core.compiled import Array, word
from bot.search.core.mode import Mode
from bot.search.core.polling import finish
from bot.search.core.scores import WIN
from bot.search.core.shared import begin, shared_by
from bot.search.core.transposition_table import NO_MOVE, recalled
from bot.search.core.zobrist import random_words, salt
from bot.search.general.board import (
    AGE,
    LAST,
    MODE,
    NEARBY,
    board_of,
    clear,
    near_at,
    place,
    remove,
)
from bot.search.general.facts import CELLS, facts_of, weights_for
from bot.search.general.moves import history_at, killers_at, promise, search_state_size
from bot.search.general.search import entry_of, evaluate, search
from games.game import Game, Position
from games.lines import Cell

NEAR_FROM = 37  # flat boards of at least so many cells are played near stones
RADIUS = 2


class GeneralKernel:
    """The search of any game of the family, as core/kernel.py tells."""

    selective = True

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        self._game = game
        self._table = table
        self._signal = signal
        self._claims = nobody() if claims is None else claims
        flat = len(game.shape) == 2 and not game.below and not game.sends
        self._narrows = flat and game.cells >= NEAR_FROM
        radius = RADIUS if self._narrows else 0
        self._shared = shared_by(table, signal, self._claims)
        self._facts = facts_of(game, weights_for(game.shortest), radius)
        self._state = np.zeros(search_state_size(self._facts), np.int64)
        self._zobrist = random_words(2 * game.cells + len(set(game.sends)) + 1)
        self._board = board_of(self._facts, self._state, self._zobrist)
        self.load(game.start(), Mode.PLAY)

    def load(self, position: Position, mode: Mode) -> None:
        self._position = position
        facts, state = self._facts, self._state
        clear(self._facts, self._state)
        for ply, cell in enumerate(position.moves):
            place(self._board, cell, ply & 1)
            state[LAST] = cell
        state[AGE] = len(position.moves)
        killers, history = killers_at(facts), history_at(facts)
        state[killers:history] = NO_MOVE
        state[history : history + 2 * facts[CELLS]] >>= 3
        self._set(mode)
        self._mode = mode

    def moves(self) -> list[Cell]:
        cells = self._position.legal_moves()
        if self._mode == Mode.PLAY and self._narrows:
            cells = self._near(cells)
        return sorted(cells, key=lambda cell: -promise(self._board, cell))

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        state, side = self._state, self._position.turn
        after = self._position.play(cell)
        if after.outcome:
            return 0 if after.outcome.winner is None else WIN - len(after.moves)
        # A search to the end is a solution, and must not use what a selective one has found.
        self._set(Mode.SOLVE if self._mode == Mode.PLAY and self.settles(depth) else self._mode)
        begin(self._shared, ticket)
        last = int(state[LAST])
        place(self._board, cell, side)
        state[LAST] = cell
        key = self._key ^ self._zobrist[side * self._game.cells + cell]
        found = -search(self._board, self._shared, key, depth - 1, -beta, -alpha)
        remove(self._board, cell, side)
        state[LAST] = last
        return None if finish(self._shared, self._signal) else int(found)

    def evaluate(self) -> int:
        self._set(self._mode)
        return int(evaluate(self._state))

    def settles(self, depth: int) -> bool:
        return len(self._position.moves) + depth >= self._game.cells

    def deeper(self, depth: int) -> int:
        return depth + 1

    def recall(self) -> Cell | None:
        self._set(self._mode)
        return recalled(self._table, int(entry_of(self._board, word(int(self._key)))))

    def _set(self, mode: Mode) -> None:
        """Search in this mode from now on."""
        self._state[MODE] = mode
        self._state[NEARBY] = mode == Mode.PLAY and self._narrows
        self._key = salt(self._game, mode)
        for ply, cell in enumerate(self._position.moves):
            self._key ^= self._zobrist[(ply & 1) * self._game.cells + cell]

    def _near(self, cells: list[Cell]) -> list[Cell]:
        """Those near stones; on an empty board the one in the middle."""
        if not self._position.moves:
            return [self._middle()]
        at = near_at(self._facts, 0)
        return [cell for cell in cells if self._state[at + cell]] or cells

    def _middle(self) -> Cell:
        rows, columns = self._game.shape
        return rows // 2 * columns + columns // 2

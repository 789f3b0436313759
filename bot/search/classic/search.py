"""The search of the classics: one position, looked at as a method tells."""

import numpy as np

from bot.search.classic.alpha_beta import (
    INFINITY,
    ROOT,
    TABLES,
    alpha_beta,
    candidates,
    leaf,
)
from bot.search.classic.method import Method
from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.mode import Mode
from bot.search.core.polling import finish
from bot.search.core.shared import begin, shared_by
from bot.search.core.zobrist import random_words, salt
from bot.search.general.board import (
    LAST,
    SCORE,
    STONES,
    board_of,
    clear,
    place,
    remove,
)
from bot.search.general.facts import ORDER, facts_of
from bot.search.general.moves import moves_at, search_state_size
from games.game import Game, Position
from games.lines import Cell


class ClassicSearch:
    """One position, looked at by one method. The signal is that of a kernel."""

    def __init__(self, game: Game, method: Method, signal: Array | None = None) -> None:
        self.signal = np.zeros(2, np.int64) if signal is None else signal
        self._game = game
        self._method = method
        self._facts = facts_of(game, method.weights, method.radius)
        at = int(self._facts[ORDER])
        self._facts[at : at + game.cells] = method.order or range(game.cells)
        self._state = np.zeros(search_state_size(self._facts), np.int64)
        self._zobrist = random_words(2 * game.cells)
        self._board = board_of(self._facts, self._state, self._zobrist)
        self._table = np.zeros(1 << 18 if method.table else 4, np.uint64)
        self._claims = nobody()
        self._shared = shared_by(self._table, self.signal, self._claims)
        self._rules = np.zeros(TABLES + 3 * game.cells, np.int64)
        self._rules[:TABLES] = [
            method.victory,
            method.haste,
            method.drawn,
            method.undecided is None,
            method.undecided or 0,
            0,
            method.radius,
            method.latest,
            method.sees_wins,
            method.table,
            0,
            method.discount,
            *[0] * (TABLES - 12),
        ]

    def load(self, position: Position) -> None:
        """Take up a position."""
        cells, rules = self._game.cells, self._rules
        bonus = self._method.bonus or (0,) * cells
        self._position = position
        self._table[:] = 0
        clear(self._facts, self._state)
        rules[ROOT] = position.turn
        rules[TABLES : TABLES + cells] = bonus
        rules[TABLES + cells : TABLES + cells + len(position.moves)] = position.moves
        self._key = salt(self._game, Mode.PLAY)
        for ply, cell in enumerate(position.moves):
            self._put(cell, ply & 1)
            self._key ^= self._zobrist[(ply & 1) * cells + cell]

    def moves(self) -> list[Cell]:
        """The root moves that the method looks at, in its order."""
        count = candidates(self._board, self._rules)
        at = moves_at(self._facts, int(self._state[STONES]))
        return [int(cell) for cell in self._state[at : at + count]]

    def evaluate(self) -> int:
        """The value of the loaded position for the side to move."""
        return int(leaf(self._board, self._rules))

    def search(self, cell: Cell, depth: int, alpha: int, ticket: int) -> int | None:
        """The value of a move above alpha, to *depth* plies with that one; None once cancelled."""
        state, rules, side = self._state, self._rules, self._position.turn
        after = self._position.play(cell)
        if after.outcome:
            won = self._method.victory - self._method.haste * len(after.moves)
            return self._method.drawn if after.outcome.winner is None else won
        begin(self._shared, ticket)
        last, score = int(state[LAST]), int(state[SCORE])
        self._put(cell, side)
        rules[TABLES + 2 * self._game.cells + len(self._position.moves)] = cell
        key = self._key ^ self._zobrist[side * self._game.cells + cell]
        found = -alpha_beta(self._board, rules, self._shared, key, depth - 1, -INFINITY, -alpha)
        remove(self._board, cell, side)
        state[LAST], state[SCORE] = last, score
        return None if finish(self._shared, self.signal) else int(found)

    def _put(self, cell: Cell, side: int) -> None:
        place(self._board, cell, side)
        bonus = int(self._rules[TABLES + cell])
        self._state[SCORE] += -bonus if side else bonus
        self._state[LAST] = cell

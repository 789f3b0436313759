"""The search of the classics: a plain alpha-beta on stones per line, as a method tells."""

import numpy as np

from bot.search.classic.method import Method, TableUse
from bot.search.core.claims import nobody
from bot.search.core.compiled import Array, compiled, whole, word
from bot.search.core.instructions import at_address
from bot.search.core.mode import Mode
from bot.search.core.polling import finish, is_stopped
from bot.search.core.shared import Shared, begin, shared_by, table_of
from bot.search.core.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    pack,
    probe,
    score_of,
    store,
)
from bot.search.core.zobrist import random_words, salt
from bot.search.general.board import (
    CELLS,
    EMPTY,
    LAST,
    NEAR,
    ORDER,
    OWNERS,
    SCORE,
    STONES,
    Board,
    board_of,
    clear,
    facts_in,
    facts_of,
    is_drawn,
    near_at,
    open_cells,
    place,
    remove,
    row_begin,
    state_in,
)
from bot.search.general.moves import hot_moves, moves_at, search_state_size
from games.game import Game, Position
from games.lines import Cell

# The head of the rules that a method makes; then by cell: bonus, whether it may be played, the
# moves in their order, and the last position in which the cell was listed.
VICTORY, HASTE, DRAWN, JUDGES, UNDECIDED, ROOT, RADIUS, LATEST, SEES_WINS = range(9)
TABLE_USE, STAMP = 9, 10
TABLES = 16

INFINITY = 1_000_000_000
MOVES, SCORES = int(TableUse.MOVES), int(TableUse.SCORES)


@compiled
def list_latest(board: Board, rules: Array, at: int) -> int:
    """List the empty cells near stones, beginning with the neighbours of the latest stone."""
    facts, state = facts_in(board), state_in(board)
    cells = facts[CELLS]
    rules[STAMP] += 1
    count = whole(0)
    for stone in range(state[STONES] - 1, -1, -1):
        cell = rules[TABLES + 2 * cells + stone]
        for each in range(row_begin(facts, NEAR, cell), row_begin(facts, NEAR, cell + 1)):
            near = facts[each]
            stamp = TABLES + 3 * cells + near
            if state[OWNERS + near] == EMPTY and rules[stamp] != rules[STAMP]:
                rules[stamp] = rules[STAMP]
                state[at + count] = near
                count += 1
    return count


@compiled
def candidates(board: Board, rules: Array) -> int:
    """List the moves that the method looks at; all of them if it would look at none."""
    facts, state = facts_in(board), state_in(board)
    at = moves_at(facts, state[STONES])
    count = list_latest(board, rules, at) if rules[LATEST] else open_cells(board, at)
    kept = whole(0)
    for turn in range(count):
        cell = state[at + turn]
        near = rules[RADIUS] == 0 or state[near_at(facts, cell)] > 0
        if near and rules[TABLES + facts[CELLS] + cell]:
            state[at + kept] = cell
            kept += 1
    return kept if kept > 0 else open_cells(board, at)


@compiled
def leaf(state: Array, rules: Array) -> int:
    """The value of an undecided position for the side to move."""
    side = state[STONES] & 1
    if rules[JUDGES]:
        return whole(state[SCORE] if side == 0 else -state[SCORE])
    return whole(rules[UNDECIDED] if side == rules[ROOT] else -rules[UNDECIDED])


@compiled
def alpha_beta(
    board: Board,
    rules: Array,
    shared: Shared,
    key: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of the position for the side to move."""
    if is_stopped(shared):
        return whole(0)
    facts, state, zobrist = facts_in(board), state_in(board), at_address(board.zobrist)
    if depth <= 0:
        return leaf(state, rules)
    stones, last, cells = state[STONES], state[LAST], facts[CELLS]
    side = stones & 1
    count = candidates(board, rules)
    if rules[SEES_WINS] and hot_moves(board, side, count) > 0:
        return whole(rules[VICTORY] - rules[HASTE] * (stones + 1))
    at = moves_at(facts, stones)
    data = probe(table_of(shared), key) if rules[TABLE_USE] else word(0)
    if data != word(0):
        score, bound = score_of(data), bound_of(data)
        if rules[TABLE_USE] == SCORES and depth_of(data) == depth:
            if bound == EXACT or (bound == LOWER and score >= beta):
                return score
            if bound == UPPER and score <= alpha:
                return score
        for turn in range(count):
            if state[at + turn] == move_of(data):
                for back in range(turn, 0, -1):
                    state[at + back] = state[at + back - 1]
                state[at] = move_of(data)
                break
    best, best_move, floor = -INFINITY, NO_MOVE, alpha
    for turn in range(count):
        cell = state[at + turn]
        gain = rules[TABLES + cell] if side == 0 else -rules[TABLES + cell]
        won = place(board, cell, side)
        state[LAST], rules[TABLES + 2 * cells + stones] = cell, cell
        state[SCORE] += gain
        if won:
            found = whole(rules[VICTORY] - rules[HASTE] * (stones + 1))
        elif is_drawn(board, cell):
            found = whole(rules[DRAWN] if side == rules[ROOT] else -rules[DRAWN])
        else:
            found = -alpha_beta(
                board,
                rules,
                shared,
                word(key ^ zobrist[side * cells + cell]),
                whole(depth - 1),
                whole(-beta),
                whole(-max(alpha, best)),
            )
        state[SCORE] -= gain
        remove(board, cell, side)
        state[LAST] = last
        if shared.stopped != 0:
            return whole(0)
        if found > best:
            best, best_move = found, cell
            if best >= beta:
                break
    if rules[TABLE_USE]:
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        kept = best if rules[TABLE_USE] == SCORES else 0
        store(table_of(shared), key, pack(kept, best_move, bound, depth, 0))
    return whole(best)


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
        self._rules = np.zeros(TABLES + 4 * game.cells, np.int64)
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
            *[0] * (TABLES - 10),
        ]

    def load(self, position: Position, allowed: frozenset[Cell] | None = None) -> None:
        """Take up a position; only the allowed cells will be played, if there are such."""
        cells, rules = self._game.cells, self._rules
        bonus = self._method.bonus or (0,) * cells
        self._position = position
        self._table[:] = 0
        clear(self._facts, self._state)
        rules[ROOT] = position.turn
        rules[TABLES : TABLES + cells] = bonus
        rules[TABLES + cells : TABLES + 2 * cells] = [
            allowed is None or cell in allowed for cell in range(cells)
        ]
        rules[TABLES + 2 * cells : TABLES + 2 * cells + len(position.moves)] = position.moves
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
        return int(leaf(self._state, self._rules))

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

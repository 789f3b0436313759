"""The kernel of nine-board tic-tac-toe, by either rule about full boards."""

from collections.abc import Callable
from typing import cast

import numpy as np

from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.mode import Mode
from bot.search.core.polling import finish
from bot.search.core.scores import WIN
from bot.search.core.shared import begin, shared_by
from bot.search.core.transposition_table import NO_MOVE, recalled
from bot.search.core.zobrist import salt
from bot.search.nineboard.evaluation import TEMPO, evaluations
from bot.search.nineboard.lookup_tables import ANYWHERE, CELLS, FULL, STONES, TARGETS
from bot.search.nineboard.moves import (
    NineboardNode,
    list_moves,
    new_boards,
    threats,
    value_of_all,
)
from bot.search.nineboard.opening_table import best_reply
from bot.search.nineboard.proof_numbers import INFINITE, delta_of, phi_of
from bot.search.nineboard.proof_search import numbers_after, play, prove
from bot.search.nineboard.search import search
from games.game import Game, Position
from games.lines import Cell
from games.symmetry import symmetries

SHAPE = (3, 3, 3, 3)
PROOFS = 1 << 20  # positions whose proof numbers are kept
unsigned = cast("Callable[[int], int]", np.uint64)  # where a key is handed to compiled functions


def fits(game: Game) -> bool:
    """Whether this kernel plays that game."""
    return game.shape == SHAPE and bool(game.sends)


class NineboardKernel:
    """The search of nine-board, as core/kernel.py tells."""

    selective = True

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        self._game = game
        self._table = table
        self._signal = signal
        self._claims = nobody() if claims is None else claims
        self._shared = shared_by(table, signal, self._claims)
        self._boards = new_boards(evaluations(), game.full_target_draws)
        self._proofs = np.zeros(2 * PROOFS, np.uint64)
        self.load(game.start(), Mode.PLAY)

    def load(self, position: Position, mode: Mode) -> None:
        self._position = position
        self._mode = mode
        boards = self._boards
        for side in (0, 1):
            for board in range(9):
                boards.masks[9 * side + board] = position.stones[side] >> 9 * board & FULL
        boards.age = len(position.moves)
        boards.killers[:] = NO_MOVE
        boards.history[:] >>= 3  # what refuted moves before may do so again
        self._set(mode)

    def moves(self) -> list[Cell]:
        cells, safe = self._position.legal_moves(), self._safe_moves(self._node())
        if self._mode == Mode.PLAY:
            cells = self._distinct(cells)
        return sorted(cells, key=lambda cell: safe.index(cell) if cell in safe else CELLS)

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        position, boards = self._position, self._boards
        stones, side = len(position.moves), position.turn
        after = position.play(cell)
        if after.outcome:
            return 0 if after.outcome.winner is None else WIN - stones - 1
        # A search to the end is a solution, and must not use what a selective one has found.
        self._set(Mode.SOLVE if self._mode == Mode.PLAY and self.settles(depth) else self._mode)
        begin(self._shared, ticket, strict=self._mode == Mode.STRICT)
        node = play(boards, self._node(), cell)
        node = node._replace(key=unsigned(node.key))
        found = -search(boards, self._shared, node, depth - 1, -beta, -alpha)
        boards.masks[9 * side + cell // 9] ^= 1 << cell % 9
        return None if finish(self._shared, self._signal) else int(found)

    def prove(self, ticket: int, nodes: int) -> tuple[Range, dict[Cell, Range]]:
        boards, node = self._boards, self._node()
        wins = node.own_threats & (FULL if node.target == ANYWHERE else 1 << node.target)
        if wins:  # what is won at once needs no proof
            return UNKNOWN, {}
        begin(self._shared, ticket)
        boards.patience = nodes
        found = prove(boards, self._shared, self._proofs, node, INFINITE, INFINITE)
        finish(self._shared, self._signal)
        moves = {
            cell: _range_of(numbers_after(boards, self._proofs, node, cell), turned=True)
            for cell in self._safe_moves(node)
        }
        return _range_of(found), moves

    def opening(self) -> Cell | None:
        found = best_reply(self._position)
        return None if found is None else found.reply

    def evaluate(self) -> int:
        if self._mode == Mode.SOLVE:
            return 0
        value = int(value_of_all(self._boards))
        return TEMPO + (-value if self._position.turn else value)

    def settles(self, depth: int) -> bool:
        return len(self._position.moves) + depth >= CELLS

    def deeper(self, depth: int) -> int:
        return depth + 1

    def recall(self) -> Cell | None:
        moves = self._position.moves
        target = self._target(moves[-1]) if moves else ANYWHERE
        return recalled(self._table, self._key ^ TARGETS[target])

    def _set(self, mode: Mode) -> None:
        """Search in this mode from now on."""
        self._boards.mode = mode
        self._key = unsigned(int(salt(self._game, mode)))
        for ply, cell in enumerate(self._position.moves):
            self._key ^= STONES[(ply & 1) * CELLS + cell]

    def _safe_moves(self, node: NineboardNode) -> list[Cell]:
        """The moves that do not send the opponent to where they win."""
        count = list_moves(self._boards, node.stones, node.target, node.opp_threats, NO_MOVE)
        at = 2 * CELLS * node.stones
        safe: list[Cell] = self._boards.moves[at : at + 2 * count : 2].tolist()
        return safe

    def _node(self) -> NineboardNode:
        """The loaded position, as a search begins with it."""
        position, boards = self._position, self._boards
        value = int(value_of_all(boards))
        return NineboardNode(
            self._key,
            self._target(position.moves[-1]) if position.moves else ANYWHERE,
            len(position.moves),
            threats(boards, position.turn),
            threats(boards, 1 - position.turn),
            -value if position.turn else value,
        )

    def _target(self, cell: Cell) -> int:
        """The board that the reply to a stone already on the board must go to."""
        board = cell % 9
        taken = int(self._boards.masks[board] | self._boards.masks[9 + board])
        return ANYWHERE if taken == FULL else board

    def _distinct(self, cells: list[Cell]) -> list[Cell]:
        """One of each set of moves that a symmetry of the position takes into each other."""
        position = self._position
        owners = [position.owner(cell) for cell in range(CELLS)]
        target = set(cells)
        keeping = [
            to
            for to in symmetries(self._game)
            if all(owners[to[cell]] == owner for cell, owner in enumerate(owners))
            and {to[cell] for cell in target} == target
        ]
        return [cell for cell in cells if cell == min(to[cell] for to in keeping)]


def _range_of(data: int, *, turned: bool = False) -> Range:
    """What proof numbers tell: of who is to move, or turned, of who has just moved."""
    phi, delta = int(phi_of(data)), int(delta_of(data))
    low = 1 if phi == 0 else 0 if delta == INFINITE else -1
    high = -1 if delta == 0 else 0 if phi == INFINITE else 1
    return Range(-high, -low) if turned else Range(low, high)

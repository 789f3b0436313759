"""The kernel of nine-board tic-tac-toe, by either rule about full boards."""

from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
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
from bot.search.nineboard.search import search
from games.game import Game, Position
from games.lines import Cell
from games.symmetry import symmetries

SHAPE = (3, 3, 3, 3)


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
        position = self._position
        cells = position.legal_moves()
        if self._mode == Mode.PLAY:
            cells = self._distinct(cells)
        theirs = threats(self._boards, 1 - position.turn)
        target = self._target(position.moves[-1]) if position.moves else ANYWHERE
        count = list_moves(self._boards, len(position.moves), target, theirs, NO_MOVE)
        at = 2 * CELLS * len(position.moves)
        safe = self._boards.moves[at : at + 2 * count : 2].tolist()
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
        board, bit = cell // 9, 1 << cell % 9
        boards.masks[9 * side + board] |= bit
        value = value_of_all(boards)
        node = NineboardNode(
            self._key ^ STONES[side * CELLS + cell],
            self._target(cell),
            stones + 1,
            threats(boards, 1 - side),
            threats(boards, side),
            value if side else -value,
        )
        found = -search(boards, self._shared, node, depth - 1, -beta, -alpha)
        boards.masks[9 * side + board] ^= bit
        return None if finish(self._shared, self._signal) else int(found)

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
        self._key = salt(self._game, mode)
        for ply, cell in enumerate(self._position.moves):
            self._key ^= STONES[(ply & 1) * CELLS + cell]

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

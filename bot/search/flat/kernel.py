"""The kernel of large flat boards: gomoku and m,n,k with line patterns, threats and fours."""

import numpy as np

from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.memory_layout import NEVER, NODES
from bot.search.core.mode import Mode
from bot.search.core.polling import finish
from bot.search.core.scores import WIN
from bot.search.core.shared import begin, shared_by
from bot.search.core.transposition_table import recalled
from bot.search.flat.board import (
    BUDGET,
    CELLS,
    DOUBTED,
    FIRST_NODE,
    FREE,
    SOUGHT,
    STONES,
    TURN,
    WON,
    board_for,
    fill,
    place_stone,
    take_back,
    zobrist_of,
)
from bot.search.flat.forced_scores import unproven
from bot.search.flat.minimax import minimax
from bot.search.flat.moves import (
    RANK,
    count_of,
    evaluate,
    first_of,
    kind_of,
    list_all,
    list_defences,
    list_likely,
)
from bot.search.flat.patterns import DECISIVE, WINNING
from bot.search.flat.root_moves import try_move, try_moves
from bot.search.flat.vcf import LONGEST, vcf
from bot.search.flat.vct import vct
from games.game import Game, Position
from games.lines import Cell

WIDEST = 50  # root moves searched in play where no threat leaves fewer
FEW = 4  # stones up to which the centre is best where none of them invites a neighbour
THOROUGH = 10_000  # threats and fours tried for a win before a search
PATIENCE = 20_000  # fours tried for a win before a search


def fits(game: Game) -> bool:
    """Whether this is the kernel for a game."""
    flat = len(game.shape) == 2 and not game.below and not game.sends
    return flat and game.cells > 64 and max(game.shape) <= 25 and 4 <= game.shortest <= 6


class FlatKernel:
    """The search of one flat board; see bot.search.core.kernel for what each method promises."""

    selective = True

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        self._game = game
        self.board = board_for(game)
        self._places = self.board.place_of[: game.cells]
        self._keys = {mode: zobrist_of(game, mode) for mode in Mode}
        self._table, self._signal = table, signal
        self._claims = nobody() if claims is None else claims
        self._shared = shared_by(table, signal, self._claims)
        self.load(game.start(), Mode.PLAY)

    def load(self, position: Position, mode: Mode) -> None:
        board, self._mode = self.board, mode
        board.zobrist[:] = self._keys[mode]
        board.stones[self._places] = FREE
        for ply, cell in enumerate(position.moves):
            board.stones[self._places[cell]] = 1 + (ply & 1)
        board.state[STONES] = len(position.moves)
        board.state[TURN] = position.turn
        board.state[FIRST_NODE] = self._signal[NODES]
        board.state[WON] = board.state[SOUGHT] = board.state[DOUBTED] = 0
        begin(self._shared, NEVER)
        fill(board)
        board.killers[:] = board.history[:] = 0
        board.counters[:] = -1
        self._full_width = True
        self._moves: list[Cell] | None = None if position.outcome is None else []

    def moves(self) -> list[Cell]:
        if self._moves is None:  # looked for only now: whoever recalls a line can do without
            self._moves = self._worthwhile() if self._mode == Mode.PLAY else self._all()
        return list(self._moves)

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        self.moves()  # tells whether they are all
        place = int(self._places[cell])
        begin(self._shared, ticket)
        if self._mode == Mode.PLAY:
            score = int(try_move(self.board, self._shared, place, depth, alpha, beta, 1))
        else:
            score = self._minimax(place, depth, alpha, beta)
        if finish(self._shared, self._signal):
            return None
        return score if self._full_width else unproven(score)

    def scout(
        self, cells: list[Cell], numbers: list[int], depth: int, alpha: int, ticket: int
    ) -> list[int]:
        self.moves()  # as above
        begin(self._shared, ticket)
        places, scores = self._places[cells], np.zeros(len(cells), np.int64)
        order = np.array(numbers)
        done = int(try_moves(self.board, self._shared, places, order, depth, alpha, scores))
        finish(self._shared, self._signal)
        found = [int(score) for score in scores[:done]]
        return found if self._full_width else [unproven(score) for score in found]

    def evaluate(self) -> int:
        return 0 if self._mode == Mode.SOLVE else int(evaluate(self.board))

    def settles(self, depth: int) -> bool:
        state = self.board.state
        return self._mode != Mode.PLAY and depth >= int(state[CELLS] - state[STONES])

    def deeper(self, depth: int) -> int:
        return depth + 1

    def recall(self) -> Cell | None:
        return recalled(self._table, int(self.board.key[0]))

    def _minimax(self, place: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a move in one of the modes that leave nothing out."""
        board, state = self.board, self.board.state
        if kind_of(board, place, int(state[TURN])) == WINNING:
            return WIN - int(state[STONES]) - 1
        place_stone(board, place)
        solving = int(self._mode == Mode.SOLVE)
        score = -int(minimax(board, self._shared, depth - 1, -beta, -alpha, 1, solving))
        take_back(board, place)
        return score

    def _all(self) -> list[Cell]:
        return self._ranked(list_all(self.board, 0))

    def _ranked(self, count: int) -> list[Cell]:
        """The moves listed, best first."""
        listed = np.sort(self.board.moves[:count])[::-1] % RANK
        return [int(cell) for cell in self.board.cell_of[listed]]

    def _worthwhile(self) -> list[Cell]:
        """The moves that threats leave a choice of; without threats those that look best."""
        board, shared, side = self.board, self._shared, int(self.board.state[TURN])
        for owner in (side, 1 - side):
            if count_of(board, owner, WINNING):
                return [int(board.cell_of[first_of(board, owner, WINNING)])]
        if count_of(board, side, DECISIVE):
            return [int(board.cell_of[first_of(board, side, DECISIVE)])]
        board.state[BUDGET] = PATIENCE
        if vcf(board, shared, LONGEST, -1) and (cell := self.recall()) is not None:
            return [cell]
        board.state[BUDGET] = THOROUGH
        if vct(board, shared, 0) and (cell := self.recall()) is not None:
            return [cell]
        if count_of(board, 1 - side, DECISIVE):
            found = self._ranked(list_defences(board, 0))
            return found or self._ranked(list_likely(board, 0))
        found = self._ranked(list_likely(board, 0))
        if not found and (board.state[STONES] >= FEW or board.stones[self._centre()] != FREE):
            return self._all()
        self._full_width = False
        return found[:WIDEST] or [int(board.cell_of[self._centre()])]

    def _centre(self) -> int:
        """The place in the middle of the board."""
        rows, cols = self._game.shape
        return int(self._places[rows // 2 * cols + cols // 2])

"""The kernel for boards of up to 64 cells: tic-tac-toe, small m,n,k boards and Qubic."""

from bot.search.bitboard.board import (
    board_of,
    set_weights,
    survey,
    value_of,
    weights_after,
    wins_after,
)
from bot.search.bitboard.board_record import AGE, CELLS, MIRRORS, MODE, BitboardNode
from bot.search.bitboard.draw_proof import DrawProof
from bot.search.bitboard.line_counts import first_frame, next_frame
from bot.search.bitboard.opening_table import opening_table_of
from bot.search.bitboard.search import search
from bot.search.bitboard.solver import solve
from bot.search.bitboard.vcf import BUDGET, FIRST, vcf
from bot.search.core.claims import nobody
from bot.search.core.compiled import Array, unsigned
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.mode import Mode
from bot.search.core.polling import finish
from bot.search.core.scores import WIN
from bot.search.core.shared import begin, shared_by
from bot.search.core.transposition_table import recalled
from bot.search.core.zobrist import salt
from games.game import Game, Position, members
from games.lines import Cell

ROOT_VCF_NODES = 60_000  # positions that a VCF at the root may look at: some 4 ms
# By how much a stone adds to the weight of a line; solving relies on the factor.
GROWTH = {Mode.PLAY: 4, Mode.STRICT: 4, Mode.SOLVE: 2}


def fits(game: Game) -> bool:
    """Whether this kernel plays a game: any empty cell is open, and a set of cells is a word."""
    return game.cells <= CELLS and not game.below and not game.sends


class BitboardKernel:
    """The search of a bitboard. See core/kernel.py for what its methods promise."""

    selective = True

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        self._game = game
        self._board = board_of(game, GROWTH[Mode.PLAY])
        self._table, self._signal = table, signal
        self._claims = nobody() if claims is None else claims
        self._shared = shared_by(table, signal, self._claims)
        self._draw_proof: DrawProof | None = None
        self._openings = opening_table_of(game)
        self._salts = {mode: int(salt(game, mode)) for mode in Mode}

    def load(self, position: Position, mode: Mode) -> None:
        self._position, self._mode, self._draw_proof = position, mode, None
        set_weights(self._board, GROWTH[mode])
        self._stones = len(position.moves)
        turn = position.turn
        self._own = unsigned(position.stones[turn])
        self._opp = unsigned(position.stones[1 - turn])
        self._own_wins, self._own_weight = self._surveyed(self._own, self._opp)
        self._opp_wins, self._opp_weight = self._surveyed(self._opp, self._own)
        self._key = unsigned(self._salts[mode])
        for ply, cell in enumerate(position.moves):
            self._key ^= self._board.zobrist[2 * cell + (ply & 1)]
        self._board.symmetry_keys[MIRRORS] = self._salts[mode]
        state = self._board.state
        state[MODE], state[AGE] = mode, self._stones
        self._board.history[:] //= 4
        self._found: tuple[Cell, int] | None = None
        first, second = map(unsigned, position.stones)
        first_frame(self._board, 0, first, second)
        if mode is Mode.PLAY and position.outcome is None:
            self._vcf()

    def _surveyed(self, own: int, opp: int) -> tuple[int, int]:
        wins, weight = survey(self._board, own, opp)
        return unsigned(wins), weight

    def _vcf(self) -> None:
        """See whether threats win at once; then no other move is worth a look."""
        if (opening := self._opening_vcf()) is not None:
            cell, longer = opening
            self._found = cell, WIN - self._stones - longer
            return
        vcf_state = self._board.vcf_state
        vcf_state[BUDGET] = ROOT_VCF_NODES
        sides = self._own, self._opp, self._own_wins, self._opp_wins
        turn = self._position.turn
        longer = vcf(self._board, 0, turn, *sides)
        if longer:
            self._found = int(vcf_state[FIRST]), WIN - self._stones - longer

    def _opening_vcf(self) -> tuple[Cell, int] | None:
        """The VCF with which the first player goes on where its openings end."""
        if self._openings is None or self._position.turn != 0:
            return None
        return self._openings.vcf(*self._position.stones)

    def known_win(self) -> tuple[Range, Cell | None]:
        position, solving = self._position, self._mode is Mode.SOLVE
        if self._openings is None or position.outcome:
            return UNKNOWN, None
        if position.turn == 1:
            lost = self._openings.follows(*position.stones)
            any_cell = position.legal_moves()[0] if solving else None
            return (Range(-1, -1), any_cell) if lost else (UNKNOWN, None)
        cell = self._openings.move(*position.stones)
        won = cell is not None or (solving and self._opening_vcf() is not None)
        return (Range(1, 1), cell) if won else (UNKNOWN, None)

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
        begin(self._shared, ticket, strict=self._mode is Mode.STRICT)
        score = -self._below(cell, depth - 1, -beta, -alpha)
        return None if finish(self._shared, self._signal) else score

    def _below(self, cell: Cell, depth: int, alpha: int, beta: int) -> int:
        """The value of the position after a move, for the side that is then to move."""
        board, side, bit = self._board, self._stones & 1, unsigned(1 << cell)
        wins = unsigned(wins_after(board, self._own, self._opp, self._own_wins, cell))
        gain, harm = weights_after(board, self._own, self._opp, cell)
        sides = self._opp, self._own | bit, self._opp_wins & ~bit, wins
        weights = self._opp_weight - harm, self._own_weight + gain
        if self._mode is Mode.SOLVE:
            node = BitboardNode(*sides, *weights, 1 - side, unsigned(0))
            return solve(board, self._shared, node, depth, alpha, beta, 0)
        next_frame(board, 0, side, cell)
        node = BitboardNode(*sides, *weights, 1 - side, self._key ^ board.zobrist[2 * cell + side])
        return search(board, self._shared, node, depth, alpha, beta, 1)

    def evaluate(self) -> int:
        return 0 if self._mode is Mode.SOLVE else value_of(self._own_weight, self._opp_weight)

    def settles(self, depth: int) -> bool:
        return depth >= self._board.cells - self._stones

    def deeper(self, depth: int) -> int:
        """One ply, but where half the way to the end has shown no winner, to the end."""
        left = self._board.cells - self._stones
        return left if self._mode is Mode.SOLVE and 2 * depth >= left else depth + 1

    def outlook(self, ticket: int, nodes: int) -> tuple[Range, Cell | None]:
        if self._draw_proof is None:
            self._draw_proof = DrawProof(self._position, self._board.arena, self._shared)
        begin(self._shared, ticket)
        self._draw_proof.go_on(nodes)
        finish(self._shared, self._signal)
        return self._draw_proof.range, self._draw_proof.safe

    def recall(self) -> Cell | None:
        if self._mode is Mode.SOLVE:  # its entries are of any mirror image
            return None
        return recalled(self._table, int(self._key))

"""The kernel for Connect 4: to the end of the game by the solver, less far by threats.

The lower half of the table belongs to the solver, as does what it shares of its near positions in
the next quarter; the last quarter belongs to the search of limited depth. So neither ever reads
what the other has written.
"""

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple

import numpy as np

from bot.search.connect4.board import ENDLESS, board_of
from bot.search.connect4.book import HEIGHT, PLIES, WIDTH
from bot.search.connect4.encoding import bitboards_of, bits_of, scores
from bot.search.connect4.foresight import range_of
from bot.search.connect4.principal_variation import follow
from bot.search.connect4.search import evaluate, hashed, searched
from bot.search.connect4.solver import STOPPED, solved
from bot.search.connect4.solver_table import SMALLEST, lay_out
from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.memory_layout import CANCELLED, NEVER
from bot.search.core.mode import Mode
from bot.search.core.polling import POLL, finish
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.core.shared import begin, shared_by
from bot.search.core.transposition_table import recalled
from games.game import Game, Position
from games.lines import Cell

EARLY = 8  # the depth from which it may be worth to go on to the end at once
SOLVABLE = 34  # with that many cells left: some 0.1 s, and soon less, as the table fills
BOOKED = (HEIGHT, WIDTH)  # the board of the book
FOLLOWING = 1 << 16  # nodes that finding the play to the end may take


def fits(game: Game) -> bool:
    """Whether this kernel plays a game: Connect 4 with four in a row, and columns in one word."""
    if game.name.partition(":")[0] != "connect4":
        return False
    height, width = game.shape
    return game.shortest == 4 and width * (height + 1) <= 64


class After(NamedTuple):
    """A position, and as bitboards the stones of the side to move and all stones."""

    position: Position
    mine: Any
    taken: Any


class Connect4Kernel:
    """The kernel, as core/kernel.py tells."""

    selective = False

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None:
        quarter = len(table) // 4
        self._tables = [np.zeros(SMALLEST, np.uint64) for _ in range(3)]
        if quarter >= SMALLEST:
            self._tables[1:] = table[2 * quarter :][:SMALLEST], table[: 2 * quarter]
        self._claims = nobody() if claims is None else claims
        self._play_table = table[3 * quarter :]
        self._signal = signal
        self._cells = game.cells
        height, width = game.shape
        self.shared = shared_by(self._play_table, signal, self._claims)
        self.board = board_of(width, height)
        lay_out(self.board, *self._tables)

    def load(self, position: Position, mode: Mode) -> None:
        self._position, self._mode = position, mode
        self._after: dict[Cell, After] = {}  # the positions after moves that were searched
        self.board.mode, self.board.age = mode, (int(self.board.age) + 1) & 255

    def moves(self) -> list[Cell]:
        after = {cell: self._position.play(cell) for cell in self._position.legal_moves()}
        ranks = {cell: self._rank(each) for cell, each in after.items()}
        ranked = sorted(ranks, key=lambda cell: ranks[cell], reverse=True)
        if self._mode != Mode.PLAY:
            return ranked
        best = ranks[ranked[0]][0]
        return ranked[:1] if best > 0 else [cell for cell in ranked if ranks[cell][0] == best]

    def _rank(self, after: Position) -> tuple[int, int]:
        """1 for a move that ends the game, -1 for one that lets the other side win at once."""
        if after.outcome:
            return (1, 0) if after.outcome.winner is not None else (0, 0)
        replies = map(after.play, after.legal_moves())
        loses = any(each.outcome and each.outcome.winner is not None for each in replies)
        return -int(loses), -evaluate(*bitboards_of(after), self.board)

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        if self._signal[CANCELLED] >= ticket:
            return None
        if cell not in self._after:
            played = self._position.play(cell)
            self._after[cell] = After(played, *bitboards_of(played))
        after = self._after[cell]
        stones = len(after.position.moves)
        if outcome := after.position.outcome:
            return 0 if outcome.winner is None else WIN - stones
        begin(self.shared, ticket)
        if self.settles(depth):
            score = self._settle(after, -beta, -alpha)
        else:
            score = searched(
                self.board, self.shared, after.mine, after.taken, depth - 1, -beta, -alpha
            )
        finish(self.shared, self._signal)
        return None if score == STOPPED else -score

    def solve(
        self, ticket: int, alpha: int, beta: int, nodes: int | None = None
    ) -> tuple[int, Cell] | None:
        position = self._position
        begin(self.shared, ticket)
        self.board.patience = ENDLESS if nodes is None else nodes // POLL
        score = self._settle(After(position, *bitboards_of(position)), alpha, beta)
        self.board.patience = ENDLESS
        finish(self.shared, self._signal)
        if score == STOPPED:
            return None
        if score <= alpha:
            return score, position.legal_moves()[0]
        if chosen := int(self.board.chosen):
            return score, self._cell(position, chosen)
        value = min(score, beta)
        return None if (cell := self._reaching(value, ticket)) is None else (score, cell)

    def _cell(self, position: Position, move: int) -> Cell:
        """The cell of a move that is legal."""
        bits = bits_of(position.game)
        return next(cell for cell in position.legal_moves() if bits[cell] == move)

    def known(self) -> tuple[Range, dict[Cell, Range]]:
        position, found = self._position, dict[Cell, Range]()
        if position.game.shape != BOOKED or len(position.moves) > PLIES + 1:
            return UNKNOWN, found
        for cell in position.legal_moves():
            after = position.play(cell)
            if after.outcome:
                low = high = 0 if after.outcome.winner is None else 1
            else:
                low, high = self._foreseen(After(after, *bitboards_of(after)))
                low, high = -high, -low
            found[cell] = Range(low, high)
        low, high = self._foreseen(After(position, *bitboards_of(position)))
        most = min(high, max(each.high for each in found.values()))
        return Range(max(low, *(each.low for each in found.values())), most), found

    def _foreseen(self, after: After) -> Range:
        """What is known without a search of a position that is not over."""
        if after.position.game.shape != BOOKED:
            return UNKNOWN
        return range_of(int(after.mine), int(after.taken))

    def is_near(self) -> bool:
        return self._cells - len(self._position.moves) <= SOLVABLE

    def follow(self, cell: Cell) -> tuple[Cell, ...]:
        position = self._position.play(cell)
        if position.outcome:
            return (cell,)
        begin(self.shared, NEVER)
        self.board.patience, room = FOLLOWING // POLL, np.zeros(self._cells, np.uint64)
        many = follow(self.board, self.shared, *bitboards_of(position), room)
        self.board.patience = ENDLESS
        finish(self.shared, self._signal)
        cells = {bit: at for at, bit in enumerate(bits_of(position.game))}
        return (cell, *(cells[int(move)] for move in room[:many]))

    def loses(self, cell: Cell) -> bool:
        position = self._position.play(cell)
        if position.outcome:
            return False
        begin(self.shared, 0)  # cancelled already: it ends very soon
        score = self._settle(After(position, *bitboards_of(position)), 0, 1)
        finish(self.shared, self._signal)
        return score != STOPPED and score > 0

    def _reaching(self, score: int, ticket: int) -> Cell | None:
        """A move that is worth at least a score, which the position is known to be."""
        depth = self._cells - len(self._position.moves)
        for cell in self.moves():
            value = self.search(cell, depth, score - 1, score, ticket)
            if value is None:
                return None
            if value >= score:
                return cell
        raise AssertionError("one of the moves is worth what the position is")

    def _settle(self, after: After, alpha: int, beta: int) -> int:
        """The score of a position, told by the solver; or by the book, if it asks who wins."""
        position, mine, taken = after
        stones, cells = len(position.moves), self._cells
        outer = scores(stones, cells)
        if alpha >= -PROVEN and beta <= PROVEN:
            low, high = self._foreseen(after)
            least, most = outer[low + cells], outer[high + cells]
            if low == high or least >= beta or most <= alpha:
                self.board.chosen = 0
                return least if least >= beta else most
        low = max(0, bisect_right(outer, alpha) - 1) - cells
        high = min(len(outer) - 1, bisect_left(outer, beta)) - cells
        score = solved(self.board, self.shared, mine, taken, stones, low, high)
        return STOPPED if score == STOPPED else outer[int(score) + cells]

    def evaluate(self) -> int:
        return int(evaluate(*bitboards_of(self._position), self.board))

    def settles(self, depth: int) -> bool:
        return depth >= self._cells - len(self._position.moves)

    def deeper(self, depth: int) -> int:
        """One ply, but to the end where the solver most likely gets there in time.

        Who has had the time for a greater depth most likely has it for a greater solution, too.
        """
        left = self._cells - len(self._position.moves)
        return left if depth >= EARLY and left <= SOLVABLE + (depth - EARLY) // 2 else depth + 1

    def recall(self) -> Cell | None:
        """From the search of limited depth: the solver keeps no moves."""
        mine, taken = bitboards_of(self._position)
        column = recalled(self._play_table, int(hashed(mine + taken, self.board)))
        width = self._position.game.shape[1]
        legal = self._position.legal_moves()
        return next((cell for cell in legal if cell % width == column), None)


def solve(position: Position, table: Array, signal: Array) -> int:
    """The score of a position, on this core alone."""
    kernel = Connect4Kernel(position.game, table, signal)
    kernel.load(position, Mode.SOLVE)
    if position.outcome:
        return 0 if position.outcome.winner is None else len(position.moves) - WIN
    begin(kernel.shared, NEVER)
    return kernel._settle(After(position, *bitboards_of(position)), -INFINITY, INFINITY)

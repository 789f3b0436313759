"""What is proven of a bitboard by sides that cannot win against one who only breaks their lines."""

from collections.abc import Generator, Iterable, Iterator

from bot.search.bitboard.board_record import WORTH, Arena
from bot.search.bitboard.maker_breaker import Turn, maker_wins
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.shared import Shared
from games.game import CellSet, Game, Position, Side, cell_set, members
from games.lines import Cell
from games.symmetry import Symmetry, symmetries


class DrawProof:
    """A proof that either side cannot win, begun and perhaps ended."""

    def __init__(self, position: Position, arena: Arena, shared: Shared) -> None:
        self.range = UNKNOWN  # of what the position is worth to the side to move
        self.safe: Cell | None = None  # a move after which the other side cannot win
        self._position, self._arena, self._shared = position, arena, shared
        self._steps = self._proof()

    def go_on(self, nodes: int) -> None:
        """Search for so many nodes, or until the end, or until stopped."""
        self._arena.patience = nodes
        next(self._steps, None)

    def _proof(self) -> Iterator[None]:
        """That the side to move cannot win, then that the other cannot; it yields once stopped."""
        mover, left = self._position.turn, cell_set(self._position.legal_moves())
        for cell in self._by_worth(self._different()):
            won, _ = yield from self._wins(mover, cell, makers=False)
            if won:
                break
        else:
            self.range = Range(-1, 0)
        for cell in self._by_worth(members(left)):
            if left >> cell & 1:
                won, zone = yield from self._wins(1 - mover, cell, makers=True)
                if not won:
                    self.range, self.safe = Range(0, self.range.high), cell
                    return
                left &= zone  # elsewhere a stone would not help either

    def _wins(
        self, side: Side, cell: Cell, *, makers: bool
    ) -> Generator[None, None, tuple[bool, CellSet]]:
        """Whether a side wins as the maker after this move, and the zone of that."""
        stones = list(self._position.stones)
        stones[self._position.turn] |= 1 << cell
        lines = _open_lines(self._position.game, stones[side], stones[1 - side])
        while True:
            self._arena.lines[: len(lines)] = lines
            self._arena.count[0] = len(lines)
            won = maker_wins(self._arena, self._shared, Turn(0, makers))
            if not self._shared.stopped:
                return won, int(self._arena.zone[0])
            yield

    def _by_worth(self, cells: Iterable[Cell]) -> list[Cell]:
        """Those in most lines first, and in those in which least is lacking."""
        game, (first, second) = self._position.game, self._position.stones
        worth = dict.fromkeys(range(game.cells), 0.0)
        for line in (*_open_lines(game, first, second), *_open_lines(game, second, first)):
            for cell in members(line):
                worth[cell] += WORTH ** -line.bit_count()
        return sorted(cells, key=lambda cell: -worth[cell])

    def _different(self) -> list[Cell]:
        """One legal move of each kind that are images of each other."""
        position = self._position
        kept = [to for to in symmetries(position.game) if _keeps(to, position)]
        return [cell for cell in position.legal_moves() if all(cell <= to[cell] for to in kept)]


def _open_lines(game: Game, own: CellSet, other: CellSet) -> list[CellSet]:
    """What each line without a stone of the other side still lacks."""
    return [line & ~own for line in map(cell_set, game.lines) if not line & other]


def _keeps(to: Symmetry, position: Position) -> bool:
    """Whether a symmetry leaves a position as it is."""
    return all(
        cell_set(to[cell] for cell in members(stones)) == stones for stones in position.stones
    )

"""A game of the k-in-a-row family, told as data, and the positions it passes through.

Sets of cells are integers: bit *c* stands for cell *c*. Playing a move then costs one look at each
line through the cell played, however large the board is, and a copy of the tuple of moves.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from math import prod
from typing import NamedTuple

from games.cell_names import cell_names
from games.errors import IllegalMove
from games.lines import Cell, Line

Side = int  # 0 moves first, 1 second
CellSet = int
# A line and when it wins: a side holds, of the first set of cells, just the second.
WinningLine = tuple[CellSet, CellSet, Line]

SIDES = ("X", "O")
_BITS = bytes.maketrans(b"01", b"\x00\x01")


class Outcome(NamedTuple):
    """How a game ended on the board: who won with which lines, or nobody."""

    winner: Side | None  # None when drawn
    lines: tuple[Line, ...] = ()

    @property
    def cells(self) -> frozenset[Cell]:
        """Every cell of the winning lines."""
        return frozenset(cell for line in self.lines for cell in line)


@dataclass(frozen=True, repr=False)
class Game:
    """The fixed facts of a game; everything that changes is in Position. Equal names, equal games.

    The shape is rows and columns; or layers, rows and columns; or, for boards laid out in a grid,
    rows and columns of boards and then of cells. Cells are numbered in reading order as drawn.
    """

    name: str  # the canonical name, with its parameters
    shape: tuple[int, ...] = field(compare=False)
    lines: tuple[Line, ...] = field(compare=False)  # filling any of these wins
    beyond: tuple[Line, ...] = field(compare=False, default=())  # by line: spoils it if held too
    below: tuple[Cell | None, ...] = field(compare=False, default=())  # must be filled before
    sends: tuple[Line, ...] = field(compare=False, default=())  # by cell: where the reply must go
    full_target_draws: bool = field(compare=False, default=False)  # or frees the reply

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def cells(self) -> int:
        """How many cells there are."""
        return prod(self.shape)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What people call each cell."""
        return cell_names(self.shape, bool(self.below))

    @cached_property
    def through(self) -> tuple[tuple[WinningLine, ...], ...]:
        """The lines through each cell."""
        found: list[list[WinningLine]] = [[] for _ in range(self.cells)]
        for line, beyond in zip(self.lines, self.beyond or ((),) * len(self.lines), strict=True):
            filled = cell_set(line)
            for cell in line:
                found[cell].append((filled | cell_set(beyond), filled, line))
        return tuple(map(tuple, found))

    @cached_property
    def reach(self) -> tuple[CellSet, ...]:
        """All cells on the lines through each cell: a side with few stones there has no line."""
        return tuple(
            cell_set({cell for _, _, line in found for cell in line}) for found in self.through
        )

    @cached_property
    def shortest(self) -> int:
        """How many stones a line takes."""
        return min(map(len, self.lines))

    @cached_property
    def frees(self) -> tuple[CellSet, ...]:
        """The cells that filling each cell opens: those it holds up."""
        above = [0] * self.cells
        for cell, below in enumerate(self.below):
            if below is not None:
                above[below] = 1 << cell
        return tuple(above)

    @cached_property
    def targets(self) -> tuple[CellSet, ...]:
        """The cells that the reply to each cell is sent to."""
        return tuple(map(cell_set, self.sends))

    @cached_property
    def _start(self) -> "Position":
        open_at_first = [
            cell for cell in range(self.cells) if not self.below or self.below[cell] is None
        ]
        return Position(self, (), (0, 0), cell_set(open_at_first), None)

    def start(self) -> "Position":
        return self._start

    def after(self, moves: Iterable[Cell]) -> "Position":
        """The position after these moves from the start. Raises IllegalMove."""
        position = self._start
        for cell in moves:
            position = position.play(cell)
        return position


class Position(NamedTuple):
    """A moment in a game. Playing a move returns a new position.

    A named tuple, because making one costs a third of what a frozen dataclass does.
    """

    game: Game
    moves: tuple[Cell, ...]
    stones: tuple[CellSet, CellSet]  # by side
    open: CellSet  # empty and held up from below
    outcome: Outcome | None  # None while the game goes on

    @property
    def turn(self) -> Side:
        return len(self.moves) & 1

    @property
    def target(self) -> CellSet:
        """Where the last move sends the reply, if that still has room; else no cells at all."""
        targets = self.game.targets
        return targets[self.moves[-1]] & self.open if targets and self.moves else 0

    def owner(self, cell: Cell) -> Side | None:
        first, second = self.stones
        return 0 if first >> cell & 1 else 1 if second >> cell & 1 else None

    def is_legal(self, cell: Cell) -> bool:
        return cell >= 0 and self.outcome is None and bool((self.target or self.open) >> cell & 1)

    def legal_moves(self) -> list[Cell]:
        """The cells open to the side to move, in board order; none once the game is over."""
        return [] if self.outcome else members(self.target or self.open)

    def play(self, cell: Cell) -> "Position":
        """The position after the side to move takes *cell*. Raises IllegalMove, which says why."""
        if not self.is_legal(cell):
            raise IllegalMove(self._why_not(cell))
        game, moves, (first, second), open_before, _ = self
        bit = 1 << cell
        if len(moves) & 1:
            mine = second = second | bit
        else:
            mine = first = first | bit
        open_now = open_before ^ bit | game.frees[cell]
        outcome = self._outcome_after(cell, mine, open_now)
        # Tuples are added at half of the cost of unpacking them into a new one.
        return Position(game, moves + (cell,), (first, second), open_now, outcome)  # noqa: RUF005

    def back_to(self, ply: int) -> "Position":
        """The position after so many of its moves."""
        return self.game.after(self.moves[:ply])

    def _outcome_after(self, cell: Cell, mine: CellSet, open_now: CellSet) -> Outcome | None:
        game = self.game
        if (mine & game.reach[cell]).bit_count() >= game.shortest:
            won = [line for guard, filled, line in game.through[cell] if mine & guard == filled]
            if won:
                return Outcome(self.turn, tuple(won))
        if not open_now or (game.full_target_draws and not game.targets[cell] & open_now):
            return Outcome(None)
        return None

    def _why_not(self, cell: Cell) -> str:
        if self.outcome:
            winner = self.outcome.winner
            ending = "a draw" if winner is None else f"{SIDES[winner]} has won"
            return f"the game is over ({ending}): no more moves can be played"
        if not 0 <= cell < self.game.cells:
            return f"there is no cell {cell}: the cells are 0 to {self.game.cells - 1}"
        name = self.game.names[cell]
        if self.game.below:
            name = f"cell {cell} in column {name}"
        owner = self.owner(cell)
        if owner is not None:
            return f"{name} is taken: {SIDES[owner]} has a stone there"
        if not self.open >> cell & 1:
            return f"{name} hangs in the air: the cell below it is empty"
        sent_by = self.game.names[self.moves[-1]]
        there = " ".join(self.game.names[each] for each in members(self.target))
        return f"{name} is not where {sent_by} sends the reply: play one of {there}"


def cell_set(cells: Iterable[Cell]) -> CellSet:
    """The set of these cells."""
    return sum(1 << cell for cell in cells)


def members(cells: CellSet) -> list[Cell]:
    """The cells in a set, in board order. Three calls into C, because perft lives on it."""
    digits = f"{cells:b}"[::-1].encode().translate(_BITS)
    return list(compress(range(len(digits)), digits))

"""What a kernel is: the search below one root move, for one game, on one core.

Workers hold one kernel for each game. A kernel plays the root move, searches with its own numba
code, and tells the value for the side to move at the root. It polls its signal every thousand nodes
or so, and leaves its count of nodes there: see polling.py.
"""

from typing import NamedTuple, Protocol, runtime_checkable

from bot.search.core.compiled import Array
from bot.search.core.mode import Mode
from games.game import Game, Position
from games.lines import Cell


class Range(NamedTuple):
    """Between what something is worth to a side: 1 a win, 0 a draw, -1 a loss."""

    low: int
    high: int


UNKNOWN = Range(-1, 1)


class Kernel(Protocol):
    """The search of one game. All scores are as scores.py tells.

    The table is that of table.py, in uint64; the signal holds int64, is in shared memory too, and
    belongs to this worker. The claims are those of claims.py; without them it searches alone.
    """

    def __init__(
        self, game: Game, table: Array, signal: Array, claims: Array | None = None
    ) -> None: ...

    def load(self, position: Position, mode: Mode) -> None:
        """Take up this position; the searches that follow start from it."""

    def moves(self) -> list[Cell]:
        """The root moves worth searching, the likeliest first; all legal ones unless in PLAY."""

    def search(self, cell: Cell, depth: int, alpha: int, beta: int, ticket: int) -> int | None:
        """The value for the side to move of playing *cell*, to *depth* plies with that one.

        Within alpha and beta it is exact; at or beyond them it is a bound. None once cancelled.
        """

    def evaluate(self) -> int:
        """The value of the loaded position without search, for the side to move."""

    def settles(self, depth: int) -> bool:
        """Whether a search to this depth leaves nothing undecided, so that 0 is a draw."""

    def deeper(self, depth: int) -> int:
        """The depth to search after this one has been."""

    def recall(self) -> Cell | None:
        """The move that the table holds for the loaded position."""

    selective: bool
    """Whether PLAY leaves moves out or searches them less deeply, so that a win may come sooner."""


@runtime_checkable
class Scout(Kernel, Protocol):
    """A kernel that asks of several root moves at a stroke, where each takes but a moment."""

    def scout(
        self, cells: list[Cell], numbers: list[int], depth: int, alpha: int, ticket: int
    ) -> list[int]:
        """In PLAY, ask of moves in turn whether they are better than alpha, until one is.

        The numbers are their places in the order, from 1: late moves may be searched less deeply.
        Tells the values of those that were asked before one was better, that one's, or until the
        search was cancelled: bounds, as of a search with the window from alpha to alpha + 1.
        """


@runtime_checkable
class Knowing(Kernel, Protocol):
    """A kernel that knows by heart who wins some positions."""

    def known_win(self) -> tuple[Range, Cell | None]:
        """What is known of the loaded position, and a move to keep it.

        None as the move: who wins is known, but a search may tell the best move, or how soon.
        """


@runtime_checkable
class Solver(Kernel, Protocol):
    """A kernel that solves a position faster at a stroke than deeper and deeper."""

    def solve(
        self, ticket: int, alpha: int, beta: int, nodes: int | None = None
    ) -> tuple[int, Cell] | None:
        """The value of the loaded position to the end, and a move that reaches it.

        Within alpha and beta it is exact, at or beyond them a bound; the move of one below alpha is
        any. None once cancelled, or after so many nodes.
        """

    def known(self) -> tuple[Range, dict[Cell, Range]]:
        """What is known without a search: of the loaded position, and of moves, for who plays."""

    def loses(self, cell: Cell) -> bool:
        """Whether what has been searched so far tells at a glance that a move loses."""

    def is_near(self) -> bool:
        """Whether the loaded position may well be solved in a moment."""

    def follow(self, cell: Cell) -> tuple[Cell, ...]:
        """A solved position's play from this move on, to the end if that takes but a moment."""


@runtime_checkable
class Prover(Kernel, Protocol):
    """A kernel that may prove without looking at wins that a side cannot win."""

    def outlook(self, ticket: int, nodes: int) -> tuple[Range, Cell | None]:
        """What is proven of the loaded position by now, and a move after which nothing is lost.

        It goes on with the proof for so many nodes, unless it has come to its end.
        """


@runtime_checkable
class ProofSearcher(Kernel, Protocol):
    """A kernel that proves who wins by another way than the search, which tells how soon."""

    def prove(self, ticket: int, nodes: int) -> tuple[Range, dict[Cell, Range]]:
        """What is proven by now of the loaded position, and of moves, for who plays.

        It goes on with the proof for so many nodes, unless it has come to its end.
        """


@runtime_checkable
class Booked(Kernel, Protocol):
    """A kernel that has a table of openings."""

    def opening(self) -> Cell | None:
        """What long searches found best in the loaded position, if it is in the table."""

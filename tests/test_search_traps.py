"""Playing for a win in a drawn position."""

from bot.brain import Budget
from bot.search.driver import Searcher
from bot.search.scores import WIN
from bot.search.traps import trap
from games import Cell, Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict
from tests.minimax import minimax

TICTACTOE = game_named("tictactoe")


def exact(position: Position) -> dict[Cell, int]:
    return {cell: -minimax(position.play(cell), 9, lambda _: 0) for cell in position.legal_moves()}


def blind(_: Position) -> dict[Cell, int]:
    return {}


def losing_replies(position: Position, cell: Cell) -> int:
    return sum(value < 0 for value in exact(position.play(cell)).values())


def test_it_takes_the_move_to_which_most_replies_lose() -> None:
    """In tic-tac-toe, where every opening is a draw."""
    start = TICTACTOE.start()
    found = trap(start, exact, blind, first=1)
    assert losing_replies(start, found) == max(losing_replies(start, cell) for cell in range(9))
    assert losing_replies(start, found) > losing_replies(start, 1)


def test_it_never_gives_the_draw_away() -> None:
    """A move that loses is no trap, however many replies to it lose."""
    position = read_moves(TICTACTOE, "b2 a3 c1")
    found = trap(position, exact, blind, first=2)
    assert exact(position)[found] == 0


def test_a_loss_in_sight_counts_less_than_a_hidden_one() -> None:
    """Whoever plays it sees the first, and not the second."""
    game = game_named("connect4")
    start = game.start()
    columns = start.legal_moves()

    def values(position: Position) -> dict[Cell, int]:
        if not position.moves:
            return dict.fromkeys(columns, 0)
        distance = 30 if position.moves[-1] == columns[3] else 4
        return dict.fromkeys(position.legal_moves(), 1 + distance - WIN)

    assert trap(start, values, blind, first=columns[0]) == columns[3]


def test_an_error_that_looks_best_counts_most() -> None:
    """However few other replies lose."""
    start = TICTACTOE.start()

    def values(position: Position) -> dict[Cell, int]:
        if not position.moves:
            return dict.fromkeys(range(9), 0)
        losing = [4] if position.moves == (0,) else [1, 3, 5, 7]
        lost = 1 + 30 - WIN
        return {cell: lost if cell in losing else 0 for cell in position.legal_moves()}

    def looks(position: Position) -> dict[Cell, int]:
        return {cell: 10 if cell == 4 else 0 for cell in position.legal_moves()}

    assert trap(start, values, blind, first=8) != 0
    assert trap(start, values, looks, first=8) == 0


def test_without_time_it_keeps_what_there_is() -> None:
    """No values, no change."""
    assert trap(TICTACTOE.start(), blind, blind, first=5) == 5


def test_the_search_sets_traps_in_drawn_positions() -> None:
    """Where it has seen the draw and has time left."""
    start = TICTACTOE.start()
    with Searcher(workers=2, hash_mb=1, games=(TICTACTOE.name,)) as search:
        search.warm_up()
        choice = search.choose(start, Budget(5.0))
    assert choice.verdict is Verdict.DRAW
    assert losing_replies(start, choice.cell) == max(losing_replies(start, c) for c in range(9))

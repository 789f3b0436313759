"""Playing for a win in a drawn position."""

import numpy as np
import pytest

from bot.brain import Budget
from bot.search.core.compiled import Array
from bot.search.core.memory_layout import CANCELLED, NEVER, SIGNAL, TICKET
from bot.search.driver import Searcher
from bot.search.kernels import kernel_for
from bot.search.style.trap_search import TrapSearch, sight
from bot.search.style.traps import Look, OutOfTime, best_trap
from games import Cell, Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict
from tests.bot.search.minimax import minimax

TICTACTOE = game_named("tictactoe")


def exact(position: Position) -> dict[Cell, int]:
    return {cell: -minimax(position.play(cell), 9, lambda _: 0) for cell in position.legal_moves()}


def at_first(position: Position) -> Look:
    """To one who sees nothing, the first move looks best."""
    return Look(position.legal_moves()[0], frozenset())


def too_late(_: Position) -> dict[Cell, int]:
    raise OutOfTime


def losing_replies(position: Position, cell: Cell) -> int:
    return sum(value < 0 for value in exact(position.play(cell)).values())


def test_it_takes_the_move_to_which_most_replies_lose() -> None:
    """In tic-tac-toe, where every opening is a draw, against one who takes what does not lose."""

    def careful(position: Position) -> Look:
        values = exact(position)
        return Look(max(values, key=lambda cell: values[cell]), frozenset())

    start = TICTACTOE.start()
    found = best_trap(start, exact, careful, first=1)
    assert losing_replies(start, found) == max(losing_replies(start, cell) for cell in range(9))
    assert losing_replies(start, found) > losing_replies(start, 1)


def test_it_never_gives_the_draw_away() -> None:
    """A move that loses is no trap, however many replies to it lose."""
    position = read_moves(TICTACTOE, "b2 a3 c1")
    found = best_trap(position, exact, at_first, first=2)
    assert exact(position)[found] == 0


def test_a_loss_in_sight_counts_less_than_a_hidden_one() -> None:
    """Whoever plays it sees the first, and not the second."""
    start = game_named("connect4").start()
    columns = start.legal_moves()

    def values(position: Position) -> dict[Cell, int]:
        cells = position.legal_moves()
        return {cell: -int(bool(position.moves) and cell != cells[0]) for cell in cells}

    def looks(position: Position) -> Look:
        cells = position.legal_moves()
        hidden = position.moves[-1] == columns[3]
        return Look(cells[0], frozenset() if hidden else frozenset(cells[1:]))

    assert best_trap(start, values, looks, first=columns[0]) == columns[3]


def test_an_error_that_looks_best_counts_most() -> None:
    """However few other replies lose."""
    start = TICTACTOE.start()

    def values(position: Position) -> dict[Cell, int]:
        losing = [] if not position.moves else [4] if position.moves == (0,) else [1, 3, 5, 7]
        return {cell: -int(cell in losing) for cell in position.legal_moves()}

    def centre(position: Position) -> Look:
        return Look(4 if position.is_legal(4) else 8, frozenset())

    def corner(position: Position) -> Look:
        cells = position.legal_moves()
        return Look(max(set(cells) - {1, 3, 4, 5, 7}, default=cells[0]), frozenset())

    assert best_trap(start, values, corner, first=8) != 0
    assert best_trap(start, values, centre, first=8) == 0


def test_a_trap_may_come_up_later() -> None:
    """After the replies that look best, only the centre leads to one."""

    def values(position: Position) -> dict[Cell, int]:
        cells = position.legal_moves()
        baited = len(position.moves) == 3 and position.moves[0] == 4
        return {cell: -int(baited and cell == min(cells)) for cell in cells}

    assert best_trap(TICTACTOE.start(), values, at_first, first=8) == 4


def test_without_time_it_keeps_what_there_is() -> None:
    """No values, no change."""
    assert best_trap(TICTACTOE.start(), too_late, at_first, first=5) == 5


class TestTempter:
    """What a worker tells of a position to the trapper."""

    def test_it_tells_who_wins_after_each_move(self) -> None:
        tempter, _ = tempter_of("tictactoe")
        position = read_moves(TICTACTOE, "b2 a3 c1")
        signs = {cell: (value > 0) - (value < 0) for cell, value in exact(position).items()}
        assert tempter.values(position) == signs

    def test_a_common_player_wins_blocks_and_sees_what_loses(self) -> None:
        """Three in a row of both in Connect 4: the win is best; for the other side, the block."""
        tempter, _ = tempter_of("connect4")
        game = game_named("connect4")
        assert tempter.look(read_moves(game, "112233")).best == read_moves(game, "4").moves[0]
        seen = tempter.look(read_moves(game, "1122337"))
        assert seen.best == read_moves(game, "4").moves[0]
        assert seen.losing == set(read_moves(game, "1122337").legal_moves()) - {seen.best}

    def test_it_stops_when_told_to(self) -> None:
        """And then plays what it was given."""
        tempter, signal = tempter_of("mnk:rows=6,cols=6,k=5")
        signal[CANCELLED] = NEVER
        assert tempter.find(game_named("mnk:rows=6,cols=6,k=5").after([7, 8]), 35) == 35


def tempter_of(name: str) -> tuple[TrapSearch, Array]:
    game, signal = game_named(name), np.zeros(SIGNAL, np.int64)
    signal[TICKET] = 1
    return TrapSearch(
        kernel_for(game)(game, np.zeros(1 << 16, np.uint64), signal), game, signal
    ), signal


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "mnk:rows=5,cols=5,k=4", "qubic"])
def test_who_looks_less_far_is_sooner_done(name: str) -> None:
    """The more moves there are, the fewer plies; but two at least."""
    game = game_named(name)
    plies = sight(len(game.start().legal_moves()))
    assert plies == {"connect4": 6, "tictactoe": 6, "qubic": 2}.get(game.name, 4)


def test_the_search_sets_traps_in_drawn_positions() -> None:
    """Where it has seen the draw and has time left: it does not give the draw away."""
    start = TICTACTOE.start()
    with Searcher(workers=2, hash_mb=1, games=(TICTACTOE.name,)) as search:
        search.warm_up()
        choice = search.choose(start, Budget(5.0))
        later = search.choose(read_moves(TICTACTOE, "b2"), Budget(5.0))
    assert choice.verdict is later.verdict is Verdict.DRAW
    assert losing_replies(start, choice.cell) > 0
    assert exact(read_moves(TICTACTOE, "b2"))[later.cell] == 0


def test_looking_for_traps_ends_when_told_also_where_no_search_is_long() -> None:
    """On a small board searches end before they ask; it was told to stop before it began."""
    signal = np.zeros(SIGNAL, np.int64)
    kernel = kernel_for(TICTACTOE)(TICTACTOE, np.zeros(1 << 16, np.uint64), signal)
    tempter = TrapSearch(kernel, TICTACTOE, signal)
    signal[CANCELLED] = NEVER
    with pytest.raises(OutOfTime):
        tempter.values(TICTACTOE.start())
    with pytest.raises(OutOfTime):
        tempter.look(TICTACTOE.start())
    assert tempter.find(TICTACTOE.start(), 5) == 5


def test_it_asks_for_the_time_where_all_is_known() -> None:
    asked = []

    def check_time() -> None:
        asked.append(1)
        if len(asked) > 4:
            raise OutOfTime

    best_trap(TICTACTOE.start(), exact, at_first, 5, check_time)
    assert len(asked) == 5

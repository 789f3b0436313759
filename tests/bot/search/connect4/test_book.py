"""The book of Connect 4, and how the search uses it."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks.connect4.book import table_of
from benchmarks.connect4.layers import Layer, backwards, layers
from bot.brain import Budget
from bot.commands.search_options import verdict_text
from bot.search.connect4.book import FILE, PLIES, packed, unpacked, value_of, values
from bot.search.connect4.encoding import bitboards_of
from bot.search.connect4.foresight import _is_reachable, range_of
from bot.search.connect4.kernel import Connect4Kernel, solve
from bot.search.core.kernel import UNKNOWN
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN
from bot.search.driver import Searcher
from games import Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict
from tests.bot.search.connect4.test_kernel import fresh

GAME = game_named("connect4")
NEVER = 1 << 61


def wandered(stones: int, random: Random) -> Position:
    """A random position with so many stones that is not over."""
    while True:
        position = GAME.start()
        while len(position.moves) < stones and not position.outcome:
            position = position.play(random.choice(position.legal_moves()))
        if not position.outcome:
            return position


def told(position: Position) -> int | None:
    return value_of(*map(int, bitboards_of(position)))


def kernel_of(position: Position, mode: Mode) -> Connect4Kernel:
    kernel = Connect4Kernel(position.game, *fresh())
    kernel.load(position, mode)
    return kernel


@pytest.fixture(scope="module")
def every() -> list[Layer]:
    return layers(PLIES)


def test_layers_hold_every_position_once(every: list[Layer]) -> None:
    """As many as are known to be, a position and its mirror image counted as one."""
    assert [len(layer.keys) for layer in every][:6] == [1, 4, 25, 121, 568, 2144]
    for stones, layer in enumerate(every[:8]):
        assert all(one < other for one, other in pairwise(layer.keys.tolist()))
        assert {int(taken).bit_count() for taken in layer.taken} == {stones}


def test_every_position_has_the_value_of_its_best_move(every: list[Layer]) -> None:
    """All of them, but for the last, which the solver must tell."""
    table = unpacked(FILE.read_bytes())
    told = [values(table, layer.keys) for layer in every]
    for one, other in zip(told, backwards(every, told[-1]), strict=True):
        assert (one == other).all()


def test_the_first_moves_are_worth_what_is_known() -> None:
    """From the edge to the centre: lost, lost, drawn, won."""
    after = [read_moves(GAME, str(column)) for column in range(1, 8)]
    assert [told(each) for each in after] == [1, 1, 0, -1, 0, 1, 1]
    assert told(GAME.start()) == 1


@pytest.mark.parametrize("stones", range(PLIES + 1))
def test_every_position_is_found_and_agrees_with_those_after_it(stones: int) -> None:
    """Its mirror image, too."""
    random = Random(stones)
    for _ in range(20):
        position = wandered(stones, random)
        value = told(position)
        assert value in (-1, 0, 1)
        mirror = GAME.after([cell - cell % 7 + 6 - cell % 7 for cell in position.moves])
        assert told(mirror) == value
        root, moves = kernel_of(position, Mode.PLAY).known()
        assert root == (value, value)
        assert all(each.high <= value for each in moves.values())
        if stones < PLIES:
            assert max(each.low for each in moves.values()) == value


def test_one_stone_further_it_tells_of_what_could_have_come_there() -> None:
    """Bounds that hold, and often leave nothing open."""
    random, told_much = Random(3), 0
    for _ in range(30):
        position = wandered(PLIES + 1, random)
        mine, taken = map(int, bitboards_of(position))
        low, high = range_of(mine, taken)
        score = solve(position, *fresh())
        assert low <= (score > 0) - (score < 0) <= high
        told_much += low > -1
    assert 5 < told_much < 25


def test_what_cannot_come_about_is_not_looked_up() -> None:
    """The book would tell nonsense: with these stones, the second side must have begun."""
    mine, taken = 0b10, 0b11  # the side to move has put its stone on the other's
    assert not _is_reachable(mine, taken)
    assert _is_reachable(0b01, taken)


@pytest.mark.slow
def test_the_solver_agrees() -> None:
    """On random positions, with a window so wide that it does not look into the book."""
    random = Random(1)
    for _ in range(60):
        position = wandered(PLIES, random)
        found = kernel_of(position, Mode.SOLVE).solve(NEVER, -INFINITY, INFINITY)
        assert found is not None
        assert told(position) == np.sign(found[0])


def test_a_position_beyond_it_is_not_in_it() -> None:
    position = wandered(PLIES + 1, Random(2))
    assert told(position) is None
    position = wandered(PLIES + 2, Random(2))
    assert kernel_of(position, Mode.PLAY).known() == (UNKNOWN, {})


def test_boards_of_other_sizes_are_not_in_it() -> None:
    position = game_named("connect4:width=6").after([0 + 30])
    assert kernel_of(position, Mode.PLAY).known() == (UNKNOWN, {})


def test_a_table_tells_what_it_was_made_of() -> None:
    """By key, and out of a file as it went in."""
    keys = np.arange(1, 4000, dtype=np.uint64) ** np.uint64(3)
    wanted: Any = np.arange(len(keys)) % 3 - 1
    table = table_of(keys, wanted)
    assert (values(table, keys) == wanted).all()
    assert (unpacked(packed(table)) == table).all()


class TestPlay:
    """The search at full strength and below, early in the game."""

    @pytest.mark.parametrize("moves", ["", "444", "1", "43", "3364"])
    def test_it_keeps_what_the_position_is_worth(self, moves: str) -> None:
        """In no time."""
        position = read_moves(GAME, moves)
        with Searcher(workers=1, hash_mb=1, games=(GAME.name,)) as search:
            search.warm_up()
            choice = search.choose(position, Budget(0.05))
        value = told(position.play(choice.cell))
        assert value is not None
        assert told(position) == -value

    def test_a_win_and_a_loss_are_called_so(self) -> None:
        """Though nobody has seen how soon they come."""
        with Searcher(workers=1, hash_mb=1, games=(GAME.name,)) as search:
            search.warm_up()
            start = search.choose(GAME.start(), Budget(0.1))
            lost = search.choose(read_moves(GAME, "4"), Budget(0.1))
        assert (start.verdict, start.distance) == (Verdict.WIN, None)
        assert (lost.verdict, lost.distance) == (Verdict.LOSS, None)
        assert verdict_text(start) == "win, in how many plies is not known yet"
        assert lost.score == -PROVEN == -(start.score or 0)

    def test_a_draw_is_called_one(self) -> None:
        with Searcher(workers=1, hash_mb=1, games=(GAME.name,)) as search:
            search.warm_up()
            assert search.choose(read_moves(GAME, "3"), Budget(0.1)).verdict is Verdict.DRAW
            assert search.solve(read_moves(GAME, "3"), Budget(5.0)).verdict is Verdict.DRAW

    def test_who_is_to_see_less_does_not_look_into_it(self) -> None:
        """A search to some depth finds every move that is not lost within it."""
        with Searcher(workers=1, hash_mb=1, games=(GAME.name,)) as search:
            search.warm_up()
            assert len(search.values(read_moves(GAME, "44"), Budget(None, 4))) == 7
            choice = search.choose(read_moves(GAME, "3"), Budget(None, 4))
            assert choice.verdict is Verdict.UNDECIDED

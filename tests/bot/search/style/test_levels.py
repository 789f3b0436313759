"""Levels: what they see, and how they slip."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from bot.brain import Budget
from bot.search.blackboard import Blackboard
from bot.search.core.memory_layout import BLACKBOARD_BYTES
from bot.search.core.mode import Mode
from bot.search.core.scores import WIN
from bot.search.driver import Searcher
from bot.search.kernels import kernel_for
from bot.search.style.levels import (
    ON_WIDE_BOARDS,
    WITH_FEW_MOVES,
    WITH_MANY_MOVES,
    Level,
    level_in,
    plausible,
    slip,
)
from bot.search.worker import Worker
from games import Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict


def slips(spread: float, values: dict[int, int]) -> set[int]:
    """All that a level plays where it slips."""
    level = Level(2, 1.0, spread)
    return {slip(level, values, Random(seed)) for seed in range(50)}


def test_it_never_slips_past_a_win_that_it_sees() -> None:
    assert slips(1.0, {0: 5, 1: WIN - 13, 2: -100}) == {1}


def test_it_never_slips_into_a_loss_that_it_sees() -> None:
    """Unless every move loses."""
    assert slips(1.0, {0: 5, 1: 12 - WIN, 2: -100}) == {2}
    assert slips(1.0, {0: 12 - WIN, 1: 12 - WIN}) == {0, 1}
    assert slips(1.0, {0: 12 - WIN, 1: 14 - WIN, 2: 14 - WIN}) == {1, 2}


def test_a_slip_is_not_far_below_the_best() -> None:
    """A share of the range of all values; where nothing is so near, it is the best."""
    assert slips(0.25, {0: 100, 1: 80, 2: 76, 3: 50, 4: 0}) == {1, 2}
    assert slips(0.25, {0: 100, 1: 50, 2: 0}) == {0}


def test_where_all_moves_are_equal_it_takes_any() -> None:
    assert slips(0.5, {0: 5, 1: 5}) == {0, 1}


@pytest.mark.parametrize("levels", [WITH_FEW_MOVES, WITH_MANY_MOVES, ON_WIDE_BOARDS])
def test_higher_levels_see_further_and_slip_less(levels: dict[int, Level]) -> None:
    """Each at least as good as the one below in both, and better in one."""
    assert sorted(levels) == list(range(1, 10))
    for lower, upper in pairwise(levels[number] for number in sorted(levels)):
        assert upper.depth >= lower.depth
        assert upper.glance >= lower.glance
        assert upper.slips < lower.slips or upper.glance > lower.glance


@pytest.mark.parametrize("number", WITH_FEW_MOVES)
def test_where_there_are_many_moves_a_level_looks_less_far(number: int) -> None:
    names = "connect4", "qubic", "gomoku"
    few, many, wide = (level_in(game_named(name).start(), number).depth for name in names)
    assert wide <= many <= few
    assert number < 4 or many < few


@pytest.mark.parametrize("number", WITH_FEW_MOVES)
def test_on_a_wide_board_everybody_begins_in_the_middle(number: int) -> None:
    with Searcher(workers=1, hash_mb=1, level=number, games=("gomoku",), seed=1) as search:
        search.warm_up()
        assert search.choose(game_named("gomoku").start(), Budget(1.0)).cell == 112


def test_on_a_wide_board_nobody_slips_to_where_no_stone_is_near() -> None:
    """Near is within two steps along a line; where there are few moves all are looked at."""
    position = game_named("gomoku").after([0])
    values = dict.fromkeys(position.legal_moves(), 5)
    assert sorted(plausible(position, values)) == [1, 2, 15, 16, 30, 32]
    few = game_named("connect4").after([35])
    values = dict.fromkeys(few.legal_moves(), 5)
    assert plausible(few, values) == values


@pytest.mark.parametrize(("level", "sees"), [(2, False), (10, True)])
def test_a_low_level_sees_no_long_attack(level: int, sees: bool) -> None:
    """One of eleven plies by fours and threes, which the highest finds at once."""
    position = game_named("mnk").after([212, 210, 211, 190, 213, 215, 192, 171])
    with Searcher(workers=1, hash_mb=1, level=level, games=("mnk",), seed=1) as search:
        search.warm_up()
        choices = [search.choose(position, Budget(1.0)) for _ in range(3)]
    assert {choice.verdict is Verdict.WIN for choice in choices} == {sees}


def played(level: int, moves: str) -> set[int]:
    """What a level plays in a position of Connect 4, asked some times."""
    position = read_moves(game_named("connect4"), moves)
    with Searcher(workers=1, hash_mb=1, level=level, games=("connect4",), seed=1) as search:
        search.warm_up()
        return {search.choose(position, Budget(1.0)).cell for _ in range(12)}


@pytest.mark.parametrize("level", [1, 2, 5, 9])
def test_no_level_misses_a_win_at_once(level: int) -> None:
    """Whether it slips or not; here the fourth cell of the first column."""
    assert played(level, "121314") == {14}


@pytest.mark.parametrize(("level", "sees"), [(1, False), (2, False), (5, True), (9, True)])
def test_only_low_levels_overlook_what_the_other_side_threatens(level: int, sees: bool) -> None:
    """Now and then; here that it completes the first column."""
    assert (played(level, "12131") == {14}) == sees


@pytest.mark.parametrize("name", ["gomoku", "qubic", "connect4", "nineboard"])
def test_warming_up_loads_what_every_level_needs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level that had to compile its search at the first move would have no time to see it."""
    game, tried = game_named(name), set()
    found = kernel_for(game)

    class Observed(found):  # type: ignore[valid-type, misc]
        def load(self, position: Position, mode: Mode) -> None:
            tried.add(mode)
            super().load(position, mode)

    monkeypatch.setattr("bot.search.worker.kernel_for", lambda _: Observed)
    blackboard = Blackboard(memoryview(bytearray(BLACKBOARD_BYTES)))
    Worker(blackboard, np.zeros(1 << 16, np.uint64), 0).warm_up(game)
    assert {level.mode for level in (*WITH_FEW_MOVES.values(), *ON_WIDE_BOARDS.values())} <= tried

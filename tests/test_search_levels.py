"""Levels: what they see, and how they slip."""

from itertools import pairwise
from random import Random

import pytest

from bot.brain import Budget
from bot.search.driver import Searcher
from bot.search.levels import LEVELS, Level, slip
from bot.search.scores import WIN
from games import game_named
from games.notation import read_moves
from protocol.parts import Verdict


def slips(spread: float, values: dict[int, int]) -> set[int]:
    """All that a level plays where it slips."""
    level = Level(2, 2, 1.0, spread)
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


def test_higher_levels_see_further_and_slip_less() -> None:
    """Each at least as good as the one below in both, and better in one."""
    for lower, upper in pairwise(LEVELS[number] for number in sorted(LEVELS)):
        assert upper.depth >= lower.depth
        assert upper.wide >= lower.wide
        assert upper.glance >= lower.glance
        assert upper.slips < lower.slips or upper.glance > lower.glance


def test_where_there_are_many_moves_a_level_looks_less_far() -> None:
    level = Level(8, 4, 0.0, 0.0)
    assert level.depth_in(game_named("connect4").start()) == 8
    assert level.depth_in(game_named("gomoku").start()) == 4


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

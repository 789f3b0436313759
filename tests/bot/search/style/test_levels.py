"""Levels: what they see, and what they overlook."""

from itertools import pairwise

import numpy as np
import pytest

from bot.brain import Budget
from bot.search.blackboard import Blackboard
from bot.search.core.memory_layout import BLACKBOARD_BYTES
from bot.search.core.mode import Mode
from bot.search.driver import Searcher
from bot.search.kernels import kernel_for
from bot.search.style.levels import HIGHEST, levels_of
from bot.search.worker import Worker
from games import CATALOGUE, Position, game_named
from games.notation import read_moves
from protocol.parts import Verdict


@pytest.mark.parametrize("name", CATALOGUE)
def test_higher_levels_see_further_and_more_and_hurry_less(name: str) -> None:
    """Each at least as good as the one below in all three, and better in one."""
    levels = levels_of(game_named(name))
    assert sorted(levels) == list(range(1, HIGHEST))
    for lower, upper in pairwise(levels[number] for number in sorted(levels)):
        assert upper.depth >= lower.depth
        assert upper.eye >= lower.eye
        assert upper.hurry <= lower.hurry
        assert upper != lower


@pytest.mark.parametrize("number", range(1, HIGHEST))
def test_on_a_wide_board_everybody_begins_in_the_middle(number: int) -> None:
    with Searcher(workers=1, hash_mb=1, level=number, games=("gomoku",), seed=1) as search:
        search.warm_up()
        assert search.choose(game_named("gomoku").start(), Budget(1.0)).cell == 112


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


@pytest.mark.parametrize(("level", "misses"), [(1, True), (2, True), (5, False), (9, False)])
def test_only_low_levels_overlook_a_win_at_once(level: int, misses: bool) -> None:
    """Now and then; here the fourth cell of the first column."""
    assert (played(level, "121314") != {14}) == misses


@pytest.mark.parametrize(("level", "misses"), [(1, True), (2, True), (5, False), (9, False)])
def test_only_low_levels_overlook_what_the_other_side_threatens(level: int, misses: bool) -> None:
    """Now and then; here that it completes the first column."""
    assert (played(level, "12131") != {14}) == misses


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
    assert {level.mode for level in levels_of(game).values()} <= tried

"""What the driver makes of bounds when time runs out in the middle of a depth."""

from collections.abc import Iterator

import pytest

from bot.brain import Budget
from bot.instinct import instinct
from bot.search.blackboard import Blackboard
from bot.search.core.memory_layout import REACHED, SETTLED
from bot.search.core.scores import PROVEN
from bot.search.driver import Found, Searcher, _best
from bot.search.memory import Memory, buffer
from games import game_named
from games.notation import read_moves
from protocol.parts import Verdict

LOST = -PROVEN - 900


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Depth 3 is finished: the first of three moves is the best, the others are less good."""
    memory = Memory(1)
    memory.begin()
    blackboard = Blackboard(buffer(memory._blackboard))
    blackboard.signals[0, SETTLED], blackboard.signals[0, REACHED] = 3, 4
    blackboard.raise_lower(3, 0, 50)
    for cell, most in enumerate((50, 20, 30)):
        blackboard.reduce_upper(3, cell, most)
    del blackboard
    yield memory
    memory.close()


def refute(memory: Memory, *cells: int) -> None:
    """Note that moves were seen to lose at the depth that was not finished."""
    blackboard = Blackboard(buffer(memory._blackboard))
    for cell in cells:
        blackboard.reduce_upper(4, cell, LOST)


def test_the_best_of_the_finished_depth_is_played(memory: Memory) -> None:
    assert _best(memory, [0, 1, 2]) == Found(0, 50, 3)


def test_a_move_that_was_seen_to_lose_since_is_not_played(memory: Memory) -> None:
    """The next best is, for what it was worth at most."""
    refute(memory, 0)
    assert _best(memory, [0, 1, 2]) == Found(2, 30, 3)
    refute(memory, 2)
    assert _best(memory, [0, 1, 2]) == Found(1, 20, 3)


def test_where_all_moves_lose_it_says_so(memory: Memory) -> None:
    """And plays the one that lasts longest, or of equals what looked best."""
    refute(memory, 0, 1, 2)
    assert _best(memory, [0, 1, 2]) == Found(0, LOST, 4)
    Blackboard(buffer(memory._blackboard)).reduce_upper(4, 0, LOST - 5)
    assert _best(memory, [0, 1, 2]) == Found(2, LOST, 4)


def test_a_loss_seen_at_the_finished_depth_still_holds(memory: Memory) -> None:
    Blackboard(buffer(memory._blackboard)).reduce_upper(3, 1, LOST)
    refute(memory, 0, 2)
    assert _best(memory, [0, 1, 2]).score == LOST


def test_a_move_that_was_left_out_is_not_played(memory: Memory) -> None:
    """Though nothing bad is known of it: where all others lose, or not."""
    assert _best(memory, [0, 1, 2, 3]).cell == 0
    refute(memory, 0, 1, 2)
    assert _best(memory, [0, 1, 2, 3]).cell == 0


def test_a_better_move_seen_since_is_played(memory: Memory) -> None:
    refute(memory, 0)
    Blackboard(buffer(memory._blackboard)).raise_lower(4, 1, 60)
    assert _best(memory, [0, 1, 2]) == Found(1, 60, 4)


def test_before_any_depth_is_finished_the_move_at_a_glance_is_played() -> None:
    """Not the first cell, which is a corner; at any level."""
    position = read_moves(game_named("gomoku:size=20"), "j10 j11 k10 k11 l10")
    for level in (1, 10):
        with Searcher(workers=1, hash_mb=1, level=level) as search:
            choice = search.choose(position, Budget(0.0))  # the worker has not even started
        assert choice.cell != position.legal_moves()[0]
        assert level < 10 or (choice.cell, choice.depth) == (instinct(position), 0)


@pytest.mark.parametrize(
    ("name", "moves", "verdict"),
    [
        ("connect4", "", Verdict.WIN),
        ("connect4", "3", Verdict.DRAW),
        ("connect4", "4", Verdict.LOSS),
        ("connect4", "444444", Verdict.WIN),
        ("tictactoe", "", Verdict.DRAW),
        ("tictactoe", "b2 b1", Verdict.WIN),
        ("mnk:rows=3,cols=4,k=3", "b2", Verdict.LOSS),
    ],
)
def test_who_wins_is_told_without_how_soon(name: str, moves: str, verdict: Verdict) -> None:
    """Where the solver or its book knows that at once."""
    position = read_moves(game_named(name), moves)
    with Searcher(workers=1, hash_mb=1, games=(name,)) as search:
        search.warm_up()
        assert search.verdict(position, Budget(20.0)) is verdict

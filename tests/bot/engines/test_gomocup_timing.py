"""How the time of a Gomocup manager is spent, without a clock."""

from itertools import chain

import pytest

from bot.engines.gomocup_timing import GomocupTiming
from bot.timing import LEAST
from games import Position, game_named

OVERHEAD = 0.003  # seconds that a move costs besides the thinking
GOMOKU = game_named("gomoku")


def drawn_game() -> list[Position]:
    """All positions of the first side in a game that fills the board and that nobody wins."""
    sides: tuple[list[int], list[int]] = ([], [])
    for cell in range(GOMOKU.cells):
        x, y = cell % 15, cell // 15
        sides[(x // 2 + y) % 2].append(cell)
    moves = list(chain.from_iterable(zip(*sorted(sides, key=len, reverse=True), strict=False)))
    return [GOMOKU.after(moves[:ply]) for ply in range(0, len(moves), 2)]


def spent(timing: GomocupTiming) -> list[float]:
    """What each move of a whole game takes."""
    found = []
    for position in drawn_game():
        turn = timing.turn(position, 0.0)
        assert turn.budget.seconds is not None
        found.append(turn.budget.seconds + OVERHEAD)
        timing.note_turn(found[-1])
        timing.note_delay(OVERHEAD)
    return found


@pytest.mark.parametrize("match", [3000, 10_000, 60_000])
def test_most_of_a_match_is_used_in_a_typical_game(match: int) -> None:
    """In 35 plies; and never more than there is, also where no cell is left in the end."""
    timing = GomocupTiming()
    timing.note("timeout_turn", match // 3)
    timing.note("timeout_match", match)
    moves = spent(timing)
    assert len(moves) == 112
    assert sum(moves[:18]) > 0.7 * match / 1000
    assert sum(moves) < match / 1000


def test_one_stall_does_not_cost_the_rest_of_the_match() -> None:
    """What is kept back for the next one is kept back once."""
    timing = GomocupTiming()
    timing.note("timeout_turn", 1000)
    timing.note("timeout_match", 3000)
    timing.note_delay(0.2)
    assert 1.5 < sum(spent(timing)[:18]) < 3.0


@pytest.mark.parametrize("turn", [20, 50, 200, 1000, 30_000])
@pytest.mark.parametrize("elapsed", [0.0, 0.01, 0.5, 2.0])
def test_a_turn_is_over_before_its_limit(turn: int, elapsed: float) -> None:
    """Also where a part of it has passed before the brain is asked."""
    timing = GomocupTiming()
    timing.note("timeout_turn", turn)
    asked = timing.turn(GOMOKU.start(), elapsed)
    assert asked.budget.seconds is not None
    assert LEAST <= asked.budget.seconds <= asked.limit
    assert asked.limit <= max(LEAST, turn / 1000 - elapsed)


def test_a_match_that_is_nearly_over_limits_the_turn() -> None:
    """Whatever a turn may take."""
    timing = GomocupTiming()
    timing.note("timeout_turn", 1000)
    timing.note("time_left", 300)
    asked = timing.turn(GOMOKU.start(), 0.0)
    assert asked.left == 0.3
    assert asked.limit < 0.3
    timing.note("time_left", 2147483647)
    assert timing.turn(GOMOKU.start(), 0.0).left is None

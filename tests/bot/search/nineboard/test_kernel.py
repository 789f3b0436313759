"""The nine-board kernel against the rules and against plain minimax."""

import random
from pathlib import Path

import numpy as np
import pytest

from bot.search.core.memory_layout import CANCELLED, NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.nineboard.kernel import NineboardKernel, fits
from games.catalogue import CATALOGUE, game_named
from games.game import Game, Position
from tests.bot.search.minimax import minimax
from tests.fresh import answers_cold_and_warm

RULES = ["nineboard", "nineboard:full=draw"]


def kernel_for(game: Game) -> NineboardKernel:
    return NineboardKernel(game, np.zeros(1 << 14, np.uint64), np.zeros(2, np.int64))


def wander(game: Game, plies: int, rng: random.Random) -> Position:
    """A position after so many random moves, or the last one before the game ended."""
    position = game.start()
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_moves()))
        if after.outcome:
            break
        position = after
    return position


def crowded(game: Game, rng: random.Random) -> Position:
    """A position late in a game that nobody hurried to win, so that boards are full."""
    position = game.start()
    while True:
        going = [after for c in position.legal_moves() if not (after := position.play(c)).outcome]
        if not going or len(position.moves) > 68:
            return position
        position = rng.choice(going)


def value(kernel: NineboardKernel, depth: int) -> int:
    """The value of the loaded position, with the window that the best move so far leaves."""
    best = -INFINITY
    for cell in kernel.moves():
        found = kernel.search(cell, depth, best, INFINITY, 1)
        assert found is not None
        best = max(best, found)
    return best


def test_it_fits_the_nine_boards_and_nothing_else() -> None:
    """Other games of the catalogue have other kernels."""
    assert {name for name in CATALOGUE if fits(game_named(name))} == {"nineboard"}


@pytest.mark.parametrize("name", RULES)
def test_strict_search_equals_plain_minimax(name: str) -> None:
    """Whatever the table, the order and the look-ups save, the value stays."""
    game, rng = game_named(name), random.Random(name)
    kernel, judge = kernel_for(game), kernel_for(game)

    def evaluate(position: Position) -> int:
        judge.load(position, Mode.STRICT)
        return judge.evaluate()

    for turn in range(40):
        position = crowded(game, rng) if turn % 2 else wander(game, rng.randrange(3, 60), rng)
        if position.outcome:
            continue
        wide = len(position.legal_moves()) > 9
        for depth in (1, 2) if wide else (1, 2, 3, 4):
            kernel.load(position, Mode.STRICT)
            assert value(kernel, depth) == minimax(position, depth, evaluate), position.moves


@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_the_rules_move_by_move(name: str) -> None:
    """The moves of a position and how each of them ends the game, all through random games."""
    game, rng = game_named(name), random.Random(7)
    kernel = kernel_for(game)
    for _ in range(6):
        position = game.start()
        while not position.outcome:
            kernel.load(position, Mode.SOLVE)
            assert sorted(kernel.moves()) == position.legal_moves()
            going = []
            for cell in position.legal_moves():
                after = position.play(cell)
                won = after.outcome is not None and after.outcome.winner is not None
                expected = WIN - len(after.moves) if won else 0
                assert kernel.search(cell, 1, -INFINITY, INFINITY, 1) == expected
                going += [] if after.outcome else [after]
            position = rng.choice(going) if going else position.play(position.legal_moves()[0])


def nodes(kernel: NineboardKernel, position: Position, depth: int) -> int:
    """How many positions lie *depth* moves ahead, by the kernel's own moves and ends of games."""
    if depth == 0:
        return 1
    kernel.load(position, Mode.STRICT)
    return sum(
        depth == 1 if (after := position.play(cell)).outcome else nodes(kernel, after, depth - 1)
        for cell in kernel.moves()
    )


def test_its_moves_count_as_many_positions_as_the_rules_do() -> None:
    """The first perft counts of the game, by hand: 81 cells, then nine or eight."""
    kernel = kernel_for(game_named("nineboard"))
    start = kernel._game.start()
    assert [nodes(kernel, start, depth) for depth in (1, 2)] == [81, 720]


@pytest.mark.parametrize("name", RULES)
def test_a_solve_tells_the_exact_distance(name: str) -> None:
    """Once a search settles the game, it equals minimax to the end."""
    game, rng = game_named(name), random.Random(3)
    kernel = kernel_for(game)
    solved = 0
    while solved < 4:
        position = crowded(game, rng)
        left = 81 - len(position.moves)
        if position.outcome or left > 14:
            continue
        kernel.load(position, Mode.SOLVE)
        assert kernel.settles(left)
        assert not kernel.settles(left - 1)
        assert value(kernel, left) == minimax(position, left, lambda _: 0)
        solved += 1


@pytest.mark.parametrize("name", RULES)
def test_what_play_calls_proven_is_proven(name: str) -> None:
    """A win or a loss claimed by the selective search stands in the full one, if not sooner."""
    game, rng = game_named(name), random.Random(11)
    kernel = kernel_for(game)
    claims = 0
    for _ in range(40):
        position = wander(game, rng.randrange(12, 40), rng)
        kernel.load(position, Mode.PLAY)
        claimed = value(kernel, 7)
        if abs(claimed) >= PROVEN:
            plies = WIN - abs(claimed) - len(position.moves)
            kernel.load(position, Mode.SOLVE)
            true = value(kernel, plies)
            assert true >= claimed if claimed > 0 else true <= claimed
            claims += 1
    assert claims > 10


def test_moves_that_mirror_each_other_are_tried_once_in_play() -> None:
    """On the empty board 15 cells stand for all 81, and all of them count in the strict modes."""
    game = game_named("nineboard")
    kernel = kernel_for(game)
    kernel.load(game.start(), Mode.PLAY)
    assert len(kernel.moves()) == 15
    kernel.load(game.start(), Mode.STRICT)
    assert len(kernel.moves()) == 81


def test_a_cancelled_search_tells_nothing_and_leaves_the_board_as_it_was() -> None:
    """The search stops in the middle; the next one on the same position is right."""
    game = game_named("nineboard")
    kernel = kernel_for(game)
    kernel.load(game.start(), Mode.STRICT)
    value_before = kernel.evaluate()
    kernel._signal[CANCELLED] = 4
    assert kernel.search(40, 12, -INFINITY, INFINITY, 4) is None
    assert kernel._signal[NODES] == 1024
    assert kernel.evaluate() == value_before
    assert kernel.search(40, 3, -INFINITY, INFINITY, 5) is not None
    assert kernel._signal[NODES] > 1024


def test_it_compiles_and_comes_from_disk_alike(tmp_path: Path) -> None:
    """In fresh processes, with an empty cache and with a full one."""
    code = """
import numpy as np
from bot.search.core.mode import Mode
from bot.search.nineboard.kernel import NineboardKernel
from games.catalogue import game_named

game = game_named("nineboard")
kernel = NineboardKernel(game, np.zeros(1 << 12, np.uint64), np.zeros(2, np.int64))
kernel.load(game.start().play(40), Mode.PLAY)
print([kernel.search(cell, 8, -99, 99, 1) for cell in kernel.moves()])
"""
    cold, warm = answers_cold_and_warm(code, tmp_path)
    assert cold == warm != ""

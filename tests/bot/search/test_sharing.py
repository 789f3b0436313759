"""Workers that search one position together: the same values, sooner, and nothing left claimed."""

import threading
from collections.abc import Callable
from functools import partial
from operator import methodcaller
from random import Random

import numpy as np
import pytest

from bot.search.connect4.kernel import Connect4Kernel
from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.kernel import Kernel
from bot.search.core.memory_layout import CANCELLED
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.kernels import kernel_for
from games import Game, Position, game_named

DEPTHS = {
    "connect4": 11,
    "connect4:width=9,height=8": 6,
    "nineboard": 7,
    "qubic": 4,
    "mnk:rows=5,cols=5,k=4": 6,
    "gomoku": 3,
}
NEVER = 1 << 40


def some_position(game: Game, stones: int, seed: int) -> Position:
    chance, position = Random(seed), game.start()
    while len(position.moves) < stones:
        after = position.play(chance.choice(position.legal_moves()))
        position = game.start() if after.outcome else after
    return position


def team(game: Game, many: int, claims: Array | None = None) -> list[Kernel]:
    """Kernels with one table and the same claims, as the workers of a pool have them."""
    table, claims = np.zeros(1 << 19, np.uint64), nobody() if claims is None else claims
    return [kernel_for(game)(game, table, np.zeros(16, np.int64), claims) for _ in range(many)]


def all_at_once(tasks: list[Callable[[], object]]) -> list[object]:
    """Compiled functions let go of the interpreter, so that threads run them at the same time."""
    results: list[object] = [None] * len(tasks)

    def run(at: int) -> None:
        results[at] = tasks[at]()

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.parametrize("name", DEPTHS)
@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.SOLVE])
def test_those_who_search_one_move_together_find_what_one_alone_does(name: str, mode: Mode) -> None:
    game, depth = game_named(name), DEPTHS[name]
    for seed in range(3):
        position, claims = some_position(game, 6, seed), nobody()
        alone, workers = team(game, 1)[0], team(game, 3, claims)
        for kernel in (alone, *workers):
            kernel.load(position, mode)
        for cell in alone.moves()[:3]:
            expected = alone.search(cell, depth, -INFINITY, INFINITY, NEVER)
            search = methodcaller("search", cell, depth, -INFINITY, INFINITY, NEVER)
            found = all_at_once([partial(search, kernel) for kernel in workers])
            assert set(found) == {expected}, (position.moves, cell)
        assert not claims.any()


@pytest.mark.parametrize("name", DEPTHS)
def test_claims_of_ghosts_change_nothing_but_the_order(name: str) -> None:
    """As those of a worker that was killed: whatever was claimed once seems so for ever."""
    game, depth = game_named(name), DEPTHS[name]
    position = some_position(game, 6, 7)
    claims, over = nobody(), threading.Event()
    alone, haunted = team(game, 1)[0], team(game, 1, claims)[0]

    def haunt() -> None:
        seen = claims.copy()
        while not over.is_set():
            seen = np.where(claims != 0, claims, seen)
            claims[:] = seen

    ghost = threading.Thread(target=haunt)
    ghost.start()
    try:
        for kernel in (alone, haunted):
            kernel.load(position, Mode.STRICT)
        for cell in alone.moves()[:4]:
            expected = alone.search(cell, depth, -INFINITY, INFINITY, NEVER)
            assert haunted.search(cell, depth, -INFINITY, INFINITY, NEVER) == expected
    finally:
        over.set()
        ghost.join()


@pytest.mark.parametrize("name", DEPTHS)
def test_who_is_cancelled_lets_go_of_what_it_had_claimed(name: str) -> None:
    game = game_named(name)
    table, signal, claims = np.zeros(1 << 19, np.uint64), np.zeros(16, np.int64), nobody()
    kernel = kernel_for(game)(game, table, signal, claims)
    kernel.load(some_position(game, 2, 1), Mode.PLAY)
    cell = kernel.moves()[0]

    def cancel() -> None:
        while not claims.any():
            pass
        signal[CANCELLED] = 5

    found = all_at_once([lambda: kernel.search(cell, 30, -INFINITY, INFINITY, 5), cancel])
    assert found[0] is None
    assert not claims.any()


def test_connect4_is_solved_with_a_move_that_reaches_the_value() -> None:
    game = game_named("connect4")
    for seed in range(40):
        position = some_position(game, 18 + seed % 14, seed)
        judge = team(game, 1)[0]
        judge.load(position, Mode.SOLVE)
        left = game.cells - len(position.moves)
        values = {
            cell: judge.search(cell, left, -INFINITY, INFINITY, NEVER) or 0
            for cell in judge.moves()
        }
        solvers = team(game, 2)
        for solver in solvers:
            solver.load(position, Mode.SOLVE)
        solve = methodcaller("solve", NEVER, -INFINITY, INFINITY)
        for found in all_at_once([partial(solve, solver) for solver in solvers]):
            assert isinstance(found, tuple)
            value, cell = found
            assert value == max(values.values()), position.moves
            assert values[cell] == value, position.moves
        judged = solvers[0].solve(NEVER, -PROVEN, PROVEN)  # type: ignore[attr-defined]
        assert np.sign(judged[0]) == np.sign(value), position.moves
        assert value < 0 or np.sign(values[judged[1]]) == np.sign(value), position.moves


def test_solving_stops_when_it_is_cancelled() -> None:
    signal = np.zeros(16, np.int64)
    solver = Connect4Kernel(game_named("connect4"), np.zeros(1 << 19, np.uint64), signal)
    solver.load(game_named("connect4").start(), Mode.SOLVE)
    signal[CANCELLED] = 3
    assert solver.solve(3, -INFINITY, INFINITY) is None
    assert solver.solve(2, -PROVEN, PROVEN) is None


def test_a_win_at_once_is_solved_too() -> None:
    game = game_named("connect4")
    position = game.after([35, 36, 28, 29, 21, 22, 38, 39, 41, 40, 31, 32])
    solver = Connect4Kernel(game, np.zeros(1 << 19, np.uint64), np.zeros(16, np.int64))
    solver.load(position, Mode.SOLVE)
    assert solver.solve(NEVER, -PROVEN, PROVEN) == (WIN - 13, 14)

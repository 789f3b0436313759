"""Trails: whoever is below a position that another has answered turns back to it."""

import threading
from typing import Any

import numpy as np
import pytest

from bot.search.core.claims import nobody
from bot.search.core.compiled import Array
from bot.search.core.memory_layout import CANCELLED
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY
from bot.search.core.trail import (
    ask,
    enter,
    found_out,
    is_back,
    is_overtaken,
    leave,
    new_trail,
    set_off,
)
from bot.search.core.transposition_table import EXACT, LOWER, NO_MOVE, UPPER, pack, store
from bot.search.kernels import kernel_for
from games import Cell, Game, game_named

KEYS: list[Any] = [np.uint64(each) for each in (0x1234567, 0x89ABCDE, 0xF012345)]
NEVER = 1 << 40


def blank() -> Array:
    return np.zeros(1 << 12, np.uint64)


def trail_of(depths: list[int], alpha: int = -10, beta: int = 10, strict: bool = False) -> Array:
    """A trail of some positions with a question each."""
    trail = new_trail()
    set_off(trail, strict)
    for key, depth in zip(KEYS, depths, strict=False):
        ask(trail, enter(trail, key, depth, beta), alpha)
    return trail


def tell(table: Array, key: int, score: int, bound: int, depth: int) -> None:
    unsigned: Any = np.uint64
    store(table, unsigned(key), unsigned(pack(score, NO_MOVE, bound, depth, 0)))


def test_nobody_is_overtaken_while_nothing_is_answered() -> None:
    assert not is_overtaken(trail_of([8, 7, 6]), blank())


@pytest.mark.parametrize(
    ("score", "bound", "depth", "answered"),
    [
        (10, LOWER, 7, True),
        (-10, UPPER, 7, True),
        (3, EXACT, 7, True),
        (3, LOWER, 7, False),
        (-3, UPPER, 7, False),
        (10, LOWER, 6, False),
        (10, LOWER, 8, True),
    ],
)
def test_an_answer_is_one_to_what_was_asked(
    score: int, bound: int, depth: int, answered: bool
) -> None:
    """On the right side of the window, and as deep at least."""
    table = blank()
    tell(table, KEYS[1], score, bound, depth)
    assert is_overtaken(trail_of([8, 7, 6]), table) == answered


def test_a_strict_search_wants_answers_of_its_own_depth() -> None:
    table = blank()
    tell(table, KEYS[0], 10, LOWER, 9)
    assert not is_overtaken(trail_of([8], strict=True), table)
    tell(table, KEYS[0], 10, LOWER, 8)
    assert is_overtaken(trail_of([8], strict=True), table)


def test_it_turns_back_to_the_highest_that_is_answered() -> None:
    table, trail = blank(), trail_of([8, 7, 6])
    tell(table, KEYS[2], 10, LOWER, 6)
    tell(table, KEYS[1], 12, LOWER, 7)
    assert is_overtaken(trail, table)
    assert [is_back(trail, place) for place in (1, 2, 3)] == [False, True, False]
    assert found_out(trail) == pack(12, NO_MOVE, LOWER, 7, 0)
    assert not is_back(trail, 2)


def test_what_was_left_is_no_longer_on_the_trail() -> None:
    table, trail = blank(), trail_of([8, 7, 6])
    tell(table, KEYS[2], 10, LOWER, 6)
    leave(trail, 3)
    assert not is_overtaken(trail, table)
    assert enter(trail, KEYS[2], 6, 10) == 3


def test_a_better_move_makes_more_an_answer() -> None:
    """What is at most 5 matters no longer once a move is worth 5."""
    table, trail = blank(), trail_of([8])
    tell(table, KEYS[0], 5, UPPER, 8)
    assert not is_overtaken(trail, table)
    ask(trail, 1, 5)
    assert is_overtaken(trail, table)


def key_after(game: Game, cell: Cell, monkeypatch: pytest.MonkeyPatch) -> int:
    """The key of the position after a first move, as its kernel looks it up."""
    keys: list[int] = []
    kernel = kernel_for(game)(game, blank(), np.zeros(16, np.int64))
    kernel.load(game.after([cell]), Mode.PLAY)
    monkeypatch.setattr(f"{type(kernel).__module__}.recalled", lambda _, key: keys.append(key))
    kernel.recall()
    return keys[0]


@pytest.mark.parametrize("name", ["nineboard", "qubic", "gomoku"])
def test_one_who_searches_without_end_is_freed_by_the_answer_of_another(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is far too deep to end by itself; another tells the value of a position on its way."""
    game, depth = game_named(name), 30
    table, signal = np.zeros(1 << 19, np.uint64), np.zeros(16, np.int64)
    kernel = kernel_for(game)(game, table, signal, nobody())
    kernel.load(game.start(), Mode.PLAY)
    cell = kernel.moves()[0]
    key = key_after(game, cell, monkeypatch)
    found: list[int | None] = []
    searching = threading.Thread(
        target=lambda: found.append(kernel.search(cell, depth, -INFINITY, INFINITY, NEVER))
    )
    searching.start()
    try:
        while not signal.any():
            pass
        tell(table, key, 77, EXACT, depth)
        searching.join(20)
    finally:
        signal[CANCELLED] = NEVER
        searching.join()
    assert found == [-77]

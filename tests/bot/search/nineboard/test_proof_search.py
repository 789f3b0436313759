"""The proof search of nine-board against the rules, and against a solve to the end."""

import random
from pathlib import Path

import numpy as np
import pytest

from bot.brain import Budget
from bot.search.core.kernel import UNKNOWN, Range
from bot.search.core.memory_layout import CANCELLED, NEVER, NODES
from bot.search.core.mode import Mode
from bot.search.driver import Searcher
from bot.search.nineboard.kernel import NineboardKernel, unsigned
from bot.search.nineboard.proof_numbers import (
    INFINITE,
    delta_of,
    keep_numbers,
    numbers,
    phi_of,
    recall_numbers,
)
from games.catalogue import game_named
from games.game import Position
from games.lines import Cell
from games.notation import read_moves
from protocol.parts import Verdict
from tests.bot.search.nineboard.test_kernel import RULES, crowded, kernel_for, value, wander
from tests.fresh import answers_cold_and_warm

WON = Range(1, 1)
PLENTY = 1 << 20  # nodes


def proven(kernel: NineboardKernel, position: Position) -> tuple[Range, dict[Cell, Range]]:
    kernel.load(position, Mode.PLAY)
    return kernel.prove(NEVER - 1, PLENTY)


def wins_at_once(position: Position) -> bool:
    after = (position.play(cell).outcome for cell in position.legal_moves())
    return any(outcome is not None and outcome.winner is not None for outcome in after)


@pytest.mark.parametrize("name", RULES)
def test_it_tells_what_a_solve_does(name: str) -> None:
    """Late in games that nobody hurried to win; that a solve is right, see test_kernel."""
    game, rng = game_named(name), random.Random(5)
    kernel = kernel_for(game)
    seen = {1: 0, 0: 0, -1: 0}
    while min(seen[1], seen[-1]) < 5 or seen[0] < game.full_target_draws:
        position = crowded(game, rng)
        position = position.back_to(len(position.moves) - rng.randrange(1, 8))
        if wins_at_once(position):
            continue
        known, moves = proven(kernel, position)
        kernel.load(position, Mode.SOLVE)
        worth = value(kernel, 81 - len(position.moves))
        sign = (worth > 0) - (worth < 0)
        seen[sign] += 1
        assert known.low <= sign <= known.high, position.moves
        assert known != UNKNOWN
        if sign > 0:
            assert WON in moves.values() or known == Range(0, 1)


def stands(kernel: NineboardKernel, position: Position) -> bool:
    """Whether the side to move wins, by its proven moves and all that the rules allow against."""
    if wins_at_once(position):
        return True
    known, moves = proven(kernel, position)
    cell = next(cell for cell, worth in moves.items() if worth == WON)
    after = position.play(cell)
    return (
        known == WON
        and not wins_at_once(after)
        and all(stands(kernel, after.play(reply)) for reply in after.legal_moves())
    )


@pytest.mark.parametrize("name", RULES)
def test_a_proof_stands_whatever_is_replied(name: str) -> None:
    """Wins in the middle of a game, walked to their ends by the rules alone."""
    game, rng = game_named(name), random.Random(8)
    kernel = kernel_for(game)
    walked = 0
    while walked < 3:
        position = wander(game, 30, rng)
        if len(position.moves) < 30 or wins_at_once(position):
            continue
        if proven(kernel, position)[0] == WON:
            assert stands(kernel, position), position.moves
            walked += 1


@pytest.mark.parametrize("name", RULES)
def test_moves_are_worth_what_they_leave(name: str) -> None:
    """A position is worth its best move, and a move that is proven what its reply is not."""
    game, rng = game_named(name), random.Random(2)
    kernel = kernel_for(game)
    for _ in range(20):
        position = wander(game, 30, rng)
        if wins_at_once(position):
            continue
        known, moves = proven(kernel, position)
        assert known.high == max([each.high for each in moves.values()], default=-1)
        for cell, worth in moves.items():
            if worth != UNKNOWN:
                after = position.play(cell)
                assert not wins_at_once(after)
                low, high = proven(kernel_for(game), after)[0]
                assert max(worth.low, -high) <= min(worth.high, -low)


def test_it_goes_on_where_it_was_stopped() -> None:
    """A few nodes at a time prove what many at a stroke do."""
    game = game_named("nineboard")
    position = read_moves(game, "13 37 76 62 21 15 55 59 92 24 43 38 88 85 56 61 11 12 22 26")
    kernel = kernel_for(game)
    kernel.load(position, Mode.PLAY)
    assert kernel.prove(NEVER - 1, 100)[0] == UNKNOWN
    known = UNKNOWN
    while known == UNKNOWN:
        known, _ = kernel.prove(NEVER - 1, 10_000)
    assert known == proven(kernel_for(game), position)[0]


def test_a_cancelled_proof_leaves_the_boards_as_they_were() -> None:
    """It stops at the first look at its signal, and the next one starts from the same position."""
    game = game_named("nineboard")
    kernel = kernel_for(game)
    kernel.load(read_moves(game, "13 37 76 62 21 15 55 59"), Mode.PLAY)
    before = kernel.evaluate()
    kernel._signal[CANCELLED] = 4
    assert kernel.prove(4, PLENTY)[0] == UNKNOWN
    assert kernel._signal[NODES] == 1024
    assert kernel.evaluate() == before


def test_the_table_keeps_what_cost_most() -> None:
    """Of five positions in one place, the cheapest is forgotten; numbers come back as they were."""
    table = np.zeros(8, np.uint64)
    for cost, key in enumerate(range(11, 16), 1):
        keep_numbers(table, unsigned(key), unsigned(numbers(key, INFINITE)), 64 * cost)
    found = [unsigned(recall_numbers(table, unsigned(key))) for key in range(11, 16)]
    assert [int(phi_of(data)) for data in found] == [0, 12, 13, 14, 15]
    assert [int(delta_of(data)) for data in found[1:]] == [INFINITE] * 4


def test_it_compiles_and_comes_from_disk_alike(tmp_path: Path) -> None:
    """In fresh processes, with an empty cache and with a full one."""
    code = """
import numpy as np
from bot.search.core.mode import Mode
from bot.search.nineboard.kernel import NineboardKernel
from games.catalogue import game_named
from games.notation import read_moves

position = read_moves(game_named("nineboard"), "13 37 76 62 21 15 55 59 92 24 43 38")
kernel = NineboardKernel(position.game, np.zeros(1 << 12, np.uint64), np.zeros(2, np.int64))
kernel.load(position, Mode.PLAY)
kernel.prove(1, 2000)
print([kernel._boards.patience, kernel._proofs.sum()])
"""
    cold, warm = answers_cold_and_warm(code, tmp_path)
    assert cold == warm != ""


def test_in_play_a_proof_wins_before_the_search_sees_it() -> None:
    """The verdict comes at a depth at which no line is seen, and without a distance."""
    won = "95 58 86 62 27 72 23 33 34 44 45 57 79 91 11 16 68 88 84 41"
    position = read_moves(game_named("nineboard"), won)
    with Searcher(workers=1, hash_mb=16, games=("nineboard",)) as search:
        search.warm_up()
        choice = search.choose(position, Budget(None, 16))
    assert choice.verdict is Verdict.WIN
    assert (choice.within, choice.distance) == (None, None)
    after = position.play(choice.cell)
    known, _ = proven(kernel_for(position.game), after)
    assert known == Range(-1, -1)

"""On flat boards, what the selective search calls proven is true, and it stops when told."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bot.search.core.memory_layout import CANCELLED, NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.flat.kernel import FlatKernel
from games.catalogue import game_named
from games.game import Position
from tests import ROOT
from tests.bot.search.flat.test_kernel import kernel_of, value, wandered

SOME = """
import numpy as np
from bot.search.flat.kernel import FlatKernel
from bot.search.core.mode import Mode
from games.catalogue import game_named

game = game_named("gomoku")
kernel = FlatKernel(game, np.zeros(1 << 12, np.uint64), np.zeros(2, np.int64))
position = game.start()
for cell in (112, 97, 113, 98, 128):
    position = position.play(cell)
for mode, depth in ((Mode.PLAY, 5), (Mode.STRICT, 2), (Mode.SOLVE, 2)):
    kernel.load(position, mode)
    print([kernel.search(cell, depth, -32000, 32000, 1) for cell in kernel.moves()[:5]])
"""


def best(kernel: FlatKernel, position: Position, depth: int) -> tuple[int, int]:
    """The best move and its score, deepening until one is proven."""
    kernel.load(position, Mode.PLAY)
    found = (-INFINITY, -1)
    for plies in range(1, depth + 1):
        found = (-INFINITY, -1)
        for cell in kernel.moves():
            score = kernel.search(cell, plies, found[0], INFINITY, 1)
            assert score is not None
            found = max(found, (score, cell))
        if abs(found[0]) >= PROVEN:
            break
    return found[1], found[0]


@pytest.mark.parametrize(
    "name",
    [
        "mnk:rows=5,cols=5,k=4",
        "mnk:rows=6,cols=6,k=4,exact=yes",
        "mnk:rows=6,cols=7,k=5",
        "mnk:rows=6,cols=7,k=5,exact=yes",
        "mnk:rows=7,cols=7,k=6",
    ],
)
def test_what_it_calls_proven_is_so(name: str) -> None:
    """A full search of the rest of the game finds the same side winning, and no later."""
    rng = random.Random(name)
    kernel, solver = kernel_of(name), kernel_of(name)
    cells, proofs = game_named(name).cells, 0
    for _ in range(40):
        left = rng.randint(6, 11)
        position = wandered(name, cells - left, rng)
        if position.outcome:
            continue
        _, score = best(kernel, position, 5)
        if abs(score) >= PROVEN:
            proofs += 1
            truth = value(solver, position, len(position.legal_moves()), Mode.SOLVE)
            assert truth >= score if score > 0 else truth <= -PROVEN, position.moves
    assert proofs


@pytest.mark.parametrize("name", ["gomoku:size=9", "mnk:rows=8,cols=9,k=4", "gomoku:exact=yes"])
def test_a_proven_win_is_won_against_any_defence(name: str) -> None:
    """From the claim on it stays proven, and it is won."""
    rng = random.Random(name)
    kernel = kernel_of(name)
    won = 0
    while won < 4:
        position = wandered(name, 2, rng)
        while not position.outcome:
            kernel.load(position, Mode.PLAY)
            cell, score = best(kernel, position, 3)
            if score >= PROVEN:
                won += 1
                hold(kernel, position, cell, score, rng)
                break
            position = position.play(rng.choice(kernel.moves()[:3]))


def hold(kernel: FlatKernel, position: Position, cell: int, score: int, rng: random.Random) -> None:
    """Play a claimed win out, against what resists longest or against chance."""
    side = position.turn
    while not position.outcome:
        if position.turn == side:
            cell, score = best(kernel, position, 5)
            assert score >= PROVEN, position.moves
        elif rng.random() < 0.5:
            cell = rng.choice(position.legal_moves())
        else:
            cell, _ = best(kernel, position, 2)
        position = position.play(cell)
    assert position.outcome.winner == side


def test_it_finds_a_win_by_fours_beyond_its_depth() -> None:
    """Three, two and two stones that fours connect are won at depth 1, with the plies they take."""
    game = game_named("gomoku")
    kernel = kernel_of("gomoku")
    mine = ["c3", "d3", "e3", "g4", "g5", "i4", "j5"]
    theirs = ["b3", "g6", "o1", "o4", "o8", "o12", "a15"]
    position = game.start()
    for pair in zip(mine, theirs, strict=True):
        for name in pair:
            position = position.play(game.names.index(name))
    cell, score = best(kernel, position, 1)
    assert score == WIN - len(position.moves) - 7
    hold(kernel, position, cell, score, random.Random(1))


def test_it_answers_a_five_and_takes_its_own() -> None:
    """A win comes before a block, and a block before everything else."""
    game = game_named("gomoku")
    kernel = kernel_of("gomoku")
    position = game.start()
    for name in ("a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15"):
        position = position.play(game.names.index(name))
    kernel.load(position, Mode.PLAY)
    assert kernel.moves() == [game.names.index("e1")]
    assert kernel.search(kernel.moves()[0], 1, -INFINITY, INFINITY, 1) == WIN - 9
    kernel.load(position.play(game.names.index("h8")), Mode.PLAY)
    assert kernel.moves() == [game.names.index("e15")]


def test_it_begins_in_the_centre_and_stays_near_the_stones() -> None:
    """Few moves are worth a look while there are few stones."""
    game = game_named("mnk")
    kernel = kernel_of("mnk")
    kernel.load(game.start(), Mode.PLAY)
    assert kernel.moves() == [game.names.index("k10")]
    kernel.load(game.start().play(0), Mode.PLAY)
    assert kernel.moves() == [game.names.index("k10")]
    kernel.load(game.start().play(42), Mode.PLAY)
    for cell in kernel.moves():
        assert max(divmod(cell, 20)) <= 6


def test_a_cancelled_search_tells_nothing_and_leaves_the_board_as_it_was() -> None:
    """A ticket that was cancelled before is noticed within a thousand nodes or so."""
    signal = np.zeros(2, np.int64)
    kernel = FlatKernel(game_named("mnk"), np.zeros(1 << 12, np.uint64), signal)
    kernel.load(wandered("mnk", 16, random.Random(3)), Mode.STRICT)
    before = kernel.board.copy()
    signal[CANCELLED] = 7
    assert kernel.search(kernel.moves()[0], 6, -INFINITY, INFINITY, 7) is None
    assert 1 <= signal[NODES] < 5000
    for field in ("stones", "key", "codes", "lines"):
        assert (before[field] == kernel.board[field]).all()
    assert kernel.search(kernel.moves()[0], 2, -INFINITY, INFINITY, 8) is not None


def test_it_settles_only_where_nothing_is_left_out() -> None:
    """A selective search never settles; a full one does once it reaches the last cell."""
    kernel = kernel_of("mnk:rows=5,cols=5,k=4")
    position = wandered("mnk:rows=5,cols=5,k=4", 15, random.Random(1))
    kernel.load(position, Mode.SOLVE)
    assert kernel.settles(10)
    assert not kernel.settles(9)
    kernel.load(position, Mode.PLAY)
    assert not kernel.settles(10)


@pytest.mark.slow
def test_it_says_the_same_cold_and_warm(tmp_path: Path) -> None:
    """Code fresh from the compiler and code from disk, each in a process of its own, agree."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    said = [
        subprocess.run(
            [sys.executable, "-c", SOME], env=environment, check=True, capture_output=True
        ).stdout
        for _ in range(2)
    ]
    assert said[0] == said[1]
    assert said[0].count(b"\n") == 3

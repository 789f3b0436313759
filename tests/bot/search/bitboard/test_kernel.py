"""The kernel of boards in words: as the rules and as plain minimax say, in every mode."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bot.search.bitboard.kernel import BitboardKernel, fits
from bot.search.core.memory_layout import CANCELLED, NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, WIN
from games.catalogue import game_named
from games.game import Position
from games.symmetry import symmetries
from tests import ROOT
from tests.bot.search.minimax import minimax
from tests.patience import IN_VAIN

# A board, the depth to compare, and the stones on it at least.
BOARDS = [
    ("tictactoe", 5, 0),
    ("mnk:rows=4,cols=4,k=3", 3, 2),
    ("mnk:rows=5,cols=4,k=3,exact=yes", 3, 4),
    ("mnk:rows=5,cols=5,k=3,exact=yes", 3, 10),
    ("mnk:rows=5,cols=5,k=4", 3, 12),
    ("mnk:rows=3,cols=7,k=4", 3, 8),
    ("mnk:rows=3,cols=7,k=3,exact=yes", 4, 12),
    ("mnk:rows=3,cols=21,k=5", 2, 40),
    ("gomoku:size=7", 2, 30),
    ("gomoku:size=8,exact=yes", 2, 44),
    ("qubic", 2, 30),
    ("qubic", 3, 48),
]

DRAWN = ["3,3,3", "4,4,4", "5,5,5", "6,5,5"]
WON = ["4,3,3", "5,3,3", "6,3,3", "4,4,3", "5,4,3", "5,5,3", "6,5,4", "6,6,4", "7,7,4"]
DRAWN_SLOWLY = ["5,4,4"]
WON_SLOWLY = ["7,5,4", "7,6,4"]


def kernel(name: str, words: int = 1 << 18) -> BitboardKernel:
    signal = np.array([-1, 0], np.int64)
    return BitboardKernel(game_named(name), np.zeros(words, np.uint64), signal)


def root_score(searcher: BitboardKernel, position: Position, mode: Mode, depth: int) -> int:
    """As the driver does: the first move in full, the others against the best so far."""
    searcher.load(position, mode)
    best = -INFINITY
    for cell in searcher.moves():
        beta = INFINITY if best == -INFINITY else best + 1
        score = searcher.search(cell, depth, best, beta, 0)
        if score is not None and best < score < INFINITY and beta != INFINITY:
            score = searcher.search(cell, depth, best, INFINITY, 0)
        assert score is not None
        best = max(best, score)
    return best


def solved(searcher: BitboardKernel, position: Position) -> int:
    """As `inarow solve` does: deeper and deeper, until it is decided."""
    depth = 0
    while True:
        depth += 1
        score = root_score(searcher, position, Mode.SOLVE, depth)
        if score or searcher.settles(depth):
            return score


def strolls(name: str, stones: int, count: int, seed: int = 7) -> Iterator[Position]:
    """Undecided positions of random games, with about so many stones."""
    source = random.Random(seed)
    while count:
        position = game_named(name).start()
        for _ in range(stones + source.randrange(4)):
            if not position.outcome:
                position = position.play(source.choice(position.legal_moves()))
        if not position.outcome:
            count -= 1
            yield position


def mnk(numbers: str) -> str:
    rows, cols, k = numbers.split(",")
    return f"mnk:rows={rows},cols={cols},k={k}"


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("tictactoe", True),
        ("qubic", True),
        ("gomoku:size=8", True),
        ("mnk:rows=3,cols=21,k=9", True),
        ("gomoku:size=9", False),
        ("connect4:width=5", False),
        ("nineboard", False),
    ],
)
def test_it_takes_boards_of_64_cells_without_gravity_or_sending(name: str, held: bool) -> None:
    """Other kernels play the rest."""
    assert fits(game_named(name)) is held


@pytest.mark.parametrize(("name", "depth", "stones"), BOARDS)
def test_strict_search_equals_minimax(name: str, depth: int, stones: int) -> None:
    """Pruning, table, ordering and forced moves change nothing."""
    searcher, judge = kernel(name), kernel(name)

    def evaluate(position: Position) -> int:
        judge.load(position, Mode.STRICT)
        return judge.evaluate()

    for position in strolls(name, stones, 3):
        for plies in range(1, depth + 1):
            score = root_score(searcher, position, Mode.STRICT, plies)
            assert score == minimax(position, plies, evaluate), (position.moves, plies)


@pytest.mark.parametrize(("name", "depth", "stones"), BOARDS)
def test_solving_equals_minimax(name: str, depth: int, stones: int) -> None:
    """Symmetry, passes, pairs and bounds from other depths change nothing either."""
    searcher = kernel(name)
    for position in strolls(name, stones, 4):
        for plies in range(1, depth + 1):
            score = root_score(searcher, position, Mode.SOLVE, plies)
            assert score == minimax(position, plies, lambda _: 0), (position.moves, plies)


@pytest.mark.parametrize(
    "name",
    [
        "mnk:rows=4,cols=4,k=4",
        "mnk:rows=3,cols=5,k=3,exact=yes",
        "mnk:rows=3,cols=5,k=4",
        "mnk:rows=4,cols=4,k=3,exact=yes",
    ],
)
def test_solving_to_the_end_equals_minimax(name: str) -> None:
    """With few cells left, every distance to a win and a loss is the true one."""
    searcher = kernel(name)
    for position in strolls(name, game_named(name).cells - 6, 8):
        assert solved(searcher, position) == minimax(position, 9, lambda _: 0), position.moves


def test_every_position_of_tictactoe_has_its_value() -> None:
    """Solved exactly, and in play never called otherwise."""
    searcher = kernel("tictactoe")
    positions: dict[tuple[int, int], Position] = {}
    reached = [game_named("tictactoe").start()]
    while reached:
        position = reached.pop()
        if position.stones not in positions and not position.outcome:
            positions[position.stones] = position
            reached += [position.play(cell) for cell in position.legal_moves()]
    assert len(positions) == 4520
    values: dict[tuple[int, int], int] = {}
    for stones, position in sorted(positions.items(), key=lambda each: -len(each[1].moves)):
        replies = [position.play(cell) for cell in position.legal_moves()]
        values[stones] = max(
            -minimax(reply, 0, lambda each: values[each.stones]) for reply in replies
        )
        assert solved(searcher, position) == values[stones], position.moves
        assert _sign(root_score(searcher, position, Mode.PLAY, 9)) == _sign(values[stones])
    assert values[0, 0] == 0


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


@pytest.mark.parametrize("name", ["tictactoe", "mnk:rows=5,cols=5,k=3,exact=yes", "qubic"])
def test_moves_do_what_the_rules_say(name: str) -> None:
    """Move by move through random games, wins and games that go on."""
    searcher, source = kernel(name), random.Random(3)
    for _ in range(2):
        position = game_named(name).start()
        while not position.outcome:
            searcher.load(position, Mode.STRICT)
            assert sorted(searcher.moves()) == position.legal_moves()
            for cell in position.legal_moves():
                after = position.play(cell)
                won = after.outcome is not None and after.outcome.winner is not None
                score = searcher.search(cell, 1, -INFINITY, INFINITY, 0)
                assert (score == WIN - len(after.moves)) is won
                searcher.load(after, Mode.STRICT)
                assert won or after.outcome or score == -searcher.evaluate()
                searcher.load(position, Mode.STRICT)
            position = position.play(source.choice(position.legal_moves()))


@pytest.mark.parametrize("name", ["qubic", "mnk:rows=5,cols=5,k=4", "gomoku:size=7,exact=yes"])
def test_the_value_of_a_position_turns_with_the_board(name: str) -> None:
    """Open lines weigh the same wherever they are, and for either side."""
    searcher = kernel(name)
    for position in strolls(name, 9, 5):
        searcher.load(position, Mode.STRICT)
        value = searcher.evaluate()
        for symmetry in symmetries(position.game)[:5]:
            turned = position.game.start()
            for cell in position.moves:
                turned = turned.play(symmetry[cell])
            searcher.load(turned, Mode.STRICT)
            assert searcher.evaluate() == value


def test_a_cancelled_search_tells_nothing() -> None:
    """It is seen within some thousand nodes; those with a later ticket go on."""
    table, signal = np.zeros(1 << 16, np.uint64), np.array([-1, 0], np.int64)
    searcher = BitboardKernel(game_named("qubic"), table, signal)
    searcher.load(game_named("qubic").start(), Mode.STRICT)
    signal[CANCELLED] = 4
    assert searcher.search(0, 30, -INFINITY, INFINITY, 4) is None
    assert signal[NODES] < 3000
    assert searcher.search(0, 2, -INFINITY, INFINITY, 5) is not None


@pytest.mark.parametrize("numbers", WON)
def test_the_first_player_wins(numbers: str) -> None:
    """As is known of these boards."""
    start = game_named(mnk(numbers)).start()
    assert solved(kernel(mnk(numbers)), start) > 0


@pytest.mark.parametrize("numbers", DRAWN)
def test_neither_player_wins(numbers: str) -> None:
    """As is known of these boards, too."""
    assert solved(kernel(mnk(numbers)), game_named(mnk(numbers)).start()) == 0


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [*DRAWN_SLOWLY, *WON_SLOWLY])
def test_larger_boards_have_their_values(numbers: str) -> None:
    """As long as that is seconds."""
    score = solved(kernel(mnk(numbers), 1 << 24), game_named(mnk(numbers)).start())
    assert (score > 0) is (numbers in WON_SLOWLY)


_FRESH = """
from bot.search.core.mode import Mode
from games.catalogue import game_named
from tests.bot.search.bitboard.test_kernel import kernel, root_score, solved

position = game_named("mnk:rows=4,cols=4,k=3").start()
searcher = kernel("mnk:rows=4,cols=4,k=3")
play, strict = (root_score(searcher, position, mode, 4) for mode in (Mode.PLAY, Mode.STRICT))
print(play, strict, solved(searcher, position))
"""


@pytest.mark.slow
def test_fresh_and_kept_code_agree(tmp_path: Path) -> None:
    """What numba takes from disk does as what it has just compiled."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    told = [
        subprocess.run(
            [sys.executable, "-c", _FRESH],
            env=environment, cwd=ROOT, capture_output=True, text=True, check=True, timeout=IN_VAIN,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert told[0].split()[2] == str(WIN - 5)

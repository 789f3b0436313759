"""The Connect 4 kernel tells the truth: beside plain minimax, published values and the rules."""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from bot.search.connect4.encoding import connect4_score, from_solver
from bot.search.connect4.kernel import Connect4Kernel, fits, solve
from bot.search.core.compiled import Array
from bot.search.core.memory_layout import CANCELLED, NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, WIN
from games import Position, game_named
from games.notation import read_moves
from tests.bot.search.minimax import minimax

DATA = Path("/work/shared/data/connect4")
SIZES = [(7, 6), (4, 4), (5, 7), (8, 7), (10, 4), (4, 10)]
WORDS = 1 << 18
NEVER = 1 << 40  # a ticket that nobody cancels


def named(width: int, height: int) -> str:
    return f"connect4:width={width},height={height}"


def fresh() -> tuple[Array, Array]:
    """An empty table and a signal."""
    return np.zeros(WORDS, np.uint64), np.zeros(2, np.int64)


def random_position(chance: random.Random, width: int, height: int, stones: int) -> Position:
    """A position of random play that is not over."""
    while True:
        position = game_named(named(width, height)).start()
        while not position.outcome and len(position.moves) < stones:
            position = position.play(chance.choice(position.legal_moves()))
        if not position.outcome:
            return position


def value(kernel: Connect4Kernel, depth: int) -> int:
    """The best of all root moves, each searched with a full window."""
    scores = [kernel.search(cell, depth, -INFINITY, INFINITY, NEVER) for cell in kernel.moves()]
    return max(score for score in scores if score is not None)


def evaluation(kernel: Connect4Kernel, position: Position) -> int:
    kernel.load(position, Mode.STRICT)
    return kernel.evaluate()


def test_it_takes_the_boards_whose_columns_fit_in_a_word() -> None:
    """Boards with more cells, or with another number in a row, are left to others."""
    assert fits(game_named("connect4"))
    assert fits(game_named("connect4:width=8,height=7"))
    assert not fits(game_named("connect4:width=9,height=7"))
    assert not fits(game_named("connect4:k=5"))
    assert not fits(game_named("qubic"))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_strict_search_equals_plain_minimax(width: int, height: int) -> None:
    """Whatever the depth, and whatever the table already holds."""
    chance = random.Random(width * 100 + height)
    table, signal = fresh()
    kernel = Connect4Kernel(game_named(named(width, height)), table, signal)
    judge = Connect4Kernel(game_named(named(width, height)), *fresh())
    for _ in range(12):
        position = random_position(chance, width, height, chance.randint(0, width * height - 2))
        depth = chance.randint(1, 3)
        expected = minimax(position, depth, lambda each: evaluation(judge, each))
        for _ in ("cold", "warm"):
            kernel.load(position, Mode.STRICT)
            assert value(kernel, depth) == expected, position.moves


def test_undecided_positions_count_nothing_when_solving() -> None:
    """Short of the end, a solving search knows wins, losses and 0."""
    chance = random.Random(5)
    kernel = Connect4Kernel(game_named("connect4"), *fresh())
    for _ in range(12):
        position = random_position(chance, 7, 6, chance.randint(8, 30))
        expected = minimax(position, 4, lambda _: 0)
        kernel.load(position, Mode.SOLVE)
        assert value(kernel, 4) == expected


@pytest.mark.parametrize("mode", list(Mode))
def test_searches_to_the_end_equal_plain_minimax(mode: Mode) -> None:
    """In every mode, once the depth reaches the last cell."""
    chance = random.Random(6)
    table, signal = fresh()
    for width, height in SIZES:
        kernel = Connect4Kernel(game_named(named(width, height)), table, signal)
        for _ in range(6):
            position = random_position(chance, width, height, width * height - 8)
            kernel.load(position, mode)
            assert kernel.settles(8)
            assert not kernel.settles(7)
            assert value(kernel, 8) == minimax(position, 8, lambda _: 0)


@pytest.mark.parametrize("depth", [4, 12])
def test_windows_bound_the_value(depth: int) -> None:
    """Inside the window a score is exact, and beyond it on the right side."""
    chance = random.Random(7)
    kernel = Connect4Kernel(game_named("connect4"), *fresh())
    for _ in range(20):
        position = random_position(chance, 7, 6, 30)
        kernel.load(position, Mode.STRICT)
        cell = chance.choice(position.legal_moves())
        true = kernel.search(cell, depth, -INFINITY, INFINITY, NEVER)
        assert true is not None
        for alpha in (true - 1, true, -1, 0, 31_960, -31_970):
            score = kernel.search(cell, depth, alpha, alpha + 1, NEVER)
            assert score is not None
            assert true <= score <= alpha if true <= alpha else alpha < score <= true


def test_proven_scores_in_play_are_true() -> None:
    """A win or a loss that playing claims is one, with the distance told, as far as it can see."""
    chance = random.Random(8)
    table, signal = fresh()
    kernel = Connect4Kernel(game_named("connect4"), table, signal)
    claims = 0
    for _ in range(40):
        position = random_position(chance, 7, 6, chance.randint(16, 24))
        kernel.load(position, Mode.PLAY)
        claim = value(kernel, 6)
        if abs(claim) > PROVEN:
            claims += 1
            truth = solve(position, *fresh())
            assert (claim > 0) == (truth > 0)
            assert (claim < 0) == (truth < 0)
    assert claims > 10


def test_a_position_and_its_mirror_image_have_one_value() -> None:
    """Also where both are looked up under one key."""
    table, signal = fresh()
    for text in ("1122", "4433221", "445561", "23"):
        mirror = "".join(str(6 - int(digit)) for digit in text.replace("6", "5"))
        game = game_named("connect4:width=5,height=4")
        position = read_moves(game, text.replace("6", "5"))
        assert solve(position, table, signal) == solve(read_moves(game, mirror), table, signal)


# By width 4.. across, then: the first player wins, the second wins, or it is a draw.
KNOWN = {4: "DD2D2", 5: "DDD", 6: "DD"}


@pytest.mark.parametrize("height", KNOWN)
def test_small_boards_have_their_known_values(height: int) -> None:
    """From the empty board, over one table for all of them."""
    table, signal = fresh()
    for width, known in enumerate(KNOWN[height], start=4):
        score = solve(game_named(named(width, height)).start(), table, signal)
        assert ("D", "1", "2")[(score > 0) - (score < 0)] == known, (width, height)


def check_file(name: str, lines: int) -> None:
    if not (DATA / name).exists():
        pytest.skip(f"{DATA} is not on this machine")
    table, signal = fresh()
    game = game_named("connect4")
    for line in (DATA / name).read_text().splitlines()[:lines]:
        text, expected = line.split()
        position = read_moves(game, text)
        assert connect4_score(solve(position, table, signal), position) == int(expected), text


@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L2_R2"])
def test_public_positions_have_their_published_scores(name: str) -> None:
    """A hundred of each file."""
    check_file(name, 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L2_R2"])
def test_all_public_positions_have_their_published_scores(name: str) -> None:
    """All thousand of each file."""
    check_file(name, 1000)


def test_scores_are_converted_there_and_back() -> None:
    """On boards with an even and an odd number of cells, for either side."""
    for width, height in SIZES:
        position = game_named(named(width, height)).start()
        cells = width * height
        for stones in range(cells):
            for small in range(-(cells - stones) // 2, (cells + 1 - stones) // 2 + 1):
                score = from_solver(small, stones, cells)
                assert connect4_score(score, position) == small
                assert small == 0 or (WIN - abs(score) - stones) % 2 == (small > 0)


def test_a_win_with_the_fourth_stone_scores_18() -> None:
    """As GAMES.md counts: 22 less the stones of the winner."""
    position = read_moves(game_named("connect4"), "112233")
    score = solve(position, *fresh())
    assert score == WIN - 7
    assert connect4_score(score, position) == 18


def test_playing_looks_only_at_moves_that_do_not_lose_at_once() -> None:
    """Unless there is a win, which is then the only one, or nothing else."""
    game = game_named("connect4")
    kernel = Connect4Kernel(game, *fresh())
    position = read_moves(game, "4152535")
    kernel.load(position, Mode.PLAY)
    for cell in kernel.moves():
        after = position.play(cell)
        assert not any(after.play(reply).outcome for reply in after.legal_moves())
    kernel.load(read_moves(game, "112233"), Mode.PLAY)
    assert kernel.moves() == [game.cells - 4]
    kernel.load(position, Mode.STRICT)
    assert sorted(kernel.moves()) == position.legal_moves()


def test_a_cancelled_search_stops() -> None:
    """Before it starts, and in the middle of a search that would take minutes."""
    table, signal = fresh()
    kernel = Connect4Kernel(game_named("connect4"), table, signal)
    kernel.load(game_named("connect4").start(), Mode.SOLVE)
    signal[CANCELLED] = 6
    assert kernel.search(38, 42, -1, 1, 6) is None
    answers: list[int | None] = []
    searching = threading.Thread(
        target=lambda: answers.append(kernel.search(38, 42, -INFINITY, INFINITY, 7))
    )
    searching.start()
    while not signal[NODES]:
        pass
    signal[CANCELLED] = 7
    searching.join()
    assert answers == [None]


def test_nodes_are_counted() -> None:
    """However few there are."""
    table, signal = fresh()
    kernel = Connect4Kernel(game_named("connect4"), table, signal)
    kernel.load(game_named("connect4").start(), Mode.PLAY)
    kernel.search(38, 2, -INFINITY, INFINITY, NEVER)
    assert 0 < signal[NODES] < 100


@pytest.mark.slow
def test_compiled_code_from_disk_gives_the_same_answers(tmp_path: Path) -> None:
    """In a fresh process that compiles, and in the next one, which loads."""
    script = (
        "import numpy as np\n"
        "from bot.search.connect4.kernel import *\n"
        "from games import game_named\n"
        "from games.notation import read_moves\n"
        "table, signal = np.zeros(1 << 18, np.uint64), np.zeros(2, np.int64)\n"
        "position = read_moves(game_named('connect4'), '2252576253462244111563365')\n"
        "kernel = Connect4Kernel(position.game, table, signal)\n"
        "kernel.load(position, Mode.PLAY)\n"
        "print(solve(position, table, signal), kernel.evaluate())\n"
        "print([kernel.search(c, 5, -INFINITY, INFINITY, 1 << 40) for c in kernel.moves()])\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for _ in ("cold", "warm")
    }
    assert len(answers) == 1


def test_what_was_searched_tells_which_moves_lose() -> None:
    """At a glance: a loss that nobody has looked for is not told, nor one that is none."""
    position = game_named("connect4").after([37, 38, 36, 31, 35, 28, 30, 21, 29, 41, 39])
    kernel = Connect4Kernel(position.game, *fresh())
    kernel.load(position, Mode.PLAY)
    cells, depth = position.legal_moves(), position.game.cells - len(position.moves)
    before = [cell for cell in cells if kernel.loses(cell)]
    values = {cell: kernel.search(cell, depth, -1, 0, NEVER) for cell in cells}
    losing = [cell for cell, value in values.items() if value is not None and value < 0]
    assert [cell for cell in cells if kernel.loses(cell)] == losing
    assert 0 < len(before) < len(losing) < len(cells)

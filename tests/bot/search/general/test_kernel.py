"""The general kernel against the rules and against plain minimax, in every family of games."""

import random
from pathlib import Path

import numpy as np
import pytest

from bot.search.core.memory_layout import CANCELLED, NODES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN, WIN
from bot.search.general.kernel import GeneralKernel
from games.catalogue import CATALOGUE, game_named
from games.game import Game, Position
from tests.bot.search.minimax import minimax
from tests.fresh import answers_cold_and_warm

# Each with the depth that plain minimax reaches in no time.
GAMES = {
    "tictactoe": 5,
    "mnk:rows=4,cols=5,k=4": 3,
    "mnk:rows=4,cols=6,k=3,exact=yes": 3,
    "gomoku:size=7": 2,
    "gomoku:size=6,exact=yes": 2,
    "connect4": 4,
    "connect4:width=5,height=4,k=3": 4,
    "connect4:width=10,height=9,k=5": 3,
    "nineboard": 3,
    "nineboard:full=draw": 3,
    "qubic": 2,
}


def kernel_for(game: Game) -> GeneralKernel:
    return GeneralKernel(game, np.zeros(1 << 14, np.uint64), np.zeros(2, np.int64))


def wander(game: Game, rng: random.Random) -> Position:
    """A position from a random game, mostly of one in which nobody hurried to win."""
    position = game.start()
    patient = rng.random() < 0.7
    for _ in range(rng.randrange(game.cells)):
        afters = [position.play(cell) for cell in position.legal_moves()]
        going = [after for after in afters if not after.outcome]
        after = rng.choice(going if patient and going else afters)
        if after.outcome:
            break
        position = after
    return position


def value(kernel: GeneralKernel, depth: int) -> int:
    """The value of the loaded position, with the window that the best move so far leaves."""
    best = -INFINITY
    for cell in kernel.moves():
        found = kernel.search(cell, depth, best, INFINITY, 1)
        assert found is not None
        best = max(best, found)
    return best


def test_every_family_is_tested() -> None:
    """A new family of the catalogue has to come into the tests below."""
    assert {name.partition(":")[0] for name in GAMES} == set(CATALOGUE)


@pytest.mark.parametrize("name", GAMES)
def test_strict_search_equals_plain_minimax(name: str) -> None:
    """Whatever the table, the order and the shortcuts save, the value stays."""
    game, rng = game_named(name), random.Random(name)
    kernel, judge = kernel_for(game), kernel_for(game)

    def evaluate(position: Position) -> int:
        judge.load(position, Mode.STRICT)
        return judge.evaluate()

    for _ in range(12):
        position = wander(game, rng)
        deepest = 1 if len(position.legal_moves()) > 40 else GAMES[name]
        for depth in range(1, deepest + 1):
            if len(position.legal_moves()) ** depth > 3000:
                break
            kernel.load(position, Mode.STRICT)
            assert value(kernel, depth) == minimax(position, depth, evaluate), position.moves


@pytest.mark.parametrize("name", GAMES)
def test_it_agrees_with_the_rules_move_by_move(name: str) -> None:
    """The moves of a position and how each of them ends the game, all through random games."""
    game, rng = game_named(name), random.Random(7)
    kernel = kernel_for(game)
    for _ in range(3):
        position = game.start()
        while not position.outcome:
            kernel.load(position, Mode.SOLVE)
            afters = [position.play(cell) for cell in kernel.moves()]
            assert sorted(after.moves[-1] for after in afters) == position.legal_moves()
            for after in rng.sample(afters, min(len(afters), 12)):
                won = after.outcome is not None and after.outcome.winner is not None
                expected = WIN - len(after.moves) if won else 0
                assert kernel.search(after.moves[-1], 1, -INFINITY, INFINITY, 1) == expected
            going = [after for after in afters if not after.outcome]
            position = rng.choice(going or afters)


@pytest.mark.parametrize("name", GAMES)
def test_two_plies_see_every_win_of_the_opponent(name: str) -> None:
    """Its counts of stones per line find the same wins as the rules, one move on."""
    game, rng = game_named(name), random.Random(8)
    kernel = kernel_for(game)
    for _ in range(8):
        position = wander(game, rng)
        kernel.load(position, Mode.SOLVE)
        for after in map(position.play, rng.sample(position.legal_moves(), 1)):
            if not after.outcome:
                ends = [after.play(cell).outcome for cell in after.legal_moves()]
                loses = any(end and end.winner is not None for end in ends)
                expected = len(after.moves) + 1 - WIN if loses else 0
                assert kernel.search(after.moves[-1], 2, -INFINITY, INFINITY, 1) == expected


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("tictactoe", None),
        ("mnk:rows=3,cols=4,k=3", 7),
        ("mnk:rows=4,cols=4,k=4", None),
        ("connect4:width=4,height=4", None),
        ("connect4:width=5,height=4,k=3", 9),
    ],
)
def test_it_solves_small_boards(name: str, plies: int | None) -> None:
    """Their values are known; a win is told with its distance."""
    game = game_named(name)
    kernel = GeneralKernel(game, np.zeros(1 << 18, np.uint64), np.zeros(2, np.int64))
    kernel.load(game.start(), Mode.SOLVE)
    assert kernel.settles(game.cells)
    assert not kernel.settles(game.cells - 1)
    found = value(kernel, game.cells)
    assert found == (0 if plies is None else WIN - plies)


def test_what_play_calls_proven_is_proven() -> None:
    """A win or a loss claimed by the selective search stands in the full one, if not sooner."""
    game, rng = game_named("mnk:rows=7,cols=7,k=4"), random.Random(11)
    kernel = GeneralKernel(game, np.zeros(1 << 18, np.uint64), np.zeros(2, np.int64))
    claims = 0
    while claims < 6:
        position = wander(game, rng)
        if not 6 <= len(position.moves) <= 24:
            continue
        kernel.load(position, Mode.PLAY)
        claimed = value(kernel, 3)
        plies = WIN - abs(claimed) - len(position.moves)
        if abs(claimed) >= PROVEN and plies <= 5:
            kernel.load(position, Mode.SOLVE)
            true = value(kernel, plies)
            assert true >= claimed if claimed > 0 else true <= claimed
            claims += 1


def test_on_large_boards_play_stays_near_stones() -> None:
    """An empty board has one move worth trying, a lone stone those within two of it."""
    game = game_named("mnk:rows=9,cols=9,k=3")
    kernel = kernel_for(game)
    kernel.load(game.start(), Mode.PLAY)
    assert kernel.moves() == [40]
    kernel.load(game.start().play(0), Mode.PLAY)
    assert sorted(kernel.moves()) == [1, 2, 9, 10, 11, 18, 19, 20]
    kernel.load(game.start().play(0), Mode.STRICT)
    assert len(kernel.moves()) == 80


def test_a_cancelled_search_tells_nothing_and_leaves_the_board_as_it_was() -> None:
    """The search stops in the middle; the next one on the same position is right."""
    game = game_named("gomoku:size=9,exact=yes")
    kernel = kernel_for(game)
    kernel.load(game.start().play(30), Mode.STRICT)
    state = kernel._state.copy()
    kernel._signal[CANCELLED] = 4
    assert kernel.search(40, 6, -INFINITY, INFINITY, 4) is None
    assert kernel._signal[NODES] == 1024
    board = 4 * (game.cells + len(game.lines))
    assert (kernel._state[16 : 16 + board] == state[16 : 16 + board]).all()
    assert kernel._state[0] == state[0]
    assert kernel.search(40, 2, -INFINITY, INFINITY, 5) is not None


@pytest.mark.slow  # compiles both searches once more
def test_it_compiles_and_comes_from_disk_alike(tmp_path: Path) -> None:
    """In fresh processes, with an empty cache and with a full one; the classics too."""
    code = """
import numpy as np
from bot.brain import Budget
from bot.brains.classics import CLASSICS
from bot.search.general.kernel import GeneralKernel
from bot.search.core.mode import Mode
from games.catalogue import game_named

game = game_named("connect4")
kernel = GeneralKernel(game, np.zeros(1 << 12, np.uint64), np.zeros(2, np.int64))
kernel.load(game.start(), Mode.PLAY)
print([kernel.search(cell, 6, -999, 999, 1) for cell in kernel.moves()])
print(CLASSICS["dropper"](depth=4).choose(game.start(), Budget()))
"""
    cold, warm = answers_cold_and_warm(code, tmp_path)
    assert cold == warm != ""

"""The kernel of flat boards agrees with the rules, and in strict mode with plain minimax."""

import random

import numpy as np
import pytest

from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY
from bot.search.flat.board import FREE, fill, place_stone, take_back
from bot.search.flat.kernel import FlatKernel, fits
from bot.search.flat.moves import kind_of
from bot.search.flat.patterns import WINNING
from games.catalogue import game_named
from games.game import Position
from tests.bot.search.minimax import minimax

BOARDS = [
    "mnk:rows=4,cols=5,k=4",
    "mnk:rows=5,cols=5,k=4,exact=yes",
    "mnk:rows=6,cols=5,k=5",
    "mnk:rows=6,cols=7,k=5,exact=yes",
    "mnk:rows=7,cols=6,k=6",
    "mnk:rows=5,cols=8,k=6,exact=yes",
    "gomoku:size=9",
]

BY_PLACE = {"lines": 4, "shapes": 4, "codes": 2, "ratings": 2}  # fields, and words for each place
WHOLE = ("bitboards", "key", "state")


def kernel_of(name: str) -> FlatKernel:
    return FlatKernel(game_named(name), np.zeros(1 << 16, np.uint64), np.zeros(2, np.int64))


def wandered(name: str, plies: int, rng: random.Random) -> Position:
    """A position after random moves, of which none won while there were others."""
    position = game_named(name).start()
    for _ in range(plies):
        cells = position.legal_moves()
        rng.shuffle(cells)
        after = (position.play(cell) for cell in cells)
        position = next((each for each in after if not each.outcome), position)
    return position


def value(kernel: FlatKernel, position: Position, depth: int, mode: Mode) -> int:
    """The best value over all root moves, each searched with an open window."""
    kernel.load(position, mode)
    scores = [kernel.search(cell, depth, -INFINITY, INFINITY, 1) for cell in kernel.moves()]
    return max(score for score in scores if score is not None)


def test_it_fits_flat_boards_too_large_for_one_word() -> None:
    """Other kernels take small boards, and games with gravity or boards that send."""
    assert fits(game_named("mnk"))
    assert fits(game_named("gomoku:size=25,exact=yes"))
    assert fits(game_named("mnk:rows=9,cols=9,k=4"))
    for name in ("gomoku:size=8", "mnk:k=7", "connect4", "connect4:width=10", "nineboard", "qubic"):
        assert not fits(game_named(name)), name


@pytest.mark.parametrize("name", BOARDS)
def test_shapes_kept_up_to_date_are_those_worked_out_anew(name: str) -> None:
    """Whatever is placed and taken back, all arrays are as if the stones had been there at once."""
    rng = random.Random(name)
    cells = game_named(name).cells
    board, trail = kernel_of(name).board, list[int]()
    for _ in range(3 * cells):
        free = [int(place) for place in board.place_of[:cells] if board.stones[place] == FREE]
        if trail and (not free or rng.random() < 0.4):
            take_back(board, trail.pop())
        else:
            trail.append(rng.choice(free))
            place_stone(board, trail[-1])
        kept = {field: board[field].copy() for field in (*BY_PLACE, *WHOLE)}
        fill(board)
        free = [int(place) for place in board.place_of[:cells] if board.stones[place] == FREE]
        for field, width in BY_PLACE.items():
            before, after = kept[field].reshape(-1, width), board[field].reshape(-1, width)
            assert (before[free] == after[free]).all()
        for field in WHOLE:
            assert (kept[field] == board[field]).all()


@pytest.mark.parametrize("name", [*BOARDS, "gomoku:exact=yes", "mnk:rows=25,cols=7,k=6"])
def test_it_sees_wins_as_the_rules_do(name: str) -> None:
    """In random games, a cell is winning for the side to move just if playing it wins."""
    rng = random.Random(name)
    kernel = kernel_of(name)
    places = kernel.board.place_of
    for _ in range(3):
        position = game_named(name).start()
        while not position.outcome:
            kernel.load(position, Mode.STRICT)
            for cell in position.legal_moves():
                outcome = position.play(cell).outcome
                wins = kind_of(kernel.board, places[cell], position.turn) == WINNING
                assert wins == bool(outcome and outcome.winner is not None)
            position = position.play(rng.choice(position.legal_moves()))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.SOLVE])
def test_at_fixed_depth_it_equals_minimax(name: str, mode: Mode) -> None:
    """Pruning, table, ordering and threats change nothing but the time it takes."""
    rng = random.Random(f"{name} {mode}")
    kernel, judge = kernel_of(name), kernel_of(name)

    def evaluated(position: Position) -> int:
        judge.load(position, mode)
        return judge.evaluate()

    cells = game_named(name).cells
    for left, depth in ((8, 4), (7, 5), (12, 3), (min(cells, 30), 2), (6, 6)):
        position = wandered(name, cells - left, rng)
        expected = minimax(position, depth, evaluated)
        assert value(kernel, position, depth, mode) == expected, position.moves


def test_at_depth_2_it_equals_minimax_on_a_large_board() -> None:
    """Also where stones are few and most cells are empty."""
    rng = random.Random(15)
    kernel, judge = kernel_of("gomoku"), kernel_of("gomoku")

    def evaluated(position: Position) -> int:
        judge.load(position, Mode.STRICT)
        return judge.evaluate()

    position = wandered("gomoku", 190, rng)
    assert value(kernel, position, 2, Mode.STRICT) == minimax(position, 2, evaluated)

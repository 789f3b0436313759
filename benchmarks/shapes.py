"""What shapes are worth on wide boards: fitted to games that the search plays against itself.

    python -m benchmarks.shapes [--games N] [--depth D] [--seed S]

Prints SHAPES, PAIRS and TEMPO for bot/search/flat/evaluation.py, and how well they tell who wins
games that were not used to find them, beside the evaluation as it is. Some 5,000 games are enough;
they take half an hour on a core.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track

from benchmarks.games.selfplay import play, start, surprise
from bot.search.core.compiled import Array
from bot.search.core.mode import Mode
from bot.search.driver import Searcher
from bot.search.flat.board import FREE, PLACES
from bot.search.flat.evaluation import SCALE
from bot.search.flat.kernel import FlatKernel
from bot.search.flat.moves import count_of
from bot.search.flat.patterns import DECISIVE, FIVE, FOUR, WINNING
from games import Cell, Position, game_named

GAMES = ("mnk", "gomoku", "mnk:rows=15,cols=15,k=5")
OPENING = (3, 8)  # random stones that a game begins with, from and to
LONGEST = 50  # stones after which a game is left as it stands
WHIM = 0.08  # how often a move is played that is not the best
GOOD = 6  # of how many moves it is one
SPREAD = 100.0  # a score that makes a win 2.7 times as likely as a loss
RIDGE = 30.0
SHAPES = FIVE + 1
PAIRS = SHAPES * SHAPES
ROLE = SHAPES + PAIRS  # features of one side


class Sample(NamedTuple):
    features: Array
    value: float  # how likely the side to move is to win, from 0 to 1
    judged: int  # the evaluation as it is
    game: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shapes", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=5000, help="to play (default 5000)")
    parser.add_argument("--depth", type=int, default=4, help="plies to look ahead (default 4)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    samples = list(play_all(args.games, args.depth, Random(args.seed)))
    features = np.array([each.features for each in samples], np.float64)
    values = np.array([each.value for each in samples])
    judged = np.array([each.judged for each in samples], np.float64)
    unseen = np.array([each.game % 5 == 0 for each in samples])
    weights = fit(features[~unseen], values[~unseen])
    found = features @ weights[1:] + weights[0]
    now = min(surprise(judged[unseen] / spread, values[unseen]) for spread in range(20, 400, 10))
    print(f"{len(samples)} positions; surprise at the outcome of unseen games:")
    print(f"  as it is {now:.4f}, fitted {surprise(found[unseen], values[unseen]):.4f}")
    show(weights * SCALE * judged.std() / found.std())


def play_all(many: int, depth: int, chance: Random) -> Iterator[Sample]:
    """The quiet positions of so many games."""
    kernels = {name: FlatKernel(game_named(name), *_alone()) for name in GAMES}
    with Searcher(workers=1, hash_mb=16, games=GAMES) as search:
        search.warm_up()
        for number in track(range(many), "games", console=Console(stderr=True)):
            name = chance.choice(GAMES)
            position = start(game_named(name), OPENING, chance)
            whim = partial(_whim, kernels[name], chance)
            for seen in play(search, position, depth, SPREAD, LONGEST, whim):
                sample = look(kernels[name], seen.position, seen.became, number)
                if sample:
                    yield sample


def _alone() -> tuple[Array, Array]:
    """A table and a signal for a kernel that does not search."""
    return np.zeros(1 << 12, np.uint64), np.zeros(16, np.int64)


def _whim(kernel: FlatKernel, chance: Random, position: Position) -> Cell | None:
    """Now and then, one of the moves that look good."""
    if chance.random() >= WHIM:
        return None
    kernel.load(position, Mode.PLAY)
    return chance.choice(kernel.moves()[:GOOD])


def look(kernel: FlatKernel, position: Position, value: float, game: int) -> Sample | None:
    """The shapes of a position, unless one side is about to win."""
    kernel.load(position, Mode.STRICT)
    board = kernel.board
    if any(count_of(board, side, kind) for side in (0, 1) for kind in (DECISIVE, WINNING)):
        return None
    features = np.zeros(2 * ROLE, np.float32)
    free = np.flatnonzero(board.stones[: int(board.state[PLACES])] == FREE)
    for role, side in ((0, position.turn), (1, 1 - position.turn)):
        codes = board.codes[free * 2 + side]
        codes = codes[codes > 0]
        shapes = np.sort(codes[:, None] // (1, 10, 100, 1000) % 10, axis=1)
        pairs = shapes[:, 3] * SHAPES + shapes[:, 2]
        start = role * ROLE
        features[start : start + SHAPES] = np.bincount(shapes.ravel(), minlength=SHAPES)
        features[start] = 0
        features[start + SHAPES : start + ROLE] = np.bincount(pairs, minlength=PAIRS)
    return Sample(features, value, kernel.evaluate(), game)


def fit(features: Array, values: Array) -> Array:
    """The weights that tell the values best, the one of being on move first; by Newton's method."""
    inputs = np.column_stack([np.ones(len(features)), features])
    held = np.full(inputs.shape[1], RIDGE)
    held[0] = 1e-9
    weights = np.zeros(inputs.shape[1])
    for _ in range(20):
        likely = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (likely - values) + held * weights
        bend = (inputs * (likely * (1 - likely))[:, None]).T @ inputs + np.diag(held)
        weights -= np.linalg.solve(bend, slope)
    return weights


def show(weights: Array) -> None:
    """Print the weights as they stand in the source; shapes that were not met keep theirs there."""
    print(f"TEMPO = {weights[0]:.0f}")
    for role in (0, 1):
        mine = weights[1 + role * ROLE : 1 + (role + 1) * ROLE]
        print(f"SHAPES[{role}] =", [round(each) for each in mine[: FOUR + 1]])
        pairs = mine[SHAPES:].reshape(SHAPES, SHAPES)
        for first in range(FOUR + 1):
            print(f"PAIRS[{role}][{first}] =", [round(each) for each in pairs[first, : first + 1]])


if __name__ == "__main__":
    main()

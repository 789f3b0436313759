"""What the boards of nine-board are worth: fitted to games that the search plays against itself.

    python -m benchmarks.boards [--games N] [--depth D] [--seed S] [--write]

Says how well the worths tell who wins games that were not used to find them, beside the evaluation
as it is and beside counting lines. With --write they replace bot/search/nineboard/nineboard.worths,
and TEMPO in bot/search/nineboard/evaluation.py is to be set as printed. Some 30,000 games are
enough; they take an hour on a core.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track

from benchmarks.games.selfplay import Seen, play, start, surprise
from bot.search.core.compiled import Array
from bot.search.driver import Searcher
from bot.search.nineboard.evaluation import FILE, TEMPO, classified, evaluations, plain, spread_out
from bot.search.nineboard.lookup_tables import CELLS, CODES
from games import Cell, Position, game_named

GAME = "nineboard"
OPENING = (1, 14)  # random stones that a game begins with, from and to
WHIM = 0.025  # how often a move is played that is not the best
SPREAD = 20.0  # a score that makes a win 2.7 times as likely as a loss
SOON = 2  # plies to the end that a search sees without an evaluation
UNSEEN = 10  # one of so many games is not used to find the worths
RIDGE = 1.0  # how firmly a worth is held to what lines tell
STEPS, PACE = 200, 0.03
HIGHEST = 127  # what a byte holds


class Samples(NamedTuple):
    boards: Array  # the codes of all nine, for the side to move
    values: Array  # how likely it is to win, from 0 to 1
    games: Array  # by their numbers


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.boards", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=30_000, help="to play (default 30000)")
    parser.add_argument("--depth", type=int, default=8, help="plies to look ahead (default 8)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the worths")
    args = parser.parse_args()
    samples = gathered(play_all(args.games, args.depth, Random(args.seed)))
    unseen = samples.games % UNSEEN == 0
    known, judged = (Samples(*(each[which] for each in samples)) for which in (~unseen, unseen))
    worths, tempo = fit(known)
    print(f"{len(samples.values)} positions; surprise at the outcome of unseen games:")
    told = {
        "lines": (np.tile(plain(), 9), 0.0),
        "as it is": (evaluations(), TEMPO),
        "fitted": (spread_out(worths), tempo),
    }
    for name, (by_code, ahead) in told.items():
        scores = (ahead + by_code[_places(judged)].sum(axis=1)) / SPREAD
        print(f"  {name:8} {surprise(scores, judged.values):.4f}")
    print(f"TEMPO = {tempo:.0f}")
    if args.write:
        FILE.write_bytes(worths.tobytes())


def play_all(many: int, depth: int, chance: Random) -> Iterator[tuple[int, Seen]]:
    """The positions of so many games, but for those whose end is at hand."""
    game = game_named(GAME)

    def whim(position: Position) -> Cell | None:
        return chance.choice(position.legal_moves()) if chance.random() < WHIM else None

    with Searcher(workers=1, hash_mb=16, games=(GAME,)) as search:
        search.warm_up()
        for number in track(range(many), "games", console=Console(stderr=True)):
            for seen in play(search, start(game, OPENING, chance), depth, SPREAD, CELLS, whim):
                if seen.thought.within is None or seen.thought.within > SOON:
                    yield number, seen


def gathered(played: Iterator[tuple[int, Seen]]) -> Samples:
    """What is learnt from: how games ended, and as much what was thought of each position."""
    boards, values, games = [], [], []
    for number, seen in played:
        boards.append(codes(seen.position))
        values.append((seen.seemed + seen.became) / 2)
        games.append(number)
    return Samples(np.array(boards), np.array(values), np.array(games))


def codes(position: Position) -> list[int]:
    """The codes of the boards, with 1 for the stones of the side to move."""
    weights = [0] * 9
    for ply, cell in enumerate(position.moves):
        weights[cell // 9] += 3 ** (cell % 9) * (1 if ply % 2 == position.turn else 2)
    return weights


def fit(samples: Samples) -> tuple[Array, float]:
    """The worths of all classes as bytes, and that of being on move; by gradients, with Adam."""
    classes, signs = (each.ravel()[_places(samples)] for each in classified())
    held = by_class(np.tile(plain(), 9)) / SPREAD
    found = np.append(held, 0.0)  # the last is that of being on move
    drift, swing = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, STEPS + 1):
        scores = (found[classes] * signs).sum(axis=1) + found[-1]
        errors = 1 / (1 + np.exp(-scores)) - samples.values
        pull: Array = np.bincount(classes.ravel(), (errors[:, None] * signs).ravel(), len(held))
        pull += RIDGE * (found[:-1] - held)
        slope = np.append(pull, errors.sum()) / len(errors)
        drift = 0.9 * drift + 0.1 * slope
        swing = 0.99 * swing + 0.01 * slope**2
        pace = PACE * (1 - step / (STEPS + 1)) / (1 - 0.9**step)
        found -= pace * drift / (np.sqrt(swing / (1 - 0.99**step)) + 1e-9)
    worths = np.clip(np.round(SPREAD * found[:-1]), -HIGHEST, HIGHEST)
    return worths.astype(np.int8), float(SPREAD * found[-1])


def by_class(by_code: Array) -> Array:
    """One worth a class, from those of all boards and codes."""
    classes, signs = (each.ravel() for each in classified())
    found = np.zeros(classes.max() + 1)
    found[classes] = by_code * signs
    return found


def _places(samples: Samples) -> Array:
    """Where the boards of samples lie among all boards and codes."""
    return samples.boards + np.arange(9) * CODES


if __name__ == "__main__":
    main()

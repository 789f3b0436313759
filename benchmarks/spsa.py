"""Better constants for the search on wide boards, by fast games against itself (SPSA).

    python -m benchmarks.spsa futility width ... [--iterations N] [--seconds S] [--results FILE]

The names, and between which values each is sought, are in bot/search/flat/constants.py; a step may
be told with the name, as in `width=2`. In each iteration all constants are changed at once, each up
or down by its step as a coin falls, and the search with these changes plays two games against the
one with the contrary changes; whichever wins more, all move a little its way. Some thousand
iterations are usual. With --results they are kept, and what was broken off by Ctrl-C goes on. What
is found must then be tested, by python -m benchmarks.sprt.

Simultaneous perturbation: J. C. Spall, IEEE Transactions on Automatic Control 37 (1992) 332-341.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.sprt.contender import Pace, read_contender
from benchmarks.sprt.match_record import MatchRecord
from benchmarks.sprt.referee import Openings, Table
from bot.search.flat.constants import CONSTANTS, Constant
from games import Cell, Mistake, game_named

BOARDS = ("gomoku", "gomoku:size=20")
STEP = 0.05  # of the range in which a constant is sought, where no step is told
RATE = 0.01  # of a step squared: how far a point moves a constant in the end
STEADY = 0.1  # of all iterations: so many are as bold as the first
COOLING, NARROWING = 0.602, 0.101  # powers by which moves and steps shrink; Spall's


class Sought(NamedTuple):
    """A constant that is tuned, and by how much it is changed in the last iteration."""

    constant: Constant
    step: float

    def within(self, value: float) -> float:
        return min(max(value, self.constant.least), self.constant.most)


class Trial(NamedTuple):
    """One iteration: the way in which each constant was changed, and what that brought."""

    signs: tuple[int, ...]
    points: float  # of the first side, in two games
    values: tuple[float, ...]  # after it


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spsa", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("constants", nargs="+", metavar="NAME[=STEP]")
    parser.add_argument("--checkout", default=".", help="whose search (default: this)")
    parser.add_argument("--iterations", type=int, default=2000, help="in all (default 2000)")
    parser.add_argument("--seconds", type=float, default=0.05, help="for a move (default 0.05)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and coins (default 1)")
    parser.add_argument("--results", type=Path, help="a file to keep the trials in, and to go on")
    args = parser.parse_args()
    try:
        tune(args)
    except Mistake as mistake:
        sys.exit(f"error: {mistake}")
    except KeyboardInterrupt:
        told = "the same command goes on" if args.results else "nothing is kept"
        sys.exit(f"\nbroken off: {told}")


def tune(args: argparse.Namespace) -> None:
    """Make the trials that are left, and tell the values after each."""
    sought = [read_sought(text) for text in args.constants]
    plan = {"constants": args.constants, "iterations": args.iterations, "seconds": args.seconds}
    done = read_trials(args.results, plan)
    table = Table([read_contender(args.checkout)] * 2, BOARDS, wall=False)
    try:
        table.wait_until_ready()
        for trial in trials(args, sought, done, table):
            if args.results:
                _write(args.results, trial._asdict())
            done.append(trial)
            print(f"{len(done):5} {in_words(sought, trial.values)}", flush=True)
    finally:
        table.close()


def trials(
    args: argparse.Namespace, sought: Sequence[Sought], done: Sequence[Trial], table: Table
) -> Iterator[Trial]:
    """Trial after trial, on the boards by turns."""
    values = done[-1].values if done else tuple(float(each.constant.value) for each in sought)
    seed = args.seed + 1000 * len(done)  # so that what goes on has other openings than before
    openings, chance = Openings(BOARDS, seed, MatchRecord(None, {})), random.Random(seed)
    for number in range(len(done), args.iterations):
        signs = tuple(chance.choice((-1, 1)) for _ in sought)
        up, down = (
            changed(sought, values, [way * sign for sign in signs], number, args.iterations)
            for way in (1, -1)
        )
        table.retune(up, down)
        board = BOARDS[number % len(BOARDS)]
        pair, opening = openings.next_for(board, table.is_fair)
        points = sum(_play(table, board, pair, opening, side, args.seconds) for side in (0, 1))
        values = moved(sought, values, signs, points, number, args.iterations)
        yield Trial(signs, points, values)


def _play(
    table: Table, board: str, pair: int, opening: tuple[Cell, ...], side: int, seconds: float
) -> float:
    return table.play(game_named(board).name, pair, opening, side, Pace(seconds)).points


def changed(
    sought: Sequence[Sought], values: Sequence[float], signs: Sequence[int], number: int, many: int
) -> dict[str, int]:
    """The constants for one side of a trial: each off by its step at that time."""
    wider = (many / (number + 1)) ** NARROWING
    return {
        each.constant.name: round(each.within(value + sign * each.step * wider))
        for each, value, sign in zip(sought, values, signs, strict=True)
    }


def moved(
    sought: Sequence[Sought],
    values: Sequence[float],
    signs: Sequence[int],
    points: float,
    number: int,
    many: int,
) -> tuple[float, ...]:
    """The values after a trial: a little towards the side that has won more."""
    late = STEADY * many
    bold = RATE * ((late + many) / (late + number + 1)) ** COOLING
    narrow = ((number + 1) / many) ** NARROWING
    ahead = 2 * points - 2  # games won less games lost
    return tuple(
        each.within(value + bold * narrow * each.step * ahead * sign)
        for each, value, sign in zip(sought, values, signs, strict=True)
    )


def read_sought(text: str) -> Sought:
    """From `NAME` or `NAME=STEP`. Raises Mistake, which says what is wrong."""
    name, _, told = text.partition("=")
    found = [each for each in CONSTANTS if each.name == name]
    if not found:
        names = ", ".join(each.name for each in CONSTANTS)
        raise Mistake(f"there is no constant {name!r}, but {names}")
    try:
        step = float(told) if told else max(0.5, STEP * (found[0].most - found[0].least))
    except ValueError:
        step = 0.0
    if not 0 < step <= found[0].most - found[0].least:
        raise Mistake(f"the step of {name} is a number within its range, not {told!r}")
    return Sought(found[0], step)


def read_trials(path: Path | None, plan: dict[str, object]) -> list[Trial]:
    """What was done before, of the same plan. Raises Mistake if the file is of another."""
    if path is None:
        return []
    if not path.exists():
        _write(path, plan)
        return []
    first, *others = path.read_text().splitlines() or ["null"]
    if json.loads(first) != plan:
        raise Mistake(f"{path} holds another tuning: {first}; name another file with --results")
    read = [json.loads(line) for line in others]
    return [Trial(tuple(each["signs"]), each["points"], tuple(each["values"])) for each in read]


def _write(path: Path, what: dict[str, object]) -> None:
    with path.open("a") as file:
        file.write(json.dumps(what) + "\n")


def in_words(sought: Sequence[Sought], values: Sequence[float]) -> str:
    """As `python -m benchmarks.sprt` takes them."""
    pairs = zip(sought, values, strict=True)
    return ",".join(f"{each.constant.name}={round(value)}" for each, value in pairs)


if __name__ == "__main__":
    main()

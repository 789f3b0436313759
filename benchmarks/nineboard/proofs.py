"""What the proof search of nine-board proves in a time in which alpha-beta does or does not.

    python -m benchmarks.nineboard.proofs [--seconds S] [--count N] [--json]

Each alone on one core, of which only the seconds that it had are counted. The positions, in
positions.txt, are of games that the search played against itself at depth 15 after two to six
random moves, six to eleven plies before it saw their ends.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from math import exp, log
from pathlib import Path
from time import process_time

import numpy as np

from bot.search.core.kernel import Range
from bot.search.core.memory_layout import NEVER
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY, PROVEN
from bot.search.nineboard.kernel import NineboardKernel
from games import Position, game_named
from games.notation import read_moves

POSITIONS = Path(__file__).with_name("positions.txt")
LEAST = 0.001  # seconds; what takes less counts as so much
WORDS = 1 << 23  # of the table, as with 64 MB
CHUNK = 1 << 12  # nodes of a proof between two looks at the clock


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.nineboard.proofs", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seconds", type=float, default=0.5, help="for each (default 0.5)")
    parser.add_argument("--count", type=int, default=60, help="how many positions (default 60)")
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    args = parser.parse_args()
    lines = POSITIONS.read_text(encoding="ascii").splitlines()[: args.count]
    positions = [read_moves(game_named("nineboard"), line) for line in lines]
    told = {}
    for name, ways in (("alpha-beta", alpha_beta), ("proof search", proof_search)):
        next(ways(positions[0]))
        took = [seconds(ways(position), args.seconds) for position in positions]
        solved = sum(each is not None for each in took)
        mean = exp(sum(log(max(each or args.seconds, LEAST)) for each in took) / len(took))
        told[name] = {"proven": solved, "of": len(took), "mean_seconds": round(mean, 4)}
        if not args.json:
            print(f"{name:12} {solved} of {len(took)} in {args.seconds:g} s, mean {mean:.3f} s")
    if args.json:
        print(json.dumps(told))


def seconds(steps: Iterator[bool], most: float) -> float | None:
    """How long it takes until a position is proven; None if longer than that."""
    begun = process_time()
    for is_proven in steps:
        took = process_time() - begun
        if took > most:
            return None
        if is_proven:
            return took
    return None


def alpha_beta(position: Position) -> Iterator[bool]:
    """Deeper and deeper, as in play on one core; whether the end is seen."""
    kernel = loaded(position)
    cells = kernel.moves()
    for depth in range(1, position.game.cells - len(position.moves) + 1):
        best, values = -INFINITY, dict[int, int]()
        for cell in cells:
            values[cell] = searched(kernel.search, cell, depth, best)
            best = max(best, values[cell])
            yield best >= PROVEN
        yield abs(best) >= PROVEN
        cells.sort(key=lambda cell: -values[cell])


def searched(search: Callable[..., int | None], cell: int, depth: int, best: int) -> int:
    """The value of a move, asked first whether it is better than the best."""
    value = None
    if best > -INFINITY:
        value = search(cell, depth, best, best + 1, NEVER)
    if value is None or value > best:
        value = search(cell, depth, best, INFINITY, NEVER)
    assert value is not None, "nobody stops it"
    return value


def proof_search(position: Position) -> Iterator[bool]:
    kernel = loaded(position)
    while True:
        known, _ = kernel.prove(NEVER, CHUNK)
        yield known in (Range(1, 1), Range(-1, -1))


def loaded(position: Position) -> NineboardKernel:
    kernel = NineboardKernel(position.game, np.zeros(WORDS, np.uint64), np.zeros(16, np.int64))
    kernel.load(position, Mode.PLAY)
    return kernel


if __name__ == "__main__":
    main()

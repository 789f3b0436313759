"""Makes the book of Connect 4 with the solver, or checks the one there is.

    python -m benchmarks.connect4.book [--check N] [--make] [--workers N]

Without --make, looks whether every position of the book has the value of its best move, and solves
some of the last ones anew. With --make, solves all of those, two hours of a core; interrupted, it
goes on where it was.
"""

import argparse
import random
import sys
from collections.abc import Iterable
from functools import cache
from multiprocessing import get_context
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import track

from benchmarks.connect4.layers import Layer, backwards, layers
from bot.cores import usable_cores
from bot.search.connect4.book import FILE, PLIES, VALUES, packed, places, unpacked, values
from bot.search.connect4.kernel import Connect4Kernel
from bot.search.connect4.solver import solved
from bot.search.core.compiled import Array
from bot.search.core.memory_layout import NEVER
from bot.search.core.shared import begin
from games import game_named

WORDS = 1 << 26  # of the solver's table
CHUNK = 1000  # positions that a worker solves at a stroke; neighbours have much in common
PART = FILE.with_suffix(".part")
ROOMY = 1.24  # places for each position; with less than 1.23, some are left without one


class Solver:
    """The solver of one process, and what it remembers."""

    def __init__(self) -> None:
        self._signal = np.zeros(16, np.int64)
        self._kernel = Connect4Kernel(
            game_named("connect4"), np.zeros(WORDS, np.uint64), self._signal
        )
        begin(self._kernel.shared, NEVER)
        self._last = layers(PLIES)[-1]

    def values(self, positions: Iterable[int]) -> bytes:
        """Who wins these positions of the last layer, one more than -1, 0 or 1 each."""
        return bytes(1 + self._value(at) for at in positions)

    def _value(self, at: int) -> int:
        mine, taken = self._last.mine[at], self._last.taken[at]
        score = solved(self._kernel.board, self._kernel.shared, mine, taken, PLIES, -1, 1)
        return (score > 0) - (score < 0)


@cache
def _solver() -> Solver:
    """That of this process."""
    return Solver()


def chunk(positions: range) -> bytes:
    return _solver().values(positions)


def make(every: list[Layer], workers: int) -> None:
    """Solve what is not solved yet, and write the book."""
    many = len(every[-1].keys)
    done = PART.stat().st_size if PART.exists() else 0
    chunks = [range(at, min(at + CHUNK, many)) for at in range(done, many, CHUNK)]
    with get_context("spawn").Pool(workers) as pool, PART.open("ab") as part:
        told = track(pool.imap(chunk, chunks), "solving", len(chunks), console=Console(stderr=True))
        for found in told:
            part.write(found)
            part.flush()
    last = np.frombuffer(PART.read_bytes(), np.uint8).astype(np.int8) - np.int8(1)
    keys = np.concatenate([layer.keys for layer in every])
    FILE.write_bytes(packed(table_of(keys, np.concatenate(backwards(every, last)))))
    PART.unlink()


def table_of(keys: Array, wanted: Array) -> Array:
    """A table in which the three places of every key tell its value.

    A key with a place that no other has can be given its value there last of all. So such keys are
    put aside, until none is left; then they get their values, those put aside last first.
    """
    size = 12 * (int(ROOMY * len(keys)) // 12 + 1)
    spots = np.stack(places(keys, size), axis=1)
    left, aside = np.arange(len(keys)), list[tuple[Array, Array]]()
    while len(left):
        alone = np.bincount(spots[left].ravel(), minlength=size)[spots[left]] == 1
        ready = alone.any(axis=1)
        assert ready.any(), "some positions share all their places: make the book roomier"
        aside.append((left[ready], alone[ready].argmax(axis=1)))
        left = left[~ready]
    bits, table = np.argsort(VALUES[:3])[wanted + 1].astype(np.uint8), np.zeros(size, np.uint8)
    for which, own in reversed(aside):
        others = table[spots[which, (own + 1) % 3]] ^ table[spots[which, (own + 2) % 3]]
        table[spots[which, own]] = bits[which] ^ others
    return table


def check(every: list[Layer], many: int, seed: int) -> int:
    """How many positions have another value than they should, by their best moves or the solver."""
    table = unpacked(FILE.read_bytes())
    told = [values(table, layer.keys) for layer in every]
    right = backwards(every, told[-1])
    wrong = sum(int((one != other).sum()) for one, other in zip(told, right, strict=True))
    print(f"{sum(map(len, told))} positions compared with what comes of them: {wrong} differ")
    sample = random.Random(seed).sample(range(len(told[-1])), many)
    begun = perf_counter()
    found = Solver().values(sample)
    off = sum(int(told[-1][at]) + 1 != value for at, value in zip(sample, found, strict=True))
    print(f"{many} of the last solved in {perf_counter() - begun:.0f} s: {off} differ")
    return wrong + off


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.connect4.book", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--make", action="store_true", help=f"write {FILE.name}")
    parser.add_argument("--check", type=int, default=1000, metavar="N", help="positions (1000)")
    parser.add_argument("--seed", type=int, default=1, help="which positions (default 1)")
    parser.add_argument("--workers", type=int, default=usable_cores(), metavar="N")
    args = parser.parse_args()
    every = layers(PLIES)
    if args.make:
        make(every, args.workers)
    sys.exit(check(every, args.check, args.seed) > 0)


if __name__ == "__main__":
    main()

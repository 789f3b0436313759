"""How fast the search is: every figure a ratio or a count measured in one run on this machine.

    python -m benchmarks.search [--json] [--only FIGURE ...] [--seconds S]

c_ratio              node rate of the Connect 4 solver against the same algorithm in C, gcc -O3
bitbully_ratio_1     wall time to solve 100 positions of Connect 4 against BitBully, one worker
bitbully_ratio_2     the same with two workers
speedup_2            time of one worker against two on hard positions of several games
nodes_per_s          of one worker, by game
nineboard_depth      reached on an empty board in 2 s, with all cores
gomoku_depth         reached on 20x20 from 16 stones in 1 s, with all cores
gomoku_nodes_per_s   of one worker, in that search
ask_ms               to solve and to play a Connect 4 position of 29 stones and more, the median
abort_ms             from telling the workers to stop until the last one has stopped, the median
ready_s              from starting a bot's search to its being ready, with compiled code on disk
memory_mb            of a search with two workers and a table of 256 MB, all of it in use
"""

import argparse
import json
import statistics
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from math import exp, log
from typing import NamedTuple

import psutil
from rich.console import Console

from benchmarks.connect4.speed import SEED, measure, near_the_end, random_positions
from bot.brain import Budget
from bot.search.core.mode import Mode
from bot.search.driver import Searcher
from bot.search.task import Task
from games import Position, game_named
from games.notation import read_moves

HASH_MB = 256
ROUNDS = 5  # searches of which the median counts
QUIET_20X20 = "m12 o11 m14 o13 o14 n14 p12 n12 n13 l11 p11 o12 p10 p13 l10 m10"


class Hard(NamedTuple):
    """A position to solve, or to search to a depth."""

    game: str
    moves: str
    depth: int | None = None


HARD = (
    Hard("connect4", "4442"),
    Hard("connect4", "44"),
    Hard("nineboard", "55", 21),
    Hard("nineboard", "71 15", 20),
    Hard("mnk:rows=5,cols=5,k=4", "c3"),
    Hard("qubic", "111 222", 8),
    Hard("mnk", QUIET_20X20, 13),
    Hard("gomoku", "h8 i7 g9 j10", 12),
)
KERNELS = {
    "connect4": "4",
    "nineboard": "55",
    "qubic": "111 222",
    "mnk:rows=6,cols=6,k=5": "c3 d4",
    "mnk": QUIET_20X20,
    "connect4:width=10,height=10": "5",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    parser.add_argument("--only", nargs="+", choices=FIGURES, metavar="FIGURE", help="just these")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="for each rate of nodes (default 1)"
    )
    args = parser.parse_args()
    talk = Console(stderr=True, highlight=False)
    figures: dict[str, object] = {}
    for name in args.only or FIGURES:
        talk.print(f"measuring {name} ...")
        figures[name] = FIGURES[name](args.seconds)
        if not args.json:
            print(f"{name:20} {figures[name]}", flush=True)
    if args.json:
        print(json.dumps(figures))


@cache
def beside_others() -> dict[str, float | None]:
    """Connect 4 solved by others and by us, measured once for all figures."""
    return measure(random_positions(100), rounds=2)


def speedup(_: float) -> float:
    """The geometric mean over the hard positions."""
    ratios = []
    for hard in HARD:
        alone, together = (_time(hard, workers) for workers in (1, 2))
        ratios.append(alone / together)
        print(
            f"  {hard.game} {hard.moves or '-'}: {alone:.2f} s, {together:.2f} s, "
            f"{alone / together:.2f}x",
            file=sys.stderr,
        )
    return round(exp(statistics.fmean(map(log, ratios))), 3)


def _time(hard: Hard, workers: int) -> float:
    """How long it takes with a cold table, the median: who of two finds what first is chance."""
    position = _position(hard.game, hard.moves)
    mode = Mode.PLAY if hard.depth else Mode.SOLVE
    times = []
    with _searcher(workers, hard.game) as search:
        for _ in range(ROUNDS):
            search.pool.memory.clear_table()
            begun = time.perf_counter()
            search.search(position, mode, Budget(depth=hard.depth), None)
            times.append(time.perf_counter() - begun)
    return statistics.median(times)


def rates(seconds: float) -> dict[str, int]:
    """Nodes a second of one worker, by game."""
    return {name: _rate(name, moves, seconds)[1] for name, moves in KERNELS.items()}


def _rate(game: str, moves: str, seconds: float, workers: int = 1) -> tuple[int, int]:
    """The depth reached, and the nodes a second."""
    with _searcher(workers, game) as search:
        position = _position(game, moves)
        search.choose(position, Budget(0.1))
        search.pool.memory.clear_table()
        choice = search.choose(position, Budget(seconds))
    assert choice.depth is not None
    assert choice.nodes is not None
    return choice.depth, round(choice.nodes / seconds)


def asking(_: float) -> dict[str, float]:
    """Milliseconds of questions whose answer is quick, by one worker; of each the fastest of five.

    So it is what is around the search that counts: the pipe, the worker's waking, the table.
    """
    near = near_the_end(100, SEED)
    with _searcher(1, "connect4") as search:
        calls: dict[str, Callable[[Position], object]] = {
            "solve": lambda position: search.solve(position, Budget(5.0)),
            "choose": lambda position: search.choose(position, Budget(0.1)),
        }
        return {name: _median_ms(call, near) for name, call in calls.items()}


def _median_ms(call: Callable[[Position], object], positions: list[Position]) -> float:
    times = []
    for position in positions:
        tries = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            call(position)
            tries.append(time.perf_counter() - begun)
        times.append(min(tries))
    return round(1000 * statistics.median(times), 3)


def abort(_: float) -> float:
    """Milliseconds from the call to stop until choose has returned, with two workers searching."""
    times = []
    with _searcher(2, "nineboard") as search:
        position = _position("nineboard", "")
        for _ in range(50):
            stopped = [0.0]
            timer = threading.Timer(0.1, lambda at=stopped: _stop(search, at))
            timer.start()
            search.pool.run(_endless(position), None)
            times.append(time.perf_counter() - stopped[0])
            timer.join()
    return round(statistics.median(times) * 1000, 2)


def _stop(search: Searcher, at: list[float]) -> None:
    at[0] = time.perf_counter()
    search.stop()


def _endless(position: Position) -> Task:
    return Task(position, Mode.PLAY, 80)


def ready(_: float) -> float:
    """Seconds, the best of three: what disk and neighbours add is not ours."""
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        with _searcher(2, "gomoku"):
            times.append(time.perf_counter() - begun)
    return round(min(times), 2)


def memory(_: float) -> int:
    """Megabytes of all processes, what they share counted once."""
    with _searcher(2, "nineboard") as search:
        search.choose(_position("nineboard", ""), Budget(10.0))
        us = psutil.Process()
        everyone = [us, *us.children(recursive=True)]
        return round(sum(each.memory_full_info().pss for each in everyone) / 2**20)


def _searcher(workers: int, game: str) -> Searcher:
    search = Searcher(workers=workers, hash_mb=HASH_MB, games=(game,))
    search.warm_up()
    return search


def _position(game: str, moves: str) -> Position:
    return read_moves(game_named(game), moves)


FIGURES: dict[str, Callable[[float], object]] = {
    "c_ratio": lambda _: beside_others()["c_ratio"],
    "bitbully_ratio_1": lambda _: beside_others()["bitbully_ratio_1"],
    "bitbully_ratio_2": lambda _: beside_others()["bitbully_ratio_2"],
    "speedup_2": speedup,
    "nodes_per_s": rates,
    "nineboard_depth": lambda _: _rate("nineboard", "", 2.0, 2)[0],
    "gomoku_depth": lambda _: _rate("mnk", QUIET_20X20, 1.0, 2)[0],
    "gomoku_nodes_per_s": lambda _: _rate("mnk", QUIET_20X20, 1.0)[1],
    "ask_ms": asking,
    "abort_ms": abort,
    "ready_s": ready,
    "memory_mb": memory,
}

if __name__ == "__main__":
    main()

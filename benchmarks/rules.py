"""How fast the rules are: the time of one move on a 20x20 board, and perft rates of every game.

    python -m benchmarks.rules [--json] [--seconds S]

One move is `is_legal`, `play` and a look at `outcome`, timed one by one through random games on
`mnk` (20x20, five in a row). Beside it, in the same run, stands one scan of a list of 400, which is
what the move must not cost.
"""

import argparse
import json
import random
import statistics
import time

from rich.console import Console
from rich.table import Table

from games import CATALOGUE, Position, game_named

MOVE_TARGET_US = 10.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default 1)")
    args = parser.parse_args()
    times = move_times(args.seconds)
    figures = {
        "move_us": round(statistics.median(times) * 1e6, 2),
        "move_p99_us": round(statistics.quantiles(times, n=100)[98] * 1e6, 2),
        "scan_us": round(scan_time(args.seconds) * 1e6, 2),
        "moves_timed": len(times),
        "perft_per_s": {name: round(perft_rate(name, args.seconds)) for name in CATALOGUE},
    }
    if args.json:
        print(json.dumps(figures))
    else:
        show(figures)


def move_times(seconds: float) -> list[float]:
    """How long each move of random games takes."""
    game, chance = game_named("mnk"), random.Random(1)
    times: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        position = game.start()
        while not position.outcome:
            cell = chance.choice(position.legal_moves())
            begun = time.perf_counter()
            position.is_legal(cell)
            position = position.play(cell)
            _ = position.outcome
            times.append(time.perf_counter() - begun)
    return times


def scan_time(seconds: float) -> float:
    """What looking at each of 400 cells once would cost in plain Python."""
    board = [None] * 400
    times = []
    end = time.perf_counter() + seconds / 4
    while time.perf_counter() < end:
        begun = time.perf_counter()
        _ = [cell for cell in board if cell is None]
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def perft_rate(name: str, seconds: float) -> float:
    """Moves played per second, deeper and deeper from the empty board until the time is up."""
    begun = time.perf_counter()
    moves, depth = 0, 1
    while time.perf_counter() - begun < seconds:
        moves += perft(game_named(name).start(), depth, begun + seconds)
        depth += 1
    return moves / (time.perf_counter() - begun)


def perft(position: Position, depth: int, end: float) -> int:
    """How many moves are played to visit every position within *depth*; stops at *end*."""
    played = 0
    for cell in position.legal_moves():
        after = position.play(cell)
        played += 1
        if depth > 1:
            played += perft(after, depth - 1, end)
        if time.perf_counter() > end:
            break
    return played


def show(figures: dict[str, object]) -> None:
    out = Console(highlight=False)
    out.print(
        f"one move on 20x20: median {figures['move_us']} us, 99th percentile "
        f"{figures['move_p99_us']} us, of {figures['moves_timed']} "
        f"(target: median under {MOVE_TARGET_US:.0f} us)"
    )
    out.print(f"one scan of 400 cells, in the same run: {figures['scan_us']} us\n")
    table = Table("game", "moves played per second", box=None, pad_edge=False)
    perft_rates = figures["perft_per_s"]
    assert isinstance(perft_rates, dict)
    for name, rate in perft_rates.items():
        table.add_row(name, f"{rate:,}")
    out.print(table)


if __name__ == "__main__":
    main()

"""What it takes to judge a long tournament.

    python -m benchmarks.judging [--players N] [--games N] [--json]

The games are simulated, between players of known strength; what is timed is the whole verdict, as
the organiser has it made: standings, Elo with its intervals, openings; and the report of it. While
games go on the report is made again after 50 times as long.

games             that were judged
seconds           for the verdict, the best of three
report seconds    for the page, the best of three
report megabytes  of the page
"""

import argparse
import json
import timeit
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from organiser.report import render
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame
from tournament.verdict.judging import TournamentRecord, judge
from tournament.verdict.verdict import TournamentVerdict

STEP = 40.0  # Elo from one player to the next
LINE = (0, 3, 1, 4, 2)  # the shortest win in tic-tac-toe
TRIES = 3


def simulated(players: list[str], games: int) -> Iterator[Result]:
    """Everyone plays everyone, with swapped sides, until there are so many games."""
    chance, pairs, number = Random(1), list(combinations(range(len(players)), 2)), 0
    while True:
        for one, two in pairs:
            for first, second in ((one, two), (two, one)):
                if number == games:
                    return
                number += 1
                fixture = ScheduledGame(
                    number, number, (players[first], players[second]), (number - 1) // 2
                )
                expected = 1 / (1 + 10 ** (STEP * (second - first) / 400))
                won = chance.random() < expected
                yield Result(fixture, 0 if won else 1, "line", moves=LINE)


def judged(players: list[str], results: list[Result]) -> TournamentVerdict:
    return judge(
        TournamentRecord(
            title="Cup",
            game="tictactoe",
            plan=PairingPlan("round-robin", 1),
            clock="10+0.1",
            players=players,
            results=results,
            finished=True,
            openings=(),
        )
    )


def best_seconds(work: Callable[[], object]) -> float:
    """Of some tries."""
    return min(timeit.repeat(work, number=1, repeat=TRIES))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judging", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", type=int, default=10, help="(default 10)")
    parser.add_argument("--games", type=int, default=5000, help="(default 5000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    players = [f"p{number}" for number in range(args.players)]
    results = list(simulated(players, args.games))
    verdict = judged(players, results)
    figures = {
        "games": len(results),
        "seconds": round(best_seconds(lambda: judged(players, results)), 3),
        "report seconds": round(best_seconds(lambda: render([verdict])), 3),
        "report megabytes": round(len(render([verdict]).encode()) / 1e6, 2),
    }
    if args.json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        print(f"{name:20}{figure}")


if __name__ == "__main__":
    main()

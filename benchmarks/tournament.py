"""What a tournament costs beside the thinking, over the whole path: server, bots, journal, runner.

    python -m benchmarks.tournament [--json] [--only games_per_s|thinking_share]

games_per_s      tic-tac-toe between random movers, each a process of its own
thinking_share   of the time of all cores, what the workers of thinking bots have really used
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from bot.cores import usable_cores
from organiser.display import Display
from organiser.event import Event, Section
from organiser.runner import Runner
from protocol.parts import Terms, TimeControl
from protocol.replies import TournamentShown
from protocol.tournaments import Format, Plan
from tournament.results import Result

AT_ONCE = 16  # games of random movers
FAST, SLOW = TimeControl(60.0), TimeControl(per_move=0.5)
OPENINGS = (
    (0,),
    (1, 9),
    (40, 44),
    (30, 28),
    (12, 32),
    (76, 40),
)  # of nine-board, one for each pair


class Watching(Display):
    """Notes what the workers use from the first result on, as long as there is a game a core."""

    def __init__(self, games: int) -> None:
        super().__init__(quiet=True)
        self.used = 0.0
        self._left = games
        self._before: tuple[float, float] | None = None

    def result(self, section: Section, result: Result) -> None:
        self._left -= 1
        if self._left < usable_cores():
            return
        now = (asyncio.get_running_loop().time(), _used_by_workers())
        if self._before is None:
            self._before = now
        elif now[0] > self._before[0]:
            elapsed = now[0] - self._before[0]
            self.used = (now[1] - self._before[1]) / elapsed / usable_cores()

    def standing(self, section: Section, shown: TournamentShown) -> None:
        pass


def _used_by_workers() -> float:
    """CPU seconds of all processes that bots of ours have started."""
    return sum(sum(child.cpu_times()[:2]) for bot in _bots() for child in _children(bot))


def _bots() -> Iterator[psutil.Process]:
    for process in psutil.Process().children(recursive=True):
        try:
            if "bot" in process.cmdline()[1:4]:
                yield process
        except psutil.Error:
            continue


def _children(bot: psutil.Process) -> list[psutil.Process]:
    try:
        return bot.children(recursive=True)
    except psutil.Error:
        return []


def event(folder: Path, bots: tuple[str, str], plan: Plan, at_once: int) -> Event:
    names = tuple(bot.partition("=")[0] for bot in bots)
    return Event(folder, bots, (Section(plan, names),), concurrency=at_once)


def games_per_s(pairs: int) -> float:
    """Games of random movers, from the first start to the last end."""
    plan = Plan("Fast", Format.ROUND_ROBIN, Terms("tictactoe", FAST), rounds=pairs, at_once=AT_ONCE)
    with tempfile.TemporaryDirectory() as folder:
        running = Runner(
            event(Path(folder), ("a=chance", "b=chance"), plan, AT_ONCE), Display(quiet=True)
        )
        asyncio.run(running.run())
    return 2 * pairs / running.seconds["tictactoe"]


def thinking_share(pairs: int) -> float:
    """Of all cores, while so many games go on that there is one for each."""
    cores = usable_cores()
    openings = tuple(OPENINGS[at % len(OPENINGS)] for at in range(pairs))
    terms = Terms("nineboard", SLOW)
    plan = Plan("Slow", Format.ROUND_ROBIN, terms, pairs, openings=openings, at_once=cores)
    watching = Watching(2 * pairs)
    with tempfile.TemporaryDirectory() as folder:
        bots = ("a=search", "b=search:level=9")
        asyncio.run(Runner(event(Path(folder), bots, plan, cores), watching).run())
    return watching.used


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournament", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    parser.add_argument("--only", choices=("games_per_s", "thinking_share"), help="one of them")
    parser.add_argument("--pairs", type=int, default=1000, help="of fast games (default: 1000)")
    args = parser.parse_args()
    figures: dict[str, float] = {}
    if args.only != "thinking_share":
        figures["games_per_s"] = round(games_per_s(args.pairs), 1)
    if args.only != "games_per_s":
        figures["thinking_share"] = round(thinking_share(10), 3)
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:16} {figure}")


if __name__ == "__main__":
    main()

"""How strong the search is: matches over a real server against the classics, and level by level.

    python -m benchmarks.strength [--only CLASSIC ...] [--game G ...] [--games N] [--json]
    python -m benchmarks.strength --levels [L ...] [--game G ...] [--games N] [--json]

Each pair of matches has the same random opening, once with either side. Openings are as fair as in
tournaments: neither side is seen to have more of an edge than the first move gives, and in Connect
4, where they can be solved, they are drawn. They have as many plies as in tournaments, but four in
Connect 4: after eight, some are so forced that nobody can go wrong. An opening that led
to a loss is looked at again for minutes; if it is proven to be won by one side, its two matches do
not count. Small boards are drawn wherever one starts, so there the most to be reached against a
complete search is not to lose. The search thinks 0.2 s a move with a worker a core, as bots do; a
classic plays at its own pace. Levels play the level below them, at 0.2 s, and the first two of them
a child, that takes a win at once and otherwise plays anywhere.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.games import child
from benchmarks.games.decided_openings import Judge
from benchmarks.games.duel import Result, duel
from bot.brains.spec import LEVELS, Spec
from bot.cores import usable_cores
from bot.search.driver import Searcher
from bot.search.style.levels import HIGHEST
from games import Cell, Game, game_named
from games.errors import Mistake
from organiser.planning.balanced_openings import looked_for
from tournament.formats.openings import default_plies

SECONDS = 0.2
MEETINGS = {
    "window": ("mnk", "gomoku", "mnk:rows=10,cols=10,k=5"),
    "deepener": ("mnk", "gomoku"),
    "dictionary": ("tictactoe", "mnk:rows=4,cols=4,k=4", "mnk:rows=7,cols=7,k=5"),
    "dropper": ("connect4",),
    "grader": ("tictactoe", "nineboard", "qubic"),
}
LEVEL_GAMES = ("tictactoe", "mnk", "gomoku", "connect4", "nineboard", "qubic")
CHILD = Spec(str(Path(child.__file__)))
TAUGHT = 2  # levels up to this one play the child too
LOOK = 1.0  # seconds for a look at whether an opening is decided
# Longer where many are won, but not at sight; and for Connect 4 until it is solved.
LONG_LOOK = {"mnk": 3.0, "gomoku": 3.0, "connect4": 60.0}
PLIES = {"connect4": 4}  # the others begin as tournaments do


Opening = tuple[Cell, ...]


class Score(NamedTuple):
    """What the first brain made of its matches."""

    wins: int
    draws: int
    losses: int

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / max(1, self.wins + self.draws + self.losses)

    @property
    def told(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"

    @property
    def figures(self) -> dict[str, object]:
        return {"score": self.told, "share": round(self.share, 4)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--only", nargs="+", choices=MEETINGS, help="just these classics")
    parser.add_argument(
        "--levels", nargs="*", type=level, metavar="L", help="these, or all, instead"
    )
    parser.add_argument("--game", nargs="+", type=named, help="just these games")
    parser.add_argument("--games", type=int, default=40, help="matches of each (default 40)")
    parser.add_argument("--plies", type=int, help="of the openings")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default 1)")
    parser.add_argument("--at-once", type=int, default=1, help="matches at once (default 1)")
    parser.add_argument(
        "--workers",
        type=int,
        default=usable_cores(),
        help="of our search (default: a core each)",
    )
    parser.add_argument("--json", action="store_true", help="print one object at the end")
    args = parser.parse_args()
    scores: dict[Meeting, Score] = {}
    with showing() as progress:
        benchmark = Benchmark(args, progress)
        for meeting in meetings(args):
            score = scores[meeting] = benchmark.play(meeting)
            print(
                f"{meeting.name:40} {score.told:14} {score.share:.1%}",
                file=sys.stderr if args.json else sys.stdout,
                flush=True,
            )
    if args.json:
        print(json.dumps({each.name: score.figures for each, score in scores.items()}))
    elif args.levels is not None:
        print("", *table(scores), sep="\n")


def level(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= HIGHEST:
        return int(text)
    raise argparse.ArgumentTypeError(f"the levels are 1 to {HIGHEST}, not {text}")


def named(name: str) -> Game:
    try:
        return game_named(name)
    except Mistake as mistake:
        raise argparse.ArgumentTypeError(str(mistake)) from mistake


def showing() -> Progress:
    """A bar on a terminal, for what takes minutes."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)


class Meeting(NamedTuple):
    game: Game
    ours: Spec
    theirs: Spec
    limit: float | None  # seconds for a move of theirs

    @property
    def title(self) -> str:
        return f"{called(self.ours)} - {called(self.theirs)}"

    @property
    def name(self) -> str:
        return f"{self.title}, {self.game.name}"


def called(spec: Spec) -> str:
    if spec == CHILD:
        return "child"
    return f"level {spec.option('level', HIGHEST)}" if spec.is_search else spec.name


def meetings(args: argparse.Namespace) -> list[Meeting]:
    """Who is to play whom at what."""
    found = with_classics(args.only or list(MEETINGS)) if args.levels is None else []
    if args.levels is not None:
        found = [each for number in args.levels or LEVELS for each in with_levels(number)]
    if args.game:
        found = [each for each in found if each.game in args.game]
    if not found:
        who = "; ".join(f"{each}: {' '.join(games)}" for each, games in MEETINGS.items())
        sys.exit(f"nobody meets there. Who plays what: {who}; levels: {' '.join(LEVEL_GAMES)}")
    return found


def with_classics(names: list[str]) -> list[Meeting]:
    return [
        Meeting(game_named(game), Spec("search"), Spec(classic), None)
        for classic in names
        for game in MEETINGS[classic]
    ]


def with_levels(number: int) -> list[Meeting]:
    """A level against the one below, the first two against a child."""
    ours = at_level(number)
    others = [at_level(number - 1)] if number > 1 else []
    others += [CHILD] if number <= TAUGHT else []
    return [
        Meeting(game_named(game), ours, theirs, SECONDS)
        for theirs in others
        for game in LEVEL_GAMES
    ]


def at_level(number: int) -> Spec:
    return Spec("search", (("level", number),))


def table(scores: dict[Meeting, Score]) -> list[str]:
    """The points of every meeting, a line for who meets and a column for each game."""
    games = list(dict.fromkeys(each.game.name for each in scores))
    lines = ["".join([f"{'points of the first':22}", *(f"{game:>11}" for game in games)])]
    for title in dict.fromkeys(each.title for each in scores):
        shares = {
            each.game.name: score.share for each, score in scores.items() if each.title == title
        }
        told = (f"{shares[game]:>11.1%}" if game in shares else " " * 11 for game in games)
        lines.append("".join([f"{title:22}", *told]))
    return lines


class Benchmark:
    """Plays meetings, and shows how far they are; openings are those of all meetings of a game."""

    def __init__(self, args: argparse.Namespace, progress: Progress) -> None:
        self._args, self._progress = args, progress
        self._openings: dict[Game, list[Opening]] = {}

    def play(self, meeting: Meeting) -> Score:
        """All matches of a meeting, some at once, each on a server of its own."""
        starts = self._starts(meeting.game)
        waiting = [(opening, side) for opening in starts for side in (0, 1)][: self._args.games]
        advance = self._task(meeting.name, len(waiting))
        results = asyncio.run(self._matches(meeting, waiting, advance))
        lost = {opening: result.moves for opening, result in results if result.points == 0}
        void = decided(meeting.game, lost) if meeting.limit is None else set()
        points = [result.points for opening, result in results if opening not in void]
        return Score(points.count(1.0), points.count(0.5), points.count(0.0))

    async def _matches(
        self, meeting: Meeting, waiting: list[tuple[Opening, int]], advance: Callable[[], None]
    ) -> list[tuple[Opening, Result]]:
        results: list[tuple[Opening, Result]] = []

        async def one_table() -> None:
            limits = (SECONDS, meeting.limit)
            brains = (meeting.ours, meeting.theirs)
            async with duel(meeting.game, brains, limits, self._args.workers) as table:
                while waiting:
                    opening, side = waiting.pop(0)
                    result = await table.match(meeting.game, opening, side)
                    results.append((opening, result))
                    advance()
                    if result.points < 1:
                        told = "lost" if result.points == 0 else "drawn"
                        print(f"  {told} from {opening} as side {side}", file=sys.stderr)

        await asyncio.gather(*(one_table() for _ in range(self._args.at_once)))
        return results

    def _starts(self, game: Game) -> list[Opening]:
        """Fair openings, again from the first where the board has no more of them."""
        args, many = self._args, (self._args.games + 1) // 2
        if game not in self._openings:
            advance = self._task(f"openings of {game.name}", many)
            plies = args.plies or PLIES.get(game.name) or default_plies(game)
            look = LONG_LOOK.get(game.name, LOOK)
            every = looked_for(game, many, args.seed, plies, lambda _: advance(), look)
            self._openings[game] = [every[at % len(every)] for at in range(many)]
        return self._openings[game]

    def _task(self, name: str, total: int) -> Callable[[], None]:
        """Show another task instead of the one before; tells how to advance it."""
        for before in self._progress.task_ids:
            self._progress.remove_task(before)
        return partial(self._progress.advance, self._progress.add_task(name, total=total))


def decided(game: Game, lost: dict[Opening, tuple[Cell, ...]]) -> set[Opening]:
    """Those of the openings that were proven to be won by who won the game from them."""
    if not lost:
        return set()
    with Searcher(hash_mb=256, games=(game.name,)) as search:
        search.warm_up()
        found = {opening for opening in lost if Judge(search).is_won(game, opening, lost[opening])}
    for opening in found:
        print(f"  {opening} was proven to be decided", file=sys.stderr)
    return found


if __name__ == "__main__":
    main()

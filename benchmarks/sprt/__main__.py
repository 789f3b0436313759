"""Whether one search is stronger than another: fast games until a sequential test has decided.

    python -m benchmarks.sprt A B [--seconds S | --nodes N] [--elo0 E --elo1 E] [--results FILE]

A and B are checkouts, each perhaps with constants set otherwise: `. ../before` or
`.:futility_margin=120 .` (the names are in bot/search/flat/constants.py). The elo is A's over B.
Openings are new with each --seed, balanced as far as A sees, and played with both sides; the test
is the one that tournaments make, on pairs of games. A second of thinking is one that the search has
had a processor, so that what else goes on on the machine does not matter; with --wall it is one on
the wall, in a process of its own as in play. With --results the games are kept, and a test that was
broken off by Ctrl-C goes on.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.sprt.contender import Pace, read_contender
from benchmarks.sprt.match_record import MatchRecord, PlayedGame, pentanomial
from benchmarks.sprt.referee import Openings, Referee, Table
from games import Mistake, game_named
from tournament.statistics.elo import estimate, score_of
from tournament.statistics.interval import interval_text
from tournament.statistics.sprt import SequentialTest

BOARDS = ("gomoku", "gomoku:size=20")


def main() -> None:
    args = _parser().parse_args()
    try:
        sys.exit(run(args))
    except Mistake as mistake:
        sys.exit(f"error: {mistake}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sprt", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("a", help="a checkout, as CHECKOUT or CHECKOUT:name=value,...")
    parser.add_argument("b", help="another")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move (default 0.1)")
    parser.add_argument("--nodes", type=int, help="for a move, instead of seconds")
    parser.add_argument("--wall", action="store_true", help="count seconds on the wall")
    parser.add_argument("--board", nargs="+", default=BOARDS, metavar="GAME", help="by turns")
    parser.add_argument("--elo0", type=float, default=0.0, help="refuted by a pass (default 0)")
    parser.add_argument("--elo1", type=float, default=30.0, help="that is hoped for (default 30)")
    parser.add_argument("--games", type=int, help="play so many, whatever the test says")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default 1)")
    parser.add_argument("--results", type=Path, help="a file to keep the games in, and to go on")
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    return parser


def run(args: argparse.Namespace) -> int:
    """Play until it is decided; 0 if A has passed, or enough games were played."""
    test = SequentialTest(args.elo0, args.elo1)
    contenders = [read_contender(text) for text in (args.a, args.b)]
    boards = [game_named(name).name for name in args.board]
    pace = Pace(None if args.nodes else args.seconds, args.nodes)
    plan: dict[str, object] = {
        "a": str(contenders[0]),
        "b": str(contenders[1]),
        "boards": boards,
        "wall": args.wall,
        "seed": args.seed,
        **pace._asdict(),
    }
    record = MatchRecord(args.results, plan)
    openings = Openings(boards, args.seed, record)
    tables = [Table(contenders, boards, wall=args.wall) for _ in range(args.at_once)]
    referee = Referee(tables, openings, record)
    try:
        for _ in referee.games(boards, pace):
            _show("  " + in_words(test, record.games), quiet=args.json)
            if _is_enough(test, record.games, args.games):
                break
    except KeyboardInterrupt:
        _show("broken off: " + ("the same command goes on" if args.results else "nothing is kept"))
    finally:
        referee.stop()
    return _conclude(args, test, record.games, boards)


def _is_enough(test: SequentialTest, games: Sequence[PlayedGame], many: int | None) -> bool:
    counts = pentanomial(games)
    if many is not None:
        return 2 * sum(counts) >= many
    return test.state(counts).decision is not None


def _conclude(
    args: argparse.Namespace, test: SequentialTest, games: Sequence[PlayedGame], boards: list[str]
) -> int:
    """Print what was found, on all boards and on each."""
    figures: dict[str, object] = {"all": figures_of(games)}
    for board in boards:
        mine = [game for game in games if game.board == board]
        figures[board] = figures_of(mine)
        _show(f"{board:18} {in_words(test, mine)}", quiet=args.json)
    state = test.state(pentanomial(games))
    figures["llr"], figures["decision"] = round(state.llr, 2), state.decision
    if args.json:
        print(json.dumps(figures))
    else:
        print(f"{'all':18} {in_words(test, games)}")
        print({"H1": "A passes", "H0": "A fails", None: "undecided"}[state.decision])
    return 0 if state.decision == "H1" or args.games else 1


def figures_of(games: Sequence[PlayedGame]) -> dict[str, object]:
    """Points of A and how much stronger that makes it, with bounds."""
    counts = pentanomial(games)
    found = estimate(counts)
    if found is None:
        return {"pairs": counts}
    elo = found.elo
    return {
        "pairs": counts,
        "games": 2 * sum(counts),
        "points": round(
            sum(each * count for each, count in enumerate(counts)) / 4 / sum(counts), 4
        ),
        "points_from": round(score_of(elo.low), 4),
        "points_to": round(score_of(elo.high), 4),
        "elo": [round(elo.value), round(elo.low), round(elo.high)],
        "slowest": [max(game.slowest[who] for game in games) for who in (0, 1)],
    }


def in_words(test: SequentialTest, games: Sequence[PlayedGame]) -> str:
    """Pairs by points, the score, the Elo and how far the test is."""
    counts = pentanomial(games)
    found, state = estimate(counts), test.state(counts)
    if found is None:
        return "no pair yet"
    score = sum(each * count for each, count in enumerate(counts)) / 4 / sum(counts)
    return (
        f"{2 * sum(counts):4} games {counts} {score:.1%}  Elo {interval_text(found.elo)}"
        f"  LLR {state.llr:+.2f} ({state.lower:.2f}, {state.upper:.2f})"
    )


def _show(line: str, *, quiet: bool = False) -> None:
    """On a terminal, in place of the line before; elsewhere, below it."""
    if not quiet:
        terminal = sys.stdout.isatty() and line.startswith(" ")
        print(f"\r{line}\x1b[K" if terminal else line, end="" if terminal else "\n", flush=True)


if __name__ == "__main__":
    main()

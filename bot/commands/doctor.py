"""Examine a bot: what it does well, what goes wrong, and how to mend it.

examples:

inarow doctor ./mybot.py
inarow doctor search:level=4 --game connect4 --game qubic
inarow doctor --engine ./pbrain-mine --engine-protocol gomocup
inarow doctor chance --only rules clocks --json

The bot plays on a private server, in a process of its own, against an opponent who moves at random.
Exit code: 0 if it passed everything, 1 if something failed.
"""

import argparse
import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress

from bot.commands.brain_options import BrainOptions, configure_engine
from bot.doctor.advice import BotKind
from bot.doctor.examinations import EXAMINATIONS, run_examinations
from bot.doctor.finding import ExaminationFailed
from bot.doctor.report import Report
from bot.doctor.testbed import ExaminedBot, open_testbed
from bot.player.policy import check_played, read_games
from games import CATALOGUE, Mistake, game_named

PASSED, FAILED = 0, 1
USUAL_GAMES = ("tictactoe", "connect4")  # for all but the rules, which are examined in every game
SECONDS = 0.2
CAPACITY = 2
MOST_AT_ONCE = 16


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "brain",
        metavar="BRAIN",
        nargs="?",
        help="search, chance, a classic, or a file such as ./mybot.py",
    )
    configure_engine(parser)
    group = parser.add_argument_group("examinations")
    add = group.add_argument
    add("--game", metavar="G", action="append", default=[], help="only in this; may be repeated")
    add(
        "--seconds", metavar="S", type=float, default=SECONDS,
        help=f"to think for a move at most (default: {SECONDS:g})",
    )  # fmt: skip
    add(
        "--capacity", metavar="C", type=int, default=CAPACITY,
        help=f"matches at once (default: {CAPACITY})",
    )  # fmt: skip
    add(
        "--only", metavar="NAME", nargs="+", choices=EXAMINATIONS, default=list(EXAMINATIONS),
        help="these examinations and no others",
    )  # fmt: skip
    add("--seed", metavar="N", type=int, default=1, help="of the opponent's moves (default: 1)")
    add("--json", action="store_true", help="print the findings as JSON")
    parser.epilog = "examinations:\n" + "\n".join(
        f"  {name:16}{' '.join((examine.__doc__ or '').split())}"
        for name, examine in EXAMINATIONS.items()
    )


def run(args: argparse.Namespace) -> int:
    examined = _examined_bot(args)
    names = [name for name in EXAMINATIONS if name in args.only]
    return asyncio.run(_examine(examined, names, args.seed, Report(args.json)))


def _examined_bot(args: argparse.Namespace) -> ExaminedBot:
    if (args.brain is None) == (args.engine is None):
        raise Mistake("name what to examine: a brain, such as ./mybot.py, or an --engine")
    if not args.seconds > 0:
        raise Mistake(f"--seconds must be more than 0, not {args.seconds:g}")
    if not 1 <= args.capacity <= MOST_AT_ONCE:
        raise Mistake(f"the capacity must be 1 to {MOST_AT_ONCE}, not {args.capacity}")
    if args.engine is None:
        words = [args.brain]
    else:
        words = ["--engine", args.engine, "--engine-protocol", args.engine_protocol]
    kind: BotKind = "brain" if args.engine is None else args.engine_protocol
    games = _games(args)
    few = USUAL_GAMES if not args.game and {*games} > {*USUAL_GAMES} else ()
    return ExaminedBot(tuple(words), games, args.capacity, args.seconds, few, kind)


def _games(args: argparse.Namespace) -> tuple[str, ...]:
    """What it is examined in: what is asked for, or else all that it says it plays."""
    options = BrainOptions(
        argparse.Namespace(
            brain=args.brain or "search", engine=args.engine,
            engine_protocol=args.engine_protocol, level=None, workers=None, hash=None,
        )
    )  # fmt: skip
    thinker = options.thinker()
    check_played(asked := read_games(args.game), thinker)
    return asked or tuple(name for name in CATALOGUE if thinker.plays(game_named(name)))


async def _examine(examined: ExaminedBot, names: Sequence[str], seed: int, report: Report) -> int:
    examining = asyncio.create_task(_run(examined, names, seed, report))
    stopped = 0

    def stop(number: int) -> None:
        nonlocal stopped
        if not stopped:  # once more would cut the clearing up short
            stopped = number
            examining.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on platforms without signals in the loop
            asyncio.get_running_loop().add_signal_handler(number, stop, number)
    try:
        await examining
    except asyncio.CancelledError:
        return 128 + stopped  # as a shell tells of one that a signal has ended
    return PASSED if report.close() else FAILED


async def _run(examined: ExaminedBot, names: Sequence[str], seed: int, report: Report) -> None:
    with report:
        try:
            async with open_testbed(examined, seed, report.progress) as testbed:
                await run_examinations(testbed, names, report.tell)
        except ExaminationFailed as failure:  # to begin at all
            raise Mistake(f"{failure.told}. {failure.advice}") from failure

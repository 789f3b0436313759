"""Let two bots play each other: the short form of a tournament of two.

Nothing is left of it but what is printed: --out FOLDER keeps its games, logs and report, and lets
it go on after it was stopped; --record FILE keeps just the games.

examples:

inarow match search:level=10 dropper --game connect4 --games 40
inarow match search,seconds=0.2 gomocup:./pbrain-theirs,seconds=5 --game gomoku
inarow match ./mybot.py ./mybot-old.py --game gomoku --games 100 --clock 100ms/move
"""

import argparse
from tempfile import TemporaryDirectory

from client.console import talk
from games import Mistake
from organiser.commands.run import run_event
from organiser.planning.options import configure_event, configure_output


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", metavar="A", help="a bot, as `inarow tournament --bot` takes it")
    parser.add_argument("two", metavar="B", help="another one")
    parser.add_argument("--games", metavar="N", type=int, default=20, help="(default: 20)")
    configure_event(parser, short=True)
    configure_output(parser, short=True)


def run(args: argparse.Namespace) -> int:
    if args.games < 1:
        raise Mistake(f"--games must be at least 1, not {args.games}")
    args.bot = [args.one, args.two]
    args.rounds = (args.games + 1) // 2
    if args.title is None and not args.config:
        args.title = "Match"
    if args.games % 2:
        talk().print(f"games come in pairs, with sides swapped: {2 * args.rounds} are played")
    if args.out or args.resume:
        return run_event(args)
    with TemporaryDirectory(prefix="inarow-match-") as args.out:
        return run_event(args, keeps=False)

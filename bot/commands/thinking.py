"""What commands that search have in common: their options, and how they tell what was found."""

import argparse
from collections.abc import Callable

from bot.brain import Choice
from bot.search.driver import Searcher
from client.console import talk
from games.errors import Mistake
from games.game import Position
from protocol.parts import Verdict

Say = Callable[[str], None]


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the search."""
    parser.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument(
        "--hash", type=int, default=256, metavar="MB", help="size of the table (default: 256)"
    )


def positive(text: str) -> float:
    """A number of seconds, for argparse."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return seconds


def plies(text: str) -> int:
    """A number of plies, for argparse."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"must be a whole number above 0, not {text!r}")
    return int(text)


def searcher(args: argparse.Namespace, game: str) -> Searcher:
    """A search that is ready for a game; says so where that takes long."""
    if args.workers < 0:
        raise Mistake(f"--workers must be 0 (one a core) or more, not {args.workers}")
    searching = Searcher(workers=args.workers, hash_mb=args.hash, games=(game,))
    out = talk()
    if out.is_terminal:
        with out.status("warming up (the first time, the search is compiled: about a minute)"):
            searching.warm_up()
    else:
        searching.warm_up()
    return searching


def told(position: Position, choice: Choice) -> str:
    """What the verdict is, in words, for the side to move."""
    match choice.verdict:
        case Verdict.WIN | Verdict.LOSS if choice.distance is not None:
            ply = "ply" if choice.distance == 1 else "plies"
            return f"{choice.verdict} in {choice.distance} {ply}"
        case _:
            return str(choice.verdict)


def written(position: Position, choice: Choice) -> list[str]:
    """The expected play in the game's notation."""
    return [position.game.names[cell] for cell in choice.line]

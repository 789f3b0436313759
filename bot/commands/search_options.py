"""What commands that search have in common: their options, and how they tell what was found."""

import argparse
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from bot.brain import Choice
from bot.child_processes import signals_deferred
from bot.cores import crowded
from bot.search.driver import Searcher
from client.console import talk
from games.errors import Mistake
from games.game import Position
from protocol.parts import Verdict
from protocol.texts import count


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the search."""
    parser.add_argument(
        "--workers",
        type=int,
        default=0,
        metavar="N",
        help="processes (default: one for each core that may be used)",
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


@contextmanager
def searcher(args: argparse.Namespace, game: str) -> Iterator[Searcher]:
    """A search that is ready for a game, and leaves nothing behind; says so where it takes long."""
    if args.workers < 0:
        raise Mistake(f"--workers must be 0 (one a core) or more, not {args.workers}")
    if advice := crowded(args.workers):
        talk().print(advice)
    with ExitStack() as stack:
        stack.callback(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, _leave))
        with signals_deferred():  # or it might be there, and nobody know of it
            search = Searcher(workers=args.workers, hash_mb=args.hash, games=(game,))
            stack.callback(_close, search)
        _warm_up(search)
        yield search


def _leave(number: int, frame: FrameType | None) -> None:
    """As one who is ended by that signal, but not without clearing up."""
    raise SystemExit(128 + number)


def _close(search: Searcher) -> None:
    with signals_deferred():
        search.close()


def _warm_up(search: Searcher) -> None:
    out = talk()
    if out.is_terminal:
        with out.status("warming up (the first time, the search is compiled: about a minute)"):
            search.warm_up()
    else:
        search.warm_up()


def verdict_text(choice: Choice) -> str:
    """What the verdict is, in words, for the side to move."""
    match choice.verdict:
        case Verdict.WIN | Verdict.LOSS if choice.distance is not None:
            return f"{choice.verdict} in {count(choice.distance, 'ply', 'plies')}"
        case Verdict.WIN | Verdict.LOSS if choice.within is not None:
            return f"{choice.verdict} within {count(choice.within, 'ply', 'plies')}"
        case Verdict.WIN | Verdict.LOSS:
            return f"{choice.verdict}, in how many plies is not known yet"
        case _:
            return str(choice.verdict)


def line_moves(position: Position, choice: Choice) -> list[str]:
    """The expected play in the game's notation."""
    return [position.game.names[cell] for cell in choice.line]

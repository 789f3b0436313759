"""Holds an event: from what was asked for to its verdict on the screen and in its folder."""

import argparse
import asyncio
import json
import os
import shlex
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.compilation import COMPILING, compilation_told
from client.console import talk
from client.link.connection import ConnectionLost, RequestRefused
from client.local.private_server import PrivateServerFailed
from games import Game, Mistake
from organiser.display import Display, print_verdict
from organiser.event import FILE, Event, load_event
from organiser.planning.options import chosen
from organiser.planning.plans import planned
from organiser.runner import Runner
from organiser.verdicts import REPORT, failures, has_begun, verdict_on, write_files
from protocol.tournaments import Order
from tournament.verdict.export import as_json

OK, FAILED, INTERRUPTED = 0, 1, 130
KEPT = "all is kept in {}; if this is stopped, it goes on with: {}"
ONCE = "nothing is kept of this, and what is stopped does not go on: --out FOLDER would keep it"


def run_event(args: argparse.Namespace, keeps: bool = True) -> int:
    """Run it, and judge whatever was played; the exit code says whether it came to its end.

    Where its folder is not to be kept, nothing is promised of it.
    """
    orders = _orders(args)
    event = _begun(args)
    resume = f"inarow tournament --resume {shlex.quote(_short(event.folder))}"
    with Display(args.quiet) as show:
        show.say(KEPT.format(event.folder, resume) if keeps else ONCE)
        runner = Runner(event, show, _token(args) if event.server else None, orders, keeps)
        code, trouble = asyncio.run(_run(runner))
    _conclude(runner, args.json, keeps)
    if trouble:
        talk().print(f"inarow: {trouble}")
    if keeps and code != OK:
        talk().print(f"To go on: {resume}")
    return code


def _orders(args: argparse.Namespace) -> list[tuple[Order, int]]:
    """What to do with the tournaments before they go on."""
    if not args.resume and (args.extend is not None or args.cancel):
        raise Mistake("--extend and --cancel are for what was begun: name it with --resume FOLDER")
    if args.extend is not None and args.extend < 1:
        raise Mistake(f"--extend must be at least 1, not {args.extend}")
    extend = [(Order.EXTEND, args.extend)] if args.extend is not None else []
    return [*extend, *([(Order.CANCEL, 0)] if args.cancel else [])]


def _token(args: argparse.Namespace) -> str | None:
    return args.token or os.environ.get("INAROW_TOKEN") or None


def _short(folder: Path) -> str:
    """From here, where that is shorter."""
    return min(str(folder), os.path.relpath(folder), key=len)


def _begun(args: argparse.Namespace) -> Event:
    if args.resume:
        return load_event(Path(args.resume).absolute())
    if args.out and (Path(args.out) / FILE).exists():
        return load_event(Path(args.out).absolute())

    args.token = _token(args)
    with compilation_told(_no_news if args.quiet else _on_compilation):
        return planned(args, chosen(args), _no_progress if args.quiet else _on_opening)


def _on_compilation() -> None:
    talk().print(COMPILING)


def _no_news() -> None:
    pass


def _on_opening(game: Game, found: int, wanted: int) -> None:
    """On a terminal the line counts up; in a pipe there is one when they are found."""
    if found == wanted or sys.stderr.isatty():
        end = "\n" if found == wanted else "\r"
        text = f"balanced openings of {game.name}: {found} of {wanted}"
        print(text, end=end, file=sys.stderr, flush=True)


def _no_progress(game: Game, found: int, wanted: int) -> None:
    pass


async def _run(runner: Runner) -> tuple[int, str]:
    """The exit code, and what went wrong."""
    main = asyncio.current_task()
    assert main is not None, "this is a task"
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on platforms without signals in the loop
            asyncio.get_running_loop().add_signal_handler(number, main.cancel)
    try:
        await runner.run()
    except asyncio.CancelledError:
        return INTERRUPTED, ""
    except PrivateServerFailed as failure:
        return FAILED, str(failure)
    except RequestRefused as refusal:
        return FAILED, f"the server refused: {refusal.text}"
    except ConnectionLost as lost:
        return FAILED, lost.reason
    return OK, ""


def _conclude(runner: Runner, in_json: bool, keeps: bool) -> None:
    """Judge every tournament that has begun."""
    event = runner.event
    begun = (each for each in event.sections if has_begun(event, each))
    verdicts = [verdict_on(event, section) for section in begun]
    if not verdicts:
        return
    if keeps:
        write_files(event, verdicts)
    if in_json:
        print(json.dumps([as_json(verdict) for verdict in verdicts]))
        return
    for verdict in verdicts:
        print_verdict(verdict)
    if keeps:
        talk().print(f"report: {event.folder / REPORT}")
    else:
        for text in failures(event, verdicts):
            talk().print(text, markup=False, soft_wrap=True)

"""Run a server: people and bots connect to it with the URL that it prints.

Every option can also be set by an environment variable (--queue-bytes is INAROW_QUEUE_BYTES) or in
a TOML file (queue_bytes = 65536) named by --config; a flag beats a variable, which beats the file.

With --bots there is always somebody to play: it runs bots of the house beside itself, by default
level-1, level-3, level-5, level-8 and full-strength.

Ctrl-C or SIGTERM stops it: live matches are kept, and go on when the server is up again.
"""

import argparse
import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from server.app import App, serve_until_stopped
from server.commands.house_bots import HouseBot, house_bots, housing
from server.logs import configure as configure_logs
from server.settings import add_flags, load


def configure(parser: argparse.ArgumentParser) -> None:
    add_flags(parser)


def run(args: argparse.Namespace) -> int:
    settings = load(args, os.environ)
    bots = house_bots(settings.bots)
    configure_logs(settings.log_format, settings.log_level, name=settings.name)
    _make_room()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(serve_until_stopped(settings, partial(_beside, bots)))


def _make_room() -> None:
    """Take what the system gives: open files for every connection, and calmer memory.

    The default thresholds collect garbage every few moves, each time looking at all live matches,
    which hold none: that was a fifth of the CPU time of a move.
    """
    gc.set_threshold(10_000, 20, 1000)
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@asynccontextmanager
async def _beside(bots: Sequence[HouseBot], app: App) -> AsyncIterator[None]:
    """The URL goes to stdout, for whoever started us to read; then the bots come."""
    print(app.url, flush=True)
    async with housing(bots, app):
        yield


def _loop_factory() -> "type[asyncio.AbstractEventLoop] | None":
    if sys.platform == "win32":
        return None
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop

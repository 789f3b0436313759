"""A private server with bots on this machine, for as long as somebody plays.

    with private_house(search(level=5)) as house:
        async with connect(await house.url(), "you") as connection:  # once it is up
            name = await house.bot()  # once it is ready to be challenged

They are processes of their own, under a keeper that ends them when we end, however we do.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

HERE = Path(__file__).parent
PROGRAM = HERE.parent.parent / "inarow.py"
# What a bot says once it can be challenged, and when a match has begun.
READY = "ready for"
BEGUN = re.compile(r"\[(\w+)\] match against")
LEVEL = 5
LONGEST_NAME = 20  # that servers take
# Nobody here is a stranger.
FRIENDLY = ("--idle-seconds", "0", "--max-seconds", "1e9", "--per-opponent", "0")
SEARCH = "search"  # the brain that knows levels


class PrivateFailed(Exception):
    """The private server or its bot could not be started; the text says why."""


class Bot(NamedTuple):
    """A bot to be kept: its name, and what else to tell it on its command line."""

    name: str
    words: tuple[str, ...]


def search(level: int = LEVEL, *words: str, name: str = "") -> Bot:
    """A bot that searches, at a level from 1 to 10."""
    return Bot(name or f"level-{level}", (SEARCH, "--level", str(level), *words))


def thinking(brain: str, *words: str, name: str = "") -> Bot:
    """A bot with any brain that `inarow bot` takes: a name, or a file."""
    stem = Path(brain.partition(":")[0]).stem
    known = re.sub(r"[^A-Za-z0-9._-]", "", stem).lstrip("0123456789._-")
    return Bot(name or known[:LONGEST_NAME] or "bot", (brain, *words))


class House:
    """A server that gets up, and bots that get ready."""

    def __init__(self, start: Callable[[Bot], None], later: Sequence[Bot] = ()) -> None:
        self._start = start
        self._later = list(later)
        self._url: Future[str] = Future()
        self._match: Future[str] = Future()
        self._over: Future[str] = Future()  # only ever fails
        self._bots: list[Future[str]] = []
        self._names: list[str] = []
        self._adding = Lock()

    def add(self, bot: Bot) -> int:
        """Start another bot; the number to await it by."""
        with self._adding:  # the keeper counts them in the order in which it hears of them
            self._names.append(bot.name)
            self._bots.append(Future())
            self._start(bot)
            return len(self._bots) - 1

    async def url(self) -> str:
        """Where the server is, once it is up. Raises PrivateFailed if it does not get so."""
        return await asyncio.wrap_future(self._url)

    async def bot(self, number: int = 0) -> str:
        """The name of a bot, once it is ready. Raises PrivateFailed if it does not get so."""
        return await asyncio.wrap_future(self._bots[number])

    async def match(self) -> str:
        """The first match that a bot has begun."""
        return await asyncio.wrap_future(self._match)

    async def failure(self) -> None:
        """Waits until something of it ends that should not, and raises PrivateFailed."""
        await asyncio.wrap_future(self._over)

    def hear(self, line: str) -> None:
        """Take note of what the keeper tells."""
        match line.split(" ", 3):
            case "server", url:
                _settle(self._url, url)
            case "bot", number, *text if READY in " ".join(text):
                while self._later:
                    self.add(self._later.pop(0))
                _settle(self._bots[int(number)], self._names[int(number)])
            case "bot", _, *text if begun := BEGUN.search(" ".join(text)):
                _settle(self._match, begun[1])
            case "ended", "server", *reason:
                self._fail(self._url, f"the private server ended: {' '.join(reason)}")
            case "ended", "bot", number, reason:
                bot, done = self._bots[int(number)], reason.startswith("0 ")
                self._fail(bot, f"the private bot ended: {reason}", quietly=done and bot.done())
            case _:  # what else they say is nobody's business while it works
                pass

    def closed(self) -> None:
        for each in (self._url, self._match, *self._bots):
            self._fail(each, "the private server has ended")

    def _fail(self, future: "Future[str]", reason: str, quietly: bool = False) -> None:
        for each in (future, *([] if quietly else [self._over])):
            with suppress(InvalidStateError):  # it was settled, or nobody waits for it any more
                each.set_exception(PrivateFailed(reason))


def _settle(future: "Future[str]", result: str) -> None:
    with suppress(InvalidStateError):
        future.set_result(result)


@contextmanager
def private_house(
    *bots: Bot, later: Sequence[Bot] = (), program: Path = PROGRAM
) -> Iterator[House]:
    """A server and bots that are started at once, and ended at the end of the block.

    Those for *later* are started when the first one is ready, which they would hold up.
    """
    with _keeper(program) as keeper:
        stdin = keeper.stdin
        assert stdin is not None, "it is a pipe"

        def start(bot: Bot) -> None:
            words = ["bot", *bot.words, "--name", bot.name, "--on-exit", "resign", *FRIENDLY]
            with suppress(OSError, ValueError):  # the keeper has ended, which is told elsewhere
                print(json.dumps([*_ours(program), *words]), file=stdin, flush=True)

        house = House(start, later)
        for bot in bots:
            house.add(bot)
        listener = Thread(target=_listen, args=(keeper, house), daemon=True)
        listener.start()
        try:
            yield house
        finally:
            with suppress(OSError):
                stdin.close()
            listener.join()


def _listen(keeper: "subprocess.Popen[str]", house: House) -> None:
    assert keeper.stdout is not None, "its stdout is a pipe"
    for line in keeper.stdout:
        house.hear(line.rstrip("\n"))
    house.closed()


def _keeper(program: Path) -> "subprocess.Popen[str]":
    serve = [*_ours(program), "serve", "--durability", "process", "--log-level", "warning"]
    return subprocess.Popen(
        [sys.executable, "-I", str(HERE / "supervisor.py"), *serve],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=_environment(),
        start_new_session=True,  # Ctrl-C is for us, not for those we play with
    )


def _ours(program: Path) -> list[str]:
    return [sys.executable, str(program)]


def _environment() -> dict[str, str]:
    """Ours without what would set options of the server and the bot, or name an account."""
    return {name: value for name, value in os.environ.items() if not name.startswith("INAROW_")}

"""A private server with bots on this machine, for as long as somebody plays.

    with run_private_server(search_bot(level=5)) as server:
        async with connect(await server.url(), "you") as connection:  # once it is up
            name = await server.bot()  # once it is ready to be challenged

They are processes of their own, under a supervisor that ends them when we end, however we do.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from client.local.addresses import ANYWHERE
from client.processes.supervision import (
    LOCALHOST,
    PROGRAM,
    ChildExit,
    ChildLine,
    ChildNews,
    ChildReport,
    free_port,
    supervised,
)
from client.processes.supervisor import FOLDER
from protocol.names import LONGEST_NAME

LEVEL = 5
# Nobody here is a stranger.
FRIENDLY = ("--idle-seconds", "0", "--max-seconds", "1e9", "--per-opponent", "0")
SEARCH = "search"  # the brain that knows levels
COMPILING = "compiling the search, once: about 20 s"
SERVER = 0  # the number of its process, which is the first


class PrivateServerFailed(Exception):
    """The private server or its bot could not be started; the text says why."""


class Preparation(NamedTuple):
    """What has to be done before one can play."""

    doing: str
    done: float | None = None  # the part of it, as far as that is known


class PrivateBot(NamedTuple):
    """A bot to be run: its name, and what else to tell it on its command line."""

    name: str
    words: tuple[str, ...]


def search_bot(level: int = LEVEL, *words: str, name: str = "") -> PrivateBot:
    """A bot that searches, at a level from 1 to 10."""
    return PrivateBot(name or f"level-{level}", (SEARCH, "--level", str(level), *words))


def brain_bot(brain: str, *words: str, name: str = "") -> PrivateBot:
    """A bot with any brain that `inarow bot` takes: a name, or a file."""
    stem = Path(brain.partition(":")[0]).stem
    known = re.sub(r"[^A-Za-z0-9._-]", "", stem).lstrip("0123456789._-")
    return PrivateBot(name or known[:LONGEST_NAME] or "bot", (brain, *words))


class PrivateServer:
    """A server that gets up, and bots that get ready."""

    def __init__(
        self, start: Callable[[PrivateBot], int], later: Sequence[PrivateBot] = ()
    ) -> None:
        """*start* runs a bot, and returns the number of its process."""
        self._start = start
        self._later = list(later)
        self._url: Future[str] = Future()
        self._match: Future[str] = Future()
        self._over: Future[str] = Future()  # only ever fails
        self._bots: dict[int, Future[str]] = {}  # by process
        self._names: dict[int, str] = {}
        self._compiling: Future[str] = Future()
        self._compiled: float | None = None  # the part of the search that is, while it is
        self._changing = RLock()  # news come in a thread of their own

    def add(self, bot: PrivateBot) -> int:
        """Start another bot; the number to await it by."""
        with self._changing:
            process = self._start(bot)
            self._bots[process], self._names[process] = Future(), bot.name
            return len(self._bots) - 1

    async def url(self) -> str:
        """Where the server is, once it is up. Raises PrivateServerFailed if it does not get so."""
        return await asyncio.wrap_future(self._url)

    async def bot(self, number: int = 0) -> str:
        """The name of a bot, once it is ready. Raises PrivateServerFailed if it does not get so."""
        return await asyncio.wrap_future(list(self._bots.values())[number])

    @property
    def preparation(self) -> Preparation | None:
        """What is being done until the first bot is ready; nothing once it is."""
        if any(bot.done() for bot in self._bots.values()):
            return None
        if not self._url.done():
            return Preparation("the server is starting")
        if self._compiled is not None:
            return Preparation(COMPILING, self._compiled)
        return Preparation("the bot is getting ready")

    async def compiling(self) -> None:
        """Waits until the search is being compiled, which it may never be."""
        await asyncio.wrap_future(self._compiling)

    async def match(self) -> str:
        """The first match that a bot has begun."""
        return await asyncio.wrap_future(self._match)

    async def failure(self) -> None:
        """Waits until something of it ends that should not, and raises PrivateServerFailed."""
        await asyncio.wrap_future(self._over)

    def hear(self, news: ChildNews | None) -> None:
        """Take note of what the processes say, and of their ends; None: of that of them all."""
        with self._changing:
            self._hear(news)

    def _hear(self, news: ChildNews | None) -> None:
        match news:
            case ChildLine(process, "stdout", url) if process == SERVER:
                _settle(self._url, url)
            case ChildReport(process, "ready"):
                while self._later:
                    self.add(self._later.pop(0))
                _settle(self._bots[process], self._names[process])
            case ChildReport(_, "compiling", facts):
                _settle(self._compiling, COMPILING)
                self._compiled = min(1.0, int(facts["done"]) / max(1, int(facts["of"])))
            case ChildReport(_, "match", facts):
                _settle(self._match, str(facts["match"]))
            case ChildExit(process) if process == SERVER:
                self._fail(self._url, f"the private server ended: {news.text}")
            case ChildExit(process, code):
                bot = self._bots[process]
                finished = code == 0 and bot.done()
                self._fail(bot, f"the private bot ended: {news.text}", quietly=finished)
            case None:
                for each in (self._url, self._match, *self._bots.values()):
                    self._fail(each, "the private server has ended")
            case _:  # what else they say is nobody's business while it works
                pass

    def _fail(self, future: "Future[str]", reason: str, quietly: bool = False) -> None:
        for each in (future, *([] if quietly else [self._over])):
            with suppress(InvalidStateError):  # it was settled, or nobody waits for it any more
                each.set_exception(PrivateServerFailed(reason))


def _settle(future: "Future[str]", result: str) -> None:
    with suppress(InvalidStateError):
        future.set_result(result)


@contextmanager
def run_private_server(
    *bots: PrivateBot,
    later: Sequence[PrivateBot] = (),
    folder: Path | None = None,
    program: Path = PROGRAM,
) -> Iterator[PrivateServer]:
    """A server and bots that are started at once, and ended at the end of the block.

    Those for *later* are started when the first one is ready, which they would hold up. With a
    *folder* what is played can be gone on with: it has all that they need to be who they were.
    """
    port = str(free_port())

    def start(bot: PrivateBot) -> int:
        place = ["--session", str(folder / f"{bot.name}.session")] if folder else []
        ending = ["--on-exit", "hold" if folder else "resign"]
        words = ["bot", *bot.words, "--name", bot.name, *place, *ending, *FRIENDLY]
        return processes.start([*words, "--server", f"ws://{LOCALHOST}:{port}"], program=program)

    server = PrivateServer(start, later)
    with supervised(server.hear) as processes:
        serve = _serve(LOCALHOST, port, str(folder or FOLDER))
        processes.start(serve, program=program, ends_last=True)
        for bot in bots:
            server.add(bot)
        yield server


@contextmanager
def run_hosted_server(port: int, program: Path = PROGRAM) -> Iterator[PrivateServer]:
    """A server for whoever reaches this machine, without a bot, until the end of the block."""

    def start(bot: PrivateBot) -> int:
        raise AssertionError(f"{bot.name} is for a private server")

    server = PrivateServer(start)
    with supervised(server.hear) as processes:
        processes.start(_serve(ANYWHERE, str(port), FOLDER), program=program, ends_last=True)
        yield server


def _serve(host: str, port: str, folder: str) -> list[str]:
    return [
        "serve", "--durability", "process", "--log-level", "warning",
        "--host", host, "--port", port, "--database", f"{folder}/inarow.db",
    ]  # fmt: skip

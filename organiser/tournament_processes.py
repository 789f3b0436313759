"""The processes of a tournament: the bots and, where none is given, a server of their own.

A supervisor runs them, and ends them with us, however we end. What dies too early is started again
a few times: a bot comes back to its place, a server to all that it has kept. What each says on
stderr is kept in a log.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from bot.compilation import COMPILING
from client.local.private_server import PrivateServerFailed
from client.processes.supervision import (
    LOCALHOST,
    ChildExit,
    ChildLine,
    ChildNews,
    ChildReport,
    Processes,
    free_port,
)
from organiser.event import DATABASE, LOGS, SERVER_LOG

ENDED_AT_ONCE = 3  # starts of a process without anything said in between
MISTAKEN = 2  # the exit code where something given was wrong, and is so the next time
# Everybody on a private server comes from one address, and plays fast.
ROOMY = (
    "--requests-per-second", "10000", "--burst", "10000", "--requests-per-address", "100000",
    "--connections-per-address", "1000", "--opens-per-address", "1000",
    "--guest-bot-capacity", "1000", "--seats-per-address", "100000",
    "--open-tournaments", "1000", "--tournaments-per-address", "1000",
)  # fmt: skip


class _Command(NamedTuple):
    name: str
    words: list[str]
    serves: bool = False


class TournamentProcesses:
    """Those that run."""

    def __init__(self, url: str, folder: Path, place: Path | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._server = url or f"ws://{LOCALHOST}:{free_port()}"
        self._commands: dict[int, _Command] = {}  # by process
        self._starts: dict[str, int] = {}
        self._url: asyncio.Future[str] = self._loop.create_future()
        self.failure: asyncio.Future[None] = self._loop.create_future()
        self.said: asyncio.Queue[str] = asyncio.Queue()  # what a person may want to know
        # By the bot of an engine, what it says that it is.
        self.on_engine: Callable[[str, str], None] = lambda name, about: None
        self._closing = self._compiling = False
        self._folder, self._logs = folder, dict[Path, TextIO]()
        self._place = place if place and place.is_dir() else None  # where they run; None: here
        self._processes = Processes(self._hear_soon)
        if url:
            self._url.set_result(url)

    async def url(self) -> str:
        """Where the server is, once it is up. Raises PrivateServerFailed if it does not get so."""
        either: list[asyncio.Future[Any]] = [self._url, self.failure]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if self.failure.done():
            self.failure.result()
        return self._url.result()

    def serve(self) -> None:
        port = self._server.rpartition(":")[2]
        words = [
            "serve", "--durability", "process", *ROOMY, "--log-level", "warning",
            "--database", str(self._folder / DATABASE), "--host", LOCALHOST, "--port", port,
        ]  # fmt: skip
        self._start(_Command("server", words, serves=True))

    def add(self, name: str, words: Sequence[str]) -> None:
        """Start a bot; if it is up before the server, it tries again until it can connect."""
        self._start(_Command(name, ["bot", *words, "--name", name, "--server", self._server]))

    def _start(self, command: _Command) -> None:
        ends_last = command.serves
        process = self._processes.start(command.words, folder=self._place, ends_last=ends_last)
        self._commands[process] = command

    def _hear_soon(self, news: ChildNews | None) -> None:
        with suppress(RuntimeError):  # nobody listens any more
            self._loop.call_soon_threadsafe(self.hear, news)

    def hear(self, news: ChildNews | None) -> None:
        """Take note of what the processes say, and of their ends."""
        if isinstance(news, ChildLine) and news.stream == "stderr":
            self._keep(self._commands[news.process], news.text)
        if self._closing:
            return
        if news is None:
            self._fail("the keeper of the processes has ended")
            return
        command = self._commands[news.process]
        match news:
            case ChildLine(_, "stdout", url) if command.serves:
                if self._url.done():
                    self.said.put_nowait("the server is up again")
                else:
                    self._url.set_result(url)
            case ChildExit():
                self._again(command, news)
            case ChildReport(_, "compiling") if not self._compiling:
                self._compiling = True
                self.said.put_nowait(COMPILING)
            case ChildReport(_, "engine", facts):
                self.on_engine(command.name, str(facts["about"]))
            case ChildLine(_, "stderr", _) if not command.serves:
                self._starts.pop(command.name, None)

    def _keep(self, command: _Command, line: str) -> None:
        log = self._folder / (SERVER_LOG if command.serves else f"{LOGS}/{command.name}.log")
        if log not in self._logs:
            log.parent.mkdir(exist_ok=True)
            self._logs[log] = log.open("a", encoding="utf-8", buffering=1)
        print(line, file=self._logs[log])

    def _again(self, command: _Command, ended: ChildExit) -> None:
        name = command.name
        self._starts[name] = self._starts.get(name, 0) + 1
        if ended.code == MISTAKEN or self._starts[name] >= ENDED_AT_ONCE:
            self._fail(f"{name} ended: {ended.text}")
            return
        self.said.put_nowait(f"{name} ended ({ended.text}) and is started again")
        self._start(command)

    def _fail(self, reason: str) -> None:
        if not self.failure.done():
            self.failure.set_exception(PrivateServerFailed(reason))
            self.failure.exception()  # whoever waits for it hears of it; nobody needs to

    async def close(self) -> None:
        self._closing = True
        await asyncio.to_thread(self._processes.close)
        for file in self._logs.values():
            file.close()


@asynccontextmanager
async def tournament_processes(
    url: str, folder: Path, place: Path | None = None
) -> AsyncIterator[TournamentProcesses]:
    """Processes with a server, unless there is one at *url*; all end with the block."""
    field = TournamentProcesses(url, folder, place)
    try:
        if not url:
            field.serve()
        yield field
    finally:
        await field.close()

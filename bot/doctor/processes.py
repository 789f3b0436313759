"""The processes of an examination: a server, a bot, and what they leave behind.

All of them carry a mark in their environment, by which the ones that a bot has forgotten are found.
"""

import asyncio
import os
import re
import secrets
import signal
from contextlib import suppress
from pathlib import Path

from bot.doctor.advice import BotKind, advice_on
from bot.doctor.finding import LOG_LINES, ExaminationFailed
from client.processes.reports import split_report
from client.processes.supervision import LOCALHOST, ChildExit, ChildLine, ChildNews, Processes

MARK = "EXAMINED_BY_DOCTOR"
STARTING = 60.0  # seconds that a server has
GLANCE = 0.02  # seconds between two looks at a log
AT_ONCE = 0.3  # seconds in which a process leaves that has nothing to finish
FAREWELL = 5.0  # seconds that a process has to leave when it is asked to
FAULTS = ("it raised", "its process", "the program", "it cannot be loaded", "has a fault")
ERROR = re.compile(r"[A-Za-z_.]+(Error|Exception|Exit|Interrupt)\b")  # the end of a traceback
OURS = re.compile(r"\d\d:\d\d:\d\d ")  # how a line of the bot's own log begins


class Process:
    """A running command of ours, with all that it says on stderr.

    It says it into a file: a pipe would stay open for as long as a process that it leaves behind.
    """

    def __init__(self, processes: Processes, log: Path, words: tuple[str, ...]) -> None:
        self.mark = secrets.token_hex(8)
        self._log = log / f"{self.mark}.log"
        self._processes = processes
        loop = asyncio.get_running_loop()
        self.first_line: asyncio.Future[str] = loop.create_future()  # on stdout; empty: none
        self._code: asyncio.Future[int] = loop.create_future()
        self.number = processes.start(words, environment={MARK: self.mark}, log=self._log)

    def hear(self, news: ChildNews) -> None:
        if isinstance(news, ChildExit) and self.is_running:
            self._code.set_result(news.code)
        if not self.first_line.done():
            self.first_line.set_result(news.text if isinstance(news, ChildLine) else "")

    @property
    def is_running(self) -> bool:
        return not self._code.done()

    @property
    def _said(self) -> list[str]:
        """All whole lines so far."""
        text = self._log.read_bytes().decode(errors="replace") if self._log.exists() else ""
        return [line.rstrip() for line in text.split("\n")[:-1]]

    @property
    def lines(self) -> list[str]:
        """What it has logged so far for people."""
        said = [split_report(line) for line in self._said]
        return [text for text, report in said if text or report is None]

    async def reports(self, limit: float, event: str, **facts: object) -> dict[str, object] | None:
        """What it reports of such an event; None if it does not, or the process ends."""
        wanted = {"event": event, **facts}.items()
        clock = asyncio.get_running_loop().time
        until = clock() + limit
        while True:
            running = self.is_running  # asked first, or the last words would be missed
            for _, report in map(split_report, self._said):
                if report is not None and wanted <= report.items():
                    return report
            if not running or clock() > until:
                return None
            await asyncio.sleep(GLANCE)

    def signal(self, number: int = signal.SIGTERM) -> None:
        if self.is_running:
            self._processes.signal(self.number, number)

    async def ended(self, limit: float) -> int | None:
        """The exit code; None if it does not end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limit):
                return await asyncio.shield(self._code)
        return None

    async def end(self) -> None:
        """Ask it to leave; then make it, and all that it has started."""
        for limit in (AT_ONCE, FAREWELL):  # at the second signal a bot resigns what it plays
            self.signal()
            if await self.ended(limit) is not None:
                break
        else:
            await self.kill()
        for pid in await left_behind(self.mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    async def kill(self) -> None:
        """End it as a loss of power does."""
        self.signal(signal.SIGKILL)
        await asyncio.shield(self._code)


class ExaminedProcesses:
    """All that run for an examination, with their logs in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.get_running_loop()
        self._running: dict[int, Process] = {}
        self._processes = Processes(self._hear_soon)

    def start(self, *words: str) -> Process:
        """Run a command of ours; Ctrl-C in the terminal is not for it."""
        process = Process(self._processes, self._folder, words)
        self._running[process.number] = process
        return process

    async def start_server(self, port: int, first_move: float) -> tuple[Process, str]:
        """A server with its database in this folder, and its URL."""
        process = self.start(
            "serve", "--host", LOCALHOST, "--port", str(port),
            "--database", str(self._folder / "doctor.db"), "--durability", "process",
            "--first-move-seconds", str(first_move), "--burst", "10000",
            "--opens-per-address", "100000", "--connections-per-address", "100000",
            "--requests-per-address", "100000", "--seats-per-address", "100000",
            "--log-level", "warning",
        )  # fmt: skip
        try:
            async with asyncio.timeout(STARTING):
                url = (await process.first_line).strip()
        except BaseException:
            await process.kill()
            raise
        if not url:
            await process.ended(1.0)
            reason = f"the private server did not start: {' '.join(process.lines[-3:])}"
            raise ExaminationFailed(
                reason, "Run `inarow serve --port 0` by hand: it says what is in its way."
            )
        return process, url

    async def close(self) -> None:
        await asyncio.to_thread(self._processes.close)

    def _hear_soon(self, news: ChildNews | None) -> None:
        with suppress(RuntimeError):  # nobody listens any more
            self._loop.call_soon_threadsafe(self._hear, news)

    def _hear(self, news: ChildNews | None) -> None:
        if news is not None:
            self._running[news.process].hear(news)
            return
        for process in self._running.values():  # whose supervisor has ended
            process.hear(ChildExit(process.number, -signal.SIGKILL, ""))


async def left_behind(mark: str, grace: float = 5.0) -> dict[int, str]:
    """The processes that carry a mark, with their commands, once they have had time to leave.

    They are seen only where there is a /proc.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + grace
    while (found := _marked(mark)) and loop.time() < until:  # noqa: ASYNC110  # nobody tells
        await asyncio.sleep(GLANCE)
    return found


def _marked(mark: str) -> dict[int, str]:
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes():
                words = (entry / "cmdline").read_bytes().split(b"\0")
                found[int(entry.name)] = b" ".join(words).decode(errors="replace").strip()
    return found


def blamed(lines: list[str]) -> list[str]:
    """What a brain raised or did to its process, as a bot logs it."""
    return [line for line in lines if any(text in line for text in FAULTS)]


def printed(lines: list[str]) -> list[str]:
    """What a brain has printed, or an engine on its stderr."""
    return [line for line in lines if not OURS.match(line)]


def exit_told(process: Process, code: int | None, kind: BotKind) -> ExaminationFailed:
    """A bot that is not there any more, and the errors that it has told."""
    lines = process.lines or ["it said nothing"]
    how = "does not answer" if code is None else f"ended with exit code {code}"
    errors = [line for line in dict.fromkeys(lines[:-1]) if ERROR.match(line)]
    told = "\n".join([f"the bot {how}; its last words: {lines[-1]}", *errors[:LOG_LINES]])
    return ExaminationFailed(told, advice_on(lines[-1], kind))

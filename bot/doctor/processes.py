"""The processes of an examination: a server, a bot, and what they leave behind.

All of them carry a mark in their environment, by which the ones that a bot has forgotten are found.
"""

import asyncio
import os
import re
import secrets
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.doctor.advice import BotKind, advice_on
from bot.doctor.finding import LOG_LINES, ExaminationFailed

INAROW = str(Path(__file__).resolve().parents[2] / "inarow.py")
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

    def __init__(self, process: asyncio.subprocess.Process, mark: str, log: Path) -> None:
        self.process, self.mark, self._log = process, mark, log

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    @property
    def lines(self) -> list[str]:
        """All whole lines so far."""
        text = self._log.read_bytes().decode(errors="replace")
        return [line.rstrip() for line in text.split("\n")[:-1]]

    async def says(self, limit: float, *texts: str) -> str | None:
        """The line with all these texts; None if it does not come, or the process ends."""
        clock = asyncio.get_running_loop().time
        until = clock() + limit
        while True:
            running = self.is_running  # asked first, or the last words would be missed
            for line in self.lines:
                if all(text in line for text in texts):
                    return line
            if not running or clock() > until:
                return None
            await asyncio.sleep(GLANCE)

    def signal(self, number: int = signal.SIGTERM) -> None:
        if self.is_running:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)

    async def ended(self, limit: float) -> int | None:
        """The exit code; None if it does not end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limit):
                return await self.process.wait()
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
        await self.process.wait()


async def start(folder: Path, *words: str, read_stdout: bool = False) -> Process:
    """Run a command of ours; Ctrl-C in the terminal is not for it."""
    mark = secrets.token_hex(8)
    log = folder / f"{mark}.log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, INAROW, *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE if read_stdout else asyncio.subprocess.DEVNULL,
            stderr=errors, start_new_session=True, env=_environment(mark),
        )  # fmt: skip
    return Process(process, mark, log)


async def start_server(folder: Path, port: int, first_move: float) -> tuple[Process, str]:
    """A server with its database in this folder, and its URL."""
    process = await start(
        folder, "serve", "--host", "127.0.0.1", "--port", str(port),
        "--database", str(folder / "doctor.db"), "--durability", "process",
        "--first-move-seconds", str(first_move), "--burst", "10000",
        "--opens-per-address", "100000", "--connections-per-address", "100000",
        "--requests-per-address", "100000", "--seats-per-address", "100000",
        "--log-level", "warning",
        read_stdout=True,
    )  # fmt: skip
    assert process.process.stdout is not None, "it is a pipe"
    try:
        async with asyncio.timeout(STARTING):
            url = (await process.process.stdout.readline()).decode().strip()
    except BaseException:
        await process.kill()
        raise
    if not url:
        await process.ended(1.0)
        told = f"the private server did not start: {' '.join(process.lines[-3:])}"
        raise ExaminationFailed(
            told, "Run `inarow serve --port 0` by hand: it says what is in its way."
        )
    return process, url


def _environment(mark: str) -> dict[str, str]:
    """Ours without what would set options."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INAROW_")}
    return kept | {MARK: mark}


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

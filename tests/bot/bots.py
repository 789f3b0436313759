"""Bots as processes of their own, for tests that watch them play."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from protocol.events import Started
from protocol.parts import Side, Terms
from protocol.requests import Challenge
from tests import ROOT
from tests.patience import IN_VAIN
from tests.processes import environment
from tests.server.players_over_sockets import Player


class Bot:
    """A running `inarow bot`, and what it has logged."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.lines: list[str] = []
        self._process = process
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def says(self, text: str, times: int = 1) -> str:
        """The line with this text, once it was logged so many times."""
        async with asyncio.timeout(IN_VAIN):
            while True:
                found = self.saying(text)
                if len(found) >= times:
                    return found[times - 1]
                assert not self._reader.done(), f"ended without saying {text!r}: {self.lines}"
                self._changed.clear()
                await self._changed.wait()

    def saying(self, text: str) -> list[str]:
        """All lines with this text so far."""
        return [line for line in self.lines if text in line]

    def signal(self, number: int = signal.SIGTERM) -> None:
        self._process.send_signal(number)

    async def ended(self) -> int:
        """The exit code."""
        async with asyncio.timeout(IN_VAIN):
            await self._reader
            return await self._process.wait()

    async def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._reader

    async def _read(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            self.lines.append(line.decode().rstrip())
            self._changed.set()
        self._changed.set()


@asynccontextmanager
async def running_bot(url: str, *words: str, name: str = "deep") -> AsyncIterator[Bot]:
    """A bot process that does not outlive the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", "bot", *words, "--server", url, "--name", name,
        stderr=asyncio.subprocess.PIPE, cwd=ROOT, env=environment(),
    )  # fmt: skip
    bot = Bot(process)
    try:
        yield bot
    finally:
        await bot.kill()


def brain_file(folder: Path, source: str, name: str = "mybot.py") -> str:
    """The path of a user's file."""
    path = folder / name
    path.write_text(source)
    return str(path)


async def challenge(one: Player, name: str, terms: Terms, side: Side = 0) -> str:
    """A match against a bot, which it has accepted."""
    await one.ask(Challenge(0, name, terms, side))
    return (await one.next(Started)).match

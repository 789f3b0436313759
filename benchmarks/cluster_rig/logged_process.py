"""A process that can be ended in every way, paused, and started again, with its log in a file."""

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

START_SECONDS = 120.0  # that a start may take on a busy machine
TAIL = 2000  # characters of a log that are shown when a start fails


class DidNotStart(Exception):
    """A process of the rig is not up; the text has the end of its log."""


class LoggedProcess:
    """The same command from life to life, all of them in one log."""

    def __init__(self, command: list[str], log: Path, **options: Any) -> None:
        self.log = log
        self.command = command  # of the next life
        self.lives = 0
        self._options = options
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "it has not been started"
        return self._process.pid

    @property
    def is_up(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> str:
        """Start it; its first line on stdout, when it is ready."""
        await self.spawn()
        assert self._process is not None
        assert self._process.stdout is not None
        line = b""
        with suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                line = await self._process.stdout.readline()
        if not line:
            await self.kill()
            raise DidNotStart(f"{self.log}:\n{self.log.read_text()[-TAIL:]}")
        return line.decode().strip()

    async def spawn(self) -> None:
        """Start it without waiting until it is ready."""
        self.lives += 1
        with self.log.open("ab") as log:
            # In a session of its own, so that Ctrl-C at the terminal is ours alone to act on.
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdout=PIPE,
                stderr=log,
                start_new_session=True,
                close_fds=True,
                env=_environment(),
                **self._options,
            )

    async def wait(self) -> int:
        assert self._process is not None, "it has not been started"
        return await self._process.wait()

    async def kill(self) -> None:
        """End it as a loss of power does: at once, between any two instructions."""
        self.send(signal.SIGKILL)
        if self._process is not None:
            await self._process.wait()

    async def stop(self) -> int:
        """Ask it to go, and wait until it has gone; the exit code."""
        self.send(signal.SIGTERM)
        return await self.wait()

    def pause(self) -> None:
        self.send(signal.SIGSTOP)

    def go_on(self) -> None:
        self.send(signal.SIGCONT)

    def send(self, number: int) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)


def _environment() -> dict[str, str]:
    """Ours without what would set options."""
    return {name: value for name, value in os.environ.items() if not name.startswith("INAROW_")}

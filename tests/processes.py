"""Servers as processes of their own, for tests that signal or kill them."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests import ROOT
from tests.patience import IN_VAIN
from tests.server.storage.databases import put_fresh_file


class Process:
    """A running `inarow serve`."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, log: Path) -> None:
        self.url = url
        self._process = process
        self._log = log

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def log(self) -> str:
        return self._log.read_text()

    async def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait; the exit code."""
        self.signal(number)
        async with asyncio.timeout(IN_VAIN):
            return await self._process.wait()

    def signal(self, number: int) -> None:
        """Send a signal, if it is still there."""
        if self._process.returncode is None:
            self._process.send_signal(number)

    async def kill(self) -> None:
        """End it as a loss of power does: at once, between any two instructions."""
        await self.stop(signal.SIGKILL)


async def start(folder: Path, *flags: str) -> Process:
    """A server on any free port, with its database in this folder, once it listens."""
    put_fresh_file(folder / "inarow.db")
    log = folder / "serve.log"
    words = ("--port", "0", "--database", str(folder / "inarow.db"), *ROOMY, *flags)
    with log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "inarow", "serve", *words,
            stdout=asyncio.subprocess.PIPE, stderr=errors, cwd=ROOT, env=environment(),
        )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(IN_VAIN):
            line = await process.stdout.readline()
    except TimeoutError:
        process.kill()
        raise
    assert line, f"the server did not start: {log.read_text()}"
    return Process(process, line.decode().strip(), log)


@asynccontextmanager
async def serving_process(folder: Path, *flags: str) -> AsyncIterator[Process]:
    """A server process that does not outlive the block."""
    process = await start(folder, *flags)
    try:
        yield process
    finally:
        await process.kill()


async def run(*words: str, **variables: str) -> tuple[int, str, str]:
    """Run a command of ours to its end; its exit code, stdout and stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", *words,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        cwd=ROOT, env=environment() | variables,
    )  # fmt: skip
    async with asyncio.timeout(IN_VAIN):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def environment() -> dict[str, str]:
    """Ours without what would set options."""
    return {name: value for name, value in os.environ.items() if not name.startswith("INAROW_")}


ROOMY = (
    "--opens-per-address", "100000", "--connections-per-address", "100000",
    "--hello-seconds", str(IN_VAIN), "--heartbeat", str(IN_VAIN),
)  # fmt: skip

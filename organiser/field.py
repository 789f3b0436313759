"""The processes of a tournament: the bots and, where none is given, a server of their own.

A keeper runs them, and ends them with us, however we end. What dies too early is started again a
few times: a bot comes back to its place, a server to all that it has kept.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from client.local.private_server import HERE, PROGRAM, PrivateFailed

ENDED_AT_ONCE = 3  # starts of a process without anything said in between
# Everybody on a private server comes from one address, and plays fast.
ROOMY = (
    "--requests-per-second", "10000", "--burst", "10000", "--requests-per-address", "100000",
    "--connections-per-address", "1000", "--opens-per-address", "1000",
    "--guest-bot-capacity", "1000", "--seats-per-address", "100000",
    "--open-tournaments", "1000", "--tournaments-per-address", "1000",
)  # fmt: skip


class Field:
    """Those that run."""

    def __init__(self, keeper: asyncio.subprocess.Process, url: str) -> None:
        self._keeper = keeper
        self._commands: list[list[str]] = []
        self._names: list[str] = []
        self._starts: dict[str, int] = {}
        self._url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.said: asyncio.Queue[str] = asyncio.Queue()  # what a person may want to know
        if url:
            self._url.set_result(url)

    async def url(self) -> str:
        """Where the server is, once it is up. Raises PrivateFailed if it does not get so."""
        either: list[asyncio.Future[Any]] = [self._url, self.failure]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if self.failure.done():
            self.failure.result()
        return self._url.result()

    def add(self, name: str, words: Sequence[str]) -> None:
        """Start a bot."""
        command = [sys.executable, str(PROGRAM), "bot", *words, "--name", name]
        self._commands.append(command)
        self._names.append(name)
        self._write(command)

    async def listen(self) -> None:
        assert self._keeper.stdout is not None, "it is a pipe"
        async for line in self._keeper.stdout:
            self.hear(line.decode(errors="replace").rstrip("\n"))
        self._fail("the keeper of the processes has ended")

    def hear(self, line: str) -> None:
        """Take note of what the keeper tells."""
        match line.split(" ", 3):
            case "server", url if not self._url.done():
                self._url.set_result(url)
            case "server", _:
                self.said.put_nowait("the server is up again")
            case "ended", "server", *reason:
                self._again("server", ["serve"], " ".join(reason))
            case "ended", "bot", number, reason:
                index = int(number)
                name = self._names[index]
                self._names.append(name)
                self._commands.append(self._commands[index])
                self._again(name, self._commands[index], reason)
            case "bot", number, *_:
                self._starts.pop(self._names[int(number)], None)
            case _:
                pass

    def _again(self, what: str, command: list[str], reason: str) -> None:
        self._starts[what] = self._starts.get(what, 0) + 1
        mistaken = reason.startswith("2 ")  # something given was wrong, and is so the next time
        if mistaken or self._starts[what] >= ENDED_AT_ONCE:
            self._fail(f"{what} ended: {reason}")
            return
        self.said.put_nowait(f"{what} ended ({reason}) and is started again")
        self._write(command)

    def _write(self, command: list[str]) -> None:
        stdin = self._keeper.stdin
        assert stdin is not None, "it is a pipe"
        with suppress(OSError, ConnectionError):  # it has ended, which is told elsewhere
            stdin.write(json.dumps(command).encode() + b"\n")

    def _fail(self, reason: str) -> None:
        if not self.failure.done():
            self.failure.set_exception(PrivateFailed(reason))
            self.failure.exception()  # whoever waits for it hears of it; nobody needs to


@asynccontextmanager
async def playing_field(url: str, database: Path) -> AsyncIterator[Field]:
    """A keeper with a server, unless there is one at *url*; all end with the block."""
    serve = [sys.executable, str(PROGRAM), "serve", "--durability", "process", *ROOMY]
    told = ["--at", url] if url else [*serve, "--log-level", "warning", "--database", str(database)]
    keeper = await asyncio.create_subprocess_exec(
        sys.executable, "-I", str(HERE / "supervisor.py"), *told,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if not name.startswith("INAROW_")},
        start_new_session=True,  # Ctrl-C is for us, not for those who play
    )  # fmt: skip
    field = Field(keeper, url)
    listening = asyncio.create_task(field.listen())
    try:
        yield field
    finally:
        listening.cancel()
        assert keeper.stdin is not None, "it is a pipe"
        keeper.stdin.close()
        await asyncio.wait([listening])
        await _drained(keeper)


async def _drained(keeper: asyncio.subprocess.Process) -> None:
    """Wait for its end, reading on: a full pipe would hold it up."""
    assert keeper.stdout is not None, "it is a pipe"
    while await keeper.stdout.read(65536):
        pass
    await keeper.wait()

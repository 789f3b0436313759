"""Our end of the supervisor: what we have it run, and what it tells of that.

    with supervised(hear) as processes:
        number = processes.start(["serve", "--port", "0"], ends_last=True)

`hear` is called in a thread of its own for each line, report and exit, and with None at the very
end. All processes end with the block, and with us, however we end.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

from client.processes import supervisor
from client.processes.reports import VARIABLE, split_report

LOCALHOST = "127.0.0.1"
PROGRAM = Path(__file__).resolve().parents[2] / "inarow.py"


class ChildLine(NamedTuple):
    process: int
    stream: str  # stdout or stderr
    text: str


class ChildReport(NamedTuple):
    process: int
    event: str
    facts: Mapping[str, Any] = {}


class ChildExit(NamedTuple):
    process: int
    code: int
    reason: str  # its last words

    @property
    def text(self) -> str:
        if self.code < 0:  # then it has not said why
            return f"killed by signal {-self.code}"
        return f"{self.reason.removeprefix('inarow: ')} (exit code {self.code})"


ChildNews = ChildLine | ChildReport | ChildExit
Hear = Callable[[ChildNews | None], None]


class Processes:
    """Commands of ours that run under one supervisor; the numbers that they go by."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self._started = 0
        self._last_words: dict[int, str] = {}  # by process
        self._writing = Lock()  # it counts processes in the order in which it hears of them
        self._supervisor = _supervisor()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def start(
        self,
        words: Sequence[str],
        *,
        program: Path = PROGRAM,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        log: Path | None = None,
        ends_last: bool = False,
    ) -> int:
        """Run `inarow` with these words; its number. What it says on stderr goes to *log*, if any.

        It gets our environment without what would set options or name an account.
        """
        with self._writing:
            self._write(
                {
                    "command": [sys.executable, str(program), *words],
                    "environment": {VARIABLE: "1", **(environment or {})},
                    "folder": folder and str(folder),
                    "log": log and str(log),
                    "ends_last": ends_last,
                }
            )
            self._started += 1
            return self._started - 1

    def signal(self, process: int, number: int) -> None:
        with self._writing:
            self._write({"process": process, "signal": int(number)})

    def close(self) -> None:
        """End them all, and wait until they have ended."""
        assert self._supervisor.stdin is not None, "it is a pipe"
        with self._supervisor:
            with suppress(OSError):
                self._supervisor.stdin.close()
            self._listener.join()

    def _write(self, order: dict[str, Any]) -> None:
        with suppress(OSError, ValueError):  # the supervisor has ended, which is told elsewhere
            print(json.dumps(order), file=self._supervisor.stdin, flush=True)

    def _listen(self) -> None:
        assert self._supervisor.stdout is not None, "it is a pipe"
        for line in self._supervisor.stdout:
            for news in self._read(json.loads(line)):
                self._hear(news)
        self._supervisor.wait()  # or one that was killed might stay a zombie for as long as we run
        self._hear(None)

    def _read(self, news: dict[str, Any]) -> Iterator[ChildNews]:
        """What a line of the supervisor says."""
        match news:
            case {"process": number, "exit": code}:
                yield ChildExit(number, code, self._last_words.get(number, ""))
            case {"process": number, "stdout": text}:
                yield ChildLine(number, "stdout", text)
            case {"process": number, "stderr": line}:
                text, facts = split_report(line)
                if text.strip():
                    self._last_words[number] = text.strip()
                if text or facts is None:
                    yield ChildLine(number, "stderr", text)
                if facts is not None:
                    yield ChildReport(number, str(facts.pop("event", "")), facts)


@contextmanager
def supervised(hear: Hear) -> Iterator[Processes]:
    processes = Processes(hear)
    try:
        yield processes
    finally:
        processes.close()


def free_port() -> int:
    """One that nobody on this machine listens on just now."""
    with socket.create_server((LOCALHOST, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _supervisor() -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-I", supervisor.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={name: value for name, value in os.environ.items() if not name.startswith("INAROW_")},
        start_new_session=True,  # Ctrl-C is for us, not for those it runs
    )

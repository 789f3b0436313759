"""Runs a server and bots for whoever holds the other end of its stdin, and ends them with it.

It is a process of its own, so that it outlives us for a moment however we end, and a session of its
own, so that no Ctrl-C reaches those it keeps. It needs the standard library only and is run by its
path. Its arguments are the command of the server, or `--at URL` for one that runs already; each
line of its stdin is the command of a bot, in JSON, without the URL, or `["serve"]` to run a server
again that has ended. What the server keeps is lost with it, unless its command names a database.

On stdout it tells, line by line: `server URL` once it listens, `bot N TEXT` for what a bot says,
and `ended WHAT CODE REASON` for what ends before it should.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>
HOST = "127.0.0.1"
PATIENCE = 5.0  # seconds that each has to end by itself


class Keeper:
    def __init__(self, folder: Path, url: str = "") -> None:
        self._folder = folder
        self._url = url or f"ws://{HOST}:{_free_port()}"
        self._server: list[subprocess.Popen[str]] = []  # the latest last, or none of ours
        self._bots: list[subprocess.Popen[str]] = []
        self._telling = threading.Lock()

    def serve(self, command: list[str]) -> None:
        where = ["--host", HOST, "--port", self._url.rpartition(":")[2]]
        if "--database" not in command:
            where += ["--database", str(self._folder / "inarow.db")]
        server = self._run([*command, *where], "server")
        self._server.append(server)
        assert server.stdout is not None, "its stdout is a pipe"
        self._relay(server, server.stdout, "server")

    def add(self, command: list[str]) -> None:
        """Start a bot; if it is up before the server, it tries again until it can connect."""
        bot = self._run([*command, "--server", self._url], "bot")
        assert bot.stderr is not None, "its stderr is a pipe"
        self._bots.append(bot)
        self._relay(bot, bot.stderr, f"bot {len(self._bots) - 1}")

    def end(self) -> None:
        """The bots first, while there is a server to take leave of."""
        for group in (self._bots, self._server):
            for process in group:
                process.terminate()
            for process in group:
                try:
                    process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    def _run(self, command: list[str], what: str) -> "subprocess.Popen[str]":
        """The server tells its URL on stdout, a bot tells all on stderr."""
        serves = what == "server"
        with (self._folder / what).open("w") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if serves else subprocess.DEVNULL,
                stderr=log if serves else subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
            )

    def _relay(self, process: "subprocess.Popen[str]", lines: IO[str], what: str) -> None:
        def relay() -> None:
            last = ""
            for line in lines:
                last = line.strip() or last
                self._tell(f"{what} {line.rstrip()}")
            last = self._last_words(what) if what == "server" else last
            self._tell(f"ended {what} {process.wait()} {last}")

        threading.Thread(target=relay, daemon=True).start()

    def _last_words(self, what: str) -> str:
        lines = (self._folder / what).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _tell(self, line: str) -> None:
        with self._telling, contextlib.suppress(OSError, ValueError):  # nobody may be listening
            print(line, flush=True)


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _end_with_parent() -> None:
    """Linux only: the kernel ends this process should the keeper be killed.

    At once, because nobody is left to read what it would say about it.
    """
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    for number in (signal.SIGINT, signal.SIGHUP) if os.name == "posix" else (signal.SIGINT,):
        signal.signal(number, signal.SIG_IGN)
    with tempfile.TemporaryDirectory(prefix="inarow-") as folder:
        runs_already = sys.argv[1:2] == ["--at"]
        keeper = Keeper(Path(folder), sys.argv[2] if runs_already else "")
        try:
            if not runs_already:
                keeper.serve(sys.argv[1:])
            for line in sys.stdin:  # until the other end closes, as it does when its holder ends
                command = json.loads(line)
                if command == ["serve"]:
                    keeper.serve(sys.argv[1:])
                else:
                    keeper.add(command)
        finally:
            keeper.end()


if __name__ == "__main__":
    main()

"""Runs commands for whoever holds the other end of its stdin, and ends them with it.

It is a process of its own, so that it outlives us for a moment however we end, and a session of its
own, so that no Ctrl-C reaches those it runs. It needs the standard library only, and is run by its
path. Everything that goes in and out is a line of JSON:

    {"command": [...], "environment": {...}, "folder": null, "log": null, "ends_last": false}
    {"process": 0, "signal": 15}

The first of these starts a process, the other signals it.

    {"process": 0, "stdout": "ws://127.0.0.1:8765"}     what it says, line by line
    {"process": 0, "exit": 1}                           that it has ended

Processes are counted from 0. Each runs in its folder, or where it has none in ours. What one says
on stderr goes to its log, if it has one. FOLDER in a command stands for a folder that is removed in
the end.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

FOLDER = "{folder}"
PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>
PATIENCE = 5.0  # seconds that each has to end by itself
# Seconds until the pipes of one that has ended must be empty. They stay open for as long as some
# process lives that it has left behind.
DRAINING = 5.0


class Child:
    def __init__(self, order: dict[str, Any], folder: str) -> None:
        self.ends_last: bool = order["ends_last"]
        with contextlib.ExitStack() as stack:
            log = stack.enter_context(Path(order["log"]).open("wb")) if order["log"] else None
            self.process = subprocess.Popen(
                [word.replace(FOLDER, folder) for word in order["command"]],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log or subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                env=os.environ | order["environment"],
                cwd=order["folder"],
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
            )


class Supervisor:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._children: list[Child] = []
        self._telling = threading.Lock()

    def obey(self, order: dict[str, Any]) -> None:
        if "command" in order:
            self._start(order)
        else:
            self._children[order["process"]].process.send_signal(order["signal"])

    def _start(self, order: dict[str, Any]) -> None:
        child = Child(order, self._folder)
        self._children.append(child)
        watching = (child, len(self._children) - 1)
        threading.Thread(target=self._watch, args=watching, daemon=True).start()

    def _watch(self, child: Child, number: int) -> None:
        """Tell what it says until it has ended, and then that."""
        streams = {"stdout": child.process.stdout, "stderr": child.process.stderr}
        relays = [
            threading.Thread(target=self._relay, args=(number, name, lines), daemon=True)
            for name, lines in streams.items()
            if lines is not None
        ]
        for relay in relays:
            relay.start()
        code = child.process.wait()
        for relay in relays:
            relay.join(DRAINING)
        self._tell({"process": number, "exit": code})

    def _relay(self, number: int, name: str, lines: IO[str]) -> None:
        for line in lines:
            self._tell({"process": number, name: line.rstrip()})

    def _tell(self, news: dict[str, Any]) -> None:
        with self._telling, contextlib.suppress(OSError, ValueError):  # nobody may be listening
            print(json.dumps(news), flush=True)

    def end(self) -> None:
        """Those that others take leave of end last."""
        for last in (False, True):
            group = [child.process for child in self._children if child.ends_last == last]
            for process in group:
                process.terminate()
            for process in group:
                try:
                    process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def _end_with_parent() -> None:
    """Linux only: the kernel ends this process should the supervisor be killed.

    At once, because nobody is left to read what it would say about it.
    """
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    for number in (signal.SIGINT, signal.SIGHUP) if os.name == "posix" else (signal.SIGINT,):
        signal.signal(number, signal.SIG_IGN)
    with tempfile.TemporaryDirectory(prefix="inarow-") as folder:
        supervisor = Supervisor(folder)
        try:
            for line in sys.stdin:  # until the other end closes, as it does when its holder ends
                supervisor.obey(json.loads(line))
        finally:
            supervisor.end()


if __name__ == "__main__":
    main()

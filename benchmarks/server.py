"""What the server costs, beside a bare echo server in the same run on the same machine.

    python -m benchmarks.server [--json] [--seconds S]

The server has one core to itself and the load generator, a process of its own, the other.

echo      a `websockets` server that sends every frame back: the floor
moves     the full server: rules, clocks, journal with full sync, both players told
idle      memory per connection that has said hello
watched   what spectators add to the time of the players' moves
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

SERVER_CORE, LOAD_CORE = 0, min(1, (os.cpu_count() or 1) - 1)
ROOMY = ["--opens-per-address", "100000", "--connections-per-address", "100000"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seconds", type=float, default=8.0, help="for each figure (default 8)")
    parser.add_argument("--matches", type=int, default=200, help="at once (default 200)")
    parser.add_argument("--connections", type=int, default=5000, help="idle ones (default 5000)")
    parser.add_argument("--spectators", type=int, default=1000, help="(default 1000)")
    parser.add_argument("--database", help="where the journal is kept (default: a temporary file)")
    parser.add_argument("--only", choices=["moves", "idle", "watched"], help="one part of it")
    args = parser.parse_args()
    figures = measure(args)
    if args.json:
        print(json.dumps(figures))
    else:
        out = Console(highlight=False)
        for name, figure in figures.items():
            out.print(f"{name:24}{figure}")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    talk = Console(stderr=True, highlight=False)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if args.only in (None, "moves"):
        figures |= echo_and_moves(args, talk)
    if args.only in (None, "idle"):
        talk.print(f"holding {args.connections} idle connections")
        with inarow(args.database) as (port, pid):
            figures |= load("idle", port, pid, args.seconds, args.connections)
    if args.only in (None, "watched"):
        talk.print(f"playing before {args.spectators} spectators")
        with inarow(args.database) as (port, pid):
            figures |= load("watched", port, pid, args.seconds, args.spectators)
    return figures


def echo_and_moves(args: argparse.Namespace, talk: Console) -> dict[str, Any]:
    talk.print(f"echoing over {2 * args.matches} connections")
    with started([sys.executable, "-m", "benchmarks.server_echo"]) as (port, pid):
        echo = load("echo", port, pid, args.seconds, args.matches)
    talk.print(f"playing {args.matches} matches at once")
    with inarow(args.database) as (port, pid):
        moves = load("moves", port, pid, args.seconds, args.matches)
    return {
        "echo_per_s": echo["per_s"],
        "moves_per_s": moves["per_s"],
        "ratio": round(echo["cpu_us"] / moves["cpu_us"], 3),
        "p50_ms": moves["p50_ms"],
        "p99_ms": moves["p99_ms"],
        "cpu_us_per_echo": echo["cpu_us"],
        "cpu_us_per_move": moves["cpu_us"],
        "server_share": moves["server_share"],
    }


@contextmanager
def inarow(database: str | None) -> Iterator[tuple[int, int]]:
    """The real server, as its users start it."""
    with tempfile.TemporaryDirectory() as folder:
        where = database or str(Path(folder) / "inarow.db")
        command = [sys.executable, "inarow.py", "serve", "--port", "0", "--database", where]
        with started([*command, "--log-level", "warning", *ROOMY]) as found:
            yield found


@contextmanager
def started(command: list[str]) -> Iterator[tuple[int, int]]:
    """A server on its own core, which prints its URL when it is up."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(process.pid, {SERVER_CORE})
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url, "the server did not start"
        yield int(url.rsplit(":", 1)[1]), process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def load(kind: str, port: int, pid: int, seconds: float, count: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.load", kind, str(port), str(pid)]
    done = subprocess.run(
        [*command, "--seconds", str(seconds), "--count", str(count)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {LOAD_CORE}),
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


if __name__ == "__main__":
    main()

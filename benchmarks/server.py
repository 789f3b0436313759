"""What the server costs, beside a bare echo server in the same run on the same machine.

    python -m benchmarks.server [--json] [--seconds S]

The server has one core to itself and the load generator, a process of its own, the other.

echo      a `websockets` server that sends every frame back: the floor
moves     the full server: rules, clocks, journal with full sync, both players told
latency   how long a move takes at 1,000 moves a second, by what a told move survives
idle      memory per connection that has said hello
watched   what spectators add to the time of the players' moves
pages     the same for pages in browsers, and what each of them costs
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
from statistics import median
from typing import Any

from rich.console import Console

SERVER_CORE, LOAD_CORE = 0, min(1, (os.cpu_count() or 1) - 1)
ROUNDS = 5
ROOMY = [
    "--opens-per-address",
    "100000",
    "--requests-per-address",
    "100000",
    "--connections-per-address",
    "100000",
    "--seats-per-address",
    "100000",
]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="for each measurement (default 4)"
    )
    parser.add_argument("--matches", type=int, default=200, help="at once (default 200)")
    parser.add_argument("--connections", type=int, default=5000, help="idle ones (default 5000)")
    parser.add_argument("--spectators", type=int, default=1000, help="(default 1000)")
    parser.add_argument("--pages", type=int, default=500, help="that watch (default 500)")
    parser.add_argument("--database", help="where the journal is kept (default: a temporary file)")
    parts = ["moves", "latency", "idle", "watched", "pages"]
    parser.add_argument("--only", choices=parts, help="one part of it")
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
    if args.only in (None, "latency"):
        for durability in ("process", "full"):
            figures |= latency(durability, args, talk)
    if args.only in (None, "idle"):
        talk.print(f"holding {args.connections} idle connections")
        with inarow(args.database) as (port, pid):
            figures |= load("idle", port, pid, args.seconds, args.connections)
    for kind, count in (("watched", args.spectators), ("pages", args.pages)):
        if args.only in (None, kind):
            figures |= crowded(kind, count, args, talk)
    return figures


def latency(durability: str, args: argparse.Namespace, talk: Console) -> dict[str, Any]:
    """How long a move takes to its opponent while the server has time to spare."""
    talk.print(f"1,000 moves a second, durability {durability}")
    with inarow(args.database, "--durability", durability) as (port, pid):
        found = load("paced", port, pid, ROUNDS * args.seconds, args.matches)
    return {f"{durability}_{key}": found[key] for key in ("per_s", "p50_ms", "p99_ms")}


def crowded(kind: str, count: int, args: argparse.Namespace, talk: Console) -> dict[str, Any]:
    who = "spectators" if kind == "watched" else kind
    rounds: list[dict[str, Any]] = []
    for turn in range(ROUNDS):
        talk.print(f"round {turn + 1} of {ROUNDS}: {count} {who} watch a match")
        with inarow(args.database) as (port, pid):
            rounds.append(load(kind, port, pid, args.seconds, count))
    return {key: median(each[key] for each in rounds) for key in rounds[0]}


def echo_and_moves(args: argparse.Namespace, talk: Console) -> dict[str, Any]:
    """The two in turn, several times: a shared machine is not always equally fast."""
    echoes: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    for turn in range(ROUNDS):
        talk.print(f"round {turn + 1} of {ROUNDS}: {2 * args.matches} connections echo")
        with started([sys.executable, "-m", "benchmarks.load.echo_server"]) as (port, pid):
            echoes.append(load("echo", port, pid, args.seconds, args.matches))
        talk.print(f"round {turn + 1} of {ROUNDS}: {args.matches} matches are played")
        with inarow(args.database) as (port, pid):
            moves.append(load("moves", port, pid, args.seconds, args.matches))
    middle = {key: median(each[key] for each in moves) for key in moves[0]}
    ratios = [echo["cpu_us"] / move["cpu_us"] for echo, move in zip(echoes, moves, strict=True)]
    return {
        "echo_per_s": median(each["per_s"] for each in echoes),
        "moves_per_s": middle["per_s"],
        "ratio": round(median(ratios), 3),
        "p50_ms": middle["p50_ms"],
        "p99_ms": middle["p99_ms"],
        "cpu_us_per_echo": median(each["cpu_us"] for each in echoes),
        "cpu_us_per_move": middle["cpu_us"],
        "server_share": middle["server_share"],
    }


@contextmanager
def inarow(database: str | None, *options: str) -> Iterator[tuple[int, int]]:
    """The real server, as its users start it."""
    with tempfile.TemporaryDirectory() as folder:
        where = database or str(Path(folder) / "inarow.db")
        command = [sys.executable, "inarow.py", "serve", "--port", "0", "--database", where]
        with started([*command, "--log-level", "warning", *ROOMY, *options]) as found:
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

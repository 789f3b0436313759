"""What a move costs on one node and in a cluster, beside a bare echo server in the same run.

    python -m benchmarks.cluster.cost [--seconds S] [--rounds R] [--matches N] [--json]

All nodes have one core to themselves; the load generator, PostgreSQL and NATS have the other.

echo        a `websockets` server that sends every frame back: the floor
sqlite      one node on an SQLite file
postgres    one node on PostgreSQL
cluster     a cluster of one node, which also keeps its lease
together    a cluster of two nodes; both players of each match are at one node
across      the same, and they are at different nodes, so that each move crosses the bus
starts      the same, from the node that does not own the lobby: matches begun and called off

cpu_us      of all nodes, per move, or per match of `starts`
engines_us  of PostgreSQL and NATS, per move
lobby_us    of the owner of the lobby, per match of `starts`: with its inverse, what one core bears
growth      of moves per second from one node to two with a core each: twice what two nodes do on
            one core by what one node does on it
"""

import argparse
import asyncio
import json
import os
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.cluster.recovery import lobby_owner
from benchmarks.cluster_rig.rig import Rig, Shape, cluster
from benchmarks.server import LOAD_CORE, SERVER_CORE, inarow, load, started

Figures = dict[str, Any]
ONE_NODE = {"postgres": Shape(1, clustered=False, wired=False), "cluster": Shape(1, wired=False)}
TWO_NODES = Shape(2, wired=False)
SHOWN = ("per_s", "cpu_us", "engines_us", "p50_ms", "p99_ms")


class Cost:
    """Takes all measurements by turns: a shared machine is not always equally fast."""

    def __init__(self, seconds: float, matches: int, bar: Progress) -> None:
        self.found: defaultdict[str, list[Figures]] = defaultdict(list)
        self._seconds, self._matches = seconds, matches
        self._bar = bar
        self._task = bar.add_task("measuring")

    async def round(self) -> None:
        with started([sys.executable, "-m", "benchmarks.load.echo_server"]) as (port, pid):
            self._note("echo", load("echo", port, pid, self._seconds, self._matches))
        with inarow(None) as (port, pid):
            self._note("sqlite", load("moves", port, pid, self._seconds, self._matches))
        for kind, shape in ONE_NODE.items():
            async with cluster(shape) as rig:
                await self._load(rig, kind, "together")
        async with cluster(TWO_NODES) as rig:
            for kind in ("together", "across"):
                await self._load(rig, kind, kind)
        async with cluster(TWO_NODES) as rig:
            assert await lobby_owner(rig.postgres.url) == rig.nodes[0].url, "it came first"
            starts = await self._load(rig, "starts", "starts")
            starts["lobby_us"], starts["host_us"] = starts["cpu_us_by_node"]

    async def _load(self, rig: Rig, kind: str, pattern: str) -> Figures:
        engines = [rig.postgres.pid, *([rig.broker.pid] if rig.shape.clustered else [])]
        nodes = [node.pid for node in rig.nodes]
        for pid in nodes:
            pin(pid, SERVER_CORE)
        for pid in engines:
            pin(pid, LOAD_CORE)
        words = [pattern, "--seconds", f"{self._seconds}", "--count", f"{self._matches}"]
        lists = {"ports": [node.port for node in rig.nodes], "pids": nodes, "engines": engines}
        for name, numbers in lists.items():
            words += [f"--{name}", ",".join(map(str, numbers))]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.load.cluster_players", *words),
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=lambda: os.sched_setaffinity(0, {LOAD_CORE}),
        )
        shown, _ = await process.communicate()
        figures: Figures = json.loads(shown)
        self._note(kind, figures)
        return figures

    def _note(self, kind: str, figures: Figures) -> None:
        self.found[kind].append(figures)
        self._bar.advance(self._task)

    def middle(self) -> dict[str, Figures]:
        """The median of all rounds, by kind."""
        return {
            kind: {
                name: round(median(each[name] for each in rounds), 2)
                for name in rounds[0]
                if not isinstance(rounds[0][name], list)
            }
            for kind, rounds in self.found.items()
        }

    def ratio(self, one: str, other: str, figure: str) -> float:
        """Of two that were measured in the same round, the median."""
        pairs = zip(self.found[one], self.found[other], strict=True)
        ratios = [float(first[figure] / second[figure]) for first, second in pairs]
        return round(median(ratios), 3)


def pin(pid: int, core: int) -> None:
    """Let a process, its threads and its children run on this core only."""
    processes = [pid, *(int(each) for each in _children(pid))]
    for each in processes:
        with suppress(ProcessLookupError, FileNotFoundError):  # it has ended meanwhile
            for thread in Path(f"/proc/{each}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {core})


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


async def measure(args: argparse.Namespace) -> Figures:
    with Progress(console=Console(stderr=True), transient=True) as bar:
        cost = Cost(args.seconds, args.matches, bar)
        for _ in range(args.rounds):
            await cost.round()
    found = cost.middle()
    return {
        **found,
        "echo_by_sqlite": cost.ratio("echo", "sqlite", "cpu_us"),
        **{f"{kind}_by_sqlite": cost.ratio(kind, "sqlite", "cpu_us") for kind in COMPARED},
        "growth_together": round(2 * cost.ratio("together", "cluster", "per_s"), 2),
        "growth_across": round(2 * cost.ratio("across", "cluster", "per_s"), 2),
        "starts_per_lobby_core": round(1e6 / found["starts"]["lobby_us"]),
    }


COMPARED = ("postgres", "cluster", "together", "across")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster.cost", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seconds", type=float, default=4.0, help="for each (default 4)")
    parser.add_argument("--rounds", type=int, default=3, help="(default 3)")
    parser.add_argument("--matches", type=int, default=200, help="at once (default 200)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(measure(args))
    if args.json:
        print(json.dumps(figures))
        return
    table = Table("", *SHOWN, box=None)
    for kind, found in figures.items():
        if isinstance(found, dict):
            table.add_row(kind, *(f"{found[name]:g}" if name in found else "" for name in SHOWN))
    out = Console(highlight=False)
    out.print(table)
    for name, figure in figures.items():
        if not isinstance(figure, dict):
            out.print(f"{name:24}{figure}")


if __name__ == "__main__":
    main()

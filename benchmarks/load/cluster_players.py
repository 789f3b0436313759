"""The load of `benchmarks.cluster.cost`: scripted players at one node or several.

    python -m benchmarks.load.cluster_players {together,across,starts} --ports P,... --pids N,...

together   both players of a match are at one node
across     they are at different nodes
starts     at the last node, two by two they begin a match and call it off, again and again

PORTS are the nodes', PIDS their processes, and ENGINES those of what they stand on; what all of
these use is read here. The figures go to stdout as one JSON object.
"""

import argparse
import asyncio
import json
import os
import time
from typing import Any

import psutil
import uvloop

from benchmarks.load.players import HOST, PACK, UNPACK, WARM_UP, Meter, Player
from benchmarks.load.websocket_client import WebSocketClient, wire

SECONDS = 3600.0


def cpu_of(pids: list[int]) -> float:
    """Seconds, with those of their children."""
    total = 0.0
    for pid in pids:
        process = psutil.Process(pid)
        for each in (process, *process.children(recursive=True)):
            used = each.cpu_times()
            total += used.user + used.system
    return total


class ClusterMeter(Meter):
    """Counts over several nodes, each of them by itself, too, and over the engines."""

    def __init__(self, pids: list[int], engines: list[int]) -> None:
        super().__init__(pids[0])
        self._pids, self._engines = pids, engines

    async def measure(self, seconds: float) -> dict[str, Any]:
        await asyncio.sleep(WARM_UP)
        nodes = [cpu_of([pid]) for pid in self._pids]
        engines, begun, self.on = cpu_of(self._engines), time.perf_counter(), True
        await asyncio.sleep(seconds)
        self.on, passed = False, time.perf_counter() - begun
        used = [cpu_of([pid]) - before for pid, before in zip(self._pids, nodes, strict=True)]
        times = sorted(self.times)
        count = len(times)
        assert count, "nothing happened"
        return {
            "per_s": round(count / passed, 1),
            "cpu_us": round(sum(used) / count * 1e6, 1),
            "cpu_us_by_node": [round(each / count * 1e6, 1) for each in used],
            "engines_us": round((cpu_of(self._engines) - engines) / count * 1e6, 1),
            "nodes_share": round(sum(used) / passed, 3),
            "p50_ms": round(times[count // 2] * 1e3, 3),
            "p99_ms": round(times[int(count * 0.99)] * 1e3, 3),
        }


async def moves(ports: list[int], meter: ClusterMeter, count: int, together: bool) -> None:
    """*count* matches at once, each move answered at once."""
    sent: dict[str, float] = {}
    for number in range(2 * count):
        pair = number // 2
        port = ports[(pair if together else number) % len(ports)]
        terms = {"game": "mnk", "clock": {"seconds": SECONDS + pair}}  # as nobody else
        await Player(f"p{number}-{os.getpid()}", sent, meter, terms=terms).join(port)


class Starter:
    """Seeks, and when there is a match calls it off and seeks again; its opponent seeks, too."""

    def __init__(self, number: int, meter: ClusterMeter) -> None:
        self._name = f"s{number}-{os.getpid()}"
        self._terms = {"game": "mnk", "clock": {"seconds": SECONDS + number // 2}}
        self._leads = number % 2 == 0
        self._meter = meter
        self._since = 0.0
        self._wire: WebSocketClient

    async def join(self, port: int) -> None:
        self._wire = await wire(HOST, port, self._receive)
        self._say("hello", name=self._name)
        self._seek()

    def _say(self, kind: str, **fields: object) -> None:
        self._wire.send(PACK({"type": kind, "id": 1, **fields}))

    def _seek(self) -> None:
        self._since = time.perf_counter()
        self._say("seek", terms=self._terms)

    def _receive(self, frame: bytes) -> None:
        message = UNPACK(frame)
        match message["type"]:
            case "started" if self._leads:
                self._meter.add(self._since)
                self._say("abort", match=message["match"])
            case "ended":
                self._seek()
            case "refused":
                raise RuntimeError(message["text"])


async def starts(port: int, meter: ClusterMeter, count: int) -> None:
    for number in range(2 * count):
        await Starter(number, meter).join(port)


async def run(args: argparse.Namespace) -> dict[str, Any]:
    meter = ClusterMeter(args.pids, args.engines)
    if args.load == "starts":
        await starts(args.ports[-1], meter, args.count)
    else:
        await moves(args.ports, meter, args.count, args.load == "together")
    return await meter.measure(args.seconds)


def numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",") if each]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.cluster_players")
    parser.add_argument("load", choices=["together", "across", "starts"])
    parser.add_argument("--ports", type=numbers, required=True)
    parser.add_argument("--pids", type=numbers, required=True)
    parser.add_argument("--engines", type=numbers, default=[])
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--count", type=int, default=200)
    args = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(run(args))))


if __name__ == "__main__":
    main()

"""What bounds the bus of a cluster: messages and requests by nats-py, and what they cost NATS.

    python -m benchmarks.cluster.nats_cost [--seconds S] [--size BYTES] [--json]

Two connections of this process, as two nodes have them. Messages come in bursts, as moves of many
matches do; requests one after the other, and many at once.

messages_per_s   published by one and received by the other
client_us        of CPU in this process for each, sent and received
server_us        of CPU in NATS for each: with its inverse, what one core of NATS bears
request_ms       from a request to its reply, the median, one at a time
request_us       of CPU in this process for both sides of a request and its reply
requests_per_s   with many under way
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg

from benchmarks.cluster_rig.broker import Broker
from benchmarks.crash import free_port

BURST = 100  # messages between looks whether they have come
AT_ONCE = 100  # requests


class Bus:
    """Two connections to one NATS."""

    def __init__(self, server: int, size: int) -> None:
        self.one, self.two = Client(), Client()
        self._payload = b"x" * size
        self._came = asyncio.Semaphore(0)
        self._server = psutil.Process(server)

    async def open(self, url: str) -> None:
        await self.one.connect(url)
        await self.two.connect(url)
        await self.two.subscribe("told", cb=self._note)
        await self.two.subscribe("asked", cb=self._answer)
        await self.two.flush()

    async def close(self) -> None:
        await self.one.close()
        await self.two.close()

    async def _note(self, message: Msg) -> None:
        self._came.release()

    async def _answer(self, message: Msg) -> None:
        await message.respond(message.data)

    def _server_cpu(self) -> float:
        used = self._server.cpu_times()
        return float(used.user + used.system)

    async def messages(self, seconds: float) -> dict[str, float]:
        before, cpu, began = self._server_cpu(), time.process_time(), time.perf_counter()
        count = 0
        while time.perf_counter() - began < seconds:
            for _ in range(BURST):
                await self.one.publish("told", self._payload)
            for _ in range(BURST):
                await self._came.acquire()
            count += BURST
        passed = time.perf_counter() - began
        return {
            "messages_per_s": round(count / passed),
            "client_us": round((time.process_time() - cpu) / count * 1e6, 1),
            "server_us": round((self._server_cpu() - before) / count * 1e6, 1),
        }

    async def requests(self, seconds: float) -> dict[str, float]:
        times: list[float] = []
        cpu = time.process_time()
        due = time.perf_counter() + seconds
        while (began := time.perf_counter()) < due:
            await self.one.request("asked", self._payload)
            times.append(time.perf_counter() - began)
        used = (time.process_time() - cpu) / len(times)
        return {"request_ms": round(median(times) * 1e3, 3), "request_us": round(used * 1e6, 1)}

    async def many_requests(self, seconds: float) -> dict[str, float]:
        began = time.perf_counter()

        async def ask() -> int:
            count = 0
            while time.perf_counter() - began < seconds:
                await self.one.request("asked", self._payload, timeout=10)
                count += 1
            return count

        counts = await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
        return {"requests_per_s": round(sum(counts) / (time.perf_counter() - began))}


async def measure(seconds: float, size: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder), free_port())
        url = await broker.start()
        try:
            bus = Bus(broker.pid, size)
            await bus.open(url)
            figures = await bus.messages(seconds)
            figures |= await bus.requests(seconds)
            figures |= await bus.many_requests(seconds)
            await bus.close()
        finally:
            await broker.kill()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cluster.nats_cost", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seconds", type=float, default=3.0, help="for each (default 3)")
    parser.add_argument("--size", type=int, default=200, help="bytes of a message (default 200)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(measure(args.seconds, args.size))
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:18}{figure}")


if __name__ == "__main__":
    main()

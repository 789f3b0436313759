"""The load of `benchmarks.server`: scripted players in a process of their own.

    python -m benchmarks.load {echo,moves,paced,idle,watched,pages} PORT PID --seconds S --count N

PORT is the server's and PID its process, whose CPU time and memory are read here, at the edges of
the measured stretch. The figures go to stdout as one JSON object.
"""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any

import psutil
import uvloop

from benchmarks.load.players import HOST, PACK, UNPACK, Meter, Player
from benchmarks.load.spectators import CROWDS, look_on, pages, watched
from benchmarks.load.websocket_client import WebSocketClient, wire

PACED = 1000  # moves a second
Load = Callable[[int, Meter, int, float], Awaitable[dict[str, Any]]]


async def echo(port: int, meter: Meter, count: int, seconds: float) -> dict[str, Any]:
    """As many connections as the matches have, each with one message under way."""
    message = PACK({"type": "move", "id": 1, "match": "abcdefgh", "ply": 100, "cell": 200})

    async def bounce() -> None:
        sent = 0.0

        def receive(_: bytes) -> None:
            nonlocal sent
            if sent:
                meter.add(sent)
            sent = time.perf_counter()
            made.send(message)

        made = await wire(HOST, port, receive)
        sent = time.perf_counter()
        made.send(message)

    for _ in range(2 * count):
        await bounce()
    return await meter.measure(seconds)


async def moves(port: int, meter: Meter, count: int, seconds: float) -> dict[str, Any]:
    """*count* matches at once, each move answered at once."""
    return await played(port, meter, count, seconds)


async def paced(port: int, meter: Meter, count: int, seconds: float) -> dict[str, Any]:
    """*count* matches at once, whose players think for so long that it is they who set the pace."""
    return await played(port, meter, count, seconds, pause=count / PACED)


async def played(
    port: int, meter: Meter, count: int, seconds: float, pause: float = 0.0
) -> dict[str, Any]:
    sent: dict[str, float] = {}
    for number in range(2 * count):
        await Player(f"p{number}-{os.getpid()}", sent, meter, pause).join(port)
    return await meter.measure(seconds)


async def idle(port: int, meter: Meter, count: int, seconds: float) -> dict[str, Any]:
    """*count* players who have said hello and do nothing."""
    server = psutil.Process(meter._server.pid)
    welcomed, all_welcomed = 0, asyncio.Event()

    def receive(frame: bytes) -> None:
        nonlocal welcomed
        welcomed += UNPACK(frame)["type"] == "welcome"
        if welcomed == len(warm) + count:
            all_welcomed.set()

    async def come(name: str) -> WebSocketClient:
        made = await wire(HOST, port, receive)
        made.send(PACK({"type": "hello", "id": 1, "name": name}))
        return made

    warm: list[WebSocketClient] = []
    for number in range(100):
        warm.append(await come(f"w{number}"))
    before = server.memory_info().rss
    held: list[WebSocketClient] = []
    for start in range(0, count, 50):
        held += await asyncio.gather(*(come(f"i{n}") for n in range(start, min(count, start + 50))))
    async with asyncio.timeout(60):
        await all_welcomed.wait()
    after = server.memory_info().rss
    await asyncio.sleep(min(seconds, 12.0))  # a heartbeat passes, and all are still there
    open_now = sum(not made.closed for made in held)
    return {
        "connections": open_now,
        "kib_per_connection": round((after - before) / count / 1024, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    loads: dict[str, Load] = {
        "echo": echo, "moves": moves, "paced": paced,
        "idle": idle, "watched": watched, "pages": pages,
    }  # fmt: skip
    parser.add_argument("load", choices=[*loads, *CROWDS])
    parser.add_argument("port", type=int)
    parser.add_argument("pid", type=int)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument(
        "--match", help="what to look on at, as those loads do in a process of their own"
    )
    args = parser.parse_args()
    if args.match:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(look_on(args.port, args.count, args.match, args.load))
        return

    async def run() -> dict[str, Any]:
        load = loads[args.load]
        return await load(args.port, Meter(args.pid), args.count, args.seconds)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(run())))


if __name__ == "__main__":
    main()

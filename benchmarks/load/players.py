"""The load of `benchmarks.server`: scripted players in a process of their own.

    python -m benchmarks.load.players {echo,moves,idle,watched,pages} PORT PID --seconds S --count N

PORT is the server's and PID its process, whose CPU time and memory are read here, at the edges of
the measured stretch. The figures go to stdout as one JSON object.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import time
from typing import Any, NamedTuple

import msgspec
import psutil
import uvloop

from benchmarks.load.websocket_client import PACKED, PLAIN, WebSocketClient, wire

HOST = "127.0.0.1"
SIZE = 20
PACK = msgspec.msgpack.Encoder().encode
UNPACK = msgspec.msgpack.Decoder().decode
WATCHED_AMONG = 20  # matches, so that there are enough moves for a 99th percentile
PAUSE = 0.05  # seconds that their players think
WARM_UP = 1.0  # seconds before measuring begins


def _full_game() -> list[int]:
    """The cells of a 20x20 board in an order that fills it without five in a row."""
    cells: tuple[list[int], list[int]] = ([], [])
    for row in range(SIZE):
        for column in range(SIZE):
            cells[(column // 2 + row) % 2].append(row * SIZE + column)
    return [cell for pair in zip(*cells, strict=True) for cell in pair]


GAME = _full_game()
TERMS = {"game": "mnk", "clock": {"seconds": 3600.0}}


class Meter:
    """Counts operations and their times while it is on, and what they cost the server."""

    def __init__(self, pid: int) -> None:
        self.times: list[float] = []
        self.on = False
        self._server = psutil.Process(pid)

    async def measure(self, seconds: float) -> dict[str, Any]:
        await asyncio.sleep(WARM_UP)
        before, begun, self.on = self._cpu(), time.perf_counter(), True
        await asyncio.sleep(seconds)
        cpu, passed, self.on = self._cpu() - before, time.perf_counter() - begun, False
        times = sorted(self.times)
        count = len(times)
        assert count, "nothing happened"
        return {
            "per_s": round(count / passed, 1),
            "cpu_us": round(cpu / count * 1e6, 2),
            "server_share": round(cpu / passed, 3),
            "p50_ms": round(times[count // 2] * 1e3, 3),
            "p99_ms": round(times[int(count * 0.99)] * 1e3, 3),
        }

    def memory(self) -> int:
        """Bytes that the server holds."""
        return int(self._server.memory_info().rss)

    def add(self, since: float) -> None:
        if self.on:
            self.times.append(time.perf_counter() - since)

    def _cpu(self) -> float:
        used = self._server.cpu_times()
        return float(used.user + used.system)


class Player:
    """Plays match after match of the full game; *pause* is how long it thinks."""

    def __init__(
        self,
        name: str,
        sent: dict[str, float],
        meter: Meter,
        pause: float = 0.0,
        terms: dict[str, Any] = TERMS,
    ) -> None:
        self._name, self._terms = name, terms
        self._sent = sent  # when the latest move of each match went out, for both its players
        self._meter = meter
        self._pause = pause
        self._wire: WebSocketClient | None = None
        self._side = 0
        self.match = asyncio.get_running_loop().create_future()

    async def join(self, port: int) -> None:
        self._wire = await wire(HOST, port, self._receive)
        self._say("hello", name=self._name)
        self._say("seek", terms=self._terms)

    def _say(self, kind: str, **fields: object) -> None:
        assert self._wire is not None, "the player has not joined"
        self._wire.send(PACK({"type": kind, "id": 1, **fields}))

    def _receive(self, frame: bytes) -> None:
        message = UNPACK(frame)
        kind = message["type"]
        if kind == "played":
            if message["turn"] == self._side:
                self._meter.add(self._sent[message["match"]])
                self._move(message["match"], message["ply"] + 1)
        elif kind == "started":
            self._side = message["side"]
            if not self.match.done():
                self.match.set_result(message["match"])
            if self._side == 0:
                self._move(message["match"], 0)
        elif kind == "ended":
            self._say("seek", terms=self._terms)
        elif kind == "refused":
            raise RuntimeError(message["text"])

    def _move(self, match: str, ply: int) -> None:
        if self._pause:
            asyncio.get_running_loop().call_later(self._pause, self._play, match, ply)
        else:
            self._play(match, ply)

    def _play(self, match: str, ply: int) -> None:
        self._sent[match] = time.perf_counter()
        self._say("move", match=match, ply=ply, cell=GAME[ply])


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
    sent: dict[str, float] = {}
    for number in range(2 * count):
        await Player(f"p{number}-{os.getpid()}", sent, meter).join(port)
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


async def watched(port: int, meter: Meter, count: int, seconds: float) -> dict[str, Any]:
    """A few matches at a brisk pace, first alone, then with *count* spectators at one of them."""
    found = await crowded(port, meter, count, seconds, "spectators")
    alone, crowd = found.alone, found.crowd
    return {
        "alone_p99_ms": alone["p99_ms"],
        "watched_p99_ms": crowd["p99_ms"],
        "spectator_p99_factor": round(crowd["p99_ms"] / alone["p99_ms"], 2),
        "server_share_alone": alone["server_share"],
        "server_share_watched": crowd["server_share"],
        "frames_shown": found.frames,
    }


async def pages(port: int, meter: Meter, count: int, seconds: float) -> dict[str, Any]:
    """The same with what the page for browsers says and hears, and what each page costs."""
    found = await crowded(port, meter, count, seconds, "pages")
    alone, crowd = found.alone, found.crowd
    cost = crowd["server_share"] - alone["server_share"]  # of a core
    return {
        "pages": count,
        "pages_p99_factor": round(crowd["p99_ms"] / alone["p99_ms"], 2),
        "server_share_without": alone["server_share"],
        "server_share_with": crowd["server_share"],
        "moves_shown_per_s": round(found.frames / found.seconds),
        "cpu_us_per_move_shown": round(cost * found.seconds / found.frames * 1e6, 2),
        "bytes_per_move_shown": round(found.size / found.frames),
        "kib_per_page": round(found.memory / count / 1024, 1),
    }


class Crowded(NamedTuple):
    """What it is like with many who look on, beside what it was like before they came."""

    alone: dict[str, Any]
    crowd: dict[str, Any]
    frames: int  # moves that were shown to any of them
    size: int  # bytes of these
    seconds: float  # in which they were shown
    memory: int  # bytes that the server has taken for them


async def crowded(port: int, meter: Meter, count: int, seconds: float, kind: str) -> Crowded:
    sent: dict[str, float] = {}
    players = [
        Player(f"p{number}", sent, meter, pause=PAUSE) for number in range(2 * WATCHED_AMONG)
    ]
    for player in players:
        await player.join(port)
    match = await players[0].match
    alone = await meter.measure(seconds)
    before = meter.memory()
    # They read in a process that yields to this one, whose own lateness would count.
    words = (kind, str(port), "0", "--count", str(count), "--match", match)
    looking = await asyncio.create_subprocess_exec(
        "nice", "-n", "15", sys.executable, "-m", "benchmarks.load.players", *words,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert looking.stdout is not None
    await looking.stdout.readline()  # all are there
    begun = time.perf_counter()
    meter.times.clear()
    crowd = await meter.measure(seconds)
    memory = meter.memory() - before
    looking.terminate()
    passed = time.perf_counter() - begun
    shown, _ = await looking.communicate()
    frames, size = map(int, shown.split())
    return Crowded(alone, crowd, frames, size, passed, memory)


async def look_on(port: int, count: int, match: str, subprotocol: str) -> None:
    """Watch until told to stop, then say how many moves were shown, and in how many bytes."""
    watching = frames = size = 0
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    pack = PACK if subprotocol == PACKED else msgspec.json.encode

    def receive(frame: bytes) -> None:
        nonlocal watching, frames, size
        if b"snapshot" in frame:
            watching += 1
            if watching == count:
                frames = size = 0
                print("all are there", flush=True)
        elif b"played" in frame:
            frames += 1
            size += len(frame)

    for number in range(count):
        made = await wire(HOST, port, receive, subprotocol)
        made.send(pack({"type": "hello", "id": 1, "name": f"s{number}"}))
        made.send(pack({"type": "watch", "id": 2, "match": match}))
    await stop.wait()
    print(frames, size)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.players")
    loads = {"echo": echo, "moves": moves, "idle": idle, "watched": watched, "pages": pages}
    crowds = {"spectators": PACKED, "pages": PLAIN}  # by what they speak
    parser.add_argument("load", choices=[*loads, *crowds])
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
            runner.run(look_on(args.port, args.count, args.match, crowds[args.load]))
        return

    async def run() -> dict[str, Any]:
        return await loads[args.load](args.port, Meter(args.pid), args.count, args.seconds)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(run())))


if __name__ == "__main__":
    main()

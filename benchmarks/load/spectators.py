"""What those who look on add to the time of the players' moves, and what they cost the server."""

import asyncio
import signal
import sys
import time
from typing import Any, NamedTuple

import msgspec

from benchmarks.load.players import HOST, PACK, Meter, Player
from benchmarks.load.websocket_client import PACKED, PLAIN, wire

CROWDS = {"spectators": PACKED, "pages": PLAIN}  # by what they speak
WATCHED_AMONG = 20  # matches, so that there are enough moves for a 99th percentile
PAUSE = 0.05  # seconds that their players think


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
        "nice", "-n", "15", sys.executable, "-m", "benchmarks.load", *words,
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


async def look_on(port: int, count: int, match: str, kind: str) -> None:
    """Watch until told to stop, then say how many moves were shown, and in how many bytes."""
    watching = frames = size = 0
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    subprotocol = CROWDS[kind]
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

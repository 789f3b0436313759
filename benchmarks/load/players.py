"""Scripted players, and the meter of what they cost the server."""

import asyncio
import time
from typing import Any

import msgspec
import psutil

from benchmarks.load.websocket_client import WebSocketClient, wire

HOST = "127.0.0.1"
SIZE = 20
PACK = msgspec.msgpack.Encoder().encode
UNPACK = msgspec.msgpack.Decoder().decode
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

"""A scripted player of `benchmarks.crash`: one match against its other half, whatever happens."""

import asyncio
import random
import time
from contextlib import suppress

from benchmarks.load.players import GAME
from client.link.connection import (
    Connection,
    ConnectionLost,
    Link,
    LinkOptions,
    RequestRefused,
    connect,
)
from protocol.events import Ended, Played, Resumed, Snapshot, Started
from protocol.parts import Fault, Side, Terms, TimeControl
from protocol.requests import Move, Seek

SECONDS = 3600.0
THINK = 0.4  # seconds at most, while the server is being killed


class Told:
    """What all players together were told."""

    def __init__(self) -> None:
        self.done: set[tuple[str, int, int]] = set()  # acknowledged: match, ply, cell
        self.used: dict[tuple[str, int], float] = {}  # how long the player had for a ply
        self.clocks: dict[str, tuple[float | None, float | None]] = {}
        self.hurry = asyncio.Event()
        self._started = asyncio.Condition()

    @property
    def matches(self) -> set[str]:
        return set(self.clocks)

    async def start(self, match: str, seconds: float | None) -> None:
        async with self._started:
            self.clocks[match] = (seconds, seconds)
            self._started.notify_all()

    async def under_way(self, count: int) -> None:
        async with self._started:
            await self._started.wait_for(lambda: len(self.clocks) >= count)


class CrashPlayer:
    """One of two who seek each other on terms that nobody else has, and play a full game."""

    def __init__(self, url: str, pair: int, half: Side, told: Told, chance: random.Random) -> None:
        self._url = url
        self._name = f"c{pair}-{half}"
        self._terms = Terms("mnk", TimeControl(SECONDS + pair, 1.0))
        self._side = half
        self._told = told
        self._chance = chance
        self._match: str | None = None
        self._ply = 0
        self._sent = -1  # the latest ply that was answered
        self._turn_since = 0.0

    async def play(self) -> None:
        """Until the match is over."""
        linked = asyncio.Event()

        def on_link(link: Link) -> None:
            if link is Link.CONNECTED:
                linked.set()

        async with connect(
            self._url, self._name, options=LinkOptions(on_link=on_link)
        ) as connection:
            seeking = asyncio.create_task(self._seek(connection, linked))
            try:
                async for event in connection:
                    match event:
                        case Started():
                            await self._start(event)
                        case Snapshot():
                            await self._start(event.started)
                            self._ply = len(event.moves)
                            if event.ended:
                                return
                        case Played(ply=ply):
                            self._ply = ply + 1
                        case Ended():
                            return
                        case Resumed():
                            pass
                        case _:
                            continue
                    self._turn_since = time.monotonic()
                    await self._move(connection)
            finally:
                seeking.cancel()

    async def _seek(self, connection: Connection, linked: asyncio.Event) -> None:
        """Seek, and seek again whenever the server has forgotten it."""
        while self._match is None:
            linked.clear()
            with suppress(ConnectionLost, RequestRefused):
                await connection.ask(Seek(0, self._terms, self._side))
            await linked.wait()

    async def _start(self, started: Started) -> None:
        self._match = started.match
        await self._told.start(started.match, started.terms.clock.seconds)

    async def _move(self, connection: Connection) -> None:
        while self._match and self._is_my_turn():
            ply, cell = self._ply, GAME[self._ply]
            if not self._told.hurry.is_set():
                await asyncio.sleep(self._chance.uniform(0, THINK))
            try:
                await connection.ask(Move(0, self._match, ply, cell))
            except RequestRefused as refused:
                if refused.code is not Fault.TOO_FAST:
                    raise
                await asyncio.sleep(refused.wait or 0.1)
                continue
            self._sent = ply
            self._told.done.add((self._match, ply, cell))
            self._told.used[self._match, ply] = time.monotonic() - self._turn_since

    def _is_my_turn(self) -> bool:
        over = self._ply == len(GAME)
        return not over and self._ply % 2 == self._side and self._ply > self._sent

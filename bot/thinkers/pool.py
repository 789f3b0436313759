"""The thinkers of a bot: each thinks for one match at a time, and is ready before it is offered."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from bot.brain import Choice
from bot.thinkers.thinker import BotTurn, BrainFailed, Thinker
from games import Game

Result = TypeVar("Result")
HALT = 0.005  # seconds between two calls of stop: the first may come before the call begins


class ThinkerPool:
    def __init__(self, make: Callable[[], Thinker], capacity: int) -> None:
        self.capacity = capacity
        self._make = make
        self._all: list[Thinker] = []
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        # One call at a time for each: whoever is cancelled while it waits for a thought to end
        # must not let the next one begin before.
        self._turns: defaultdict[Thinker, asyncio.Lock] = defaultdict(asyncio.Lock)
        # Thinkers block; two threads each, for one that replaces what another has left behind.
        self._threads = ThreadPoolExecutor(2 * capacity + 2, "thinker")

    @property
    def ready(self) -> int:
        """How many matches can be played at once."""
        return len(self._all)

    async def grow(self) -> None:
        """Make one more ready. Raises BrainFailed if it cannot be."""
        thinker = self._make()
        prepared = self._run(thinker.prepare)
        try:
            await asyncio.shield(prepared)
        except BaseException:
            await _halt(thinker, prepared)
            thinker.close()
            raise
        self._all.append(thinker)
        self._free.put_nowait(thinker)

    def plays(self, game: Game) -> bool:
        return all(thinker.plays(game) for thinker in self._all)

    async def acquire(self) -> Thinker:
        return await self._free.get()

    async def release(self, thinker: Thinker) -> None:
        """It is free for another match, once it is well again."""
        try:
            async with self._turns[thinker]:
                await self._run(thinker.prepare)
        except BrainFailed:
            pass  # the next match tries again, and is told why
        finally:
            self._free.put_nowait(thinker)

    async def think(self, thinker: Thinker, turn: BotTurn) -> Choice:
        """What it chooses; where this is cancelled, it has stopped before this returns."""
        async with self._turns[thinker]:
            thought = asyncio.ensure_future(self._run(lambda: thinker.think(turn)))
            try:
                return await asyncio.shield(thought)
            except asyncio.CancelledError:
                await _halt(thinker, thought)
                raise

    async def close(self) -> None:
        for thinker in self._all:
            await self._run(thinker.close)
        self._threads.shutdown()

    def _run(self, call: Callable[[], Result]) -> "asyncio.Future[Result]":
        return asyncio.get_running_loop().run_in_executor(self._threads, call)


async def _halt(thinker: Thinker, call: "asyncio.Future[Any]") -> None:
    """See a call end that nobody wants the result of any more."""
    while not call.done():
        thinker.stop()
        with suppress(asyncio.CancelledError):  # once more: we are at it
            await asyncio.wait([call], timeout=HALT)
    call.exception()

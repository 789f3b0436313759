"""The seeks that a bot keeps open while it has a seat free."""

import asyncio
from collections.abc import Callable
from random import sample

from bot.log import Log
from client.link.connection import Connection, ConnectionLost, RequestRefused
from protocol.parts import Fault, Terms
from protocol.requests import Seek, Withdraw


class OpenSeeks:
    def __init__(
        self,
        connection: Connection,
        wanted: tuple[Terms, ...],
        has_room: Callable[[], bool],
        log: Log,
    ) -> None:
        self._connection, self._wanted, self._log = connection, wanted, log
        self._has_room = has_room
        self._keys: dict[Terms, str] = {}  # of what is open
        self.refused: dict[Terms, RequestRefused] = {}  # for good
        self._lock = asyncio.Lock()

    def forget(self) -> None:
        """The link is a new one, and the server has closed what was open on the old one."""
        self._keys.clear()

    async def used(self, terms: Terms) -> None:
        """A match on these terms has most likely used our seek up; if not, it is withdrawn."""
        async with self._lock:
            await self._withdraw(terms)

    async def renew(self) -> None:
        """Open what is wanted and not open, as long as there is room; else close everything."""
        if not self._wanted:
            return
        async with self._lock:
            if not self._has_room():
                await self._withdraw(*self._keys)
                return
            missing = [terms for terms in self._wanted if terms not in self._keys]
            # In any order, or the first game would be played again and again.
            for terms in sample(missing, len(missing)):
                wait = await self._open(terms)
                if wait is None:
                    return
                await asyncio.sleep(wait)

    async def _open(self, terms: Terms) -> float | None:
        """How many seconds to wait before the next one; None if that makes no sense."""
        try:
            self._keys[terms] = (await self._connection.ask(Seek(0, terms))).key
        except ConnectionLost:
            return None  # the next link seeks again
        except RequestRefused as refusal:
            if refusal.code is Fault.BUSY:  # a match has begun meanwhile
                return None
            self._log(f"cannot seek {terms.game}: {refusal.text}")
            if not refusal.wait:
                self.refused[terms] = refusal
            return refusal.wait or 0.0
        self.refused.pop(terms, None)
        return 0.0

    async def _withdraw(self, *found: Terms) -> None:
        """Those that have led to a match are gone already."""
        for terms in found:
            if key := self._keys.pop(terms, None):
                try:
                    await self._connection.ask(Withdraw(0, key))
                except (RequestRefused, ConnectionLost):
                    continue

"""People at the plain client, in this process: what they type, and what they are told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from client.join import join_server
from client.link.connection import Link
from client.options import PlayOptions
from client.plain.client import PlainClient
from client.plain.commands import obey
from tests.patience import IN_VAIN


class Person:
    def __init__(self, interactive: bool) -> None:
        self.interactive = interactive
        self.told: list[str] = []  # everything, in order
        self.client: PlainClient | None = None
        self.ended: asyncio.Task[None] | None = None
        self._heard = 0  # how much of it a test has waited for
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._changed = asyncio.Event()

    def types(self, *lines: str) -> None:
        for line in lines:
            self._typed.put_nowait(line)

    def ends_input(self) -> None:
        self._typed.put_nowait(None)

    async def hears(self, text: str) -> str:
        """The next that is told with this in it, after what was waited for before."""
        try:
            async with asyncio.timeout(IN_VAIN):
                while True:
                    for at in range(self._heard, len(self.told)):
                        if text in self.told[at]:
                            self._heard = at + 1
                            return self.told[at]
                    await self._changed.wait()
        except TimeoutError:
            told = "\n  ".join(self.told)
            raise AssertionError(f"waited for {text!r}; was told:\n  {told}") from None

    async def leaves(self) -> None:
        """Wait until the client has come to its end by itself."""
        assert self.ended is not None
        async with asyncio.timeout(IN_VAIN):
            await asyncio.shield(self.ended)

    def say(self, text: str) -> None:
        self.told.append(text)
        self._changed.set()
        self._changed = asyncio.Event()

    def linked(self, link: Link) -> None:
        if self.client is not None:
            self.client.linked(link)

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._typed.get()) is not None:
            yield line


@asynccontextmanager
async def person(
    url: str, name: str, interactive: bool = True, **options: Any
) -> AsyncIterator[Person]:
    """Somebody at the plain client who has been welcomed; what they want is in the options."""
    one = Person(interactive)
    merged = PlayOptions(url, name, **({"lobby": True} | options))
    async with join_server(merged, one.linked) as connection:
        one.client = PlainClient(connection, merged, one.say, interactive)
        one.ended = asyncio.create_task(one.client.run(one.lines(), obey))
        try:
            await one.hears(f"You are {name}." if url else "Type help")
            yield one
        finally:
            one.ended.cancel()
            await asyncio.wait([one.ended])

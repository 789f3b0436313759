"""The full-screen client without a terminal: what is on the screen, as text."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from client.options import PlayOptions
from client.screen.app import Client
from client.screen.board import Board
from client.screen.match import MatchScreen
from games import Cell
from tests.players import TIMEOUT

SMALL, ROOMY = (80, 24), (120, 40)


class Terminal:
    """A client in a terminal of some size, as a test uses it."""

    def __init__(self, client: Client, pilot: Pilot[int]) -> None:
        self.client = client
        self.pilot = pilot

    @property
    def lines(self) -> list[str]:
        """The grid of characters."""
        return [strip.text for strip in self.client.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def match(self) -> MatchScreen:
        screen = self.client.screen
        assert isinstance(screen, MatchScreen), f"this is no match:\n{self.text}"
        return screen

    @property
    def board(self) -> Board:
        return self.client.screen.query_one(Board)

    def at(self, cell: Cell) -> str:
        """What is drawn in a cell, with the marks on both sides."""
        x, y = self.board.drawn.spots[cell]
        left, top = self.board.region.offset
        away = 3 if self.board.drawn.pitch.down == 4 else 1
        row = self.lines[top + y]
        return row[left + x - away] + row[left + x] + row[left + x + away]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        await self.pilot.press(*(_KEYS.get(char, char) for char in text), "enter")

    async def click(self, cell: Cell) -> None:
        await self.pilot.click(Board, offset=self.board.drawn.spots[cell])

    async def hover(self, cell: Cell) -> None:
        await self.pilot.hover(Board, offset=self.board.drawn.spots[cell])

    async def until(self, seen: str | Callable[[], Any]) -> None:
        """Wait until a text is on the screen, or something is so."""
        so = (lambda: seen in self.text) if isinstance(seen, str) else seen
        try:
            async with asyncio.timeout(TIMEOUT):
                while not so():
                    await self.pilot.pause(0.01)
        except TimeoutError:
            raise AssertionError(f"waited for {seen!r} in vain:\n{self.text}") from None


_KEYS = {" ": "space", "?": "question_mark", "+": "plus", ":": "colon", "=": "equals_sign"}


@asynccontextmanager
async def terminal(
    url: str, folder: Path, size: tuple[int, int] = SMALL, **options: Any
) -> AsyncIterator[Terminal]:
    """A client that has been welcomed, in the lobby unless the options say otherwise."""
    chosen: dict[str, Any] = {"name": "zoe", "lobby": True} | options
    client = Client(PlayOptions(url, **chosen), folder / "screen.json")
    async with client.run_test(size=size) as pilot:
        one = Terminal(client, pilot)
        await one.until(lambda: client.wire.ready.is_set())
        yield one

"""The full-screen client without a terminal: what is on the screen, as text."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.events import Key
from textual.pilot import Pilot

from client.local.analysis import Analyse, analyse
from client.options import PlayOptions
from client.screen.app import Client
from client.screen.board.board_widget import BoardWidget
from client.screen.board.glyphs import glyphs
from client.screen.board.layout import Pitch
from client.screen.board.placement import place
from client.screen.match.match_screen import MatchScreen
from games import Cell
from protocol.events import Started
from protocol.parts import Terms
from protocol.replies import Opened
from protocol.requests import Invite, Join
from tests.patience import IN_VAIN
from tests.server.players_over_sockets import Player

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
    def board(self) -> BoardWidget:
        return self.client.screen.query_one(BoardWidget)

    def at(self, cell: Cell) -> str:
        """What is drawn in a cell, with the marks on both sides."""
        x, y = self.board.drawn.spots[cell]
        left, top = self.board.region.offset
        away = -self.board.drawn.pitch.inside[0].start
        row = self.lines[top + y]
        return row[left + x - away] + row[left + x] + row[left + x + away]

    async def go(self, cell: Cell) -> None:
        """Lead the cursor to a cell with the keys, arrows and letters in turn."""
        drawn, start = self.board.drawn, self.board.shown.cursor
        assert start is not None
        paths: dict[Cell, list[int]] = {start: []}
        waiting = [start]
        for here in waiting:
            for key, (across, down) in enumerate(_STEPS):
                there = drawn.step(here, across, down)
                if there not in paths:
                    paths[there] = [*paths[here], key]
                    waiting.append(there)
        for turn, key in enumerate(paths[cell]):
            await self.press(_ARROWS[key] if turn % 2 else _LETTERS[key])

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until all is done that they have set off.

        Textual's own way waits until the whole process is idle, which takes much longer.
        """
        self.hurry(*keys)
        taken = asyncio.Event()
        self.client.call_later(taken.set)  # once the app has all of them
        while not self._has_taken(taken):  # noqa: ASYNC110 - an exit sets no event
            await asyncio.sleep(0)
        await self.pilot.pause(0)

    def _has_taken(self, keys: asyncio.Event) -> bool:
        return self.client.return_code is not None or (keys.is_set() and self.client.settled)

    def hurry(self, *keys: str) -> None:
        """Press keys faster than anything can follow."""
        for key in keys:
            self.client.post_message(Key(key, _CHARS.get(key, key if len(key) == 1 else None)))

    async def type(self, text: str) -> None:
        await self.press(*(_KEYS.get(char, char) for char in text), "enter")

    async def click(self, cell: Cell) -> None:
        await self.until(self._laid_out)
        await self.pilot.click(BoardWidget, offset=self.board.drawn.spots[cell])

    async def hover(self, cell: Cell) -> None:
        await self.until(self._laid_out)
        await self.pilot.hover(BoardWidget, offset=self.board.drawn.spots[cell])

    @property
    def pitches(self) -> tuple[Pitch, ...]:
        return glyphs(self.client.options.ascii).pitches

    def _laid_out(self) -> bool:
        """Whether the board has the place on the screen that it will keep."""
        screen, drawn = self.client.screen.size, self.board.drawn
        placement = place(drawn.game, (screen.width, screen.height), self.pitches)
        fits = placement is not None and placement.layout == drawn
        return fits and self.board.size == drawn.size

    async def until(self, seen: str | Callable[[], Any]) -> None:
        """Wait until a text is on the screen, or something is so."""
        so = (lambda: seen in self.text) if isinstance(seen, str) else seen
        try:
            async with asyncio.timeout(IN_VAIN):
                while not so():  # noqa: ASYNC110 - anything may be waited for
                    await asyncio.sleep(0.02)
                await self.pilot.pause(0)  # what came with it is on the screen, too
        except TimeoutError:
            raise AssertionError(f"waited for {seen!r} in vain:\n{self.text}") from None


_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
_ARROWS = ("left", "right", "up", "down")
_LETTERS = ("H", "L", "K", "J")
_KEYS = {
    " ": "space",
    ",": "comma",
    "?": "question_mark",
    "+": "plus",
    ":": "colon",
    "=": "equals_sign",
}
_CHARS = {key: char for char, key in _KEYS.items()}


@asynccontextmanager
async def terminal(
    url: str,
    folder: Path,
    size: tuple[int, int] = SMALL,
    opinion: Analyse = analyse,
    **options: Any,
) -> AsyncIterator[Terminal]:
    """A client that has been welcomed, in the lobby and in ASCII unless told otherwise."""
    merged: dict[str, Any] = {"name": "zoe", "lobby": True, "ascii": True} | options
    client = Client(PlayOptions(url, **merged), folder / "screen.json", opinion)
    async with client.run_test(size=size) as pilot:
        one = Terminal(client, pilot)
        await one.until(lambda: client.session.ready.is_set())
        yield one


async def sit(one: Terminal, opponent: Player, terms: Terms, side: int = 0) -> str:
    """Start a match between the client, on this side, and another player."""
    opened = await opponent.ask(Invite(0, terms, 1 - side), Opened)
    await one.client.session.ask(Join(0, opened.key))
    started = await opponent.next(Started)
    await one.until(lambda: _sits(one, started.match))
    return started.match


def _sits(one: Terminal, match: str) -> bool:
    screen = one.client.screen
    return isinstance(screen, MatchScreen) and screen.match == match and screen.composed


async def heard(one: Terminal, ply: int) -> None:
    """Wait until so many moves are on the board."""
    await one.until(lambda: one.match.view.ply == ply and one.match.sending is None)
    await one.pilot.pause(0)

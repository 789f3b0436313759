"""Opponents that are no browser: a bot, and somebody at a terminal, as processes of their own."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Page, expect

from server.app import App
from tests import ROOT
from tests.bot.bots import running_bot
from tests.patience import IN_VAIN
from tests.processes import environment
from tests.web.tables import button, cell, choose, name_of, seated, status, stones
from tests.web.visitors import Visitors

OUR_TURN_OR_OVER = re.compile("Your turn|win|draw")


async def test_a_bot_is_played_to_the_end(visitors: Visitors, server: App) -> None:
    """It is chosen by its name, answers each move, and is there for another match."""
    async with running_bot(server.url, "chance", name="level-1") as bot:
        await bot.says("ready for")
        page = await visitors.visit()
        await choose(page, "Tic-tac-toe", "You")
        await page.get_by_label("Which bot").select_option("level-1")
        await button(page, "Play a bot").click()
        await seated(page)
        await play_anything(page)
        await button(page, "Rematch").click()
        await expect(page.locator(".match h1")).to_have_text(
            f"level-1 against {await name_of(page)}"
        )
        await expect(stones(page)).to_have_count(1)


async def play_anything(page: Page) -> None:
    """The first cell that is empty, until the match is over."""
    while True:
        await expect(status(page)).to_have_text(OUR_TURN_OR_OVER)
        if await button(page, "Rematch").is_visible():
            return
        before = await stones(page).count()
        await page.locator("[role=gridcell][aria-label$='empty']").first.click()
        await expect(stones(page)).not_to_have_count(before)


class Terminal:
    """`inarow play`, line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def hears(self, text: str) -> str:
        """The next line with this text in it."""
        assert self._process.stdout is not None
        async with asyncio.timeout(IN_VAIN):
            while line := (await self._process.stdout.readline()).decode():
                if text in line:
                    return line
        raise AssertionError(f"ended without saying {text!r}")

    def types(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())


@asynccontextmanager
async def terminal(url: str, *words: str) -> AsyncIterator[Terminal]:
    """A client in a pipe, which does not outlive the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", "play", "--server", url, *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=ROOT, env=environment(),
    )  # fmt: skip
    try:
        yield Terminal(process)
    finally:
        process.kill()
        await process.wait()


async def test_somebody_at_a_terminal_is_played(visitors: Visitors, server: App) -> None:
    """By the code that the terminal tells; both see and hear the same match to its end."""
    words = ("--name", "ann", "--invite", "--side", "first", "--game", "tictactoe")
    async with terminal(server.url, *words) as ann:
        code = (await ann.hears("Invite code: ")).split("Invite code: ")[1][:6]
        page = await visitors.visit(f"#{code}")
        await button(page, "Play").click()
        await seated(page)
        await ann.hears("Your turn")
        for ply, (name, number) in enumerate(
            [("b2", 4), ("a1", 6), ("b1", 7), ("a2", 3), ("b3", 1)]
        ):
            if ply % 2:
                await cell(page, number).click()
            else:
                ann.types(name)
            await ann.hears(f"plays {name}")
            await expect(stones(page)).to_have_count(ply + 1)
        await ann.hears("You win by three in a row.")
        await expect(status(page)).to_have_text("ann wins by three in a row.")

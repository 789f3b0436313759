"""While a game runs nothing moves but stones and clocks, and nothing is left behind by it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from games import game_named
from protocol.events import Played, RematchOffered, Started
from protocol.parts import OfferKind, Room, Terms, TimeControl
from protocol.replies import Done, Opened
from protocol.requests import Invite, Join, Offer, Rematch, Say
from server.app import App
from tests.games.every import walk
from tests.server.players_over_sockets import Player, player
from tests.web.accessibility.keys import Keys
from tests.web.visitors import DESK, PHONE, Screen, Visitors

SHIFTS = """() => {
  window.shifts = [];
  const told = ({ node, previousRect: a, currentRect: b }) =>
    `${node?.className || node?.nodeName}: ${a.x},${a.y} to ${b.x},${b.y}`;
  new PerformanceObserver((list) => list.getEntries().forEach((each) =>
    window.shifts.push(each.sources.map(told).join("; ")))).observe({ type: "layout-shift" });
}"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest_asyncio.fixture(loop_scope="session")
async def ann(server: App) -> AsyncIterator[Player]:
    async with player(server.url, "ann") as one:
        yield one


async def begin(page: Page, ann: Player, terms: Terms) -> str:
    """A match between whoever is at the page, who moves first, and ann."""
    opened = await ann.ask(Invite(0, terms, side=1), Opened)
    await page.evaluate("code => { location.hash = code; }", opened.key)
    await page.get_by_role("button", name="Play", exact=True).click()
    return (await ann.next(Started)).match


@pytest.mark.parametrize("screen", [DESK, PHONE])
async def test_nothing_shifts(visitors: Visitors, server: App, ann: Player, screen: Screen) -> None:
    """Whatever is played, offered or said, and though another match begins."""
    page = await visitors.visit(screen=screen)
    keys = Keys(page)
    await keys.follow()
    await page.get_by_role("button", name="Invite a friend").click()
    code = await page.locator(".codes strong").inner_text()
    match = await begin(page, ann, Terms("gomoku", TimeControl(600, 5)))
    await keys.hear("gomoku, 10 minutes")
    await page.evaluate(DRAWN)
    await page.evaluate(SHIFTS)
    for ply, cell in enumerate(walk(game_named("gomoku"), 3, 12).moves):
        if ply % 2 == 0:
            await page.locator(f"[data-cell='{cell}']").click()
            if screen == PHONE:
                await page.get_by_role("button", name="Play", exact=True).first.click()
            await heard(ann, ply)
        else:
            await ann.play(match, ply, cell)
        await expect(page.locator(f"[data-cell='{cell}'] .stone")).to_have_count(1)
    await ann.ask(Say(0, match, Room.PLAYERS, "a word " * 40), Done)
    await ann.ask(Offer(0, match, OfferKind.DRAW), Done)
    await keys.hear("O (ann) offers a draw.")
    async with player(server.url, "bob") as bob:
        await bob.ask(Join(0, code), Done)
        await expect(page.get_by_role("navigation", name="Your matches")).to_be_visible()
    await page.evaluate(DRAWN)
    assert await page.evaluate("shifts") == []


async def heard(ann: Player, ply: int) -> None:
    await ann.next(Played, lambda played: played.ply == ply)


MOVES = 1000
GROWTH = 1_000_000  # bytes, of the matches that are kept for their rematches
READY = """ply => document.querySelectorAll(".stone:not(.thought)").length === ply
  && document.querySelector(".match .status").textContent === "Your turn.\""""
CLICK = """cell => document.querySelector(`[data-cell="${cell}"]`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""


class Series:
    """One match after the other between ann and whoever is at the page."""

    def __init__(self, page: Page, ann: Player) -> None:
        self.page, self.ann = page, ann
        self.moves = self.games = 0

    async def play(self, match: str) -> None:
        """To its end, both by the same random moves; ann has the first one in every other."""
        moves = walk(game_named("gomoku"), self.games, 700).moves
        for ply, cell in enumerate(moves):
            if (ply + self.games) % 2 == 0:
                await self.page.wait_for_function(READY, arg=ply)
                await self.page.evaluate(CLICK, cell)
            else:
                await self.ann.play(match, ply, cell)
            await heard(self.ann, ply)
        self.moves += len(moves)
        self.games += 1

    async def again(self, match: str) -> str:
        await self.page.get_by_role("button", name="Rematch").click()
        await self.ann.next(RematchOffered)
        await self.ann.ask(Rematch(0, match), Done)
        match = (await self.ann.next(Started)).match
        await self.page.wait_for_function("match => location.hash.endsWith(match)", arg=match)
        await expect(self.page.locator(".stone")).to_have_count(0)
        return match


@pytest.mark.slow
async def test_a_thousand_moves_leave_nothing_behind(visitors: Visitors, ann: Player) -> None:
    """In one page, match after match: what is there after the last was there after the second."""
    page = await visitors.visit()
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable")

    async def counted() -> dict[str, float]:
        await devtools.send("HeapProfiler.collectGarbage")
        metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
        return {each["name"]: each["value"] for each in metrics}

    series = Series(page, ann)
    match = await begin(page, ann, Terms("gomoku"))
    await expect(page.get_by_role("grid")).to_be_visible()
    await series.play(match)
    match = await series.again(match)
    await series.play(match)
    match = await series.again(match)
    before = await counted()
    while series.moves < MOVES:
        await series.play(match)
        match = await series.again(match)
    after = await counted()
    for name in ("Nodes", "JSEventListeners"):
        assert after[name] == before[name], name
    assert after["JSHeapUsedSize"] < before["JSHeapUsedSize"] + GROWTH

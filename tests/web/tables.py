"""Pages at a match: how two come to sit there, and how they play."""

from collections.abc import Sequence
from typing import Literal

from playwright.async_api import Locator, Page, expect

from protocol.events import Started
from protocol.parts import Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import Invite
from tests.server.players_over_sockets import Player
from tests.web.visitors import DESK, Screen, Visitors

CLOCK = TimeControl(300, 3)
TICTACTOE = Terms("tictactoe", CLOCK)
LABELS = {
    "tictactoe": "Tic-tac-toe", "connect4": "Connect 4", "gomoku": "Gomoku",
    "nineboard": "Nine-board", "qubic": "Qubic", "mnk": "m,n,k",
}  # fmt: skip


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"[data-cell='{number}']")


def stones(page: Page) -> Locator:
    """All that lie on the board, without what is only thought of."""
    return page.locator("[role=grid] .stone:not(.thought)")


def status(page: Page) -> Locator:
    return page.locator(".match .status").first


def said(page: Page) -> Locator:
    """What a screen reader was told last."""
    return page.locator("#announcer p:last-child")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


async def name_of(page: Page) -> str:
    """What its player is called, once that is known."""
    me = page.locator("#me")
    await expect(me).to_be_visible()
    return await me.inner_text()


async def choose(page: Page, *labels: str) -> None:
    """Choose these for a new match, in the lobby."""
    await page.locator("summary", has_text="Who begins").click()
    for label in labels:
        kind: Literal["checkbox", "radio"] = "checkbox" if "rule" in label else "radio"
        await page.get_by_role(kind, name=label, exact=kind == "radio").check()


async def invite(page: Page, *labels: str) -> str:
    """Open an invite to a match of which these are chosen; its link."""
    await choose(page, *labels)
    await button(page, "Invite a friend").click()
    return await page.get_by_label("The link to send").input_value()


async def join(visitors: Visitors, link: str, screen: Screen = DESK) -> Page:
    """Somebody new takes an invite up."""
    page = await visitors.visit(link.rpartition("/")[2], screen)
    await button(page, "Play").click()
    return page


async def seated(page: Page) -> str:
    """The match that opens by itself, once it is there."""
    await page.wait_for_url("**/#/match/*")
    await expect(page.get_by_role("grid")).to_be_visible()
    return page.url.rpartition("/")[2]


async def seat_two(
    visitors: Visitors, game: str = "tictactoe", *labels: str, clock: str = "5+3"
) -> tuple[Page, Page]:
    """Two pages at a match, that of the first mover first."""
    first = await visitors.visit()
    link = await invite(first, LABELS[game], clock, "You", *labels)
    second = await join(visitors, link)
    assert await seated(first) == await seated(second)
    return first, second


async def play(pages: Sequence[Page], *cells: int, ply: int = 0) -> None:
    """Play these by mouse, the first mover first, each once both have seen the one before."""
    for at, each in enumerate(cells, ply):
        await cell(pages[at % 2], each).click()
        for page in pages:
            await expect(stones(page)).to_have_count(at + 1)


async def sit_down(
    visitors: Visitors,
    other: Player,
    side: int,
    terms: Terms = TICTACTOE,
    screen: Screen = DESK,
) -> tuple[Page, str]:
    """A page at a match against somebody on the wire, who has this side; and the match."""
    code = (await other.ask(Invite(0, terms, side), Opened)).key
    page = await visitors.visit(f"#{code}", screen)
    await button(page, "Play").click()
    match = await seated(page)
    await other.next(Started)
    return page, match

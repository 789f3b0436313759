"""Every view: found accessible by axe in every theme, and fit for a small screen and a finger."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, expect

from server.app import App
from tests.web.accessibility.busy_server import busy
from tests.web.conftest import CheckAxe
from tests.web.visitors import DESK, Visitors

NARROW = (320, 640)
CONTRAST = "color-contrast"  # all that axe has to do with themes
SMALL = """() => [...document.querySelectorAll("a[href], button, select, input, summary")]
  .filter((each) => each.checkVisibility() && !each.closest(".skip"))
  .filter((each) => (each.closest("label") ?? each).getBoundingClientRect().height < 43.5)
  .map((each) => each.outerHTML)"""
BEYOND = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .filter((each) => !each.closest(".scroll, .mine, .unseen, svg"))
  .map((each) => each.outerHTML)"""
THEME = "theme => { document.documentElement.dataset.theme = theme; }"


@pytest_asyncio.fixture(loop_scope="session")
async def places(server: App) -> AsyncIterator[dict[str, str]]:
    async with busy(server) as found:
        yield found


async def go(page: Page, place: str) -> None:
    """To a view, until it is there."""
    await page.evaluate("place => { location.hash = place; }", place or "#/")
    await expect(page.locator("main[aria-busy]")).to_have_count(0)


async def test_axe_finds_nothing(visitors: Visitors, places: dict[str, str], axe: CheckAxe) -> None:
    """By all of its rules, and by that of contrast in the other themes."""
    page = await visitors.visit(screen=DESK)
    for place in places.values():
        await go(page, place)
        await page.evaluate(THEME, "light")
        await axe(page)
        for theme in ("dark", "contrast"):
            await page.evaluate(THEME, theme)
            await axe(page, CONTRAST)


async def test_axe_finds_nothing_in_what_opens(visitors: Visitors, axe: CheckAxe) -> None:
    """The preferences, the menu of a small screen, and the form for one's name."""
    page = await visitors.visit(screen=NARROW)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Change").click()
    await page.get_by_text("Who begins, and more").click()
    await axe(page)
    await page.get_by_role("button", name="Preferences").click()
    await axe(page)


async def test_a_finger_finds_all_on_a_small_screen(
    visitors: Visitors, places: dict[str, str]
) -> None:
    """Nothing but the cells of a board is lower than 44 pixels, and nothing goes over the edge."""
    page = await visitors.visit(screen=NARROW, has_touch=True)
    for name, place in places.items():
        await go(page, place)
        assert await page.evaluate(SMALL) == [], name
        assert await page.evaluate(BEYOND) == [], name

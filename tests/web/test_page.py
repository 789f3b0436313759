"""The page comes up, and nothing about it is out of order."""

from playwright.async_api import expect

from tests.web.conftest import CheckAxe
from tests.web.visitors import Visitors


async def test_the_page_comes_up(visitors: Visitors, axe: CheckAxe) -> None:
    """Without a complaint of the browser or of axe."""
    page = await visitors.visit()
    await expect(page.get_by_role("main")).to_be_attached()
    await axe(page)


FETCHED = "performance.getEntriesByType('resource').filter(e => e.transferSize).map(e => e.name)"


async def test_only_the_html_is_asked_for_again(visitors: Visitors) -> None:
    """All else is kept, for as long as the server has the same version of it."""
    page = await visitors.visit()
    await page.wait_for_load_state("networkidle")
    assert await page.evaluate(FETCHED)
    await page.goto("about:blank")
    await page.goto(visitors.url)
    assert await page.evaluate(FETCHED) == []

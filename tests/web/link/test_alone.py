"""What a page can do without a server."""

from playwright.async_api import expect

from tests.processes import Process
from tests.web.link.test_coming_back import BROKEN, notice
from tests.web.tables import button, cell, stones
from tests.web.visitors import Visitors


async def test_two_at_one_screen_need_no_server(visitors: Visitors, server: Process) -> None:
    """Once the page and the rules are there: they play on, take back, win and look back."""
    visitors.forgive(BROKEN)
    page = await visitors.visit("#/local/tictactoe")
    await cell(page, 4).click()
    await page.wait_for_load_state("networkidle")
    await server.kill()
    await expect(notice(page)).to_be_visible()
    for number in (0, 2, 8):
        await cell(page, number).click()
    await button(page, "Take back").click()
    await expect(stones(page)).to_have_count(3)
    for number in (1, 6):
        await cell(page, number).click()
    await expect(page.locator(".turn")).to_have_text("X wins.")

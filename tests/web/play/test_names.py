"""Who one is: by a name of one's choice, or by the token of an account."""

from playwright.async_api import Page, expect

from server.app import App
from tests.server.accounts import account
from tests.server.players_over_sockets import Player
from tests.web.tables import button, name_of, said
from tests.web.visitors import Visitors


async def become(page: Page, name: str = "", token: str = "") -> None:
    """Say so in the form, which is opened first unless it is open."""
    await name_of(page)
    if await button(page, "Change").is_visible():
        await button(page, "Change").click()
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_label("or the token of your account").fill(token)
    await button(page, "Be called so").click()


async def test_a_name_is_chosen_and_kept(visitors: Visitors) -> None:
    """It is there again after a reload."""
    page = await visitors.visit()
    await become(page, "Gauss")
    await expect(said(page)).to_have_text("You are Gauss.")
    await page.reload()
    assert await name_of(page) == "Gauss"
    await expect(page.get_by_text("You are Gauss, a guest.")).to_be_visible()


async def test_a_name_that_cannot_be_is_told_with_what_could(
    visitors: Visitors, rival: Player
) -> None:
    """One keeps the name that one had, and what was written stays."""
    page = await visitors.visit()
    before = await name_of(page)
    told = page.locator(".who-am-i").get_by_role("alert")
    await become(page, rival.name)
    await expect(told).to_contain_text("is taken")
    await become(page, "<b>bold</b>")
    await expect(told).to_contain_text("a name has")
    await expect(page.get_by_label("Name", exact=True)).to_have_value("<b>bold</b>")
    assert await name_of(page) == before


async def test_an_account_is_entered_by_its_token(visitors: Visitors, server: App) -> None:
    """A wrong one is refused; the right one holds after a reload, and lets one play for rating."""
    page = await visitors.visit()
    await become(page, token="wrong")
    await expect(page.locator(".who-am-i").get_by_role("alert")).to_contain_text("token")
    await become(page, token=await account(server, "Euler"))
    await expect(page.get_by_text("You are Euler.", exact=True).first).to_be_visible()
    await page.reload()
    assert await name_of(page) == "Euler"
    await page.get_by_text("Who begins, and more").click()
    await expect(page.get_by_role("checkbox", name="Rated")).to_be_visible()
    await become(page, "guest-again")
    await expect(said(page)).to_have_text("You are guest-again.")
    await expect(page.get_by_role("checkbox", name="Rated")).to_be_hidden()

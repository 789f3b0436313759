"""A tournament with a person in the page, and with people who look on."""

import re

from playwright.async_api import Page, expect

from protocol.parts import Terms, TimeControl
from protocol.replies import Done, Opened, TournamentShown
from protocol.requests import Enter, OpenTournament, ShowTournament, Steer
from protocol.tournaments import Format, Order, Plan
from server.app import App
from tests.server.players_over_sockets import player
from tests.server.tournaments.contestants import bots
from tests.web.tables import button, name_of, seated, status, stones
from tests.web.visitors import Visitors

PLAN = Plan("A <b>cup</b>", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(300)))
MINE_OR_OVER = re.compile("Your turn|win|draw")


async def test_a_person_takes_part(visitors: Visitors, server: App) -> None:
    """They enter, are called, say that they are ready, play, and find their place in the end."""
    async with player(server.url, "host") as host, bots(server, "deep") as (bot,):
        key = (await host.ask(OpenTournament(0, PLAN), Opened)).key
        await host.ask(ShowTournament(0, key, watch=True), TournamentShown)
        await bot.wire.ask(Enter(0, key), Done)
        page = await visitors.visit("#/tournaments")
        looker = await visitors.visit(f"#/tournament/{key}")
        await page.get_by_role("link", name=PLAN.title).click()
        await button(page, "Take part").click()
        await expect(page.get_by_text("You take part. Your games will be called.")).to_be_visible()
        await host.ask(Steer(0, key, Order.START), Done)
        for _ in range(2):
            await button(page, "I am ready").click()
            await seated(page)
            await play_to_the_end(page)
            await page.get_by_role("link", name="To the tournament").click()
        for each in (page, looker):
            table = each.get_by_role("group", name="Standings").get_by_role("row")
            await expect(table).to_have_count(3)
            await expect(each.get_by_text("finished", exact=True)).to_be_visible()
            await expect(each.get_by_text("2 of 2 games played")).to_be_visible()
        await expect(page.get_by_text("of 2, with")).to_be_visible()
        await expect(looker.get_by_role("row", name=await name_of(page))).to_be_visible()


async def play_to_the_end(page: Page) -> None:
    """The last cell that is empty, for the bot takes the first."""
    over = page.get_by_role("link", name="To the tournament")
    while True:
        await expect(status(page)).to_have_text(MINE_OR_OVER)
        if await over.is_visible():
            return
        before = await stones(page).count()
        await page.locator("[role=gridcell][aria-label$='empty']").last.click()
        await expect(stones(page)).not_to_have_count(before)

"""A tournament with a person in the page, and with people who look on."""

import re

from playwright.async_api import Page, expect

from protocol.parts import Terms, TimeControl
from protocol.replies import Done, Opened, TournamentShown
from protocol.requests import Enter, OpenTournament, ShowTournament, Steer
from protocol.tournaments import Format, Order, Plan, Stage
from server.app import App
from tests.server.players_over_sockets import player
from tests.server.tournaments.contestants import at_stage, bots, fixtures
from tests.web.tables import button, name_of, seated, status, stones
from tests.web.visitors import Visitors

PLAN = Plan("A <b>cup</b>", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(300)))
CUP = Plan("Cup", Format.KNOCKOUT, Terms("tictactoe", TimeControl(60)), extra_pairs=0)
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


async def test_it_is_followed_as_it_goes_on(visitors: Visitors, server: App) -> None:
    """From before its start to its end, without a reload: who enters, what is played, who wins."""
    names = ["one", "two", "three"]
    async with player(server.url, "host") as host, bots(server, *names) as contestants:
        key = (await host.ask(OpenTournament(0, CUP), Opened)).key
        await host.ask(ShowTournament(0, key, watch=True), TournamentShown)
        page = await visitors.visit(f"#/tournament/{key}")
        for number, bot in enumerate(contestants, 1):
            await bot.wire.ask(Enter(0, key), Done)
            await expect(page.locator(".far")).to_contain_text(f"{number} player")
        await host.ask(Steer(0, key, Order.START), Done)
        await at_stage(host, key, Stage.FINISHED)
        await expect(page.locator(".stage")).to_have_text("finished")
        final = page.get_by_role("region", name="Bracket").locator(".round").last
        best = page.get_by_role("region", name="Standings").locator("tbody th").first
        await expect(final).to_contain_text(await best.get_by_role("link").inner_text())
        games = page.get_by_role("region", name="Games").get_by_role("listitem")
        await expect(games).to_have_count((await fixtures(host, key)).total)

"""Who watches a match sees what its players see, and can do nothing there."""

from playwright.async_api import expect

from protocol.events import Ended
from protocol.parts import Terms, TimeControl
from protocol.replies import Done
from protocol.requests import Resign
from server.app import App
from tests.server.players_over_sockets import alternate, pair, player
from tests.web.tables import button, cell, said, status, stones
from tests.web.visitors import Visitors

TERMS = Terms("gomoku:size=7", TimeControl(300, 3))
# All that names may be made of; with them a page makes addresses, and looks things up.
PECULIAR = ["constructor", "a..b", "W" * 20, "x__proto__"]


async def test_a_match_is_found_and_watched(visitors: Visitors, server: App) -> None:
    """From among those that go on, on small boards, to its end; and by its address alone."""
    async with player(server.url, "ann") as ann, player(server.url, "bob") as bob:
        page = await visitors.visit("#/live")
        match = await pair(ann, bob, TERMS)
        await alternate(match, (ann, bob), 24, 25)
        small = page.get_by_role("link", name="ann against bob")
        before = await small.locator(".stone.x").get_attribute("d")
        assert before
        await alternate(match, (ann, bob), 31, ply=2)
        await expect(small.locator(".stone.x")).not_to_have_attribute("d", before)
        await small.click()
        other = await visitors.visit(f"#/match/{match}")
        for each in (page, other):
            await expect(stones(each)).to_have_count(3)
        await alternate(match, (ann, bob), 18, ply=3)
        for each in (page, other):
            await expect(stones(each)).to_have_count(4)
            await expect(said(each)).to_have_text("O plays e5.")
        await cell(page, 0).click()
        for act in ("Resign", "Play", "Offer a draw"):
            await expect(button(page, act)).to_be_hidden()
        await ann.ask(Resign(0, match), Done)
        for each in (page, other):
            await expect(status(each)).to_have_text("bob wins: ann resigned.")
            await expect(stones(each)).to_have_count(4)


async def test_names_are_shown_as_they_are_written(visitors: Visitors, server: App) -> None:
    """At a match, in the lists, and on the page of the player, to which they lead."""
    page = await visitors.visit()
    heading = page.get_by_role("heading", level=1)
    for name in PECULIAR:
        async with player(server.url, name) as one, player(server.url, "other") as other:
            match = await pair(one, other, TERMS)
            await page.evaluate("place => { location.hash = place; }", f"#/match/{match}")
            await expect(heading).to_have_text(f"{name} against other")
            await page.locator(".chair").get_by_role("link", name=name, exact=True).click()
            await expect(heading).to_have_text(name)
            tile = page.get_by_role("link", name=f"{name} against other")
            await expect(tile.locator(".named").first).to_have_text(name)
            assert await page.title() == f"{name} · inarow"
            await one.ask(Resign(0, match), Done)
            await other.next(Ended)

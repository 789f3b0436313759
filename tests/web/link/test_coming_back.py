"""A match goes on in its pages, whatever happens to them or to the server."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Locator, Page, expect

from tests.processes import Process, serving_process
from tests.web.tables import button, cell, name_of, play, seat_two, seated, status, stones
from tests.web.visitors import Visitors

BROKEN = "WebSocket connection to"  # all that a browser says when a server is gone
ELSEWHERE = "You have gone on in another window."


def notice(page: Page) -> Locator:
    """How the connection stands, if it is not open."""
    return page.locator("#connection")


async def test_a_page_is_loaded_anew(visitors: Visitors) -> None:
    """In mid-game: it is the same player at the same match, with every stone, and plays on."""
    ann, bob = pages = await seat_two(visitors, "tictactoe")
    await play(pages, 4, 0)
    who = await name_of(ann)
    await ann.reload()
    await expect(stones(ann)).to_have_count(2)
    assert await name_of(ann) == who
    await expect(bob.locator(".state", has_text="reconnecting")).to_have_count(0)
    await play(pages, 2, 6, 1, ply=2)


async def test_a_match_that_goes_on_is_found_again(visitors: Visitors) -> None:
    """By the address that one knows: it opens where it is one's turn, and else there is a link."""
    ann, bob = pages = await seat_two(visitors, "tictactoe")
    await play(pages, 4, 0)
    for page in pages:
        await page.goto(visitors.url)
    await bob.get_by_role("navigation", name="Your matches").get_by_role("link").click()
    assert await seated(ann) == await seated(bob)
    await play(pages, 2, ply=2)


async def test_a_server_is_killed_and_comes_back(
    visitors: Visitors, server: Process, tmp_path: Path
) -> None:
    """In mid-game: both pages say that they wait for it, and go on by themselves to the end."""
    visitors.forgive(BROKEN)
    pages = await seat_two(visitors, "tictactoe")
    await play(pages, 4, 0)
    await server.kill()
    for page in pages:
        await expect(status(page)).to_contain_text("reconnecting")
        await expect(notice(page)).to_have_text("The connection is lost. Trying again…")
    async with serving_process(tmp_path, "--port", f"{urlsplit(server.url).port}"):
        for page in pages:
            await expect(notice(page)).to_be_empty()
        await play(pages, 2, 6, 1, 3, ply=2)
        for page in pages:
            await expect(status(page)).to_contain_text("three in a row")


async def test_of_two_windows_the_later_one_plays(visitors: Visitors) -> None:
    """The other says so, and takes over again when it is told to."""
    ann, bob = await seat_two(visitors, "tictactoe")
    await play((ann, bob), 4, 0)
    other = await visitors.open(ann.context, f"#/match/{await seated(ann)}")
    await expect(notice(ann)).to_contain_text(ELSEWHERE)
    await expect(status(ann)).to_have_text("You do not follow this match here any more.")
    await cell(other, 2).click()
    await expect(stones(bob)).to_have_count(3)
    await expect(stones(ann)).to_have_count(2)
    await button(ann, "Go on here").click()
    await expect(notice(other)).to_contain_text(ELSEWHERE)
    await expect(stones(ann)).to_have_count(3)
    await play((ann, bob), 6, 1, ply=3)

"""Finding somebody to play with: a friend by a link, whoever looks for the same, somebody here."""

from playwright.async_api import expect

from protocol.events import Started, Unanswered
from protocol.parts import Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import Challenge, Invite, Seek
from server.app import App
from tests.server.players_over_sockets import player
from tests.web.tables import button, choose, invite, join, name_of, said, seated, status
from tests.web.visitors import Visitors

COPIED = "navigator.clipboard.readText()"
TERMS = Terms("tictactoe", TimeControl(300, 3))


async def test_a_friend_is_invited_by_a_link(visitors: Visitors) -> None:
    """It is copied by a button and drawn as a code; whoever opens it sees what they come to."""
    ann = await visitors.visit(permissions=["clipboard-read", "clipboard-write"])
    link = await invite(ann, "Nine-board", "3+2", "You")
    await expect(ann.get_by_role("img", name="The same link as a QR code")).to_be_visible()
    await button(ann, "Copy the link").click()
    await expect(button(ann, "Copied")).to_be_visible()
    assert await ann.evaluate(COPIED) == link
    bob = await join(visitors, link)
    assert await seated(ann) == await seated(bob)
    for page in (ann, bob):
        await expect(page.locator(".match .heading p")).to_have_text("Nine-board · 3+2")
    await expect(status(ann)).to_have_text("Your turn.")
    await ann.goto(f"{visitors.url}/#/")
    await expect(ann.get_by_label("The link to send")).to_have_count(0)


async def test_the_code_of_an_invite_is_typed(visitors: Visitors) -> None:
    """In small letters too, as somebody may have heard it."""
    ann, bob = await visitors.visit(), await visitors.visit()
    code = (await invite(ann, "Tic-tac-toe")).rpartition("#")[2]
    await bob.get_by_label("Code of an invite").fill(f" {code.lower()} ")
    await bob.keyboard.press("Enter")
    await button(bob, "Play").click()
    assert await seated(ann) == await seated(bob)


async def test_who_opens_a_link_sees_what_they_come_to(visitors: Visitors, server: App) -> None:
    """Who invites, to what, and who begins; and when that is there no more, and there again."""
    terms = Terms("gomoku:size=19", TimeControl(60), pie=True)
    async with player(server.url, "host") as host:
        code = (await host.ask(Invite(0, terms, 1), Opened)).key
        page = await visitors.visit(f"#{code}")
        told = page.get_by_role("main").get_by_role("paragraph").first
        await expect(told).to_have_text(
            "host invites you to play Gomoku, size 19 · 1+0 · pie rule · you begin."
        )
    gone = page.get_by_role("heading", name="This invite is not open")
    await expect(gone).to_be_visible()
    await expect(button(page, "Play")).to_be_hidden()
    async with player(server.url, "host") as host:
        await host.ask(Invite(0, terms, 1, code), Opened)
        await button(page, "Play").click()
        assert await seated(page) == (await host.next(Started)).match


async def test_ones_own_link_is_told_to_be_for_others(visitors: Visitors) -> None:
    """Nobody plays themselves."""
    ann = await visitors.visit()
    link = await invite(ann, "Tic-tac-toe")
    await ann.goto(link)
    await expect(ann.get_by_role("main").get_by_text("This is your own invite")).to_be_visible()
    await expect(button(ann, "Play")).to_be_hidden()


async def test_an_invite_is_taken_back(visitors: Visitors) -> None:
    """Then its link leads nowhere, and says so."""
    ann = await visitors.visit()
    link = await invite(ann, "Tic-tac-toe")
    await button(ann, "Take it back").click()
    await expect(ann.get_by_label("The link to send")).to_have_count(0)
    bob = await visitors.visit(link.rpartition("/")[2])
    await expect(bob.get_by_role("heading", name="This invite is not open")).to_be_visible()


async def test_an_invite_outlives_its_page(visitors: Visitors) -> None:
    """The link is the same after a reload, and leads to a match."""
    ann = await visitors.visit()
    link = await invite(ann, "Tic-tac-toe", "Untimed")
    await ann.reload()
    await expect(ann.get_by_label("The link to send")).to_have_value(link)
    bob = await join(visitors, link)
    assert await seated(ann) == await seated(bob)


async def test_two_who_look_for_the_same_find_each_other(visitors: Visitors) -> None:
    """The second sees the first in the list, and plays by one press."""
    ann = await visitors.visit()
    await choose(ann, "Qubic", "Untimed", "The other")
    await button(ann, "Look for somebody").click()
    await expect(ann.get_by_text("Waiting for somebody who plays the same.")).to_be_visible()
    bob = await visitors.visit()
    entry = bob.get_by_role("listitem").filter(has_text=await name_of(ann))
    await entry.filter(has_text="you begin").get_by_role("button", name="Play").click()
    assert await seated(ann) == await seated(bob)
    await expect(status(bob)).to_have_text("Your turn.")


async def test_what_one_looks_for_is_found_elsewhere_too(visitors: Visitors, server: App) -> None:
    """Who seeks the same over the wire is who one plays."""
    async with player(server.url, "seeker") as seeker:
        await seeker.ask(Seek(0, TERMS))
        page = await visitors.visit()
        await choose(page, "Tic-tac-toe", "5+3")
        await button(page, "Look for somebody").click()
        assert await seated(page) == (await seeker.next(Started)).match


async def test_somebody_here_is_challenged(visitors: Visitors) -> None:
    """They accept or decline, whatever they look at; who asked is told."""
    ann, bob = await visitors.visit("#/live"), await visitors.visit()
    name = await name_of(ann)
    await choose(bob, "Tic-tac-toe")
    there = bob.get_by_role("listitem").filter(has_text=name)
    waiting = bob.get_by_text("Waiting for an answer of")
    for answer in ("Decline", "Accept"):
        await there.get_by_role("button", name="Challenge").click()
        await expect(waiting).to_be_visible()
        notice = ann.get_by_role("group", name=f"A challenge by {await name_of(bob)}")
        await expect(notice).to_contain_text("challenges you: Tic-tac-toe · 5+3")
        await notice.get_by_role("button", name=answer).click()
        await expect(waiting).to_be_hidden()
        if answer == "Decline":
            await expect(said(bob)).to_have_text(
                f"Your challenge to {name} has come to nothing: declined."
            )
    assert await seated(ann) == await seated(bob)


async def test_a_player_is_challenged_from_their_page(visitors: Visitors, server: App) -> None:
    """It leads to the choice of a match, and from there to them."""
    async with player(server.url, "asked") as asked:
        page = await visitors.visit("#/player/asked")
        await page.get_by_role("link", name="Challenge").click()
        new = page.get_by_role("region", name="A new match")
        await new.get_by_role("button", name="Challenge asked").click()
        await expect(page.get_by_text("Waiting for an answer of asked")).to_be_visible()
        await button(page, "Take it back").click()
        await asked.next(Unanswered)


async def test_a_challenge_that_is_withdrawn_goes_away(visitors: Visitors, server: App) -> None:
    """And the focus, if it was there, stays on the page."""
    async with player(server.url, "asker") as asker:
        page = await visitors.visit()
        await asker.ask(Challenge(0, await name_of(page), TERMS))
        await button(page, "Accept").focus()
    await expect(button(page, "Accept")).to_be_hidden()
    await expect(page.get_by_role("main")).to_be_focused()

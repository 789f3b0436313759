"""The focus is never lost: what goes away or is switched off leaves it to what is around it."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import expect

from protocol.codec import JSON
from protocol.events import Started
from protocol.parts import Terms
from protocol.replies import Done, Opened
from protocol.requests import Invite, Join, Resign
from server.app import App
from tests.server.players_over_sockets import Player, player
from tests.web.accessibility.keys import Keys
from tests.web.tables import status
from tests.web.visitors import Visitors


@pytest_asyncio.fixture(loop_scope="session")
async def ann(server: App) -> AsyncIterator[Player]:
    async with player(server.url, "ann") as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def keys(visitors: Visitors) -> AsyncIterator[Keys]:
    """At the first page; the focus may be nowhere in any frame."""
    keys = Keys(await visitors.visit())
    await keys.page.locator("main:not([aria-busy]) h1").wait_for()  # which takes no focus
    await keys.follow()
    yield keys
    assert await keys.lost() == []


async def invited(keys: Keys, ann: Player) -> str:
    """A match that has begun, by an invite of ann's, who moves first."""
    opened = await ann.ask(Invite(0, Terms("tictactoe"), side=0), Opened)
    await keys.page.evaluate("code => { location.hash = code; }", opened.key)
    await keys.page.get_by_role("heading", name="You are invited to a match").wait_for()
    await keys.choose("Play")
    await keys.hear("tictactoe, untimed. You are O.")
    return (await ann.next(Started)).match


async def test_when_an_invite_is_taken_back(keys: Keys) -> None:
    """It goes, with its button."""
    await keys.choose("Invite a friend")
    await keys.page.get_by_role("button", name="Take it back").wait_for()
    await keys.page.get_by_role("button", name="Take it back").focus()
    await keys.press("Enter")
    await expect(keys.page.get_by_role("button", name="Take it back")).to_have_count(0)


async def test_when_somebody_comes_first(keys: Keys, ann: Player) -> None:
    """The view changes under a focus, and its heading has it."""
    await keys.choose("Invite a friend")
    code = keys.page.locator(".codes strong")
    await code.wait_for()
    await ann.ask(Join(0, await code.inner_text()), Done)
    await keys.hear("gomoku")
    assert await keys.at() == await keys.page.locator("h1").inner_text()


async def test_when_a_match_ends_while_one_writes(keys: Keys, ann: Player) -> None:
    """The field for moves goes; the one for chat stays, and what was written in it."""
    match = await invited(keys, ann)
    await keys.tab_to("Say something")
    await keys.type("wel")
    await ann.ask(Resign(0, match), Done)
    await keys.hear("You win: ann resigned.")
    await keys.type("l played")
    assert await keys.at() == "Say something"
    assert await keys.page.evaluate("document.activeElement.value") == "well played"


async def test_when_the_connection_comes_back(keys: Keys, ann: Player, server: App) -> None:
    """Nothing moves from where it is; what was written is there."""
    match = await invited(keys, ann)
    await keys.tab_to("Type a move")
    await keys.type("b")
    for connection in server.server.connections:
        if connection.subprotocol == JSON.subprotocol:
            connection.transport.abort()
    await ann.play(match, 0, 4)
    await expect(status(keys.page)).to_have_text("Your turn.")  # be it told before or after
    await keys.type("1")
    await keys.press("Enter")
    await keys.hear("O plays b1.")


async def test_when_a_button_is_switched_off(keys: Keys) -> None:
    """By what it does: at one screen, the first move is taken back."""
    await keys.choose("Two at this screen")
    await keys.tab_to("b2, empty")
    await keys.press("Enter")
    await keys.choose("Take back")
    await keys.press("Tab")
    assert await keys.at() == "Game"  # beside it

"""Clocks: they run for whose turn it is, warn, and end a match."""

import re

from playwright.async_api import expect

from protocol.events import Ended
from protocol.parts import Ending, Terms, TimeControl
from protocol.replies import Done
from protocol.requests import Resign
from tests.server.players_over_sockets import Player
from tests.web.tables import button, cell, choose, name_of, said, sit_down, status
from tests.web.visitors import Visitors

WARNED = re.compile(r"^\d\.\d$")


async def test_one_is_warned_when_time_runs_out(visitors: Visitors, rival: Player) -> None:
    """With tenths, in another colour, and once in words; the other's clock stands still."""
    page, match = await sit_down(visitors, rival, 0, Terms("tictactoe", TimeControl(9.9)))
    mine = page.get_by_role("timer", name=f"Clock of {await name_of(page)}")
    theirs = page.get_by_role("timer", name=f"Clock of {rival.name}")
    await rival.play(match, 0, 0)
    await expect(page.locator(".chair.turn .state")).to_have_text(re.compile(r"^first move within"))
    await cell(page, 1).click()
    await expect(status(page)).to_have_text(f"X ({rival.name}) to move.")
    await rival.play(match, 2, 2)
    await expect(said(page)).to_have_text(re.compile(r"^\d+ seconds left\.$"))
    await expect(mine).to_have_text(WARNED)
    await expect(mine).to_have_class(re.compile("low"))
    still = await theirs.inner_text()
    await expect(mine).not_to_have_text(await mine.inner_text())
    assert await theirs.inner_text() == still
    await rival.ask(Resign(0, match), Done)


async def test_a_match_is_lost_on_time(visitors: Visitors, rival: Player) -> None:
    """Both are told so, and the clock stands at nought."""
    page, match = await sit_down(visitors, rival, 0, Terms("tictactoe", TimeControl(0.5)))
    await rival.play(match, 0, 0)
    await cell(page, 1).click()
    await rival.play(match, 2, 2)
    assert (await rival.next(Ended)).ending is Ending.TIME
    await expect(status(page)).to_have_text(f"{rival.name} wins on time.")
    mine = page.get_by_role("timer", name=f"Clock of {await name_of(page)}")
    await expect(mine).to_have_text("0.0")


async def test_a_clock_of_ones_own_is_written_as_people_do(visitors: Visitors) -> None:
    """What cannot be read is told with what could be."""
    page = await visitors.visit()
    await choose(page, "Other")
    field = page.get_by_label("Another clock")
    await field.fill("soon")
    await button(page, "Look for somebody").click()
    await expect(page.get_by_role("alert")).to_contain_text(["Soon: write minutes and seconds"])
    await field.fill("15+10 30s/move")
    await button(page, "Look for somebody").click()
    await expect(page.get_by_text("Gomoku · 15+10 30s/move")).to_be_visible()

"""Looking back at a match: by keys and buttons, with what its bot thought, and as text to keep."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from games.formats import FORMATS
from protocol.events import Ended, Played
from protocol.parts import Analysis, Terms
from protocol.replies import Done
from protocol.requests import Move, Rematch, Resign
from tests.server.players_over_sockets import Player
from tests.web.tables import CLOCK, button, cell, name_of, said, sit_down, status, stones
from tests.web.visitors import Visitors

PERMISSIONS = ["clipboard-read", "clipboard-write"]


async def played(visitors: Visitors, rival: Player, game: str = "gomoku") -> tuple[Page, str]:
    """A page at a match of three moves that is over, of which the rival thought something."""
    page, match = await sit_down(visitors, rival, 0, Terms(game, CLOCK))
    thought = Analysis(score=120, depth=7)
    await rival.ask(Move(0, match, 0, 21, thought), Done)
    await cell(page, 14).click()
    await rival.next(Played, lambda played: played.ply == 1)
    await rival.ask(Move(0, match, 2, 22, Analysis(score=-80, depth=9)), Done)
    await rival.ask(Resign(0, match), Done)
    await rival.next(Ended)
    return page, match


async def test_a_match_is_looked_back_at(visitors: Visitors, rival: Player) -> None:
    """From its end on: each key and each control goes to a move, which is told."""
    page, _ = await played(visitors, rival)
    await expect(status(page)).to_have_text(f"You win: {rival.name} resigned.")
    await button(page, "Look back").click()
    told = page.locator(".replay .status")
    await expect(told).to_contain_text("Move 3 of 3: X, ")
    for press, there in [
        ("ArrowLeft", 2), ("ArrowLeft", 1), ("Home", 0), ("ArrowRight", 1), ("End", 3),
    ]:  # fmt: skip
        await page.keyboard.press(press)
        await expect(stones(page)).to_have_count(there)
    for name, there in [
        ("First position", 0), ("Next move", 1), ("Last position", 3), ("Previous move", 2),
        ("1. X", 1),
    ]:  # fmt: skip
        await page.get_by_role("button", name=name).click()
        await expect(stones(page)).to_have_count(there)
    await page.get_by_role("slider", name="Move").fill("2")
    await expect(told).to_contain_text(f"Move 2 of 3: O, {await name_of(page)}, played")


async def test_news_leave_the_move_that_is_looked_at(visitors: Visitors, rival: Player) -> None:
    """A rematch that is offered meanwhile is told beside the board."""
    page, match = await played(visitors, rival)
    await button(page, "Look back").click()
    await expect(page.get_by_role("button", name="First position")).to_be_focused()
    await page.keyboard.press("Home")
    await rival.ask(Rematch(0, match), Done)
    await expect(said(page)).to_have_text(f"{rival.name} would like a rematch.")
    await expect(button(page, "Accept the rematch")).to_be_visible()
    await expect(stones(page)).to_have_count(0)


async def test_what_a_bot_thought_is_told_and_drawn(visitors: Visitors, rival: Player) -> None:
    """Once the match is over, for every visitor who comes by its address."""
    _, match = await played(visitors, rival)
    page = await visitors.visit(f"#/match/{match}")
    await expect(page.get_by_role("img", name="Who stood better")).to_be_visible()
    told = page.locator(".replay .status")
    await expect(told).to_contain_text("Its bot: O stands better (-80, depth 9).")
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowRight")
    await expect(told).to_contain_text("Its bot: X stands better (+120, depth 7).")


@pytest.mark.parametrize("form", ["sgf", "pgn"])
async def test_it_is_kept_as_text(
    visitors: Visitors, rival: Player, form: str, tmp_path: Path
) -> None:
    """In forms that others read: the same moves, players and result."""
    page, _ = await played(visitors, rival)
    await button(page, "Look back").click()
    async with page.expect_download() as download:
        await page.get_by_role("button", name=f"Save as {form.upper()}").click()
    file = await download.value
    assert file.suggested_filename == f"inarow.{form}"
    await file.save_as(tmp_path / "game")
    [record] = FORMATS[form].read((tmp_path / "game").read_text())
    assert record.position.moves == (21, 14, 22)
    assert record.players == (rival.name, await name_of(page))
    assert record.result == "0-1"


async def test_only_flat_boards_have_a_form_of_go(visitors: Visitors, rival: Player) -> None:
    """Others are kept in the forms that have a place for them."""
    page, _ = await played(visitors, rival, "qubic")
    await button(page, "Look back").click()
    await expect(page.get_by_role("button", name="Save as JSON")).to_be_visible()
    await expect(page.get_by_role("button", name="Save as SGF")).to_have_count(0)


async def test_a_link_to_it_is_copied(visitors: Visitors, rival: Player) -> None:
    """With and without the clipboard that pages get over an encrypted connection."""
    _, match = await played(visitors, rival)
    page = await visitors.visit(f"#/match/{match}", permissions=PERMISSIONS)
    await page.evaluate("window.clipboard = navigator.clipboard")
    for gone in ("0", "Object.defineProperty(navigator, 'clipboard', { value: undefined })"):
        await page.evaluate("clipboard.writeText('')")
        await page.evaluate(gone)
        await page.get_by_role("button", name=re.compile("Copy link|Copied")).click()
        await expect(button(page, "Copied")).to_be_visible()
        copied = await page.evaluate("clipboard.readText()")
        assert copied == f"{visitors.url}/#/match/{match}"

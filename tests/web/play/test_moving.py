"""Ways to move: ahead of one's turn, after a question, and what is no move at all."""

import pytest
from playwright.async_api import Page, expect

from protocol.events import Played
from protocol.parts import Terms
from protocol.replies import Done
from protocol.requests import Move
from tests.server.players_over_sockets import Player
from tests.web.tables import button, cell, said, seated, sit_down, status, stones
from tests.web.visitors import PHONE, Visitors


async def type_move(page: Page, text: str) -> None:
    await page.get_by_label("Type a move").fill(text)
    await page.keyboard.press("Enter")


async def test_a_move_is_kept_until_it_is_ones_turn(visitors: Visitors, rival: Player) -> None:
    """It is marked, can be taken back, and is played as soon as the other has moved."""
    page, match = await sit_down(visitors, rival, 0)
    await cell(page, 4).click()
    await expect(cell(page, 4).locator(".premove")).to_have_count(1)
    await expect(status(page)).to_have_text(f"X ({rival.name}) to move. b2 waits for it.")
    await cell(page, 4).click()
    await expect(cell(page, 4).locator(".premove")).to_have_count(0)
    await type_move(page, "c3")
    await expect(said(page)).to_have_text("c3 waits for your turn.")
    await rival.play(match, 0, 0)
    assert (await rival.next(Played, lambda played: played.ply == 1)).cell == 2
    await expect(stones(page)).to_have_count(2)


async def test_the_next_move_is_kept_while_one_is_on_its_way(
    visitors: Visitors, rival: Player
) -> None:
    """A move is shown before the server has told of it, and the turn is the other's by then."""
    page, match = await sit_down(visitors, rival, 1)
    await page.evaluate(
        "([one, two]) => [one, two].forEach((n) => document.querySelector(`[data-cell='${n}']`)"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true })))",
        [4, 0],
    )
    await expect(stones(page)).to_have_count(1)
    await expect(cell(page, 0).locator(".premove")).to_have_count(1)
    await rival.next(Played)
    await rival.play(match, 1, 8)
    await rival.next(Played, lambda played: (played.ply, played.cell) == (2, 0))


async def test_a_move_that_was_kept_in_vain_is_dropped(visitors: Visitors, rival: Player) -> None:
    """When the other takes the cell, with the reason."""
    page, match = await sit_down(visitors, rival, 0)
    await cell(page, 4).click()
    await rival.play(match, 0, 4)
    await expect(page.locator(".toast")).to_have_text(
        "The move that was waiting is dropped: b2 is taken: X has a stone there."
    )
    await expect(status(page)).to_have_text("Your turn.")


async def test_a_move_waits_for_a_yes_on_a_small_screen(visitors: Visitors, rival: Player) -> None:
    """It can be thought over; the same cell once more means yes, too."""
    page, match = await sit_down(visitors, rival, 1, screen=PHONE)
    await cell(page, 4).click()
    await expect(page.get_by_text("Play b2?")).to_be_visible()
    await button(page, "Not yet").click()
    await expect(page.get_by_text("Play b2?")).to_be_hidden()
    await expect(stones(page)).to_have_count(0)
    await cell(page, 0).click()
    await page.locator(".question").get_by_role("button", name="Play").click()
    assert (await rival.next(Played)).cell == 0
    await rival.play(match, 1, 4)
    await expect(stones(page)).to_have_count(2)
    await cell(page, 8).click()
    await cell(page, 8).click()
    await rival.next(Played, lambda played: (played.ply, played.cell) == (2, 8))


async def test_one_is_asked_where_one_wishes(visitors: Visitors, rival: Player) -> None:
    """By a preference, which holds at once."""
    page, _ = await sit_down(visitors, rival, 1)
    await page.get_by_role("button", name="Preferences").click()
    await page.get_by_role("radio", name="Always").check()
    await button(page, "Close").click()
    await cell(page, 4).click()
    await expect(page.get_by_text("Play b2?")).to_be_visible()
    await expect(stones(page)).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "played", "typed", "why"),
    [
        ("tictactoe", [4], "b2", "B2 is taken: X has a stone there."),
        ("tictactoe", [4], "z9", "Cannot read 'z9' as a move: write a letter from a to c"),
        ("connect4", [38], "9", "Cannot read '9' as a move: write a column from 1 to 7, like 4."),
        ("nineboard", [4], "11", "11 is not where 15 sends the reply: play one of 51 52"),
    ],
)
async def test_what_is_no_move_is_told_with_what_would_be(
    visitors: Visitors, rival: Player, game: str, played: list[int], typed: str, why: str
) -> None:
    """It stays in the field, to be mended."""
    page, match = await sit_down(visitors, rival, 0, Terms(game))
    for to in played:
        await rival.ask(Move(0, match, 0, to), Done)
    await expect(status(page)).to_contain_text("Your turn")
    await type_move(page, typed)
    await expect(page.locator(".toast")).to_contain_text(why)
    await expect(page.get_by_label("Type a move")).to_have_value(typed)


async def test_a_column_is_clicked_wherever_there_is_room_in_it(
    visitors: Visitors, rival: Player
) -> None:
    """On a stone, too; a full one says that it is."""
    page, match = await sit_down(visitors, rival, 0, Terms("connect4:height=4"))
    await rival.play(match, 0, 21)
    await cell(page, 21).click()
    assert (await rival.next(Played, lambda played: played.ply == 1)).cell == 14
    await rival.play(match, 2, 7)
    await cell(page, 14).click()
    assert (await rival.next(Played, lambda played: played.ply == 3)).cell == 0
    await rival.play(match, 4, 22)
    await expect(stones(page)).to_have_count(5)
    await cell(page, 14).click()
    await expect(page.locator(".toast")).to_have_text("Column 1 is full.")


async def test_sounds_are_off_where_one_wishes(visitors: Visitors, rival: Player) -> None:
    """Then not even what makes them is loaded."""
    page, match = await sit_down(visitors, rival, 0)
    tones = (
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('sounds.js'))"
    )
    await page.get_by_role("button", name="Preferences").click()
    await page.get_by_role("checkbox", name="Sounds").uncheck()
    await page.keyboard.press("Escape")
    await page.reload()
    await seated(page)
    await rival.play(match, 0, 0)
    await expect(stones(page)).to_have_count(1)
    assert not await page.evaluate(tones)
    await page.get_by_role("button", name="Preferences").click()
    await page.get_by_role("checkbox", name="Sounds").check()
    await page.keyboard.press("Escape")
    await cell(page, 4).click()
    await page.wait_for_function(f"() => {tones}")

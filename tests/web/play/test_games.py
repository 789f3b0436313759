"""Two pages play every game to its end, each move in another way."""

import pytest
from playwright.async_api import Page, expect

from games import Position, game_named
from games.notation import read_moves
from tests.web.tables import cell, name_of, said, seat_two, status, stones
from tests.web.visitors import Visitors

GAMES = {  # each with the length of the line that wins it
    "tictactoe": ("a1 b1 a2 b2 c3 b3", "three"),
    "connect4": ("1212121", "four"),
    "gomoku": ("h8 a1 i8 b2 j8 c3 k8 d5 l8", "five"),
    "nineboard": ("29 92 25 52 24 48 88 87 74 42 26", "three"),
    "qubic": ("111 222 112 223 113 224 114", "four"),
    "mnk": ("h8 a1 i8 b2 j8 c3 k8 d5 l8", "five"),
}


async def by_mouse(page: Page, position: Position, to: int) -> None:
    await cell(page, to).click()


async def by_typing(page: Page, position: Position, to: int) -> None:
    await page.get_by_label("Type a move").fill(position.game.names[to])
    await page.keyboard.press("Enter")


async def by_keys(page: Page, position: Position, to: int) -> None:
    """The name of a cell leads to it, and Enter plays."""
    await page.locator("[role=gridcell][tabindex='0']").focus()
    await page.keyboard.type(position.game.names[to])
    await page.keyboard.press("Enter")


WAYS = (by_mouse, by_mouse, by_typing, by_typing, by_keys, by_keys)


@pytest.mark.parametrize("name", GAMES)
async def test_two_pages_play_it_to_its_end(visitors: Visitors, name: str) -> None:
    """Both see every stone and the line, and are told who has won."""
    text, length = GAMES[name]
    pages = await seat_two(visitors, name)
    position = game_named(name).start()
    for ply, to in enumerate(read_moves(position.game, text).moves):
        await expect(status(pages[ply % 2])).to_contain_text("Your turn")
        await WAYS[ply % len(WAYS)](pages[ply % 2], position, to)
        for page in pages:
            await expect(stones(page)).to_have_count(ply + 1)
        position = position.play(to)
    assert position.outcome
    winner = pages[len(position.moves) % 2 - 1]
    for page in pages:
        await expect(page.locator(".won")).to_have_count(len(position.outcome.cells))
        who = "You win" if page is winner else f"{await name_of(winner)} wins"
        await expect(status(page)).to_have_text(f"{who} by {length} in a row.")
        await expect(said(page)).to_have_text(f"{who} by {length} in a row.")

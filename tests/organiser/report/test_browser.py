"""The report in a real browser: opened from disk with the network off, by mouse and by key."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from organiser.report import render
from tests.browsers import needs_chromium
from tests.tournament.verdict.verdicts import PLAYERS, SIX_GAMES, verdict, won_on_board
from tournament.formats.knockout import Tie
from tournament.results import Result
from tournament.verdict.verdict import SprtVerdict, TournamentVerdict

COUNTED = """() => ["stone", "won", "winning"].map((kind) =>
  document.querySelectorAll(`#board .${kind}`).length)"""
DESK: ViewportSize = {"width": 1200, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
EVIL = "<script>alert(1)</script>"
LONG_NAMES = tuple(20 * letter for letter in "MWABC")
TIE = Tie(1, "semi-finals", ("M" * 20, "W" * 20), (1, 2), (1.5, 0.5), 2, "M" * 20, "games")
TEST = SprtVerdict(
    ("M" * 20, "W" * 20), 0, 10, 0.05, 0.05, "normalised", 9, 2.95, -2.94, 2.94, "H1",
    "The test accepts H1.", ((3, 0.5), (6, 1.5), (9, 2.95)),
)  # fmt: skip
# What stands on the page and is wider than its place, but for what only screen readers have.
WIDER = """() => [document.documentElement, ...document.querySelectorAll("main *:not(svg *)")]
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`)"""
# What of a chart is drawn outside of it.
BEYOND = """(chart) => [...chart.querySelectorAll("text")]
  .filter((each) => each.getBoundingClientRect().right > chart.getBoundingClientRect().right + 1)
  .map((each) => each.textContent)"""

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def verdicts() -> list[TournamentVerdict]:
    return [verdict(name, (EVIL, *PLAYERS[1:])) for name in SIX_GAMES]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, verdicts: list[TournamentVerdict]) -> str:
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render(verdicts), encoding="utf-8")
    return path.as_uri()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tab(browser: Browser) -> AsyncIterator[Page]:
    """One for all tests, in which the report is opened anew for each."""
    page = await browser.new_page(offline=True)
    yield page
    await page.context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(tab: Page, file: str) -> AsyncIterator[Page]:
    """The report, opened; whatever it complains of fails the test, and so does all it fetches."""
    trouble = list[str]()
    heard = {
        "console": lambda message: trouble.append(message.text),
        "pageerror": lambda error: trouble.append(str(error)),
        "request": lambda request: trouble.extend([] if request.url == file else [request.url]),
        "dialog": lambda dialog: trouble.append(dialog.message),
    }
    await tab.emulate_media(color_scheme="light")
    await tab.set_viewport_size(DESK)
    await tab.goto("about:blank")  # or an address that differs in its hash alone would load nothing
    for event, listener in heard.items():
        tab.on(event, listener)  # type: ignore[call-overload]
    await tab.goto(file)
    yield tab
    for event, listener in heard.items():
        tab.remove_listener(event, listener)
    assert not [each for each in trouble if not each.startswith(("data:", f"{file}#"))]


async def open_replay(
    page: Page, tournament: int, result: Result, verdict: TournamentVerdict
) -> None:
    """Through the cell of the crosstable, and the list behind it."""
    players = [line.player for line in verdict.standings]
    first, second = (players.index(player) for player in result.fixture.players)
    await page.locator(f'[data-list="{tournament} {first} {second}"]').click()
    await page.get_by_role(
        "button", name=f"Replay game {result.fixture.number}", exact=True
    ).click()


@pytest.mark.parametrize("tournament", range(len(SIX_GAMES)), ids=SIX_GAMES)
async def test_a_game_is_replayed_by_keys_to_its_winning_line(
    page: Page, verdicts: list[TournamentVerdict], tournament: int
) -> None:
    """Cell, list, replay; then each move adds a stone, and the last one shows the line."""
    told = verdicts[tournament]
    result = won_on_board(told.results)
    await open_replay(page, tournament, result, told)
    stones, won = page.locator("#board .stone"), page.locator("#board .won")
    await expect(stones).to_have_count(len(result.opening))
    await expect(page.locator("#board .opening")).to_have_count(len(result.opening))
    for ply in range(len(result.opening) + 1, len(result.moves) + 1):
        await page.keyboard.press("ArrowRight")
        line = await won.count() if ply == len(result.moves) else 0
        assert await page.evaluate(COUNTED) == [ply, line, line]
    assert line >= 3
    await expect(page.locator("#board .corners")).to_have_count(1)
    await expect(page.locator("#status")).to_contain_text("in a row.")
    await expect(page.locator("#moves [aria-current]")).to_contain_text(f"{len(result.moves)}. ")


async def test_keys_and_buttons_go_to_both_ends(
    page: Page, verdicts: list[TournamentVerdict]
) -> None:
    """Home, End, the buttons, the slider and the list of moves all set the position."""
    result = won_on_board(verdicts[2].results)
    await open_replay(page, 2, result, verdicts[2])
    stones = page.locator("#board .stone")
    await page.keyboard.press("End")
    await expect(stones).to_have_count(len(result.moves))
    await page.keyboard.press("ArrowLeft")
    await expect(stones).to_have_count(len(result.moves) - 1)
    await page.keyboard.press("Home")
    await expect(stones).to_have_count(0)
    await page.get_by_label("Next move").click()
    await expect(stones).to_have_count(1)
    await page.get_by_label("Last position").click()
    await expect(stones).to_have_count(len(result.moves))
    await page.locator("#slider").fill("3")
    await expect(stones).to_have_count(3)
    await page.locator("#moves button").nth(4).click()
    await expect(stones).to_have_count(5)


async def test_moves_play_by_themselves_until_the_end(
    browser: Browser, file: str, verdicts: list[TournamentVerdict]
) -> None:
    """Play goes on to the last move, where it stops; pressed again, it begins anew."""
    result = won_on_board(verdicts[0].results)
    page = await browser.new_page(offline=True)
    await page.clock.install()
    await page.goto(file)
    await open_replay(page, 0, result, verdicts[0])
    await page.get_by_role("button", name="Play").click()
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await page.clock.run_for(20_000)
    await expect(page.locator("#board .stone")).to_have_count(len(result.moves))
    await page.get_by_role("button", name="Play").click()
    await expect(page.locator("#board .stone")).to_have_count(0)
    await page.close()


async def test_the_turn_and_the_time_are_told(
    page: Page, verdicts: list[TournamentVerdict]
) -> None:
    """Whose move it is, and what the last one took and was thought of."""
    result = won_on_board(verdicts[3].results)
    await open_replay(page, 3, result, verdicts[3])
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#status")).to_have_text(
        re.compile(r"played \d in [\d.]+ s, thinking it worth .\d+ at depth 7\. .* to move\.$")
    )
    await expect(page.locator("#seats .to-move")).to_have_count(1)


async def test_the_board_that_a_reply_is_sent_to_is_marked(
    page: Page, verdicts: list[TournamentVerdict]
) -> None:
    """In nine-board, from the first move until the last."""
    await open_replay(page, 4, won_on_board(verdicts[4].results), verdicts[4])
    await expect(page.locator("#board .target")).to_have_count(1)
    await page.keyboard.press("Home")
    await expect(page.locator("#board .target")).to_have_count(0)
    await page.keyboard.press("End")
    await expect(page.locator("#board .target")).to_have_count(0)


async def test_a_replay_is_reached_and_left_without_a_mouse(page: Page) -> None:
    """Enter on a cell, Enter on a game, Escape: and the keys are back at the cell."""
    button = page.locator('[data-list="5 0 1"]')
    await button.focus()
    await page.keyboard.press("Enter")
    await page.locator("#rows button").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#slider")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#games")).to_be_hidden()
    await expect(button).to_be_focused()


async def test_one_goes_back_to_the_list_and_on_to_other_games(page: Page) -> None:
    """The list is as it was, and the next game is one press away."""
    await page.locator('[data-list="0"]').click()
    await page.get_by_role("button", name="Replay game 1", exact=True).click()
    await page.get_by_role("button", name="Game after").click()
    await expect(page.locator("#games-title")).to_have_text("Game 2, round 1")
    await page.get_by_role("button", name="Back to the list").click()
    await expect(page.get_by_role("button", name="Replay game 2", exact=True)).to_be_focused()


async def test_a_link_opens_its_game(tab: Page, file: str) -> None:
    """So that one game can be shown to somebody."""
    await tab.goto("about:blank")
    await tab.goto(f"{file}#t1-game-7")
    await expect(tab.locator("#games-title")).to_have_text("Game 7, round 1")


async def test_a_name_is_shown_as_it_is_written(page: Page) -> None:
    """A script for a name is seen, and does not run."""
    await expect(page.locator(".standings").first).to_contain_text(EVIL)
    await page.locator('[data-list="0"]').click()
    await expect(page.locator("#rows")).to_contain_text(EVIL)


@pytest.mark.parametrize(("scheme", "paper"), [("light", 255), ("dark", 22)])
async def test_a_telephone_is_wide_enough(
    tab: Page, file: str, scheme: Literal["light", "dark"], paper: int
) -> None:
    """The page and the replay need not be scrolled sideways."""
    await tab.emulate_media(color_scheme=scheme)
    await tab.set_viewport_size(PHONE)
    await tab.goto("about:blank")
    await tab.goto(f"{file}#t5-game-1")
    await expect(tab.locator("#games")).to_be_visible()
    width = await tab.evaluate("document.documentElement.scrollWidth")
    inside = await tab.evaluate("document.getElementById('games').scrollWidth")
    colour = await tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(width, inside) <= PHONE["width"]
    assert colour.startswith(f"rgb({paper},")


@pytest.mark.parametrize("width", [400, 1200])
async def test_nothing_is_cut_off(tab: Page, tmp_path: Path, width: int) -> None:
    """However long the names: nothing of any table, chart or bracket has to be scrolled to."""
    whole = [
        replace(
            verdict(name, LONG_NAMES),
            bracket=((TIE, TIE), (TIE,)),
            rule="A tie is best of two.",
            sprt=TEST,
        )
        for name in SIX_GAMES[:2]
    ]
    path = tmp_path / "report.html"
    path.write_text(render(whole), encoding="utf-8")
    await tab.set_viewport_size({"width": width, "height": 800})
    await tab.goto(path.as_uri())
    assert await tab.evaluate(WIDER) == []
    charts = tab.locator(".chart:visible")
    assert await charts.count() == 2 * 3
    for at in range(await charts.count()):
        room = await charts.nth(at).bounding_box()
        assert room is not None
        assert room["x"] + room["width"] <= width
        assert await charts.nth(at).evaluate(BEYOND) == []

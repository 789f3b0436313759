"""The report in a real browser: opened from disk with the network off, by mouse and by key."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from organiser.report import render
from tests.browsers import OPTIONS, chromium, needs_chromium
from tests.tournament.verdict.verdicts import PLAYERS, SIX_GAMES, verdict, won_on_board
from tournament.results import Result
from tournament.verdict.verdict import TournamentVerdict

EVIL = "<script>alert(1)</script>"

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def verdicts() -> list[TournamentVerdict]:
    return [verdict(name, (EVIL, *PLAYERS[1:])) for name in SIX_GAMES]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, verdicts: list[TournamentVerdict]) -> str:
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render(verdicts), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(offline=True, viewport={"width": 1200, "height": 800})
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, file: str) -> Iterator[Page]:
    """The report, opened; whatever it complains of fails the test, and so does all it fetches."""
    page, trouble = context.new_page(), list[str]()
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: trouble.extend([] if request.url == file else [request.url]))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.goto(file)
    yield page
    assert not [each for each in trouble if not each.startswith(("data:", f"{file}#"))]


def open_replay(page: Page, tournament: int, result: Result, verdict: TournamentVerdict) -> None:
    """Through the cell of the crosstable, and the list behind it."""
    players = [line.player for line in verdict.standings]
    first, second = (players.index(player) for player in result.fixture.players)
    page.locator(f'[data-list="{tournament} {first} {second}"]').click()
    page.get_by_role("button", name=f"Replay game {result.fixture.number}", exact=True).click()


@pytest.mark.parametrize("tournament", range(len(SIX_GAMES)), ids=SIX_GAMES)
def test_a_game_is_replayed_by_keys_to_its_winning_line(
    page: Page, verdicts: list[TournamentVerdict], tournament: int
) -> None:
    """Cell, list, replay; then each move adds a stone, and the last one shows the line."""
    told = verdicts[tournament]
    result = won_on_board(told.results)
    open_replay(page, tournament, result, told)
    stones, won = page.locator("#board .stone"), page.locator("#board .won")
    expect(stones).to_have_count(len(result.opening))
    expect(page.locator("#board .opening")).to_have_count(len(result.opening))
    for ply in range(len(result.opening) + 1, len(result.moves) + 1):
        expect(won).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(stones).to_have_count(ply)
    assert won.count() >= 3
    expect(page.locator("#board .winning")).to_have_count(won.count())
    expect(page.locator("#board .corners")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("in a row.")
    expect(page.locator("#moves [aria-current]")).to_contain_text(f"{len(result.moves)}. ")


def test_keys_and_buttons_go_to_both_ends(page: Page, verdicts: list[TournamentVerdict]) -> None:
    """Home, End, the buttons, the slider and the list of moves all set the position."""
    result = won_on_board(verdicts[2].results)
    open_replay(page, 2, result, verdicts[2])
    stones = page.locator("#board .stone")
    page.keyboard.press("End")
    expect(stones).to_have_count(len(result.moves))
    page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(len(result.moves) - 1)
    page.keyboard.press("Home")
    expect(stones).to_have_count(0)
    page.get_by_label("Next move").click()
    expect(stones).to_have_count(1)
    page.get_by_label("Last position").click()
    expect(stones).to_have_count(len(result.moves))
    page.locator("#slider").fill("3")
    expect(stones).to_have_count(3)
    page.locator("#moves button").nth(4).click()
    expect(stones).to_have_count(5)


def test_moves_play_by_themselves_until_the_end(
    page: Page, verdicts: list[TournamentVerdict]
) -> None:
    """Play goes on to the last move, where it stops; pressed again, it begins anew."""
    result = won_on_board(verdicts[0].results)
    page.clock.install()
    open_replay(page, 0, result, verdicts[0])
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(20_000)
    expect(page.locator("#board .stone")).to_have_count(len(result.moves))
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#board .stone")).to_have_count(0)


def test_the_turn_and_the_time_are_told(page: Page, verdicts: list[TournamentVerdict]) -> None:
    """Whose move it is, and what the last one took."""
    result = won_on_board(verdicts[3].results)
    open_replay(page, 3, result, verdicts[3])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_have_text(
        re.compile(r"played \d in [\d.]+ s\..* to move\.$")
    )
    expect(page.locator("#seats .to-move")).to_have_count(1)


def test_the_board_that_a_reply_is_sent_to_is_marked(
    page: Page, verdicts: list[TournamentVerdict]
) -> None:
    """In nine-board, from the first move until the last."""
    open_replay(page, 4, won_on_board(verdicts[4].results), verdicts[4])
    expect(page.locator("#board .target")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator("#board .target")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#board .target")).to_have_count(0)


def test_a_replay_is_reached_and_left_without_a_mouse(page: Page) -> None:
    """Enter on a cell, Enter on a game, Escape: and the keys are back at the cell."""
    button = page.locator('[data-list="5 0 1"]')
    button.focus()
    page.keyboard.press("Enter")
    page.locator("#rows button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#slider")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#games")).to_be_hidden()
    expect(button).to_be_focused()


def test_one_goes_back_to_the_list_and_on_to_other_games(page: Page) -> None:
    """The list is as it was, and the next game is one press away."""
    page.locator('[data-list="0"]').click()
    page.get_by_role("button", name="Replay game 1", exact=True).click()
    page.get_by_role("button", name="Game after").click()
    expect(page.locator("#games-title")).to_have_text("Game 2, round 1")
    page.get_by_role("button", name="Back to the list").click()
    expect(page.get_by_role("button", name="Replay game 2", exact=True)).to_be_focused()


def test_a_link_opens_its_game(context: BrowserContext, file: str) -> None:
    """So that one game can be shown to somebody."""
    page = context.new_page()
    page.goto(f"{file}#t1-game-7")
    expect(page.locator("#games-title")).to_have_text("Game 7, round 1")


def test_a_name_is_shown_as_it_is_written(page: Page) -> None:
    """A script for a name is seen, and does not run."""
    expect(page.locator(".standings").first).to_contain_text(EVIL)
    page.locator('[data-list="0"]').click()
    expect(page.locator("#rows")).to_contain_text(EVIL)


@pytest.mark.parametrize(("scheme", "paper"), [("light", 255), ("dark", 22)])
def test_a_telephone_is_wide_enough(
    browser: Browser, file: str, scheme: Literal["light", "dark"], paper: int
) -> None:
    """Tables scroll within their boxes; the page itself, and the replay, never do."""
    size: ViewportSize = {"width": 360, "height": 740}
    page = browser.new_page(offline=True, viewport=size, color_scheme=scheme)
    page.goto(f"{file}#t5-game-1")
    width = page.evaluate("document.documentElement.scrollWidth")
    inside = page.evaluate("document.getElementById('games').scrollWidth")
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.close()
    assert max(width, inside) <= size["width"]
    assert colour.startswith(f"rgb({paper},")

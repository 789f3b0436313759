"""An empty page that can load the modules of web/, for tests that need no server."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, Route, ViewportSize

from games import Game
from server.connections.http.static import KINDS, POLICY, WEB
from tests.patience import IN_VAIN
from tests.web.node import rules_for
from tests.web.visitors import DESK

HOME = "http://page.test/"
STYLES = ("page.css", "board/board.css", "parts/replay.css")
HTML = "".join(
    ['<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title>']
    + ['<meta name="viewport" content="width=device-width, initial-scale=1">']
    + [f'<link rel="stylesheet" href="/{each}">' for each in STYLES]
    + ['<link rel="icon" href="data:,"><main id="main"><h1>Bench</h1></main></html>']
)
SHOW = """async ([rules, moves, options, shown]) => {
  const [{ createBoard }, { createPicture }, game] = await Promise.all(
    ["/board/board.js", "/board/picture.js", "/model/game.js"].map((each) => import(each)));
  const played = [];
  const board = options.small ? createPicture(rules, options.label) : createBoard(rules, {
    label: "The board", onPlay: (cell) => played.push(cell),
    onIllegal: (text) => played.push(text), ...options });
  document.querySelector("main").append(board.element);
  const show = (moves, shown) => board.show({ position: game.after(rules, moves), ...shown });
  show(moves, shown);
  Object.assign(window, { board, played, rules, game, show });
}"""

CLEAR = """() => {
  delete document.documentElement.dataset.theme;
  document.activeElement.blur();
  document.querySelector("main").replaceChildren(document.querySelector("h1"));
}"""


class Bench:
    """One page, and what is shown on it."""

    def __init__(self, page: Page, trouble: list[str]) -> None:
        self.page, self.trouble = page, trouble

    async def show(
        self,
        game: Game,
        moves: tuple[int, ...] = (),
        options: dict[str, object] | None = None,
        **shown: object,
    ) -> None:
        """A new board with these moves; what is played on it is kept by the page."""
        given = [rules_for(game), list(moves), options or {}, {"playable": True, **shown}]
        await self.page.evaluate(SHOW, given)

    async def again(self, moves: tuple[int, ...], **shown: object) -> None:
        """The same board after other moves."""
        given = [list(moves), {"playable": True, **shown}]
        await self.page.evaluate("([moves, shown]) => show(moves, shown)", given)

    async def played(self) -> list[object]:
        """The cells that were chosen, and what was said of those that cannot be."""
        found: list[object] = await self.page.evaluate("played")
        return found

    async def clear(self) -> None:
        """Take away what was shown, and the mouse and the focus from where they were."""
        self.trouble.clear()
        await self.page.evaluate(CLEAR)
        await self.page.mouse.move(1, 1)


async def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(HOME)
    body = (WEB / path).read_text() if path else HTML
    kind = KINDS[f".{path.rpartition('.')[2]}"] if path else KINDS[".html"]
    headers = {"Content-Security-Policy": POLICY} if not path else {}
    await route.fulfill(body=body, content_type=kind, headers=headers)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_bench(browser: Browser) -> AsyncIterator[Bench]:
    """For all tests of a process, for which nothing need be loaded again."""
    width, height = DESK
    page = await browser.new_page(viewport=ViewportSize(width=width, height=height))
    page.context.set_default_timeout(IN_VAIN * 1000)
    await page.route("**/*", _answer)
    trouble: list[str] = []
    page.on("console", lambda said: trouble.append(said.text))
    page.on("pageerror", lambda error: trouble.append(str(error.stack or error)))
    await page.goto(HOME)
    yield Bench(page, trouble)
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def bench(one_bench: Bench) -> AsyncIterator[Bench]:
    """Cleared; it may not complain of anything."""
    await one_bench.clear()
    yield one_bench
    assert not one_bench.trouble

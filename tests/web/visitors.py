"""People who come to the page with a browser of their own, and what their browsers complain of."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, Request, Response, ViewportSize

from tests.patience import IN_VAIN

DESK, PHONE, WALL = (1280, 800), (360, 740), (2560, 1440)  # screens, in pixels
Screen = tuple[int, int]
LEFT = "net::ERR_ABORTED"  # what was under way when somebody went to another page
_OURS = ("data", "blob", "about")
FORGET = "() => { Storage.prototype.setItem = () => {}; localStorage.clear(); }"
EMPTY = "URL.createObjectURL(new Blob([], { type: 'text/html' }))"


class Profiles:
    """Contexts of a browser, each for one person at a time: the next has no page to load anew.

    One window of each stays open, empty and of the same site: that takes a page at half of what
    another costs the browser, which would have a process of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}  # by their options
        self._kinds: dict[BrowserContext, str] = {}
        self._empty: dict[BrowserContext, Page] = {}

    async def take(self, screen: Screen, **options: Any) -> BrowserContext:
        """One that holds nothing of whoever had it before, but for the files of the page."""
        kind = f"{screen} {sorted(options.items())}"
        if free := self._free.get(kind):
            return free.pop()
        size = ViewportSize(width=screen[0], height=screen[1])
        context = await self._browser.new_context(viewport=size, **options)
        context.set_default_timeout(IN_VAIN * 1000)
        self._kinds[context] = kind
        return context

    async def window(self, context: BrowserContext) -> Page:
        """An empty one of this person."""
        if kept := self._empty.pop(context, None):
            await kept.bring_to_front()  # or the browser would seldom draw what is in it
            return kept
        return await context.new_page()

    async def give_back(self, context: BrowserContext) -> None:
        for page in context.pages:
            await page.evaluate(FORGET)
        kept, *others = context.pages
        for page in others:
            await page.close()
        await context.unroute_all()
        await kept.goto(await kept.evaluate(EMPTY))
        await kept.mouse.move(0, 0)
        self._empty[context] = kept
        self._free.setdefault(self._kinds[context], []).append(context)


class Visitors:
    """Opens the page for one person after the other, each with a storage of their own.

    Whatever a browser complains of is kept in `trouble`, and fails the test in the end: any word on
    the console (a breach of the content security policy is one), an error, a request that fails or
    goes to another host, a dialog.
    """

    def __init__(self, profiles: Profiles, url: str) -> None:
        self.url = f"http{url.removeprefix('ws')}"
        self.trouble: list[str] = []
        self._profiles = profiles
        self._contexts: list[BrowserContext] = []
        self._hosts = {urlsplit(url).netloc}
        self._forgiven: list[str] = []
        self._watched: list[Page] = []
        note = self.trouble.append
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": lambda said: note(f"{said.type}: {said.text} ({said.location})"),
            "pageerror": lambda error: note(f"error: {error.stack or error}"),
            "dialog": lambda dialog: note(f"dialog: {dialog.message}"),
            "request": lambda request: self._asked(request.url),
            "websocket": lambda socket: self._asked(socket.url),
            "response": self._answered,
            "requestfailed": self._failed,
        }

    def forgive(self, pattern: str) -> None:
        """Expect complaints in which this is found, such as of a server that the test kills."""
        self._forgiven.append(pattern)

    def expect_host(self, url: str) -> None:
        """The page may ask this server, too."""
        self._hosts.add(urlsplit(url).netloc)

    async def visit(self, place: str = "", screen: Screen = DESK, **options: Any) -> Page:
        """The page of somebody new at *place*, which is a hash such as #/live.

        *options* are of a Playwright context: color_scheme="dark", reduced_motion="reduce", ...
        """
        self._contexts.append(await self._profiles.take(screen, **options))
        return await self.open(self._contexts[-1], place)

    async def open(self, context: BrowserContext, place: str = "") -> Page:
        """Another window of the same person."""
        page = await self._profiles.window(context)
        self._watch(page)
        await page.goto(f"{self.url}/{place}")
        return page

    def _watch(self, page: Page) -> None:
        for event, listener in self._listeners.items():
            page.on(event, listener)
        self._watched.append(page)

    def _asked(self, url: str) -> None:
        place = urlsplit(url)
        if place.scheme not in _OURS and place.netloc not in self._hosts:
            self.trouble.append(f"foreign: {url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.trouble.append(f"{response.status}: {response.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self.trouble.append(f"failed: {request.url} {request.failure}")

    def unforgiven(self) -> list[str]:
        return [
            each for each in self.trouble if not any(re.search(one, each) for one in self._forgiven)
        ]

    async def leave(self) -> None:
        for page, (event, listener) in product(self._watched, self._listeners.items()):
            page.remove_listener(event, listener)
        for context in self._contexts:
            await self._profiles.give_back(context)

"""What tests of the page ask for by name: a server process, people with browsers, axe, and node.

One browser serves all tests of a process, so they and what they ask for share one event loop:
`loop_scope="session"` for fixtures of their own.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page

from tests.browsers import needs_chromium
from tests.processes import Process, serving_process
from tests.web.node import Node, running_node
from tests.web.visitors import Profiles, Visitors

HERE = Path(__file__).parent
CheckAxe = Callable[..., Awaitable[None]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for all of them, and none without a browser."""
    for item in items:
        if item.path.is_relative_to(HERE) and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(needs_chromium)
            if pytest_asyncio.is_async_test(item):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    """Runs what needs no browser."""
    with running_node() as node:
        yield node


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Process]:
    """`inarow serve`, with its database in `tmp_path`."""
    async with serving_process(tmp_path) as process:
        yield process


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    """Of the one browser; they end with it."""
    return Profiles(browser)


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(profiles: Profiles, server: Process) -> AsyncIterator[Visitors]:
    """Who come with browsers; nobody's may have complained of anything when the test is over."""
    visitors = Visitors(profiles, server.url)
    yield visitors
    trouble = visitors.unforgiven()
    await visitors.leave()
    assert not trouble


@pytest.fixture
def axe() -> CheckAxe:
    """Looks at a page as it is just now, by all rules or some; fails for what breaks them."""

    async def check(page: Page, *rules: str) -> None:
        there = await page.evaluate("'axe' in window")
        options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
        results = await (Axe("0") if there else Axe()).run(page, options=options)
        assert results.violations_count == 0, results.generate_report()

    return check

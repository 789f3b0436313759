"""A server and three who are connected to it, for tests that ask for them by name."""

import gc
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

from protocol.codec import JSON
from server.app import App
from tests.browsers import CHROMIUM, MISSING, launched
from tests.server.players_over_sockets import Player, player
from tests.server.serving import serving

if TYPE_CHECKING:
    from playwright.async_api import Browser

# Objects made between two searches for garbage, of which tests leave little behind.
YOUNG = 20_000

# A runner in the background may have left Ctrl-C ignored, which our child processes would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of what is tested.
settings.register_profile(
    "busy", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("busy")


@pytest.fixture(autouse=True, scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What commands keep for the person at them is no business of whoever runs the tests."""
    for kind in ("STATE", "DATA", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(tmp_path_factory.mktemp(kind.lower()))


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with serving(tmp_path, burst=1000) as app:
        yield app


@pytest.fixture
async def ann(app: App) -> AsyncIterator[Player]:
    async with player(app.url, "ann") as ann:
        yield ann


@pytest.fixture
async def bob(app: App) -> AsyncIterator[Player]:
    async with player(app.url, "bob", JSON) as bob:
        yield bob


@pytest.fixture
async def bot(app: App) -> AsyncIterator[Player]:
    async with player(app.url, "deep", bot=True) as bot:
        yield bot


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator["Browser"]:
    """One for all tests of a process, so that they and what they ask for share one event loop."""
    async with launched() as browser:
        yield browser


def pytest_collectstart() -> None:
    """Next to nothing that is made in collecting is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """It stays until the end: no search for garbage need go through it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was not tested, even where reasons for skipping are not shown."""
    if CHROMIUM is None:
        terminalreporter.write_line(f"No test has looked at a page in a browser: {MISSING}")

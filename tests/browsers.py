"""The browser that tests look at pages with: Debian's chromium, where it is installed."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.patience import IN_VAIN

if TYPE_CHECKING:
    from playwright.async_api import Browser

CHROMIUM = shutil.which("chromium")
# Of two such lists the browser heeds the last: this one stands for Playwright's, too.
FEATURES_OFF = (
    # With each window, two pages of its own for the address bar, at ten times the cost of ours.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What would take pages of ours elsewhere, show them later, or ask strangers about them.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
OPTIONS = [
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
MISSING = "no chromium is installed: apt-get install chromium"

needs_chromium = pytest.mark.skipif(CHROMIUM is None and "CI" not in os.environ, reason=MISSING)


def chromium() -> str:
    """Where it is."""
    assert CHROMIUM, "CI installs chromium: see .ci/run"
    return CHROMIUM


@asynccontextmanager
async def launched() -> AsyncIterator["Browser"]:
    """A browser that ends with the block."""
    from playwright.async_api import async_playwright, expect  # which most tests never need

    expect.set_options(timeout=IN_VAIN * 1000)

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=OPTIONS)
        yield browser
        await browser.close()

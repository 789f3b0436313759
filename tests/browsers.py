"""The browser that tests look at pages with: Debian's chromium, where it is installed."""

import os
import shutil

import pytest

CHROMIUM = shutil.which("chromium")
OPTIONS = [
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

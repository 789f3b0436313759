"""What these tests ask for by name: a server in this process, which starts sooner than another."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from server.app import App
from tests.server.serving import serving


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[App]:
    async with serving(tmp_path) as app:
        yield app

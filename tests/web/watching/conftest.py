"""One server for all tests of the room."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from server.app import App
from tests.server.serving import serving


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with serving(tmp_path_factory.mktemp("server"), burst=1000) as app:
        yield app

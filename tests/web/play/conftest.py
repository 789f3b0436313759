"""One server for all tests of the room, and somebody who is there."""

from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from server.app import App
from tests.server.players_over_sockets import Player, player
from tests.server.serving import serving

NUMBERS = count(1)  # matches that a test leaves going on keep the names of who sits there


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with serving(tmp_path_factory.mktemp("server"), burst=1000) as app:
        yield app


@pytest_asyncio.fixture(loop_scope="session")
async def rival(server: App) -> AsyncIterator[Player]:
    """Somebody to play with, on the wire."""
    async with player(server.url, f"rival-{next(NUMBERS)}") as rival:
        yield rival

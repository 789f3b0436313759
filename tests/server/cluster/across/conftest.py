"""Three nodes, and somebody at each of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.codec import JSON
from server.app import App
from tests.server.cluster.nodes import serving_nodes
from tests.server.players_over_sockets import Player, player


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[list[App]]:
    async with serving_nodes(tmp_path) as nodes:
        yield nodes


@pytest.fixture
async def ann(nodes: list[App]) -> AsyncIterator[Player]:
    async with player(nodes[0].url, "ann") as ann:
        yield ann


@pytest.fixture
async def bob(nodes: list[App]) -> AsyncIterator[Player]:
    async with player(nodes[1].url, "bob", JSON) as bob:
        yield bob


@pytest.fixture
async def cat(nodes: list[App]) -> AsyncIterator[Player]:
    async with player(nodes[2].url, "cat") as cat:
        yield cat


@pytest.fixture
async def bot(nodes: list[App]) -> AsyncIterator[Player]:
    async with player(nodes[2].url, "deep", bot=True) as bot:
        yield bot

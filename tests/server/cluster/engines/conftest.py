"""A cluster of three whose engines can fail, and what it says in its log."""

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from benchmarks.cluster_rig.broker import Broker
from tests.server.cluster.engines.engines import Node, three_nodes

Logged = Callable[[], set[str]]


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[tuple[Broker, list[Node]]]:
    async with three_nodes(tmp_path) as cluster:
        yield cluster


@pytest.fixture
def nodes(cluster: tuple[Broker, list[Node]]) -> list[Node]:
    return cluster[1]


@pytest.fixture
def nats(cluster: tuple[Broker, list[Node]]) -> Broker:
    return cluster[0]


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Logged:
    """What was logged so far."""
    caplog.set_level(logging.INFO, "inarow")
    return lambda: {
        str(record.msg["event"]) for record in caplog.records if isinstance(record.msg, dict)
    }

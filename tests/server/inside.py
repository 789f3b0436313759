"""A look into a server that runs in this process, and a hand on its journal."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.app import App
from server.connections.session import Session
from server.connections.websocket import WebSocket
from server.storage.drivers.writer import Batch, Made


def counted(app: App, name: str, **labels: str) -> float:
    return app.house.metrics.registry.get_sample_value(f"inarow_{name}", labels) or 0.0


def session_of(app: App, name: str) -> Session:
    """The session of a player who is here."""
    session = app.house.lobby.presence.online[name]
    assert isinstance(session, Session), "players are here by sessions"
    return session


def socket_of(app: App, name: str) -> WebSocket:
    """Their connection."""
    return session_of(app, name)._socket


@contextmanager
def held_up(app: App) -> Iterator[asyncio.Event]:
    """Commits wait until the event is set."""
    writer, gate = app.house.journal._database.writer, asyncio.Event()
    commit = writer.commit

    async def slowly(batch: Batch) -> Made:
        await gate.wait()
        return await commit(batch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "commit", slowly)
        try:
            yield gate
        finally:
            gate.set()

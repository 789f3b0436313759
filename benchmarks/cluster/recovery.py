"""How soon matches go on after the node that hosted them has failed."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from benchmarks.load.crash_player import Told
from protocol.events import Played

_HOSTED = """
    SELECT substr(leases.key, 7) AS match, (
        SELECT max(seq) FROM events WHERE events.match = substr(leases.key, 7)
    ) AS seq
    FROM leases JOIN nodes ON nodes.id = leases.node
    WHERE nodes.url = :url AND leases.key LIKE 'match:%'
"""
_LIVE = """
    SELECT events.match, max(seq) AS seq FROM events JOIN matches ON matches.id = events.match
    WHERE matches.ended_at IS NULL GROUP BY events.match
"""
_LOBBY = "SELECT url FROM nodes JOIN leases ON leases.node = nodes.id WHERE key = 'lobby'"


class Awaited(NamedTuple):
    seq: int  # of the latest event that was committed
    since: float
    fault: str


class Recovery:
    """Waits for the first move that is committed anew in each match whose node has failed."""

    def __init__(self, told: Told) -> None:
        self.seconds: dict[str, list[float]] = {}  # by the fault
        self._awaited: dict[str, Awaited] = {}
        self._none_left = asyncio.Event()
        self._none_left.set()
        told.on_played, told.on_ended = self.note, self.note_end

    def expect(self, hosted: dict[str, int], fault: str, since: float) -> None:
        """These were hosted where it failed; who is struck twice waits from the second time on."""
        for match, seq in hosted.items():
            self._awaited[match] = Awaited(seq, since, fault)
        if self._awaited:
            self._none_left.clear()

    def note(self, played: Played) -> None:
        awaited = self._awaited.get(played.match)
        if awaited and played.seq > awaited.seq:
            del self._awaited[played.match]
            self.seconds.setdefault(awaited.fault, []).append(monotonic() - awaited.since)
        self._look()

    def note_end(self, match: str) -> None:
        self._awaited.pop(match, None)
        self._look()

    def _look(self) -> None:
        if not self._awaited:
            self._none_left.set()

    async def all_go_on(self, patience: float) -> None:
        """Wait for the matches that have not gone on yet."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._none_left.wait()

    def after(self, fault: str, share: float) -> float | None:
        """Within so many seconds, this share of all matches went on."""
        found = sorted(self.seconds.get(fault, ()))
        return round(found[int(share * (len(found) - 1))], 2) if found else None


async def hosted_by(database: str, url: str | None) -> dict[str, int]:
    """The matches that a node owns, or a single server, and the latest event committed of each."""
    rows = await (fetch(database, _HOSTED, url=url) if url else fetch(database, _LIVE))
    return {row.match: row.seq for row in rows}


async def lobby_owner(database: str) -> str | None:
    """The url of the node that owns the lobby."""
    return next((row.url for row in await fetch(database, _LOBBY)), None)


async def fetch(database: str, query: str, **values: object) -> list[Row[Any]]:
    """On a connection of its own, for the database may have been restarted."""
    url = database.replace("postgresql:", "postgresql+asyncpg:")
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as connection:
        return list(await connection.execute(text(query), values))

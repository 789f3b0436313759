"""Matches that are over for long: found by age, and pruned some at a time, beside a server.

The games of a tournament stay as long as it does: its standings are made of them. Ratings stay, and
so does what is going on.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, or_, select

from server.storage.database import Database
from server.storage.schema import events, matches, tournament_events, tournaments

PART = 50  # matches in one transaction, for which no move waits long
# Between two of them, so that a server that waits for the file has its turn.
PAUSE = 0.01


class Span(NamedTuple):
    """When matches have ended that are meant; and of whom, if not of all."""

    after: float | None = None
    before: float | None = None
    player: str | None = None

    @property
    def holds(self) -> ColumnElement[bool]:
        m = matches.c
        found: ColumnElement[bool] = m.ended_at.is_not(None)
        if self.after is not None:
            found &= m.ended_at >= self.after
        if self.before is not None:
            found &= m.ended_at < self.before
        if self.player is not None:
            found &= or_(m.first == self.player, m.second == self.player)
        return found


def prunable(before: float) -> ColumnElement[bool]:
    """Those that ended before, and whose tournament is prunable as well."""
    over = select(tournaments.c.id).where(tournaments.c.ended_at < before)
    of_none = matches.c.tournament.is_(None)
    return Span(before=before).holds & (of_none | matches.c.tournament.in_(over))


async def count(database: Database, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(matches).where(which)
    [(found,)] = await database.all(query)
    return int(found)


async def parts(
    database: Database, which: ColumnElement[bool]
) -> AsyncIterator[dict[str, list[bytes]]]:
    """The events of these matches by match, the earliest end first, some at a time."""
    m, e = matches.c, events.c
    found = await database.all(select(m.id).where(which).order_by(m.ended_at, m.id))
    ids = [id for (id,) in found]
    for at in range(0, len(ids), PART):
        some = ids[at : at + PART]
        part: dict[str, list[bytes]] = {id: [] for id in some}
        query = select(e.match, e.data).where(e.match.in_(some)).order_by(e.match, e.seq)
        for id, data in await database.all(query):
            part[id].append(data)
        yield part


async def forget(database: Database, ids: Sequence[str]) -> None:
    """Let these matches be no more."""
    async with database.begin(writes=True) as connection:
        await connection.execute(delete(events).where(events.c.match.in_(ids)))
        await connection.execute(delete(matches).where(matches.c.id.in_(ids)))
    await asyncio.sleep(PAUSE)


async def forget_tournaments(database: Database, before: float) -> int:
    """Let the tournaments be no more that ended before, and whose games are gone; how many."""
    t, m = tournaments.c, matches.c
    with_games = select(m.id).where(m.tournament == t.id).exists()
    query = select(t.id).where(t.ended_at < before, ~with_games)
    ids = [id for (id,) in await database.all(query)]
    for id in ids:
        async with database.begin(writes=True) as connection:
            of_it = tournament_events.c.tournament == id
            await connection.execute(delete(tournament_events).where(of_it))
            await connection.execute(delete(tournaments).where(t.id == id))
        await asyncio.sleep(PAUSE)
    return len(ids)

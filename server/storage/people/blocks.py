"""Whom players want to have nothing to do with, as the database has it.

What a guest has blocked belongs to the session: whoever has the name later has blocked nobody.
"""

import time
from collections.abc import Collection, Iterable

from sqlalchemy import delete, insert, select

from server.storage.database import Database
from server.storage.row_types import BlockRow
from server.storage.schema import blocks, sessions

Blocker = tuple[str, bytes]  # the name, folded, and the hash of a guest's session; of no account


class BlockStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, blockers: Collection[Blocker]) -> dict[str, list[BlockRow]]:
        """Whom these have blocked, by their names, the earliest first."""
        b = blocks.c
        query = select(b.by, b.session, b.whom, b.guest, b.name).order_by(b.created_at)
        found: dict[str, list[BlockRow]] = {}
        if blockers:
            query = query.where(b.by.in_({name for name, _ in blockers}))
            for by, session, *row in await self._database.all(query):
                if (by, session) in blockers:
                    found.setdefault(by, []).append(BlockRow(*row))
        return found

    async def put(self, by: Blocker, row: BlockRow) -> None:
        await self.drop(by, [row])
        name, session = by
        values = row._asdict() | {"by": name, "session": session, "created_at": time.time()}
        await self._database.execute(insert(blocks).values(values))

    async def drop(self, by: Blocker, rows: Iterable[BlockRow]) -> None:
        b = blocks.c
        for row in rows:
            this = (b.whom == row.whom) & (b.guest == row.guest)
            of_theirs = (b.by == by[0]) & (b.session == by[1])
            await self._database.execute(delete(blocks).where(of_theirs & this))

    async def prune(self) -> None:
        """Forget what guests have blocked whose sessions are over."""
        over = (blocks.c.session != b"") & blocks.c.session.not_in(select(sessions.c.hash))
        await self._database.execute(delete(blocks).where(over))

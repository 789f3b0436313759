"""Bans as the database has them: for all nodes, and for servers that come later."""

from typing import Any

from sqlalchemy import Select, delete, insert, select, update

from protocol.administration import BanKind
from server.storage.database import Database
from server.storage.row_types import BanRow
from server.storage.schema import bans


class BanStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, now: float) -> list[BanRow]:
        """Those that hold, by kind and the latest first."""
        found = await self._rows(_holding(now))
        return sorted(found, key=lambda each: (each.kind, -each.created_at))

    async def changed_since(self, moment: float) -> list[BanRow]:
        """Those that were made, changed or lifted after this moment."""
        return await self._rows(_rows().where(bans.c.changed_at > moment))

    async def put(self, row: BanRow, now: float) -> None:
        """Let a ban hold, in place of one of the same kind against the same."""
        this = (bans.c.kind == row.kind) & (bans.c.target == row.target)
        values = row._asdict() | {"kind": str(row.kind), "changed_at": now}
        async with self._database.begin() as connection:
            await connection.execute(delete(bans).where(this))
            await connection.execute(insert(bans).values(values))

    async def lift(self, kind: BanKind, target: str, now: float) -> bool:
        """Let a ban end; False if none holds."""
        holds = bans.c.until.is_(None) | (bans.c.until > now)
        this = (bans.c.kind == kind) & (bans.c.target == target) & holds
        ended = update(bans).where(this).values(until=now, changed_at=now)
        return await self._database.execute(ended) > 0

    async def prune(self, moment: float) -> None:
        """Forget those that ended before this moment."""
        await self._database.execute(delete(bans).where(bans.c.until < moment))

    async def _rows(self, query: Select[*tuple[Any, ...]]) -> list[BanRow]:
        return [BanRow(BanKind(row[0]), *row[1:]) for row in await self._database.all(query)]


def _rows() -> Select[*tuple[Any, ...]]:
    b = bans.c
    return select(b.kind, b.target, b.name, b.until, b.reason, b.by, b.created_at)


def _holding(now: float) -> Select[*tuple[Any, ...]]:
    return _rows().where(bans.c.until.is_(None) | (bans.c.until > now))

"""The audit log: who did what and when, as far back as its limit says."""

from sqlalchemy import delete, func, insert, or_, select

from protocol.administration import AuditKind
from protocol.names import fold
from server.storage.database import Database
from server.storage.schema import audit
from server.storage.writes import NewAudit


class AuditLog:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, entry: NewAudit) -> None:
        """Write past the journal; a server appends to that instead."""
        await self._database.execute(insert(audit).values(entry._asdict()))

    async def latest(
        self, after: int, limit: int, about: str = "", kind: AuditKind | None = None
    ) -> list[NewAudit]:
        """The latest entries, the newest first, without so many; of a player or an address only."""
        a = audit.c
        query = select(a.id, a.at, a.kind, a.act, a.by, a.whom, a.address, a.detail)
        if kind is not None:
            query = query.where(a.kind == kind)
        if about:
            named = (func.lower(each) == fold(about) for each in (a.by, a.whom, a.address))
            query = query.where(or_(*named))
        query = query.order_by(a.at.desc(), a.id.desc()).offset(after).limit(limit)
        return [NewAudit(*row) for row in await self._database.all(query)]

    async def prune(self, most: int) -> None:
        """Keep the latest of each kind, and so many of them.

        A flood of refusals must not wash away what administrators have done.
        """
        for kind in AuditKind:
            of_kind = audit.c.kind == kind
            edge = select(audit.c.at).where(of_kind).order_by(audit.c.at.desc()).offset(most - 1)
            for (oldest,) in await self._database.all(edge.limit(1)):
                await self._database.execute(delete(audit).where(of_kind, audit.c.at < oldest))

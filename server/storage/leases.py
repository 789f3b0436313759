"""Who owns what in a cluster: a row for each node, and for each key the node that owns it.

All time is the database's. Every commit of a node checks its own row and holds it until the end of
the transaction; whoever takes over deletes that row first. So a commit is either before the taking
over, and is read by the new owner, or it fails: no two nodes write about the same thing.
"""

from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, literal, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.keys import MATCH, TOURNAMENT
from server.storage.database import Database
from server.storage.schema import fences, leases, matches, nodes, tournaments
from server.storage.writer import Batch
from server.storage.writes import (
    Fenced,
    Lapsed,
    MatchOver,
    NewMatch,
    NewTournament,
    TournamentOver,
    key_of,
)

_NOW = func.extract("epoch", func.clock_timestamp()).cast(nodes.c.expires_at.type)
_HELD = text(
    "SELECT expires_at > extract(epoch FROM clock_timestamp()) FROM nodes"
    " WHERE id = :id AND fence = :fence FOR SHARE"
)
_LEASE = upsert(leases).values(key=bindparam("k"), node=bindparam("n")).on_conflict_do_nothing()
_RELEASE = delete(leases).where(leases.c.key == bindparam("k"))


class NodeRow(NamedTuple):
    id: str
    fence: int
    url: str
    version: str
    draining: bool
    expired: bool
    keys: int  # how many it owns


class Leases:
    """The leases of one node."""

    def __init__(self, database: Database, node: str, seconds: float) -> None:
        self.node, self.fence = node, 0
        self._database, self._seconds = database, seconds

    async def join(self, url: str, version: str) -> None:
        """Become a node of the cluster, with a fence above all before."""
        async with self._database.begin() as connection:
            grown = update(fences).values(latest=fences.c.latest + 1).returning(fences.c.latest)
            self.fence = (await connection.execute(grown)).scalar_one()
            await connection.execute(
                insert(nodes).values(
                    id=self.node,
                    fence=self.fence,
                    url=url,
                    version=version,
                    draining=False,
                    expires_at=_NOW + self._seconds,
                )
            )

    async def renew(self) -> list[NodeRow]:
        """Let the lease of this node last; how all nodes stand. Raises Fenced."""
        mine = (nodes.c.id == self.node) & (nodes.c.fence == self.fence)
        async with self._database.begin() as connection:
            longer = update(nodes).where(mine).values(expires_at=_NOW + self._seconds)
            if not (await connection.execute(longer)).rowcount:
                raise Fenced("another node has taken over from this one")
            counts = select(leases.c.node, func.count().label("keys")).group_by(leases.c.node)
            owned = counts.subquery()
            query = (
                select(
                    nodes.c.id, nodes.c.fence, nodes.c.url, nodes.c.version, nodes.c.draining,
                    (nodes.c.expires_at <= _NOW).label("expired"),
                    func.coalesce(owned.c.keys, 0),
                )
                .join(owned, owned.c.node == nodes.c.id, isouter=True)
                .order_by(nodes.c.fence)
            )  # fmt: skip
            return [NodeRow(*row) for row in await connection.execute(query)]

    async def adopt(self, node: str) -> list[str]:
        """Take all that a dead node owned; nothing if it lives, or another was quicker."""
        async with self._database.begin() as connection:
            dead = delete(nodes).where(nodes.c.id == node, nodes.c.expires_at <= _NOW)
            if not (await connection.execute(dead)).rowcount:
                return []
            return await self._take(connection, leases.c.node == node)

    async def adopt_orphans(self) -> list[str]:
        """Take what nodes own that are gone, and what goes on and nobody owns."""
        async with self._database.begin() as connection:
            gone = leases.c.node.not_in(select(nodes.c.id))
            taken = await self._take(connection, gone)
            for kind, table in ((MATCH, matches), (TOURNAMENT, tournaments)):
                live = select(literal(f"{kind}:").concat(table.c.id), literal(self.node)).where(
                    table.c.ended_at.is_(None)
                )
                made = upsert(leases).from_select(["key", "node"], live)
                found = made.on_conflict_do_nothing().returning(leases.c.key)
                taken += (await connection.execute(found)).scalars()
            return taken

    async def _take(self, connection: AsyncConnection, which: object) -> list[str]:
        taken = update(leases).where(which).values(node=self.node).returning(leases.c.key)  # type: ignore[arg-type]
        return list((await connection.execute(taken)).scalars())

    async def claim(self, key: str) -> bool:
        """Own what nobody owns; whether it is owned here now."""
        async with self._database.begin() as connection:
            await connection.execute(_LEASE, {"k": key, "n": self.node})
        return await self.owner(key) == self.node

    async def owner(self, key: str) -> str | None:
        rows = await self._database.all(select(leases.c.node).where(leases.c.key == key))
        return next((node for (node,) in rows), None)

    async def owners(self, kind: str) -> dict[str, str]:
        """The nodes that own what has keys of a kind, by key."""
        query = select(leases.c.key, leases.c.node).where(leases.c.key.like(f"{kind}:%"))
        found = await self._database.all(query)
        return {row.key: row.node for row in found}

    async def hand_over(self) -> None:
        """Let others take over at once."""
        async with self._database.begin() as connection:
            await connection.execute(
                update(nodes)
                .where(nodes.c.id == self.node, nodes.c.fence == self.fence)
                .values(draining=True, expires_at=0.0)
            )

    # With every commit

    async def check(self, connection: AsyncConnection, batch: Batch) -> None:
        """Hold this node's row until the commit, and keep the leases of what begins and ends."""
        held = (
            await connection.execute(_HELD, {"id": self.node, "fence": self.fence})
        ).scalar_one_or_none()
        if held is None:
            raise Fenced("another node has taken over from this one")
        if not held:
            raise Lapsed("the lease of this node has run out")
        begun = [*batch.get(NewMatch, ()), *batch.get(NewTournament, ())]
        ended = list(batch.get(MatchOver, ()))
        for over in batch.get(TournamentOver, ()):
            assert isinstance(over, TournamentOver)
            (begun if over.ended_at is None else ended).append(over)
        if begun:
            rows = [{"k": key_of(each), "n": self.node} for each in begun]
            await connection.execute(_LEASE, rows)
        if ended:
            await connection.execute(_RELEASE, [{"k": key_of(each)} for each in ended])

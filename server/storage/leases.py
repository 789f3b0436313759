"""Who owns what in a cluster: a row for each node, and for each key the node that owns it.

All time is the database's. Every commit of a node checks its own row and holds it until the end of
the transaction; whoever takes over deletes that row first. So a commit is either before the taking
over, and is read by the new owner, or it fails: no two nodes write about the same thing.

Nobody waits in a circle. A commit holds its row by a key share, which only the deletion waits for,
and not the renewal; rows of several nodes are taken in the order of their ids; and what nobody owns
is taken by one node at a time, which holds the row of fences for it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.keys import MATCH, TOURNAMENT
from server.storage.database import Database
from server.storage.drivers.writer import Batch
from server.storage.schema import fences, leases, matches, nodes, tournaments
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
_EXPIRED = nodes.c.expires_at <= _NOW
_HELD = (  # for the driver, because it goes with every commit
    "SELECT expires_at > extract(epoch FROM clock_timestamp()) FROM nodes"
    " WHERE id = $1 AND fence = $2 AND NOT draining FOR KEY SHARE"
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
    left: float = 0.0  # seconds until its lease runs out


class Leases:
    """The leases of one node."""

    def __init__(self, database: Database, node: str, seconds: float) -> None:
        self.node, self.fence = node, 0
        self.cluster = ""  # the name of this one among others that share a bus
        self._database, self._seconds = database, seconds

    async def join(self, url: str, version: str) -> None:
        """Become a node of the cluster, with a fence above all before."""
        grown = update(fences).values(latest=fences.c.latest + 1)
        async with self._database.begin() as connection:
            made = await connection.execute(grown.returning(fences.c.latest, fences.c.cluster))
            self.fence, self.cluster = made.one()
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

    async def begin_term(self) -> int:
        """A number above every fence and term before, for who owns the lobby from now on."""
        grown = update(fences).values(latest=fences.c.latest + 1)
        async with self._acting() as connection:
            made = await connection.execute(grown.returning(fences.c.latest))
            return int(made.scalar_one())

    async def renew(self) -> list[NodeRow]:
        """Let the lease of this node last; how all nodes stand. Raises Fenced."""
        async with self._database.begin() as connection:
            longer = update(nodes).where(self._mine).values(expires_at=_NOW + self._seconds)
            if not (await connection.execute(longer)).rowcount:
                raise Fenced("another node has taken over from this one")
            return [NodeRow(*row) for row in await connection.execute(_all_nodes())]

    async def nodes(self) -> list[NodeRow]:
        """How all nodes stand, the oldest first."""
        return [NodeRow(*row) for row in await self._database.all(_all_nodes())]

    async def hand_over(self) -> None:
        """Let others take over at once: this node writes nothing any more."""
        left = update(nodes).where(self._mine).values(draining=True, expires_at=0.0)
        await self._database.execute(left)

    # Taking over

    async def adopt(self, *dead: str) -> list[str]:
        """Take all that dead nodes owned; nothing of one that lives, or that another has taken."""
        named = nodes.c.id.in_(dead)
        found = select(nodes.c.id).where(named, _EXPIRED).order_by(nodes.c.id).with_for_update()
        async with self._acting() as connection:
            gone = list((await connection.execute(found)).scalars())
            await connection.execute(delete(nodes).where(nodes.c.id.in_(gone)))
            return await self._take(connection, leases.c.node.in_(gone))

    async def adopt_orphans(self) -> list[str]:
        """Take what nodes own that are gone, and what goes on and nobody owns."""
        async with self._acting() as connection:
            await connection.execute(select(fences.c.latest).with_for_update())
            taken = await self._take(connection, leases.c.node.not_in(select(nodes.c.id)))
            for kind, table in ((MATCH, matches), (TOURNAMENT, tournaments)):
                key = literal(f"{kind}:").concat(table.c.id)
                # Both at one glance, for they begin and end in one commit.
                free = (
                    table.c.ended_at.is_(None) & ~select(leases).where(leases.c.key == key).exists()
                )
                live = select(key, literal(self.node)).where(free)
                made = upsert(leases).from_select(["key", "node"], live)
                found = made.on_conflict_do_nothing().returning(leases.c.key)
                taken += (await connection.execute(found)).scalars()
            return taken

    async def claim(self, key: str) -> bool:
        """Own what nobody owns; whether it is owned here now."""
        owner = select(leases.c.node).where(leases.c.key == key)
        async with self._acting() as connection:
            await connection.execute(_LEASE, {"k": key, "n": self.node})
            return (await connection.execute(owner)).scalar_one_or_none() == self.node

    async def _take(self, connection: AsyncConnection, which: ColumnElement[bool]) -> list[str]:
        taken = update(leases).where(which).values(node=self.node).returning(leases.c.key)
        return list((await connection.execute(taken)).scalars())

    # Who owns what

    async def owner(self, key: str) -> str | None:
        rows = await self._database.all(select(leases.c.node).where(leases.c.key == key))
        return next((node for (node,) in rows), None)

    async def owners(self, kind: str) -> dict[str, str]:
        """The nodes that own what has keys of a kind, by key."""
        query = select(leases.c.key, leases.c.node).where(leases.c.key.like(f"{kind}:%"))
        found = await self._database.all(query)
        return {row.key: row.node for row in found}

    # With every commit

    async def check(self, connection: AsyncConnection, batch: Batch) -> None:
        """Hold this node's row until the commit, and keep the leases of what begins and ends."""
        await self._hold(connection)
        goes_on = _last_words(batch)
        begun = [{"k": key, "n": self.node} for key, live in goes_on.items() if live]
        ended = [{"k": key} for key, live in goes_on.items() if not live]
        if begun:
            await connection.execute(_LEASE, begun)
        if ended:
            await connection.execute(_RELEASE, ended)

    @property
    def _mine(self) -> ColumnElement[bool]:
        """This node's row, as long as it may write."""
        return (
            (nodes.c.id == self.node) & (nodes.c.fence == self.fence) & nodes.c.draining.is_(False)
        )

    @asynccontextmanager
    async def _acting(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of a node that nobody takes over from meanwhile."""
        async with self._database.begin() as connection:
            await self._hold(connection)
            yield connection

    async def _hold(self, connection: AsyncConnection) -> None:
        found = await connection.exec_driver_sql(_HELD, (self.node, self.fence))
        held = found.scalar_one_or_none()
        if held is None:
            raise Fenced("another node has taken over from this one")
        if not held:
            raise Lapsed("the lease of this node has run out")


def _all_nodes() -> Select[str, int, str, str, bool, bool, int, float]:
    counted = select(leases.c.node, func.count().label("owned")).group_by(leases.c.node).subquery()
    n = nodes.c
    return (
        select(
            n.id,
            n.fence,
            n.url,
            n.version,
            n.draining,
            _EXPIRED,
            func.coalesce(counted.c.owned, 0),
            n.expires_at - _NOW,
        )
        .join(counted, counted.c.node == n.id, isouter=True)
        .order_by(n.fence)
    )


def _last_words(batch: Batch) -> dict[str, bool]:
    """Whether it goes on, of each key that begins or ends in a batch."""
    words = {
        key_of(each): True for kind in (NewMatch, NewTournament) for each in batch.get(kind, ())
    }
    words |= {key_of(each): False for each in batch.get(MatchOver, ())}
    for over in batch.get(TournamentOver, ()):
        assert isinstance(over, TournamentOver)
        words[key_of(over)] = over.ended_at is None
    return words

"""A node stops before its lease has run out, and takes over only from those who are dead."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from typing import Any, cast

from server.cluster.lease import Lease
from server.cluster.membership import MARGIN, RENEWALS, Membership
from server.storage.leases import Leases, NodeRow
from server.storage.writes import Fenced
from tests.server.cluster.virtual_time import BEGINNING, in_virtual_time, now

LEASE = 2.5
BETWEEN = LEASE / RENEWALS
STOPS = LEASE * (1 - MARGIN)  # after its latest renewal


def row(id: str, **changed: Any) -> NodeRow:
    """A node that is alive."""
    return NodeRow(id, 1, f"ws://{id}", "1", False, False, 1, LEASE)._replace(**changed)


class ScriptedLeases:
    """The leases of a node in a database that does what a test wants."""

    node = "me"

    def __init__(self) -> None:
        self.rows = [row("me")]
        self.failures: deque[Exception] = deque()  # of the next renewals
        self.away = False  # whether each fails
        self.slow = 0.0  # seconds that each takes
        self.renewals: list[float] = []
        self.adopted: list[tuple[str, float]] = []  # from whom, and when
        self.keys = ["match:1"]

    async def join(self, url: str, version: str) -> None:
        self.rows = [row("me", url=url, version=version)]

    async def renew(self) -> list[NodeRow]:
        await asyncio.sleep(self.slow)
        if self.away:
            raise OSError("the database is away")
        if self.failures:
            raise self.failures.popleft()
        self.renewals.append(now())
        return list(self.rows)

    async def adopt(self, *dead: str) -> list[str]:
        self.adopted += [(each, now()) for each in dead]
        self.rows = [each for each in self.rows if each.id not in dead]
        return self.keys


class Witness:
    """Remembers what a node learns, and when."""

    def __init__(self) -> None:
        self.seen: list[list[str]] = []
        self.news: list[tuple[str, float]] = []
        self.keys: list[str] = []

    def nodes_are(self, rows: list[NodeRow], as_of: float) -> None:
        self.seen.append([each.id for each in rows])

    async def adopt(self, keys: list[str]) -> None:
        self.keys += keys

    def lapsed(self) -> None:
        self.news.append(("lapsed", now()))

    def regained(self) -> None:
        self.news.append(("regained", now()))

    def fenced(self) -> None:
        self.news.append(("fenced", now()))


class Node:
    def __init__(self) -> None:
        self.leases, self.lease, self.witness = ScriptedLeases(), Lease(), Witness()
        self.membership = Membership(cast(Leases, self.leases), self.lease, LEASE)


@asynccontextmanager
async def member(*others: NodeRow) -> AsyncIterator[Node]:
    """A node that has joined and renews its lease, among others."""
    node = Node()
    await node.membership.join("ws://me", "1")
    node.leases.rows += others
    running = asyncio.create_task(node.membership.run(node.witness))
    try:
        yield node
    finally:
        node.membership.stop()
        running.cancel()
        await asyncio.wait({running})


class TestALease:
    @in_virtual_time
    async def test_is_renewed_long_before_it_runs_out(self) -> None:
        """Several times in its length."""
        async with member() as node:
            await asyncio.sleep(LEASE)
            assert len(node.leases.renewals) == RENEWALS
            assert node.lease.lasts()
            assert 0.0 <= node.membership.age <= BETWEEN

    @in_virtual_time
    async def test_lapses_before_others_see_it_run_out(self) -> None:
        """Somewhat before, and once."""
        async with member() as node:
            await asyncio.sleep(BETWEEN / 2)
            node.leases.away = True
            await asyncio.sleep(3 * LEASE)
            [(what, when)] = node.witness.news
            assert what == "lapsed"
            assert STOPS <= when < STOPS + 0.01
            assert not node.lease.lasts()

    @in_virtual_time
    async def test_lapses_though_the_database_only_hangs(self) -> None:
        """Nobody waits for its answer."""
        async with member() as node:
            await asyncio.sleep(BETWEEN / 2)
            node.leases.slow = inf
            await asyncio.sleep(LEASE)
            assert [what for what, _ in node.witness.news] == ["lapsed"]

    @in_virtual_time
    async def test_lasts_from_when_its_renewal_began(self) -> None:
        """The database may have renewed it at any time until it answers."""
        async with member() as node:
            node.leases.slow = LEASE / 4
            await node.membership.changed(LEASE)
            assert node.leases.renewals == [LEASE / 4]
            assert node.lease.until == BEGINNING + STOPS

    @in_virtual_time
    async def test_is_regained_where_nobody_has_taken_over(self) -> None:
        """And lasts as before."""
        async with member() as node:
            node.leases.away = True
            await asyncio.sleep(2 * LEASE)
            node.leases.away = False
            await asyncio.sleep(LEASE)
            assert [what for what, _ in node.witness.news] == ["lapsed", "regained"]
            assert node.lease.lasts()

    @in_virtual_time
    async def test_that_could_not_be_renewed_for_a_moment_is_no_news(self) -> None:
        """As long as it has not run out."""
        async with member() as node:
            node.leases.failures += [OSError("away"), TimeoutError(), OSError("away")]
            await asyncio.sleep(2 * LEASE)
            assert node.witness.news == []

    @in_virtual_time
    async def test_that_another_has_taken_is_given_up(self) -> None:
        """At once and for good, without ever lapsing."""
        async with member() as node:
            node.leases.failures.append(Fenced("another has taken over"))
            await asyncio.sleep(2 * LEASE)
            assert [what for what, _ in node.witness.news] == ["fenced"]
            assert node.leases.renewals == []


class TestTakingOver:
    @in_virtual_time
    async def test_is_of_what_the_dead_owned(self) -> None:
        """Who then are there no more."""
        async with member(row("ann"), row("bob")) as node:
            await asyncio.sleep(2 * LEASE)
            node.leases.rows[1] = row("ann", expired=True, left=-0.1)
            await asyncio.sleep(BETWEEN)
            assert [each for each, _ in node.leases.adopted] == ["ann"]
            assert node.witness.keys == ["match:1"]
            assert node.witness.seen[-1] == ["me", "bob"]

    @in_virtual_time
    async def test_begins_as_soon_as_a_lease_has_run_out(self) -> None:
        """It is not left to the next renewal."""
        async with member(row("ann")) as node:
            await asyncio.sleep(2 * LEASE)
            node.leases.rows[1] = row("ann", left=BETWEEN / 10)
            node.membership.look_now()
            await node.membership.changed(LEASE)
            node.leases.rows[1] = row("ann", expired=True, left=-0.01)
            due = now() + BETWEEN / 2
            while not node.leases.adopted:
                await node.membership.changed(LEASE)
            assert now() < due

    @in_virtual_time
    async def test_waits_until_all_have_had_the_time_to_renew(self) -> None:
        """Who has just come may only have been let in by a database that was away for all."""
        async with member(row("ann", expired=True, left=-5.0)) as node:
            await asyncio.sleep(2 * LEASE)
            [(_, when)] = node.leases.adopted
            assert LEASE < when <= LEASE + 2 * BETWEEN

    @in_virtual_time
    async def test_waits_anew_after_every_renewal_that_failed(self) -> None:
        """Or took so long that others may have failed."""
        async with member(row("ann")) as node:
            await asyncio.sleep(2 * LEASE)
            node.leases.failures.append(OSError("away"))
            await asyncio.sleep(BETWEEN)
            node.leases.rows[1] = row("ann", expired=True, left=-1.0)
            back = now()
            await asyncio.sleep(2 * LEASE)
            [(_, when)] = node.leases.adopted
            assert when >= back + LEASE - BETWEEN

    @in_virtual_time
    async def test_does_not_wait_where_a_node_hands_over(self) -> None:
        """Which says so itself."""
        async with member(row("ann", draining=True, expired=True, left=-1.0)) as node:
            await node.membership.changed(LEASE)
            assert node.leases.adopted == [("ann", 0.0)]

    @in_virtual_time
    async def test_where_another_was_first_is_seen_at_once(self) -> None:
        """All is theirs, and who goes to the dead one must not go on with that."""
        async with member(row("ann", draining=True, expired=True)) as node:
            node.leases.keys = []
            await asyncio.sleep(BETWEEN / 2)
            assert node.leases.adopted
            assert node.witness.keys == []
            assert node.witness.seen[-1] == ["me"]

    @in_virtual_time
    async def test_is_not_put_off_where_a_node_hands_over_during_a_renewal(self) -> None:
        """Which may have read how the nodes stood before."""
        async with member(row("ann")) as node:
            await asyncio.sleep(BETWEEN / 2)
            node.leases.slow = BETWEEN / 10
            await asyncio.sleep(BETWEEN / 2 + BETWEEN / 20)
            node.membership.look_now()
            await asyncio.sleep(BETWEEN / 5)
            assert len(node.leases.renewals) == 3

"""Each key has one owner, and whoever is taken over from writes nothing any more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import repeat
from pathlib import Path

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

import server.storage.database
from server.storage.archive import Archive
from server.storage.database import Database, open_database
from server.storage.drivers.writer import Batch, EngineWriter, batch_of
from server.storage.journal import Journal, JournalFailed
from server.storage.leases import Leases
from server.storage.schema import nodes
from server.storage.writes import (
    Fenced,
    Lapsed,
    MatchOver,
    NewTournament,
    TournamentOver,
    Write,
)
from tests.patience import IN_VAIN
from tests.server.storage.databases import empty_url, fresh_url
from tests.server.storage.journals import event, new_match

CUP = NewTournament("cup", "cup", "ann", 1.0)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_url("postgresql", tmp_path)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await open_database(url)
    yield opened
    await opened.close()


async def joined(database: Database, name: str) -> Leases:
    leases = Leases(database, name, IN_VAIN)
    await leases.join(f"ws://{name}", "1")
    return leases


async def several(database: Database, *names: str) -> list[Leases]:
    return [await joined(database, name) for name in names]


async def expire(database: Database, *names: str) -> None:
    """As if time had passed."""
    await database.execute(update(nodes).where(nodes.c.id.in_(names)).values(expires_at=0.0))


async def commit(node: Leases, *writes: Write) -> None:
    """As the journal of a node does."""
    writer = EngineWriter(node._database.engine)
    writer.guard = node
    await writer.commit(batch_of(writes))


def over(match: str) -> MatchOver:
    return MatchOver(match, b"p", 0, "line", 7, 2.0)


@asynccontextmanager
async def under_way(node: Leases, *writes: Write) -> AsyncIterator[AsyncConnection]:
    """A commit that has been checked, and is not at its end."""
    async with node._database.engine.begin() as connection:
        await node.check(connection, batch_of(writes))
        yield connection


async def waits(database: Database) -> None:
    """Until somebody waits for another's transaction."""
    query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while True:
        async with database.engine.connect() as connection:
            if (await connection.execute(query)).scalar_one():
                return
        await asyncio.sleep(0.01)


class TestNodes:
    async def test_each_has_a_fence_above_all_before(self, database: Database) -> None:
        """Also where several join at once, and all are of the same cluster."""
        made = await asyncio.gather(*(joined(database, name) for name in "abcde"))
        assert sorted(each.fence for each in made) == [1, 2, 3, 4, 5]
        assert len({each.cluster for each in made}) == 1
        assert [row.fence for row in await made[0].nodes()] == [1, 2, 3, 4, 5]

    async def test_a_term_of_the_lobby_is_above_all_before(self, database: Database) -> None:
        """Also above those of owners that had joined later."""
        old, young = await joined(database, "a"), await joined(database, "b")
        terms = [await young.begin_term(), await old.begin_term(), await old.begin_term()]
        assert terms == [3, 4, 5]
        assert (await joined(database, "c")).fence == 6

    async def test_no_term_begins_at_one_that_others_have_taken_over_from(
        self, database: Database
    ) -> None:
        """However long it has been busy with taking the lobby over."""
        old, young = await several(database, "old", "young")
        await expire(database, "old")
        await young.adopt("old")
        with pytest.raises(Fenced):
            await old.begin_term()

    async def test_another_database_is_another_cluster(
        self, database: Database, tmp_path: Path
    ) -> None:
        """Which may share a bus with the first."""
        other = await open_database(empty_url("postgresql", tmp_path))
        assert (await joined(database, "a")).cluster != (await joined(other, "a")).cluster
        await other.close()

    async def test_nodes_that_make_the_tables_at_once_make_one_cluster(self, url: str) -> None:
        """One migrates, and the others find what it has made."""
        opened = await asyncio.gather(*(open_database(url, use="guest") for _ in range(4)))
        made = [await joined(each, str(number)) for number, each in enumerate(opened)]
        assert len({each.cluster for each in made}) == 1
        for each in opened:
            await each.close()

    async def test_how_all_stand_is_told_with_every_renewal(self, database: Database) -> None:
        """Who has expired, and how much each owns."""
        a, b = await several(database, "a", "b")
        await commit(b, new_match("m"), new_match("n"))
        await expire(database, "b")
        told = await a.renew()
        assert [(row.id, row.url, row.expired, row.keys) for row in told] == [
            ("a", "ws://a", False, 0),
            ("b", "ws://b", True, 2),
        ]
        assert [row._replace(left=0) for row in told] == [
            row._replace(left=0) for row in await b.nodes()
        ]
        assert told[0].left > 0 > told[1].left

    async def test_one_that_has_expired_may_renew_until_it_is_taken_over_from(
        self, database: Database
    ) -> None:
        """It has been slow, and nobody was quicker."""
        a, b = await several(database, "a", "b")
        await expire(database, "a")
        assert not (await a.renew())[0].expired
        await expire(database, "a")
        await b.adopt("a")
        with pytest.raises(Fenced):
            await a.renew()

    async def test_one_that_has_left_cannot_come_back(self, database: Database) -> None:
        """A renewal that was on its way does not take back what was handed over."""
        a, b = await several(database, "a", "b")
        await commit(a, new_match("m"))
        await a.hand_over()
        for act in (a.renew(), commit(a, event("m", 0)), a.claim("lobby")):
            with pytest.raises(Fenced):
                await act
        assert [row.draining for row in await b.nodes()] == [True, False]
        assert await b.adopt("a") == ["match:m"]


class TestTakingOver:
    async def test_one_of_many_gets_all(self, database: Database) -> None:
        """Each key exactly once."""
        dead, *others = await several(database, "dead", *"abcde")
        await commit(dead, *(new_match(str(number)) for number in range(100)))
        await expire(database, "dead")
        taken = await asyncio.gather(*(each.adopt("dead") for each in others))
        assert sorted(map(len, taken)) == [0, 0, 0, 0, 100]
        owners = await others[0].owners("match")
        heir = next(node for node, keys in zip(others, taken, strict=True) if keys)
        assert set(owners.values()) == {heir.node}

    async def test_several_may_be_dead(self, database: Database) -> None:
        """And be taken in any order, by several, without waiting in a circle."""
        dead = "klmnop"
        for node in await several(database, *dead):
            await commit(node, *(new_match(f"{node.node}{number}") for number in range(10)))
        others = await several(database, *"abcde")
        await expire(database, *dead)
        orders = (dead, dead[::-1], dead[3:] + dead[:3], dead[:3], dead[3:])
        taken = await asyncio.gather(
            *(each.adopt(*order) for each, order in zip(others, orders, strict=True))
        )
        keys = [key for each in taken for key in each]
        assert len(keys) == len(set(keys)) == 60

    async def test_one_that_lives_keeps_what_it_owns(self, database: Database) -> None:
        """Whoever was thought dead too early."""
        a, b = await several(database, "a", "b")
        await commit(a, new_match("m"))
        assert await b.adopt("a") == []
        await commit(a, event("m", 0))

    async def test_one_that_has_expired_itself_takes_nothing(self, database: Database) -> None:
        """It was perhaps paused before it came to it."""
        a, b, dead = await several(database, "a", "b", "dead")
        await commit(dead, new_match("m"))
        await expire(database, "a", "dead")
        with pytest.raises(Lapsed):
            await a.adopt("dead")
        assert await b.adopt("a", "dead") == ["match:m"]
        with pytest.raises(Fenced):
            await a.adopt_orphans()

    async def test_what_nobody_owns_is_taken_once(self, database: Database) -> None:
        """As after a single server, and after a node whose row is gone; but not what is over."""
        alone = EngineWriter(database.engine)
        await alone.commit(batch_of([new_match("m"), new_match("n"), CUP, over("n")]))
        gone, *others = await several(database, "gone", *"abc")
        await commit(gone, new_match("o"), new_match("p"))
        await commit(others[0], new_match("q"))
        await database.execute(nodes.delete().where(nodes.c.id == "gone"))
        taken = await asyncio.gather(*(each.adopt_orphans() for each in others))
        keys = sorted(key for each in taken for key in each)
        assert keys == ["match:m", "match:o", "match:p", "tournament:cup"]

    async def test_what_ends_meanwhile_is_no_orphan(self, database: Database) -> None:
        """Its lease goes in the same commit."""
        a, b = await several(database, "a", "b")
        await commit(a, new_match("m"))
        async with under_way(a, over("m")) as connection:
            await connection.execute(text("UPDATE matches SET ended_at = 1 WHERE id = 'm'"))
            adopting = asyncio.create_task(b.adopt_orphans())
            assert await adopting == []
        assert await b.owners("match") == {}

    async def test_the_lobby_is_claimed_by_one(self, database: Database) -> None:
        """And is its own until another takes over."""
        made = await several(database, *"abcde")
        claimed = await asyncio.gather(*(each.claim("lobby") for each in made))
        assert sorted(claimed) == [False] * 4 + [True]
        owner = made[claimed.index(True)]
        heir = made[claimed.index(False)]
        assert await owner.claim("lobby")
        assert await heir.owner("lobby") == owner.node
        await expire(database, owner.node)
        assert await heir.adopt(owner.node) == ["lobby"]
        assert await heir.owner("lobby") == heir.node


class TestCommits:
    async def test_one_that_was_taken_over_from_writes_nothing(self, database: Database) -> None:
        """Nothing of the batch."""
        a, b = await several(database, "a", "b")
        await commit(a, new_match("m"))
        await expire(database, "a")
        await b.adopt("a")
        with pytest.raises(Fenced):
            await commit(a, event("m", 0), new_match("n"))
        assert await Archive(database).events("m") == []
        assert await b.owners("match") == {"match:m": "b"}
        await commit(b, event("m", 0, b"of b"))

    async def test_one_that_has_expired_writes_nothing_until_it_renews(
        self, database: Database
    ) -> None:
        """Nobody has taken over yet."""
        a = await joined(database, "a")
        await expire(database, "a")
        with pytest.raises(Lapsed):
            await commit(a, event("m", 0))
        await a.renew()
        await commit(a, event("m", 0))

    async def test_leases_come_and_go_with_what_they_are_for(self, database: Database) -> None:
        """In the same commit, whatever becomes of it there."""
        a = await joined(database, "a")

        async def owned() -> set[str]:
            return {*await a.owners("match"), *await a.owners("tournament")}

        await commit(a, new_match("m"), new_match("n"), CUP, new_match("o"), over("o"))
        assert await owned() == {"match:m", "match:n", "tournament:cup"}
        await commit(a, over("m"), TournamentOver("cup", 2.0))
        assert await owned() == {"match:n"}
        await commit(a, TournamentOver("cup", None))
        assert await owned() == {"match:n", "tournament:cup"}
        await commit(a, TournamentOver("cup", 2.0), TournamentOver("cup", None))
        assert await owned() == {"match:n", "tournament:cup"}

    async def test_whoever_takes_over_waits_for_a_commit_under_way(
        self, database: Database
    ) -> None:
        """And has what it wrote."""
        a, b = await several(database, "a", "b")
        async with under_way(a, new_match("m")):
            await expire(database, "a")
            adopting = asyncio.create_task(b.adopt("a"))
            await waits(database)
            assert not adopting.done()
        assert await adopting == ["match:m"]

    async def test_whoever_takes_over_waits_for_no_node_that_is_stopped(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In the middle of a commit, of which nothing is written then."""
        monkeypatch.setattr(server.storage.database, "STOPPED_SECONDS", 0.1)
        opened = await open_database(url, use="cluster")
        a, b = await several(opened, "a", "b")

        async def stop_and_go_on() -> None:
            async with under_way(a) as connection:
                await connection.execute(text("INSERT INTO leases VALUES ('match:m', 'a')"))
                await expire(opened, "a")
                assert await b.adopt("a") == []
                await connection.execute(text("SELECT 1"))

        with pytest.raises(DBAPIError):
            await stop_and_go_on()
        assert await b.owners("match") == {}
        await opened.close()

    async def test_a_renewal_waits_for_no_commit(self, database: Database) -> None:
        """A slow one must not cost the lease; nor does one wait for a renewal."""
        a, _ = await several(database, "a", "b")
        async with under_way(a):
            await a.renew()
            async with under_way(a):
                pass

    async def test_all_at_once_nobody_waits_in_a_circle(self, database: Database) -> None:
        """Commits, renewals and takings over, of nodes that expire all the time."""
        made = await several(database, *"abcdef")
        deadlocks = text(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        )

        async def live(node: Leases, others: list[Leases]) -> list[str]:
            taken: list[str] = []
            for turn in range(30):
                try:
                    match = new_match(f"{node.node}{turn}")
                    await asyncio.gather(commit(node, match), node.renew())
                    if turn % 3 == 0:
                        await expire(database, node.node)
                    taken += await node.adopt(*(each.node for each in others))
                    taken += await node.adopt_orphans()
                except Lapsed:
                    continue
                except Fenced:
                    break
            return taken

        await asyncio.gather(*(live(each, made[::-1]) for each in made))
        async with database.engine.connect() as connection:
            assert (await connection.execute(deadlocks)).scalar_one() == 0
        last = await joined(database, "last")
        await expire(database, *(each.node for each in made))
        await last.adopt(*(each.node for each in made))
        assert set((await last.owners("match")).values()) == {"last"}
        async with database.engine.connect() as connection:
            kept = await connection.execute(text("SELECT 'match:' || id FROM matches"))
        assert set(await last.owners("match")) == set(kept.scalars())


class TestJournal:
    """The journal of a node."""

    @asynccontextmanager
    async def journal(
        self, database: Database, node: Leases, failures: list[BaseException]
    ) -> AsyncIterator[Journal]:
        assert isinstance(database.writer, EngineWriter)
        database.writer.guard = node
        journal = Journal(database, failures.append, pauses=repeat(0.0))
        journal.start()
        yield journal
        await journal.close()

    async def test_that_was_taken_over_from_ends_at_once(self, database: Database) -> None:
        """Nothing is acknowledged, and whoever waits hears of it."""
        a, b = await several(database, "a", "b")
        failures: list[BaseException] = []
        told: list[str] = []
        async with self.journal(database, a, failures) as journal:
            journal.append(event("m", 0), then=lambda: told.append("before"))
            await journal.flush()
            await expire(database, "a")
            await b.adopt("a")
            journal.append(event("m", 1), then=lambda: told.append("behind"))
            with pytest.raises(JournalFailed):
                await journal.flush()
            journal.append(event("m", 2), then=lambda: told.append("later"))
        assert [type(each) for each in failures] == [Fenced]
        assert told == ["before"]
        assert len(await Archive(database).events("m")) == 1

    @pytest.mark.parametrize("away", ["lapsed", "gone"])
    async def test_waits_for_its_lease_and_for_its_database(
        self, database: Database, away: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """However long it takes; the log does not say the same all the time."""
        a = await joined(database, "a")
        failures: list[BaseException] = []
        tries = asyncio.Semaphore(0)
        check = a.check

        async def counted(connection: AsyncConnection, batch: Batch) -> None:
            tries.release()
            if away == "gone":
                raise ConnectionError("the network is down")
            await check(connection, batch)

        a.check = counted  # type: ignore[method-assign]
        async with self.journal(database, a, failures) as journal:
            await expire(database, "a")
            journal.append(event("m", 0))
            for _ in range(20):
                await tries.acquire()
            assert journal.trouble
            assert len([each for each in caplog.messages if "a commit has failed" in each]) == 1
            a.check = check  # type: ignore[method-assign]
            await a.renew()
            await journal.flush()
            assert not journal.trouble
        assert not failures
        assert len(await Archive(database).events("m")) == 1

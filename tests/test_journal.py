"""The journal: committed, then told, in order and in groups; a match's trouble is its own."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from server.archive import Archive
from server.database import Database, open_database
from server.journal import LARGEST_BATCH, Journal, JournalFailed
from server.rows import RatingRow
from server.writer import Batch, Writer
from server.writes import DropSession, MatchOver, NewEvent, NewMatch, NewRating, NewSession
from tests.databases import database, fresh_url, url

__all__ = ["database", "url"]  # fixtures

ROOT = Path(__file__).parent.parent


class Observed(Journal):
    """A journal that keeps what it reports."""

    def __init__(self, database: Database) -> None:
        self.failures: list[BaseException] = []
        self.collisions: list[str] = []
        self.commits: list[int] = []
        self.told: list[object] = []
        super().__init__(
            database,
            on_failure=self.failures.append,
            on_collision=self.collisions.append,
            observe=lambda seconds, count: self.commits.append(count),
            pauses=(0.0, 0.0, 0.0),
        )

    def telling(self, what: object) -> Callable[[], None]:
        return partial(self.told.append, what)


@pytest.fixture
async def journal(database: Database) -> AsyncIterator[Observed]:
    """A journal at work on a fresh database."""
    journal = Observed(database)
    journal.start()
    yield journal
    await journal.close()


class Flaky:
    """A writer that fails some times, before or after it has written."""

    def __init__(self, writer: Writer, times: int, after: bool = False) -> None:
        self._writer, self.times, self._after = writer, times, after

    async def commit(self, batch: Batch) -> None:
        fails = self.times > 0
        self.times -= 1
        if fails and not self._after:
            raise ConnectionError("the network is down")
        await self._writer.commit(batch)
        if fails:
            raise ConnectionError("the network went down")

    async def close(self) -> None:
        await self._writer.close()


def new_match(match: str) -> NewMatch:
    return NewMatch(match, "connect4", "blitz", b"t", "ann", "bob", b"p", True, False, 1.0)


def event(match: str, seq: int, data: bytes = b"data") -> NewEvent:
    return NewEvent(match, seq, 2.0, data)


class TestThen:
    async def test_what_follows_is_called_in_the_order_of_the_calls(
        self, journal: Observed
    ) -> None:
        """Also where a call writes nothing, and over many batches."""
        for number in range(2 * LARGEST_BATCH):
            writes = [event("m", number)] if number % 3 else []
            journal.append(*writes, then=journal.telling(number))
        await journal.flush()
        assert journal.told == list(range(2 * LARGEST_BATCH))

    async def test_nothing_is_told_before_it_is_committed(
        self, journal: Observed, database: Database
    ) -> None:
        """Whoever hears of an event can read it from the database."""
        committed = asyncio.Event()
        journal.append(new_match("m"), event("m", 0, b"first"), then=committed.set)
        assert not committed.is_set()
        await committed.wait()
        assert await Archive(database).events("m") == [b"first"]

    async def test_with_nothing_to_wait_for_it_is_called_at_once(self, journal: Observed) -> None:
        """And otherwise after all that was appended before."""
        journal.append(then=journal.telling("at once"))
        assert journal.told == ["at once"]
        journal.append(event("m", 0), then=journal.telling("event"))
        journal.append(then=journal.telling("after"))
        assert journal.told == ["at once"]
        await journal.flush()
        assert journal.told == ["at once", "event", "after"]

    async def test_one_may_append_from_what_follows(self, journal: Observed) -> None:
        """It comes after what was appended before, even if it writes nothing."""
        journal.append(
            event("m", 0), then=lambda: journal.append(then=journal.telling("from within"))
        )
        journal.append(event("m", 1), then=journal.telling("before it"))
        await journal.flush()
        await journal.flush()
        assert journal.told == ["before it", "from within"]

    async def test_what_raises_is_logged_and_stops_nobody(
        self, journal: Observed, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A bug in one match is not the next one's."""

        def fall() -> None:
            raise ZeroDivisionError

        journal.append(event("a", 0), then=fall)
        journal.append(event("b", 0), then=journal.telling("b"))
        await journal.flush()
        assert (journal.told, journal.failures) == (["b"], [])
        assert [record.exc_info is not None for record in caplog.records] == [True]


class TestWrites:
    async def test_many_appends_share_few_commits(self, journal: Observed) -> None:
        """What is appended while one commit is under way goes into the next, up to a bound."""
        for number in range(1000):
            journal.append(event(f"m{number}", 0))
        await journal.flush()
        assert sum(journal.commits) == 1000
        assert len(journal.commits) == 2
        assert max(journal.commits) <= LARGEST_BATCH

    @pytest.mark.parametrize("count", [1, 2, 7, 64, 255, 300])
    async def test_batches_of_every_size_are_kept_whole(
        self, journal: Observed, database: Database, count: int
    ) -> None:
        """However they are cut into statements."""
        for seq in range(count):
            journal.append(event("m", seq, b"%d" % seq))
        await journal.flush()
        assert await Archive(database).events("m") == [b"%d" % seq for seq in range(count)]

    async def test_a_match_can_begin_and_end_in_one_batch(
        self, journal: Observed, database: Database
    ) -> None:
        """Kinds are written in the order that makes sense."""
        journal.append(
            MatchOver("m", b"", 1, "resigned", 7, 9.0),
            event("m", 0),
            new_match("m"),
            event("m", 1),
        )
        journal.append(new_match("live"), event("live", 0, b"hello"))
        await journal.flush()
        assert len(journal.commits) == 1
        assert await Archive(database).live_matches() == {"live": [b"hello"]}
        async with database.engine.connect() as connection:
            query = text("SELECT winner, ending, plies, ended_at FROM matches WHERE id = 'm'")
            assert tuple((await connection.execute(query)).one()) == (1, "resigned", 7, 9.0)

    async def test_the_last_rating_stands(self, journal: Observed, database: Database) -> None:
        """Within a batch, and over several."""
        for rating in (1500.0, 1510.0):
            journal.append(NewRating("ann", "qubic", "blitz", rating, 90.0, 0.06, 3, 1.0))
        await journal.flush()
        journal.append(NewRating("ann", "qubic", "blitz", 1520.5, 80.0, 0.05, 4, 2.0))
        await journal.flush()
        assert await Archive(database).ratings_of(["ann"]) == {
            ("ann", "qubic", "blitz"): RatingRow(1520.5, 80.0, 0.05, 4)
        }

    async def test_the_last_word_on_a_session_stands(
        self, journal: Observed, database: Database
    ) -> None:
        """Dropped and begun again in one batch, it is there; begun and dropped, it is not."""
        for hash in (b"a", b"b"):
            journal.append(NewSession(hash, "ann", "ann", True, False, 1.0))
        await journal.flush()
        journal.append(DropSession(b"a"))
        journal.append(NewSession(b"a", "ann", "ann", True, False, 2.0))
        journal.append(NewSession(b"b", "ann", "ann", True, False, 2.0))
        journal.append(DropSession(b"b"))
        await journal.flush()
        assert len(journal.commits) == 2
        archive = Archive(database)
        assert await archive.session(b"a") == ("ann", True, False, 2.0)
        assert await archive.session(b"b") is None

    async def test_closing_commits_what_is_queued(self, database: Database) -> None:
        """And then nothing can be appended any more."""
        journal = Observed(database)
        journal.start()
        journal.append(event("m", 0))
        await journal.close()
        assert len(await Archive(database).events("m")) == 1
        with pytest.raises(RuntimeError, match="closed"):
            journal.append(event("m", 1))


class TestCollision:
    async def test_a_collision_costs_only_its_match(
        self, journal: Observed, database: Database
    ) -> None:
        """The others of the batch are committed and told, in order."""
        journal.append(event("b", 3, b"another writer's"))
        await journal.flush()
        for match, seq in (("a", 0), ("b", 2), ("c", 0), ("b", 3), ("a", 1)):
            journal.append(event(match, seq), then=journal.telling((match, seq)))
        journal.append(then=journal.telling("end"))
        await journal.flush()
        assert journal.told == [("a", 0), ("c", 0), ("a", 1), "end"]
        assert (journal.collisions, journal.failures) == (["b"], [])
        archive = Archive(database)
        assert [len(await archive.events(match)) for match in "abc"] == [2, 1, 1]
        assert await archive.events("b") == [b"another writer's"]

    async def test_a_match_that_has_collided_is_not_written_again(
        self, journal: Observed, database: Database
    ) -> None:
        """It belongs to the other writer, and is reported once."""
        journal.append(event("m", 0))
        await journal.flush()
        for seq in range(3):
            journal.append(event("m", seq), then=journal.telling(seq))
            await journal.flush()
        assert (journal.told, journal.collisions) == ([], ["m"])
        assert len(await Archive(database).events("m")) == 1

    async def test_a_value_that_does_not_fit_costs_only_its_match(
        self, journal: Observed, database: Database
    ) -> None:
        """It is our own bug, and ends one match."""
        journal.append(event("a", 2**70), then=journal.telling("a"))
        journal.append(event("b", 0), then=journal.telling("b"))
        await journal.flush()
        assert (journal.told, journal.collisions, journal.failures) == (["b"], ["a"], [])


class TestFailure:
    async def test_a_failure_that_passes_goes_unnoticed(
        self, journal: Observed, database: Database
    ) -> None:
        """It is tried again."""
        database.writer = Flaky(database.writer, 3)
        journal.append(event("m", 0), then=journal.telling("m"))
        await journal.flush()
        assert (journal.told, journal.failures) == (["m"], [])

    async def test_a_commit_whose_confirmation_was_lost_is_no_collision(
        self, journal: Observed, database: Database
    ) -> None:
        """The writes that are in the way are our own."""
        database.writer = Flaky(database.writer, 1, after=True)
        journal.append(new_match("m"), event("m", 0), then=journal.telling("m"))
        await journal.flush()
        assert (journal.told, journal.collisions, journal.failures) == (["m"], [], [])

    async def test_lost_connections_are_made_again(self, tmp_path: Path) -> None:
        """As after a restart of PostgreSQL."""
        opened = await open_database(fresh_url("postgresql", tmp_path))
        journal = Observed(opened)
        journal.start()
        journal.append(event("m", 0), then=journal.telling(0))
        await journal.flush()
        async with opened.engine.connect() as connection:
            await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
            journal.append(event("m", 1), then=journal.telling(1))
            await journal.flush()
            await connection.execute(text("SELECT 1"))
        assert (journal.told, journal.failures) == ([0, 1], [])
        await journal.close()
        await opened.close()

    async def test_a_failure_that_stays_is_reported_once(
        self, journal: Observed, database: Database
    ) -> None:
        """After the last try; nothing is told, and whoever waits hears of it."""
        database.writer = Flaky(database.writer, 4)
        journal.append(event("m", 0), then=journal.telling("m"))
        with pytest.raises(JournalFailed):
            await journal.flush()
        journal.append(event("m", 1), then=journal.telling("m"))
        assert [str(error) for error in journal.failures] == ["the network is down"]
        assert journal.told == []


APPEND = """
import asyncio, sys
from functools import partial
from server.database import open_database
from server.journal import Journal
from server.writes import NewEvent

async def main():
    journal = Journal(await open_database(sys.argv[1]), on_failure=print)
    journal.start()
    for seq in range(100_000):
        then = partial(print, seq, flush=True)
        journal.append(NewEvent("m", seq, 0.0, b"data"), then=then)
        if seq % 10 == 0:
            await asyncio.sleep(0)

asyncio.run(main())
"""


async def test_what_was_told_survives_a_kill(url: str) -> None:
    """A process is killed in the middle of its work, and all that it acknowledged is there."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", APPEND, url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(200):
        assert await process.stdout.readline()
    process.kill()
    told = 200 + len((await process.communicate())[0].splitlines())
    opened = await open_database(url)
    assert len(await Archive(opened).events("m")) >= told - 1  # the last line may be half a line
    await opened.close()

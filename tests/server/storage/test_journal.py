"""The journal: committed, then told, in order and in groups."""

import asyncio

import pytest
from sqlalchemy import text

from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.journal import LARGEST_BATCH
from server.storage.people.accounts import Accounts
from server.storage.row_types import RatingRow
from server.storage.writes import DropSession, MatchOver, NewRating, NewSession
from tests.server.storage.journals import Observed, database, event, journal, new_match, url

__all__ = ["database", "journal", "url"]  # fixtures


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
        accounts = Accounts(database)
        assert await accounts.session(b"a") == ("ann", True, False, 2.0)
        assert await accounts.session(b"b") is None

    async def test_closing_commits_what_is_queued(self, database: Database) -> None:
        """And then nothing can be appended any more."""
        journal = Observed(database)
        journal.start()
        journal.append(event("m", 0))
        await journal.close()
        assert len(await Archive(database).events("m")) == 1
        with pytest.raises(RuntimeError, match="closed"):
            journal.append(event("m", 1))

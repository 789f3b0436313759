"""The journal in trouble: a match's is its own, and the database's passes or is told."""

import asyncio
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from server.storage.archive import Archive
from server.storage.database import Database, open_database
from server.storage.journal import JournalFailed
from tests import ROOT
from tests.server.storage.databases import fresh_url
from tests.server.storage.journals import Flaky, Observed, database, event, journal, new_match, url

__all__ = ["database", "journal", "url"]  # fixtures


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
        assert journal.told == [("a", 0), ("b", 2), ("c", 0), ("a", 1), "end"]
        assert (journal.collisions, journal.failures) == (["match:b"], [])
        archive = Archive(database)
        assert [len(await archive.events(match)) for match in "abc"] == [2, 2, 1]
        assert await archive.events("b") == [b"data", b"another writer's"]

    async def test_a_match_that_has_collided_is_not_written_again(
        self, journal: Observed, database: Database
    ) -> None:
        """It belongs to the other writer, and is reported once."""
        journal.append(event("m", 0))
        await journal.flush()
        for seq in range(3):
            journal.append(event("m", seq), then=journal.telling(seq))
            await journal.flush()
        assert (journal.told, journal.collisions) == ([], ["match:m"])
        assert len(await Archive(database).events("m")) == 1

    async def test_a_value_that_does_not_fit_costs_only_its_match(
        self, journal: Observed, database: Database
    ) -> None:
        """It is our own bug, and ends one match."""
        journal.append(event("a", 2**70), then=journal.telling("a"))
        journal.append(event("b", 0), then=journal.telling("b"))
        await journal.flush()
        assert (journal.told, journal.rejections, journal.failures) == (["b"], ["match:a"], [])
        assert journal.collisions == []


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
from server.storage.database import open_database
from server.storage.journal import Journal
from server.storage.writes import NewEvent

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

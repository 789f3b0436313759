"""Journals for tests: one that keeps what it reports, and a writer that fails."""

from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest

from server.storage.database import Database
from server.storage.drivers.writer import Batch, Made, Writer
from server.storage.journal import Journal
from server.storage.writes import Collided, NewEvent, NewMatch, NewRating, Rejected
from tests.server.storage.databases import database, url

__all__ = ["Flaky", "Observed", "database", "event", "journal", "new_match", "url"]


class Observed(Journal):
    """A journal that keeps what it reports."""

    def __init__(self, database: Database) -> None:
        self.failures: list[BaseException] = []
        self.collisions: list[str] = []
        self.rejections: list[str] = []
        self.commits: list[int] = []
        self.failed_tries = 0
        self.refused = 0
        self.told: list[object] = []
        self.rated: list[NewRating] = []
        super().__init__(
            database,
            on_failure=self.failures.append,
            on_loss=self._lose,
            counts=self,
            pauses=(0.0, 0.0, 0.0),
            on_rated=self.rated.extend,
        )

    def committed(self, seconds: float, writes: int) -> None:
        self.commits.append(writes)

    def commit_failed(self) -> None:
        self.failed_tries += 1

    def write_refused(self, collided: bool) -> None:
        self.refused += 1

    def _lose(self, key: str, error: Rejected) -> None:
        (self.collisions if isinstance(error, Collided) else self.rejections).append(key)

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

    async def commit(self, batch: Batch) -> Made:
        fails = self.times > 0
        self.times -= 1
        if fails and not self._after:
            raise ConnectionError("the network is down")
        made = await self._writer.commit(batch)
        if fails:
            raise ConnectionError("the network went down")
        return made

    async def close(self) -> None:
        await self._writer.close()


def new_match(match: str) -> NewMatch:
    return NewMatch(match, "connect4", "blitz", b"t", "ann", "bob", b"p", True, False, 1.0)


def event(match: str, seq: int, data: bytes = b"data") -> NewEvent:
    return NewEvent(match, seq, 2.0, data)

"""The one place that writes what the journal commits: each batch in a transaction of its own."""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from operator import itemgetter
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

from sqlalchemy.dialects.sqlite import dialect as SQLiteDialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.storage.drivers.rated_games import lock_ratings, rate, ratings_before
from server.storage.drivers.statements import (
    INSERTED,
    Statement,
    rating_read,
    same_as,
    statements,
)
from server.storage.writes import (
    Collided,
    DropSession,
    NewEvent,
    NewRating,
    NewSession,
    RatedGame,
    Rejected,
    Write,
)

BUSY_SECONDS = 2.0  # how long to wait for another process that is writing to the file
# What several nodes write about the same things: in one order, so that none waits in a circle.
_OF_MANY = (NewSession, DropSession)

Batch = Mapping[type[Write], Sequence[Write]]
Made = Sequence[NewRating]  # what rated games have made of ratings

# The sizes of statements that insert many events, largest first; each is prepared only once.
_SIZES = tuple(2**power for power in range(8, -1, -1))

_REJECTIONS = (
    sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeEncodeError,
    sqlite3.InterfaceError, sqlite3.ProgrammingError,  # of a type that cannot be bound
)  # fmt: skip
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)

# The classes of PostgreSQL's error codes that are about what was written: data exceptions,
# violated constraints, and limits such as the longest value of an index.
_ABOUT_VALUES = ("22", "23", "54")
_UNIQUE_VIOLATION = "23505"


def batch_of(writes: Sequence[Write]) -> Batch:
    """All the writes by their kind, each kind in order."""
    batch: defaultdict[type[Write], list[Write]] = defaultdict(list)
    for write in writes:
        batch[type(write)].append(write)
    if NewSession in batch and DropSession in batch:
        # One hash may have both, and sessions are dropped last: only the last word on it counts.
        last = {word.hash: word for word in writes if isinstance(word, NewSession | DropSession)}
        for kind in (NewSession, DropSession):
            batch[kind] = [word for word in last.values() if type(word) is kind]
    return batch


class Guard(Protocol):
    """What has a say in every commit of a node of a cluster."""

    async def check(self, connection: AsyncConnection, batch: Batch) -> None:
        """Keep the leases that go with a batch. Raises Fenced or Lapsed."""


class Held(Protocol):
    """What must be held by whoever writes."""

    async def hold(self) -> None:
        """Come back when it is held. Raises BadDatabase if another has it."""


class Writer(Protocol):
    """What writes batches; only the journal calls it, one batch at a time."""

    async def commit(self, batch: Batch) -> Made:
        """Write all of it durably, or raise and write nothing."""

    async def close(self) -> None: ...


class SQLiteWriter:
    """Writes to a SQLite file: rows from the event loop, and the commit in a thread of its own.

    Only the commit waits for the disk. The rows of a batch take less than a millisecond, and from
    the thread each statement would have to win the GIL back from a busy event loop, 5 ms a time.
    Where another process is writing just then, the thread does it all, and waits for its turn.
    """

    def __init__(
        self, connection: sqlite3.Connection, check: Callable[[], None] = lambda: None
    ) -> None:
        self._connection = connection
        self._check = check  # that what was committed is found again
        self._statements, self._rating = _sqlite_statements()
        self._events = _for_many(self._statements[NewEvent].text)
        self._asked: SimpleQueue[tuple[Batch | None, asyncio.Future[Made]] | None] = SimpleQueue()
        self._be_patient(0.0)
        self._thread = Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    async def commit(self, batch: Batch) -> Made:
        with self._undoing():
            made = self._write_now(batch)
        committed = asyncio.get_running_loop().create_future()
        self._asked.put((batch if made is None else None, committed))
        late = await committed
        return late if made is None else made

    async def close(self) -> None:
        self._asked.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while asked := self._asked.get():
            batch, committed = asked
            made: Made | BaseException
            try:
                with self._undoing():
                    made = self._finish(batch)
            except BaseException as error:
                made = error
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                committed.get_loop().call_soon_threadsafe(_settle, committed, made)
        self._connection.close()

    def _finish(self, batch: Batch | None) -> Made:
        """Commit what is written, or write the batch first."""
        made: Made = ()
        if batch is not None:
            self._be_patient(BUSY_SECONDS)
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            finally:
                self._be_patient(0.0)
            made = self._write(batch)
        self._connection.execute("COMMIT")
        self._check()
        return made

    def _write_now(self, batch: Batch) -> Made | None:
        """Begin a transaction and write the batch in it; None if another process is writing."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return None
            raise
        return self._write(batch)

    @contextmanager
    def _undoing(self) -> Iterator[None]:
        """Roll back what fails half-way, and tell what will never be taken from what may be."""
        try:
            yield
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, _REJECTIONS):
                taken = getattr(error, "sqlite_errorcode", None) in _TAKEN
                raise (Collided if taken else Rejected)(str(error)) from error
            raise

    def _be_patient(self, seconds: float) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")

    def _write(self, batch: Batch) -> Made:
        made: Made = ()
        if games := batch.get(RatedGame):
            made = rate(games, ratings_before(self._connection, self._rating, games))
            batch = _with_ratings(batch, made)
        for kind in self._statements:
            if writes := batch.get(kind):
                if kind is NewEvent:
                    self._write_events(writes)
                else:
                    statement = self._statements[kind]
                    self._connection.executemany(statement.text, statement.rows(writes))
        return made

    def _write_events(self, writes: Sequence[Write]) -> None:
        """Many rows to a statement, which saves half of the time."""
        done = 0
        for size, text in self._events.items():
            while len(writes) - done >= size:
                rows = writes[done : done + size]
                self._connection.execute(text, tuple(chain.from_iterable(rows)))
                done += size


class EngineWriter:
    """Writes to any other database through its engine."""

    def __init__(self, engine: AsyncEngine, lock: Held | None = None) -> None:
        self.guard: Guard | None = None
        self._engine, self._lock = engine, lock
        self._statements = statements(engine.dialect)

    async def commit(self, batch: Batch) -> Made:
        if self._lock is not None:
            await self._lock.hold()
        try:
            async with self._engine.begin() as connection:
                if self.guard is not None:
                    await self.guard.check(connection, batch)
                return await self._write(connection, batch)
        except DBAPIError as error:
            if rejection := _rejection(error):
                raise rejection(str(error.orig)) from error
            raise

    async def _write(self, connection: AsyncConnection, batch: Batch) -> Made:
        made: Made = ()
        if games := batch.get(RatedGame):
            made = rate(games, await lock_ratings(connection, games))
            batch = _with_ratings(batch, made)
        for kind, statement in self._statements.items():
            if writes := batch.get(kind):
                if kind in _OF_MANY:
                    writes = sorted(writes, key=itemgetter(0))
                await connection.exec_driver_sql(statement.text, statement.rows(writes))
        return made

    async def close(self) -> None:
        """The engine is closed by the database."""


@cache
def _sqlite_statements() -> tuple[dict[type[Write], Statement], Statement]:
    """Those of every kind, and what finds a rating: the same for all files."""
    dialect = SQLiteDialect(paramstyle="qmark")
    return statements(dialect), rating_read(dialect)


def _with_ratings(batch: Batch, made: Made) -> Batch:
    return {**batch, NewRating: [*batch.get(NewRating, ()), *made]}


def _settle(committed: asyncio.Future[Made], made: Made | BaseException) -> None:
    if committed.done():  # whoever waited was cancelled
        return
    if isinstance(made, BaseException):
        committed.set_exception(made)
    else:
        committed.set_result(made)


def _rejection(error: DBAPIError) -> type[Rejected] | None:
    """What to raise if it is about the values; asyncpg says of some by a ValueError."""
    cause = error.orig and error.orig.__cause__
    state = getattr(cause, "sqlstate", None) or ""
    if state == _UNIQUE_VIOLATION:
        return Collided
    return Rejected if isinstance(cause, ValueError) or state[:2] in _ABOUT_VALUES else None


async def are_kept(engine: AsyncEngine, batch: Batch) -> bool:
    """Whether all that the batch inserts is in the database, exactly as it is here."""
    inserted = [write for kind in INSERTED for write in batch.get(kind, ())]
    async with engine.connect() as connection:
        for write in inserted:
            if (await connection.execute(same_as(write))).one_or_none() is None:
                return False
    return bool(inserted)


def _for_many(text: str) -> dict[int, str]:
    """The INSERT of one row as INSERTs of many, by how many.

    One that fails takes the transaction with it, as we would anyway. Else SQLite would write aside
    what each page held before, and for many rows into a file that it makes and deletes again.
    """
    head, row = text.replace("INSERT", "INSERT OR ROLLBACK", 1).split(" VALUES ")
    return {size: f"{head} VALUES {', '.join([row] * size)}" for size in _SIZES}

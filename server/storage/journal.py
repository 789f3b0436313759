"""Commits what has happened before anyone is told, many matches in one commit.

Whoever appends says what to do once it is committed. While one commit is under way, all that is
appended gathers for the next: the busier the server, the larger the batches, and the cheaper each
write.

Whatever is written is about something that has a key: a match, a tournament, a session. What the
database will not take costs only that, and everybody else in the batch nothing. Where another
server has written in its place, it is lost to this one until it is read anew. Where a value does
not fit, it goes on from what was committed of it: what was appended behind that falls too.
"""

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, repeat
from typing import Protocol

from sqlalchemy.exc import DBAPIError

from games.errors import Mistake
from server.storage.database import Database
from server.storage.drivers.rated_games import ratings_kept
from server.storage.drivers.writer import Batch, Made, are_kept, batch_of
from server.storage.writes import Collided, Fenced, RatedGame, Rejected, Write, key_of

LARGEST_BATCH = 512  # writes; a bound on how long the first of them waits for the last
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.0, 4.0)  # seconds before each new try, 10 in total
# A node of a cluster tries for ever: what it cannot write in time, others take over from it.
CLUSTER_PAUSES = repeat(0.25)
CLOSING = 15.0  # seconds that what is queued has for it when the journal closes
HANGING = 3.0  # seconds after which a commit that has not come to an end is trouble

# What says all in a sentence; anything else is a fault of ours.
_OF_THE_DATABASE = (Mistake, OSError, sqlite3.Error, DBAPIError, Fenced)

log = logging.getLogger(__name__)

Then = Callable[[], None]
Refuse = Callable[[Rejected], None]

# What was appended at once, and is committed together: the key of what it is about, the writes,
# and what to call when it is committed, or when it will never be. A plain tuple, because one is
# made for each event.
Entry = tuple[str | None, tuple[Write, ...], Then | None, Refuse | None]


class Counts(Protocol):
    """Who counts what the journal does."""

    def committed(self, seconds: float, writes: int) -> None: ...
    def commit_failed(self) -> None: ...
    def write_refused(self, collided: bool) -> None: ...


class JournalFailed(Exception):
    """The journal could not commit and has given up: nothing after this is kept."""


class Journal:
    """Appends to the database in the background; all calls belong on one event loop."""

    def __init__(
        self,
        database: Database,
        on_failure: Callable[[BaseException], None],
        on_loss: Callable[[str, Rejected], None] = lambda key, error: None,
        counts: Counts | None = None,
        pauses: Iterable[float] = PAUSES,
        on_rated: Callable[[Made], None] = lambda made: None,
    ) -> None:
        """*on_rated* hears what rated games have made of ratings, before what follows is called."""
        self._database = database
        self._on_failure = on_failure
        self._on_loss = on_loss
        self._counts = counts
        self._pauses = pauses
        self._on_rated = on_rated
        self._queue: deque[Entry] = deque()
        self._committing = False
        self._wake = asyncio.Event()
        self._lost: dict[str | None, Rejected] = {}  # by key, what belongs to another writer
        self._fallen: dict[str | None, Rejected] = {}  # and what of this batch was not taken
        self._task: asyncio.Task[None] | None = None
        self._began: float | None = None  # the commit under way, on the monotonic clock
        self._failing: BaseException | None = None  # why its latest try has failed
        self._error: BaseException | None = None  # why nothing is committed any more
        self._closed = False

    @property
    def backlog(self) -> int:
        """How many calls of append wait for the next commit."""
        return len(self._queue)

    @property
    def trouble(self) -> str | None:
        """Why nothing can be committed just now, if that is so."""
        if self._error is not None:
            return f"the journal has failed: {self._error}"
        if self._failing is not None:
            return f"commits fail and are tried again: {self._failing}"
        try:
            self._database.check()
        except Mistake as error:
            return str(error)
        lasts = 0.0 if self._began is None else time.monotonic() - self._began
        return f"a commit has been under way for {lasts:.0f} s" if lasts > HANGING else None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="journal")

    def append(
        self,
        *writes: Write,
        key: str | None = None,
        then: Then | None = None,
        refuse: Refuse | None = None,
    ) -> None:
        """Queue writes; ``then`` is called once they and all before them are committed.

        They are about what has the *key*, or else about what the first of them is. If they are not
        taken, or something before them with the same key is not, ``refuse`` is called instead.
        After a failure of the database nothing is written and nothing called.
        """
        if self._closed:
            raise RuntimeError("the journal is closed")
        if self._error is not None:
            return
        about = key or (key_of(writes[0]) if writes else None)
        if writes or self._queue or self._committing or about in self._lost:
            self._queue.append((about, writes, then, refuse))
            if not self._committing:
                self._wake.set()
        elif then is not None:
            _call(then)

    def take_up(self, key: str) -> None:
        """What has this key was read anew, as another has left it, and may be written to again."""
        self._lost.pop(key, None)

    async def flush(self) -> None:
        """Wait until everything appended so far is committed."""
        assert self._task is not None, "the journal has not been started"
        flushed = asyncio.Event()
        self.append(then=flushed.set)
        waiting = asyncio.ensure_future(flushed.wait())
        try:
            await asyncio.wait({waiting, self._task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if not flushed.is_set():
            raise JournalFailed("what was appended is not committed") from self._error

    async def close(self) -> None:
        """Commit what is queued, if that is possible at all, and stop."""
        if self._task is None or self._closed:
            return
        if self._error is None:
            try:
                async with asyncio.timeout(CLOSING):
                    await self.flush()
            except (JournalFailed, TimeoutError):
                log.error("the journal closes without %d writes", self.backlog)
        self._closed = True
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _run(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    await self._advance()
        except Exception as error:
            self._error = error
            ours = not isinstance(error, _OF_THE_DATABASE)
            log.error("the journal has failed: %s", error, exc_info=ours)
            self._on_failure(error)

    async def _advance(self) -> None:
        """Commit one batch, then call what was to be called, in order."""
        self._committing = True
        entries = self._take()
        kept = await self._keep(entries)
        if len(kept) == len(entries):
            for _, _, then, _ in kept:
                if then is not None:
                    _call(then)
        else:
            self._sort_out(entries, {id(entry) for entry in kept})
        self._committing = False

    def _sort_out(self, entries: list[Entry], kept: set[int]) -> None:
        """Call what follows from a batch of which not all was taken."""
        lost = self._lost | self._fallen
        for entry in entries:
            key, _, then, refuse = entry
            if id(entry) in kept:
                follows = then
            else:
                follows = refuse and partial(refuse, lost[key])
                self._let_fall(key)
            if follows is not None:
                _call(follows)

    def _let_fall(self, key: str | None) -> None:
        """Tell, once, the owner of what was not taken; what is queued of it was built upon that."""
        error = self._fallen.pop(key, None)
        if error is None or key is None:
            return
        collided = isinstance(error, Collided)
        if collided:
            self._lost[key] = error
        if self._counts is not None:
            self._counts.write_refused(collided)
        self._queue = deque(
            _fallen(each, error) if each[0] == key else each for each in self._queue
        )
        _call(partial(self._on_loss, key, error))

    def _take(self) -> list[Entry]:
        """The entries of the next batch."""
        entries: list[Entry] = []
        count = 0
        while self._queue and count < LARGEST_BATCH:
            entry = self._queue.popleft()
            entries.append(entry)
            count += len(entry[1])
        return entries

    async def _keep(self, entries: list[Entry]) -> list[Entry]:
        """Commit these entries, those that were taken; by halves, to find those that are not."""
        lost, fallen = self._lost, self._fallen
        if lost or fallen:
            entries = [each for each in entries if each[0] not in lost and each[0] not in fallen]
        try:
            await self._write(entries)
            return entries
        except Rejected as error:
            if len(entries) == 1:
                self._fallen[entries[0][0]] = error
                return []
            log.warning("a batch of %d was rejected and is halved: %s", len(entries), error)
        half = len(entries) // 2
        return [*await self._keep(entries[:half]), *await self._keep(entries[half:])]

    async def _write(self, entries: list[Entry]) -> None:
        """Write in one transaction, again and again while the database fails."""
        batch = batch_of([write for _, writes, _, _ in entries for write in writes])
        count = sum(map(len, batch.values()))
        if count == 0:
            return
        self._began = time.monotonic()
        try:
            made = await self._try(batch)
        finally:
            seconds, self._began, self._failing = time.monotonic() - self._began, None, None
        if self._counts is not None:
            self._counts.committed(seconds, count)
        if made:
            _call(partial(self._on_rated, made))

    async def _try(self, batch: Batch) -> Made:
        for pause in chain(self._pauses, (None,)):
            try:
                return await self._commit(batch)
            except (Rejected, Mistake, Fenced):  # which no new try would change
                raise
            except Exception as error:
                if self._counts is not None:
                    self._counts.commit_failed()
                if pause is None:
                    raise
                # A database that is away for long says the same again and again.
                said = str(error) == str(self._failing)
                level = logging.DEBUG if said else logging.WARNING
                log.log(level, "a commit has failed, next try in %s s: %s", pause, error)
                self._failing = error
                await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")

    async def _commit(self, batch: Batch) -> Made:
        engine = self._database.engine
        try:
            return await self._database.writer.commit(batch)
        except Collided:
            # A commit can succeed and its confirmation be lost: then these are our own writes.
            if self._failing is None or not await are_kept(engine, batch):
                raise
            return await ratings_kept(engine, batch.get(RatedGame, ()))


def _fallen(entry: Entry, error: Rejected) -> Entry:
    """What is left of an entry that will not be written: its refusal, in its turn."""
    refuse = entry[3]
    return None, (), refuse and partial(refuse, error), None


def _call(then: Callable[[], None]) -> None:
    try:
        then()
    except Exception:
        log.exception("what the journal was to call has failed")

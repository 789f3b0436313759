"""Commits what has happened before anyone is told, many matches in one commit.

Whoever appends says what to do once it is committed. While one commit is under way, all that is
appended gathers for the next: the busier the server, the larger the batches, and the cheaper each
write. The key (match, seq) makes a second writer of a match collide, which costs only that match.
"""

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from server.database import Database
from server.writer import Batch, Rejected, are_kept
from server.writes import DropSession, MatchOver, NewEvent, NewMatch, NewSession, Write

LARGEST_BATCH = 512  # writes; a bound on how long the first of them waits for the last
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.0, 4.0)  # seconds before each new try, 10 in total

log = logging.getLogger(__name__)


# What was appended at once: committed together, about one match at most. A plain tuple, because
# one is made for each event.
Entry = tuple[tuple[Write, ...], Callable[[], None] | None]


class JournalFailed(Exception):
    """The journal could not commit and has given up: nothing after this is kept."""


class Journal:
    """Appends to the database in the background; all calls belong on one event loop."""

    def __init__(
        self,
        database: Database,
        on_failure: Callable[[BaseException], None],
        on_collision: Callable[[str], None] = lambda match: None,
        observe: Callable[[float, int], None] = lambda seconds, count: None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._database = database
        self._on_failure = on_failure
        self._on_collision = on_collision
        self._observe = observe
        self._pauses = pauses
        self._queue: deque[Entry] = deque()
        self._committing = False
        self._wake = asyncio.Event()
        self._lost: set[str] = set()  # matches that belong to another writer
        self._task: asyncio.Task[None] | None = None
        self._error: BaseException | None = None
        self._closed = False

    @property
    def backlog(self) -> int:
        """How many calls of append wait for the next commit."""
        return len(self._queue)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="journal")

    def append(self, *writes: Write, then: Callable[[], None] | None = None) -> None:
        """Queue writes; ``then`` is called once they and all before them are committed.

        After a failure, or in a match that has collided, nothing is written and nothing called.
        """
        if self._closed:
            raise RuntimeError("the journal is closed")
        if self._error is not None:
            return
        if writes or self._queue or self._committing:
            self._queue.append((writes, then))
            if not self._committing:
                self._wake.set()
        elif then is not None:
            _call(then)

    async def flush(self) -> None:
        """Wait until everything appended so far is committed."""
        assert self._task is not None, "the journal has not been started"
        flushed = asyncio.Event()
        self.append(then=flushed.set)
        waiting = asyncio.ensure_future(flushed.wait())
        await asyncio.wait({waiting, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if not flushed.is_set():
            waiting.cancel()
            raise JournalFailed("what was appended is not committed") from self._error

    async def close(self) -> None:
        """Commit what is queued, if that is possible at all, and stop."""
        if self._task is None or self._closed:
            return
        if self._error is None:
            try:
                await self.flush()
            except JournalFailed:
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
            log.exception("the journal has failed")
            self._on_failure(error)

    async def _advance(self) -> None:
        """Commit one batch, then call what was to be called, in order."""
        self._committing = True
        for _, then in await self._commit(self._take()):
            if then is not None:
                _call(then)
        self._committing = False

    def _take(self) -> list[Entry]:
        """The entries of the next batch."""
        entries: list[Entry] = []
        count = 0
        while self._queue and count < LARGEST_BATCH:
            entry = self._queue.popleft()
            entries.append(entry)
            count += len(entry[0])
        return entries

    async def _commit(self, entries: list[Entry]) -> list[Entry]:
        """Commit these entries and return those that are kept: all but what has collided."""
        if self._lost:
            entries = [entry for entry in entries if _match(entry) not in self._lost]
        try:
            await self._write(entries)
            return entries
        except Rejected as error:
            log.warning("a batch was rejected and is committed match by match: %s", error)
        lost = {id(entry) for part in _parts(entries) for entry in await self._rejected(part)}
        return [entry for entry in entries if id(entry) not in lost]

    async def _rejected(self, part: list[Entry]) -> list[Entry]:
        """Commit the entries of one match: none of them is left if that succeeds, or all."""
        match = _match(part[0])
        try:
            await self._write(part)
        except Rejected as error:
            log.error("the writes of match %s were rejected: %s", match, error)
            if match is not None:
                self._lost.add(match)
                _call(partial(self._on_collision, match))
            return part
        return []

    async def _write(self, entries: list[Entry]) -> None:
        """Write in one transaction, again and again while the database fails."""
        batch = _batch(entries)
        count = sum(map(len, batch.values()))
        if count == 0:
            return
        started = time.perf_counter()
        await self._try(batch)
        self._observe(time.perf_counter() - started, count)

    async def _try(self, batch: Batch) -> None:
        failed = False
        for pause in (*self._pauses, None):
            try:
                await self._database.writer.commit(batch)
                return
            except Rejected:
                # A commit can succeed and its confirmation be lost: then these are our own writes.
                if failed and await are_kept(self._database.engine, batch.get(NewEvent, ())):
                    return
                raise
            except Exception as error:
                if pause is None:
                    raise
                failed = True
                log.warning("a commit has failed, next try in %s s: %s", pause, error)
                await asyncio.sleep(pause)


def _batch(entries: Iterable[Entry]) -> Batch:
    """All the writes by their kind, each kind in order."""
    batch: defaultdict[type[Write], list[Write]] = defaultdict(list)
    for writes, _ in entries:
        for write in writes:
            batch[type(write)].append(write)
    if NewSession in batch and DropSession in batch:
        # One hash may have both, and sessions are dropped last: only the last word on it counts.
        words = (write for writes, _ in entries for write in writes)
        last = {word.hash: word for word in words if isinstance(word, NewSession | DropSession)}
        for kind in (NewSession, DropSession):
            batch[kind] = [word for word in last.values() if type(word) is kind]
    return batch


def _parts(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of each match, and each entry that is about none."""
    parts: dict[str | int, list[Entry]] = {}
    for entry in entries:
        match = _match(entry)
        parts.setdefault(id(entry) if match is None else match, []).append(entry)
    return list(parts.values())


def _match(entry: Entry) -> str | None:
    for write in entry[0]:
        if isinstance(write, NewEvent | NewMatch | MatchOver):
            return write.match
    return None


def _call(then: Callable[[], None]) -> None:
    try:
        then()
    except Exception:
        log.exception("what the journal was to call has failed")

"""What a commit costs: on SQLite, on PostgreSQL, and with the lease of a node in each commit there.

    python -m benchmarks.commits [--seconds S] [--rounds R] [--json]

Through the journal, on databases that wait for the disk. A number of matches each append an event,
wait until it is committed, and append the next: as many as there are matches come to one batch. The
stores take many short turns, so that the machine is the same to all.

events_per_s     that were committed
commits_per_s    each of a batch
commit_ms        from the beginning of a commit to its end, the median
cpu_us           of this process, per event; a PostgreSQL beside it has its own
rated_per_s      ends of rated matches among 100 players, by 64 matches at once
"""

import argparse
import asyncio
import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.cluster_rig.postgres import Postgres
from benchmarks.crash import free_port
from server.storage.database import Database, open_database
from server.storage.drivers.writer import EngineWriter
from server.storage.journal import Journal
from server.storage.leases import Leases
from server.storage.writes import NewEvent, RatedGame, Write

MATCHES = (1, 8, 64, 512)
RATED = 64  # matches at once
EVENT = bytes(160)  # as long as a move is
COLUMNS = ("events/s", "commits/s", "commit ms", "cpu us")
LEASE = 600.0  # seconds; nobody renews it here
PLAYERS = [f"player{number}" for number in range(100)]

_numbers = count()
Make = Callable[[str, int], tuple[Write, ...]]


@dataclass
class Counted:
    """What has been committed, and in which time."""

    events: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    commits: list[float] = field(default_factory=list)  # how long each took

    def figures(self) -> dict[str, float]:
        return {
            "events_per_s": round(self.events / self.seconds),
            "commits_per_s": round(len(self.commits) / self.seconds),
            "commit_ms": round(1000 * statistics.median(self.commits), 3),
            "cpu_us": round(1e6 * self.cpu / self.events, 1),
        }


class Store:
    """A journal on a database, and who counts what it does."""

    def __init__(self, name: str, database: Database) -> None:
        self.name = name
        self.by_matches = {matches: Counted() for matches in MATCHES}
        self.rated = Counted()
        self._counted = Counted()
        self.database = database
        self.journal = Journal(database, on_failure=_raise, counts=self)
        self.journal.start()

    def committed(self, seconds: float, writes: int) -> None:
        self._counted.commits.append(seconds)

    def commit_failed(self) -> None:
        raise SystemExit("a commit has failed")

    def write_refused(self, collided: bool) -> None:
        raise SystemExit("a write was refused")

    async def measure(self, counted: Counted, matches: int, seconds: float, make: Make) -> None:
        self._counted = counted
        began, cpu = time.perf_counter(), time.process_time()
        end = began + seconds
        done = await asyncio.gather(*(self._play(end, make) for _ in range(matches)))
        counted.seconds += time.perf_counter() - began
        counted.cpu += time.process_time() - cpu
        counted.events += sum(done)

    async def _play(self, end: float, make: Make) -> int:
        """One event after the other of one match, and at least one; how many."""
        match, done = f"m{next(_numbers)}", 0
        loop = asyncio.get_running_loop()
        while not done or time.perf_counter() < end:
            committed = loop.create_future()
            self.journal.append(*make(match, done), then=partial(committed.set_result, None))
            await committed
            done += 1
        return done

    def figures(self) -> dict[str, Any]:
        of = {str(matches): each.figures() for matches, each in self.by_matches.items()}
        return {**of, "rated_per_s": self.rated.figures()["events_per_s"]}

    async def close(self) -> None:
        await self.journal.close()
        await self.database.close()


def _raise(error: BaseException) -> None:
    raise SystemExit(f"the journal has failed: {error}")


def move(match: str, seq: int) -> tuple[Write, ...]:
    return (NewEvent(match, seq, 1.0, EVENT),)


def rated_end(match: str, seq: int) -> tuple[Write, ...]:
    first, second = random.sample(PLAYERS, 2)
    event = NewEvent(match, seq, 1.0, EVENT)
    return event, RatedGame(match, "gomoku", "fast", first, second, 1.0, 1.0)


@asynccontextmanager
async def stores() -> AsyncIterator[list[Store]]:
    folder = Path(tempfile.mkdtemp(prefix="inarow-commits-"))
    postgres = Postgres(folder, free_port())
    opened: list[Store] = []
    try:
        await postgres.start()
        opened.append(Store("sqlite", await open_database(str(folder / "inarow.db"))))
        opened.append(Store("postgresql", await open_database(postgres.url, use="guest")))
        opened.append(Store("postgresql, leased", await _leased(postgres.url)))
        yield opened
    finally:
        for store in opened:
            await store.close()
        await postgres.stop()
        shutil.rmtree(folder)


async def _leased(url: str) -> Database:
    """As a node of a cluster has it."""
    database = await open_database(url, use="cluster")
    leases = Leases(database, "node", LEASE)
    await leases.join("ws://127.0.0.1", "1")
    assert isinstance(database.writer, EngineWriter)
    database.writer.guard = leases
    return database


async def measure(seconds: float, rounds: int) -> dict[str, Any]:
    async with stores() as opened:
        turns = [(store, matches) for matches in MATCHES for store in opened] * rounds
        for store, matches in track(turns, console=Console(stderr=True), transient=True):
            await store.measure(store.by_matches[matches], matches, seconds, move)
            if matches == RATED:
                await store.measure(store.rated, RATED, seconds, rated_end)
        return {store.name: store.figures() for store in opened}


def show(found: dict[str, Any]) -> None:
    table = Table("at once", "store", *COLUMNS)
    for matches in map(str, MATCHES):
        for store, figures in found.items():
            table.add_row(matches, store, *map(str, figures[matches].values()))
    console = Console()
    console.print(table)
    for store, figures in found.items():
        console.print(f"{figures['rated_per_s']} rated ends/s on {store}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commits", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seconds", type=float, default=0.2, help="for each turn (default 0.2)")
    parser.add_argument("--rounds", type=int, default=10, help="of all turns (default 10)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(args.seconds, args.rounds))
    print(json.dumps(found)) if args.json else show(found)


if __name__ == "__main__":
    main()

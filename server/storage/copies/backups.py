"""A backup: all that a database holds at one moment, in a SQLite file, while a server goes on.

It is what a server of that moment could be started on. A SQLite database is copied page by page as
one reading transaction sees it; of PostgreSQL a snapshot is read, row by row, into tables of the
same revision. The file has its name once it is whole.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, Table, create_engine, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from games.errors import Mistake
from server.storage.database import CONNECT_SECONDS, path_of, shown, url_of
from server.storage.revisions import revision_of, upgrade
from server.storage.sqlite_file import BadDatabase, create_private

PAGES = 1000  # of 4 KiB, copied at a stretch
ROWS = 1000  # read at a stretch
# What is of the moment, and would be wrong elsewhere: who is a node, and who owns what.
OF_THE_CLUSTER = ("nodes", "leases", "fences")
VERSION = "alembic_version"

Tell = Callable[[int, int], None]  # how much of how much is done


def silent(done: int, total: int) -> None:
    """Nobody looks on."""


async def back_up(url_or_path: str, target: Path, tell: Tell = silent) -> None:
    """Write a backup of the database. Raises Mistake, and leaves nothing, if that cannot be."""
    url = url_of(url_or_path)
    with growing(target) as partial:
        if url.get_backend_name() == "sqlite":
            source = path_of(url)
            if not source.is_file():
                raise BadDatabase(f"there is no database {source}")
            copy_file(source, partial, tell)
        else:
            engine = create_async_engine(url, connect_args={"timeout": CONNECT_SECONDS})
            try:
                await _copy_snapshot(engine, shown(url), partial, tell)
            finally:
                await engine.dispose()
        _seal(partial)


@contextmanager
def growing(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its name if all goes well. Raises Mistake."""
    if target.exists():
        raise Mistake(f"there is a file {target} already: name another, or move it away")
    if not target.parent.is_dir():
        raise Mistake(f"cannot write {target}: there is no folder {target.parent}")
    partial = target.with_name(f"{target.name}.partial")
    remove(partial)
    try:
        create_private(partial)
        yield partial
        os.rename(partial, target)
    except sqlite3.Error as error:
        raise Mistake(f"cannot write {target}: {error}") from error
    finally:
        remove(partial)


def remove(path: Path) -> None:
    """A SQLite file, with what may stand beside it."""
    for each in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{each}").unlink(missing_ok=True)


def copy_file(source: Path, target: Path, tell: Tell = silent) -> None:
    """Copy a SQLite database, whoever writes to it meanwhile."""
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as kept,
        closing(sqlite3.connect(target)) as copy,
    ):
        # A transaction that has begun to read sees nothing of what is written from now on; without
        # it, each write between two stretches would let the copy begin anew.
        kept.execute("BEGIN")
        kept.execute("SELECT count(*) FROM sqlite_master").fetchone()
        kept.backup(copy, pages=PAGES, progress=lambda _, left, all: _tell(tell, all - left, all))


def _tell(tell: Tell, done: int, total: int) -> None:
    """Tell, unless it is to end: the loop, which would say so, waits for the copy."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    tell(done, total)


def _seal(path: Path) -> None:
    """Let it be one file, found whole and on disk."""
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        check_whole(copy, path)
    with path.open("rb") as file:
        os.fsync(file.fileno())


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise BadDatabase where SQLite finds something wrong."""
    found = [line for (line,) in connection.execute("PRAGMA quick_check(3)")]
    if found != ["ok"]:
        raise BadDatabase(f"the database {path} is damaged: {'; '.join(found)}")


async def _copy_snapshot(engine: AsyncEngine, name: str, target: Path, tell: Tell) -> None:
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="REPEATABLE READ")
        async with connection.begin():
            await connection.execute(text("SET TRANSACTION READ ONLY"))
            await connection.run_sync(_make_tables, name, target)
            await _copy_rows(connection, target, tell)


def tables_of(made: Engine) -> list[Table]:
    """Those of a file whose rows are worth keeping, such that what others name comes first."""
    found = MetaData()
    found.reflect(made)
    left_out = (*OF_THE_CLUSTER, VERSION)
    return [table for table in found.sorted_tables if table.name not in left_out]


def _make_tables(connection: Connection, name: str, target: Path) -> None:
    """The tables in a file, of the revision that the database has."""
    revision = revision_of(connection, name)
    if revision is None:
        raise BadDatabase(f"the database {name} is empty: no server has used it")
    made = create_engine(f"sqlite:///{target}")
    try:
        with made.begin() as copy:
            upgrade(copy, str(target), revision)
    finally:
        made.dispose()


async def _copy_rows(connection: AsyncConnection, target: Path, tell: Tell) -> None:
    """All rows of the tables that the file has, as one transaction sees them."""
    made = create_engine(f"sqlite:///{target}")
    try:
        tables = tables_of(made)
        counts = [await connection.scalar(select(func.count()).select_from(t)) for t in tables]
        done, total = 0, sum(count or 0 for count in counts)
        with made.begin() as copy:
            for table in tables:
                options = {"yield_per": ROWS}
                found = await connection.stream(select(table), execution_options=options)
                async for rows in found.partitions(ROWS):
                    copy.execute(table.insert(), [row._asdict() for row in rows])
                    done += len(rows)
                    tell(done, total)
    finally:
        made.dispose()

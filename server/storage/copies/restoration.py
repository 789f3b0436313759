"""A backup becomes a database that a server can be started on, and never in place of another."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Engine, Table, create_engine, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import Mistake
from server.storage.copies.backups import (
    ROWS,
    Tell,
    check_whole,
    copy_file,
    growing,
    silent,
    tables_of,
)
from server.storage.database import check_place, open_database, path_of, shown, url_of
from server.storage.drivers.server_lock import FileLock
from server.storage.revisions import revision_of, upgrade
from server.storage.sqlite_file import BadDatabase


async def restore(file: Path, url_or_path: str, tell: Tell = silent) -> None:
    """Make a database of a backup. Raises Mistake where there is one already, or a server runs."""
    _check_backup(file)
    url = url_of(url_or_path)
    if url.get_backend_name() == "sqlite":
        await _restore_file(file, path_of(url), tell)
    else:
        await _restore_rows(file, url_or_path, shown(url), tell)


def _check_backup(file: Path) -> None:
    """Raise Mistake unless this is a whole backup, of a version that we know."""
    if not file.is_file():
        raise Mistake(f"there is no backup {file}")
    engine = create_engine(f"sqlite:///{file}")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as kept:
            check_whole(kept, file)
        with engine.connect() as connection:
            if revision_of(connection, str(file)) is None:
                raise BadDatabase(f"{file} is no backup: it is empty")
    except sqlite3.Error as error:
        raise BadDatabase(f"{file} is no backup: {error}") from error
    finally:
        engine.dispose()


async def _restore_file(file: Path, target: Path, tell: Tell) -> None:
    _check_free(target)
    lock = FileLock(target)
    try:
        with growing(target) as partial:
            copy_file(file, partial, tell)
            await (await open_database(str(partial), use="guest")).close()
    finally:
        await lock.close()


def _check_free(target: Path) -> None:
    check_place(target)
    if target.exists():
        raise _taken(str(target))
    if Path(f"{target}-wal").exists():
        raise Mistake(f"{target}-wal is left of another database: move it away")


async def _restore_rows(file: Path, url: str, name: str, tell: Tell) -> None:
    database = await open_database(url, use="alone")
    try:
        with _of_today(file) as source, database.in_words():
            async with database.begin() as connection:
                tables = tables_of(source)
                await _check_empty(connection, tables, name)
                await _fill(connection, tables, source, tell)
    finally:
        await database.close()


@contextmanager
def _of_today(file: Path) -> Iterator[Engine]:
    """A copy of the backup whose tables are those that we have."""
    with tempfile.TemporaryDirectory(prefix="inarow-") as folder:
        copy = Path(folder) / "copy.db"
        copy_file(file, copy)
        engine = create_engine(f"sqlite:///{copy}")
        try:
            with engine.begin() as connection:
                upgrade(connection, str(file))
            yield engine
        finally:
            engine.dispose()


async def _check_empty(connection: AsyncConnection, tables: list[Table], name: str) -> None:
    for table in tables:
        if (await connection.execute(select(table).limit(1))).first() is not None:
            raise _taken(name)


async def _fill(
    connection: AsyncConnection, tables: list[Table], source: Engine, tell: Tell
) -> None:
    with source.connect() as kept:
        counts = [kept.scalar(select(func.count()).select_from(table)) for table in tables]
        done, total = 0, sum(count or 0 for count in counts)
        for table in tables:
            found = kept.execute(select(table), execution_options={"yield_per": ROWS})
            for rows in found.partitions(ROWS):
                await connection.execute(table.insert(), [row._asdict() for row in rows])
                done += len(rows)
                tell(done, total)


def _taken(name: str) -> BadDatabase:
    return BadDatabase(
        f"there is a database {name} already, and nothing is written over it: "
        "name another with --database, or move it away"
    )

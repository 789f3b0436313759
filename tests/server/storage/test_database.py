"""Opening databases: migrations, locks, and what is said when one cannot be used."""

import asyncio
import socket
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

import server.storage.database
from games.errors import Mistake
from server.storage.database import Database, default_path, open_database
from server.storage.people.accounts import Accounts
from server.storage.schema import REVISION, metadata
from tests import ROOT
from tests.server.storage.databases import BACKENDS, database, empty_url, url

__all__ = ["database", "url"]  # fixtures


HOLD = """
import asyncio, sys
from server.storage.database import open_database

async def main():
    await open_database(sys.argv[1])
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def setting(database: Database, name: str) -> object:
    async with database.engine.connect() as connection:
        return (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()


class TestMigrations:
    async def test_the_migrations_make_the_tables_of_the_schema(self, database: Database) -> None:
        """Whoever changes a table and forgets the revision is told here."""

        def differences(connection: Connection) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(connection), metadata))

        async with database.engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    def test_the_schema_names_the_latest_of_them(self) -> None:
        """Or a database would be taken for up to date, or for another's, that is not."""
        migrations = Path(server.storage.database.__file__).parent / "migrations"
        assert ScriptDirectory(str(migrations)).get_current_head() == REVISION

    async def test_what_is_there_is_still_there_when_opened_again(self, url: str) -> None:
        """Nothing is migrated twice."""
        first = await open_database(url)
        await Accounts(first).create("ann", bot=False, admin=False)
        await first.close()
        second = await open_database(url)
        assert await Accounts(second).find("ann") is not None
        await second.close()

    @pytest.mark.parametrize("backend", BACKENDS)
    async def test_several_may_open_an_empty_database_at_once(
        self, backend: str, tmp_path: Path
    ) -> None:
        """One migrates, and the others wait for it."""
        url = empty_url(backend, tmp_path)
        opened = await asyncio.gather(*(open_database(url, use="guest") for _ in range(4)))
        assert all([await Accounts(each).all() == [] for each in opened])
        for each in opened:
            await each.close()

    async def test_a_database_of_a_newer_version_is_refused(self, url: str) -> None:
        """It may hold what this version would not understand."""
        opened = await open_database(url)
        async with opened.engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await opened.close()
        with pytest.raises(Mistake, match=r"by a newer inarow \(its schema is 9999.*update inarow"):
            await open_database(url)


class TestSQLite:
    async def test_the_file_is_set_up_for_crashes(self, tmp_path: Path) -> None:
        """Write-ahead log, full sync, foreign keys, on the connections that are read from."""
        opened = await open_database(str(tmp_path / "test.db"))
        assert await setting(opened, "journal_mode") == "wal"
        assert await setting(opened, "synchronous") == 2
        assert await setting(opened, "foreign_keys") == 1
        await opened.close()

    async def test_a_second_server_is_refused(self, tmp_path: Path) -> None:
        """Two would both think that they own every match; commands may still look in."""
        path = tmp_path / "test.db"
        first = await open_database(str(path))
        with pytest.raises(Mistake, match="another server is running on the database"):
            await open_database(f"sqlite:///{path}")
        beside = await open_database(str(path), use="guest")
        await beside.close()
        await first.close()
        again = await open_database(str(path))
        await again.close()

    async def test_a_killed_server_leaves_no_lock(self, tmp_path: Path) -> None:
        """The system releases what a dead process held."""
        path = str(tmp_path / "test.db")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HOLD, path, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"open\n"
        with pytest.raises(Mistake, match="another server is running"):
            await open_database(path)
        process.kill()
        await process.communicate()
        opened = await open_database(path)
        await opened.close()

    async def test_the_default_folder_is_made(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first start needs no preparation."""
        monkeypatch.setattr(
            server.storage.database, "user_data_path", lambda *_, **__: tmp_path / "a" / "b"
        )
        opened = await open_database(str(default_path()))
        assert opened.name == str(tmp_path / "a" / "b" / "inarow.db")
        assert default_path().exists()
        await opened.close()


WRONG = [
    ("", "the database must be a file"),
    (":memory:", "the database must be a file"),
    ("/no/such/folder/x.db", "there is no folder /no/such/folder"),
    ("/proc/x.db", "cannot use the database /proc/x.db: No such file or directory"),
    ("mysql://host/x", "cannot use a database of the kind 'mysql': give the path of a SQLite"),
    ("://", "cannot read the database's URL"),
]


@pytest.mark.parametrize(("given", "sentence"), WRONG)
async def test_what_cannot_be_a_database_is_a_mistake(given: str, sentence: str) -> None:
    """Told in a sentence that names it."""
    with pytest.raises(Mistake, match=sentence):
        await open_database(given)


async def test_what_is_something_else_is_a_mistake(tmp_path: Path) -> None:
    """A folder, or a file of another kind, which is left as it was."""
    with pytest.raises(Mistake, match="that is a folder"):
        await open_database(str(tmp_path))
    file = tmp_path / "notes.txt"
    file.write_text("milk and bread\n" * 100)
    with pytest.raises(Mistake, match="file is not a database"):
        await open_database(str(file))
    assert file.read_text() == "milk and bread\n" * 100


class TestPostgreSQL:
    async def test_an_unreachable_server_is_a_mistake(self) -> None:
        """The password is not part of what is told."""
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound but not listening: connections are refused
            port = taken.getsockname()[1]
            with pytest.raises(Mistake, match="cannot use the database") as told:
                await open_database(f"postgresql://ann:secret@127.0.0.1:{port}/x")
        assert "secret" not in str(told.value)

    async def test_the_missing_driver_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With the command that installs it."""
        monkeypatch.setattr(server.storage.database, "find_spec", lambda name: None)
        with pytest.raises(Mistake, match=r"pip install 'inarow\[postgres\]'"):
            await open_database("postgresql://localhost/x")

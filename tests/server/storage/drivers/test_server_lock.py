"""A database on PostgreSQL belongs to one server, or to the nodes of one cluster."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

import server.storage.drivers.server_lock
from games.errors import Mistake
from server.storage.archive import Archive
from server.storage.database import Database, Use, open_database
from server.storage.drivers.server_lock import SERVER_LOCK
from server.storage.journal import JournalFailed
from server.storage.sqlite_file import BadDatabase
from tests import ROOT
from tests.server.storage.databases import fresh_url
from tests.server.storage.journals import Observed, event
from tests.server.storage.test_database import HOLD

LOCK_SESSIONS = "application_name LIKE 'inarow %' AND datname = current_database()"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_url("postgresql", tmp_path)


@pytest.fixture
async def guest(url: str) -> AsyncIterator[Database]:
    """Who looks in beside the servers."""
    opened = await open_database(url, use="guest")
    yield opened
    await opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.storage.drivers.server_lock, "PATIENCE", 0.1)


async def cut(guest: Database) -> None:
    """As when PostgreSQL is restarted."""
    end = f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {LOCK_SESSIONS}"
    async with guest.engine.begin() as connection:
        assert (await connection.execute(text(end))).all()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("first", "second"), [("alone", "alone"), ("alone", "cluster"), ("cluster", "alone")]
)
async def test_a_second_server_is_refused(url: str, first: Use, second: Use) -> None:
    """With a sentence; commands may still look in."""
    opened = await open_database(url, use=first)
    with pytest.raises(Mistake, match="another server is running on the database postgresql://"):
        await open_database(url, use=second)
    await (await open_database(url, use="guest")).close()
    await opened.close()
    await (await open_database(url, use=second)).close()


async def test_the_nodes_of_a_cluster_share_it(url: str) -> None:
    """Each may come and go."""
    opened = [await open_database(url, use="cluster") for _ in range(3)]
    for each in opened:
        await each.close()


async def test_a_cluster_is_refused_a_file(tmp_path: Path) -> None:
    """Nodes on other machines could not read it."""
    with pytest.raises(Mistake, match="a cluster needs PostgreSQL"):
        await open_database(str(tmp_path / "x.db"), use="cluster")


async def test_a_killed_server_leaves_no_lock(url: str) -> None:
    """PostgreSQL releases what a dead session held, and whoever comes next waits so long."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD, url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"open\n"
    process.kill()
    await (await open_database(url)).close()
    await process.communicate()


async def comes(happens: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so that nothing tells of."""
    while not await happens():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_it_is_taken_again_when_its_connection_is_lost(url: str, guest: Database) -> None:
    """By itself, whether anything is written meanwhile or not."""
    opened = await open_database(url)
    journal = Observed(opened)
    journal.start()
    for seq in range(3):
        await cut(guest)
        journal.append(event("m", seq))
        await journal.flush()
        await comes(partial(is_held, guest))
    assert (journal.failures, journal.failed_tries) == ([], 0)
    opened.check()
    await journal.close()
    await opened.close()


@pytest.mark.usefixtures("impatient")
async def test_who_loses_it_to_another_writes_nothing_any_more(url: str, guest: Database) -> None:
    """And is told so, to stop."""
    opened = await open_database(url)
    journal = Observed(opened)
    journal.start()
    async with guest.engine.connect() as other:
        waits = other.execute(text(f"SELECT pg_advisory_lock({SERVER_LOCK})"))
        waiting = asyncio.create_task(waits)
        await comes(partial(is_awaited, guest))
        await cut(guest)
        await waiting
        await comes(partial(is_lost, opened))
        journal.append(event("m", 0))
        with pytest.raises(JournalFailed):
            await journal.flush()
    assert [str(each) for each in journal.failures] == [told(opened)]
    assert await Archive(guest).events("m") == []
    await journal.close()
    await opened.close()


async def is_held(guest: Database) -> bool:
    return await _locks(guest, "granted")


async def is_awaited(guest: Database) -> bool:
    return await _locks(guest, "NOT granted")


async def is_lost(opened: Database) -> bool:
    return bool(told(opened))


def told(opened: Database) -> str:
    try:
        opened.check()
    except BadDatabase as error:
        return str(error)
    return ""


async def _locks(guest: Database, which: str) -> bool:
    query = text(f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND {which}")
    async with guest.engine.begin() as connection:
        return bool((await connection.execute(query)).scalar_one())

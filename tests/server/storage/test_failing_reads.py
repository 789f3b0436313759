"""A database that fails while the server runs: a sentence in the log, and nobody is stuck."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from protocol.closes import Close, wait_of
from protocol.parts import Fault, Terms
from protocol.replies import Done
from protocol.requests import FromPlayer, Hello, ListLeaders, ListResults, Move, ShowMatch, Watch
from server.app import App
from server.refusal import NO_DATABASE
from server.storage.journal import JournalFailed
from server.storage.sqlite_file import BadDatabase
from tests.client.link.server_messages import until
from tests.server.accounts import account
from tests.server.players_over_sockets import connected, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import url
from tests.server.storage.journals import Flaky, event

__all__ = ["url"]  # a fixture

GOMOKU = Terms("gomoku")
READ = (("accounts", "sessions"), ("accounts", "tokens", "ratings"))  # for a guest, an account


@asynccontextmanager
async def without(app: App, *tables: str) -> AsyncIterator[None]:
    """These tables are nowhere to be found."""
    await _rename(app, {table: f"{table}_elsewhere" for table in tables})
    yield
    await _rename(app, {f"{table}_elsewhere": table for table in tables})


async def _rename(app: App, names: dict[str, str]) -> None:
    async with app.house.database.engine.begin() as connection:
        for old, new in names.items():
            await connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))


def sentences(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error, all of it without a traceback."""
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [record for record in errors if record.exc_info or "exc_info" in str(record.msg)]
    return [str(record.msg) for record in errors]


@pytest.mark.parametrize("table", ["accounts", "sessions", "tokens", "ratings"])
async def test_whoever_comes_is_asked_to_come_later(
    table: str, url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever of it cannot be read, and then can: no name stays taken by that."""
    async with serving(tmp_path, database=url) as app:
        hellos = [Hello(0, "ann"), Hello(0, token=await account(app, "deep", bot=True))]
        wanting = [each for each, read in zip(hellos, READ, strict=True) if table in read]
        async with without(app, table):
            for hello in wanting:
                async with connected(app.url) as one:
                    await one.send(hello)
                    code, reason = await one.closed()
                    assert code == Close.TRY_AGAIN_LATER
                    assert NO_DATABASE in reason
                    assert wait_of(reason)
        told = [each for each in sentences(caplog) if "address" in each]  # upkeep may fail as well
        assert len(told) == len(wanting) > 0
        for hello in hellos:
            async with connected(app.url) as one:
                await one.ask(hello)


async def test_a_request_is_refused_and_the_match_goes_on(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever it needs to read."""
    wanting: tuple[FromPlayer, ...] = (
        ListResults(0), ListLeaders(0, "gomoku", "fast"), ShowMatch(0, "x"), Watch(0, "x"),
    )  # fmt: skip
    async with (
        serving(tmp_path, database=url) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
    ):
        match = await pair(ann, bob, GOMOKU)
        await app.house.journal.flush()
        async with without(app, "matches", "ratings"):
            for request in wanting[:2]:
                refused = await ann.refused(request)
                assert (refused.code, refused.wait is not None) == (Fault.NOT_KEPT, True)
        async with without(app, "events"):
            for request in wanting[2:]:
                assert (await ann.refused(request)).code is Fault.NOT_KEPT
        assert len(sentences(caplog)) == len(wanting)
        await ann.ask(Move(0, match, 0, 7), Done)


async def test_upkeep_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It looks again the next time."""
    async with serving(tmp_path) as app, without(app, "sessions"):
        with pytest.raises(BadDatabase):
            await app.house.upkeep.prune()
        tasks = [asyncio.create_task(each) for each in app.house.upkeep.tasks()]
        await until(lambda: any("prune" in each for each in sentences(caplog)))
        assert not [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def test_a_journal_that_gives_up_says_why_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As with a disk that stays full, or a database that is not started again."""
    async with serving(tmp_path) as app:
        journal = app.house.journal
        monkeypatch.setattr(journal, "_pauses", ())
        app.house.database.writer = Flaky(app.house.database.writer, 1)
        journal.append(event("m", 0))
        with pytest.raises(JournalFailed):
            await journal.flush()
        assert any("the network is down" in each for each in map(str, caplog.messages))
        sentences(caplog)

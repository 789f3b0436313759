"""A database that an earlier version has left is played on by this one."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, select
from sqlalchemy.ext.asyncio import create_async_engine

import server.storage
from protocol.events import Ended, Played
from protocol.parts import Fault
from protocol.replies import Done, Leaders, Results, Shown, TournamentShown
from protocol.requests import (
    Ban,
    Hello,
    ListLeaders,
    ListResults,
    Resign,
    ShowMatch,
    ShowTournament,
)
from protocol.tournaments import Stage
from server.app import App
from server.storage.copies.backups import back_up, tables_of
from server.storage.copies.restoration import restore
from server.storage.database import url_of
from server.storage.revisions import upgrade
from server.storage.schema import REVISION
from tests import ROOT
from tests.server.players_over_sockets import Player, connected, player
from tests.server.serving import serving
from tests.server.storage.databases import BACKENDS, empty_url
from tests.server.storage.earlier.making import LIVE, Left, leave
from tests.server.tournaments.contestants import at_stage

KEPT = ROOT / "tests" / "server" / "storage" / "earlier"
MIGRATIONS = Path(server.storage.__path__[0]) / "migrations"
EARLIER = sorted(path.stem for path in KEPT.glob("*.sql"))


def test_there_is_a_database_of_every_earlier_schema() -> None:
    """Whoever adds a revision keeps one of the schema before."""
    known = {each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    assert {*EARLIER} == known - {REVISION}


async def left(revision: str, backend: str, folder: Path) -> tuple[str, Left]:
    """The database of that revision, and what is in it."""
    file = folder / "left.db"
    if revision == REVISION:
        found = await leave(file)
    else:
        found = msgspec.json.decode((KEPT / f"{revision}.json").read_bytes(), type=Left)
        with closing(sqlite3.connect(file)) as made:
            made.executescript((KEPT / f"{revision}.sql").read_text())
    return (str(file) if backend == "sqlite" else await _in_postgres(file, revision)), found


async def _in_postgres(file: Path, revision: str) -> str:
    """The same rows, in tables as that revision made them there."""
    url = empty_url("postgresql", Path())
    source, target = create_engine(f"sqlite:///{file}"), create_async_engine(url_of(url))
    with source.connect() as kept:
        async with target.begin() as connection:
            await connection.run_sync(upgrade, url, revision)
            for table in tables_of(source):
                if rows := [row._asdict() for row in kept.execute(select(table))]:
                    await connection.execute(table.insert(), rows)
    source.dispose()
    await target.dispose()
    return url


class People(NamedTuple):
    ann: Player
    bob: Player
    root: Player
    eve: Player


@asynccontextmanager
async def people(app: App, found: Left) -> AsyncIterator[People]:
    """All who had to do with it, come back."""
    async with AsyncExitStack() as stack:
        ann, bob, root = [
            await stack.enter_async_context(player(app.url, token=found.tokens[name]))
            for name in ("ann", "bob", "root")
        ]
        eve = await stack.enter_async_context(player(app.url, session=found.guest))
        assert (eve.name, eve.welcome.you.guest) == ("eve", True)
        yield People(ann, bob, root, eve)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("revision", [*EARLIER, REVISION])
async def test_what_went_on_goes_on(revision: str, backend: str, tmp_path: Path) -> None:
    """Matches, what is known of earlier ones, a tournament to its end; and once more opened."""
    url, found = await left(revision, backend, tmp_path)
    await is_played_on(url, found, tmp_path)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("revision", EARLIER)
async def test_a_backup_of_it_becomes_a_database_of_today(
    revision: str, backend: str, tmp_path: Path
) -> None:
    """Of the other kind; and the backup itself stays as it is."""
    url, found = await left(revision, backend, tmp_path)
    file = tmp_path / "backup.db"
    await back_up(url, file)
    [other] = {*BACKENDS} - {backend}
    today = empty_url(other, tmp_path)
    await restore(file, today)
    await is_played_on(today, found, tmp_path)
    with closing(sqlite3.connect(file)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [(revision,)]


async def is_played_on(url: str, found: Left, tmp_path: Path) -> None:
    async with serving(tmp_path, database=url) as app, people(app, found) as all:
        await is_known(all, found)
        await goes_on(all, found)
        if found.cup:
            await is_finished(all, found)
        await all.root.ask(Ban(0, "deep"), Done)
    async with serving(tmp_path, database=url) as app, people(app, found) as all:
        await is_known(all, found)
        assert len(await moves(all.ann, found.live)) == len(LIVE) + 1
        async with connected(app.url) as deep:
            refused = await deep.refused(Hello(0, token=found.tokens["deep"], bot=True))
            assert refused.code is Fault.KEPT_AWAY


async def is_known(all: People, found: Left) -> None:
    """What was over, and what it was worth."""
    past = (await all.ann.ask(ListResults(0, "ann"), Results)).results
    assert {found.rated, found.private} <= {each.match for each in past}
    leaders = (await all.eve.ask(ListLeaders(0, "tictactoe", "medium"), Leaders)).leaders
    assert [each.player.name for each in leaders] == ["ann", "bob"]
    assert await moves(all.eve, found.rated) == [0, 3, 1, 4, 2]
    assert await moves(all.ann, found.private) == [40, 41, 31]
    for stranger in (all.bob, all.eve):
        refused = await stranger.refused(ShowMatch(0, found.private))
        assert refused.code in (Fault.NOT_SEATED, Fault.NOT_ALLOWED)


async def moves(one: Player, match: str) -> list[int]:
    shown = await one.ask(ShowMatch(0, match), Shown)
    return [event.cell for event in shown.events if isinstance(event, Played)]


async def goes_on(all: People, found: Left) -> None:
    """Each plays the next move of what they were in; the pie rule has changed seats."""
    going = {each.match for each in all.bob.welcome.matches}
    assert going == {found.live, found.swapped, found.game} - {""}
    await all.bob.play(found.live, len(LIVE), 30)
    assert await moves(all.ann, found.live) == [*LIVE, 30]
    await all.eve.play(found.swapped, 2, 8)
    await all.eve.ask(Resign(0, found.swapped), Done)
    assert (await all.bob.next(Ended, lambda its: its.match == found.swapped)).winner is not None


async def is_finished(all: People, found: Left) -> None:
    """Its last game is given up, and it is over."""
    cup = await all.root.ask(ShowTournament(0, found.cup, watch=True), TournamentShown)
    assert cup.tournament.stage is Stage.RUNNING
    assert sum(each.games for each in cup.standings) == 2  # one, which both have played
    await all.ann.ask(Resign(0, found.game), Done)
    await at_stage(all.root, found.cup, Stage.FINISHED)
    shown = await all.root.ask(ShowTournament(0, found.cup), TournamentShown)
    assert [(each.player, each.points) for each in shown.standings] == [("bob", 2.0), ("ann", 0.0)]

"""Backups that are taken while a server goes on, and what becomes of them."""

import asyncio
import os
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from games.errors import Mistake
from protocol.events import Ended, FixtureDue, Played
from protocol.parts import Terms, TimeControl
from protocol.replies import Done, Shown, TournamentShown
from protocol.requests import Ready, Resign, ShowMatch, ShowTournament
from protocol.tournaments import Stage
from server.app import App
from server.storage.copies import backups
from server.storage.copies.backups import back_up
from server.storage.copies.restoration import restore
from server.storage.database import open_database
from tests.client.link.server_messages import until
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import BACKENDS, empty_url, fresh_url
from tests.server.tournaments import cups

BOARD = Terms("gomoku:size=25", TimeControl(6000.0))


class Mover:
    """Plays both sides of one match after the other, and knows what was acknowledged."""

    def __init__(self, *players: Player) -> None:
        self.match, self.acknowledged = "", 0
        self._moves = 0  # in all matches
        self._players = players
        self._task = asyncio.create_task(self._play())

    async def _play(self) -> None:
        while True:
            self.match, self.acknowledged = await pair(self._players[0], self._players[1], BOARD), 0
            for ply in range(300):
                await self._players[ply % 2].play(self.match, ply, ORDER[ply])
                self.acknowledged = ply + 1
                self._moves += 1
            await self._players[0].ask(Resign(0, self.match), Done)
            for one in self._players:
                await one.next(Ended)

    async def goes_on(self, moves: int) -> tuple[str, int]:
        """Wait for so many more; which match goes on, and its moves that were acknowledged."""
        enough = self._moves + moves
        await until(lambda: self._moves >= enough or self._task.done())
        assert not self._task.done(), self._task.result()
        return self.match, self.acknowledged

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])


# An order in which nobody gets five in a row: rows of alternating pairs, shifted.
ORDER = [
    row * 25 + column
    for row in range(25)
    for column in (range(25) if row % 4 < 2 else [*range(1, 25), 0])
]


def taken(source: str, file: Path) -> None:
    asyncio.run(back_up(source, file))


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize("other", BACKENDS)
async def test_what_was_acknowledged_goes_on_elsewhere(
    kind: str, other: str, tmp_path: Path
) -> None:
    """Under load, from either kind of database to either: matches, seats, accounts, tournaments."""
    folders = {name: tmp_path / name for name in ("here", "there")}
    for folder in folders.values():
        folder.mkdir()
    here, there = fresh_url(kind, folders["here"]), empty_url(other, folders["there"])
    file = tmp_path / "backup.db"
    async with serving(tmp_path, database=here) as app, AsyncExitStack() as stack:
        token = await account(app, "root")
        root = await stack.enter_async_context(player(app.url, token=token))
        ann = await stack.enter_async_context(player(app.url, "ann"))
        bob = await stack.enter_async_context(player(app.url, "bob"))
        cup = await cups.started(root, ann, bob)
        mover = Mover(ann, bob)
        match, before = await mover.goes_on(10)
        await asyncio.to_thread(taken, here, file)
        await mover.goes_on(10)
        await mover.stop()
    await restore(file, there)
    async with serving(tmp_path, database=there) as app, AsyncExitStack() as stack:
        await goes_on(app, stack, (ann, bob), match, before, cup)
        root = await stack.enter_async_context(player(app.url, token=token))
        assert root.name == "root"
    assert (await asyncio.to_thread(file.stat)).st_mode & 0o777 == 0o600


async def goes_on(
    app: App, stack: AsyncExitStack, two: tuple[Player, ...], match: str, plies: int, cup: str
) -> None:
    """At least so many moves stand, the next one is played, and the tournament goes on."""
    back = [
        await stack.enter_async_context(player(app.url, session=one.welcome.session)) for one in two
    ]
    shown = await back[0].ask(ShowMatch(0, match), Shown)
    assert sum(isinstance(event, Played) for event in shown.events) >= plies
    for live in back[0].welcome.matches:
        await back[live.ply % 2].play(live.match, live.ply, ORDER[live.ply])
    tournament = await back[0].ask(ShowTournament(0, cup), TournamentShown)
    assert tournament.tournament.stage is Stage.RUNNING
    for one in back:
        await one.next(FixtureDue)
        await one.ask(Ready(0, cup))


async def test_writers_do_not_let_it_begin_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page is of the moment in which it began, however much is written between two of them."""
    source, file = tmp_path / "test.db", tmp_path / "copy.db"
    await (await open_database(str(source))).close()
    monkeypatch.setattr(backups, "PAGES", 1)
    steps = []
    writing = sqlite3.connect(source, isolation_level=None, check_same_thread=False)
    with closing(writing) as writer:

        def write(done: int, total: int) -> None:
            steps.append(done)
            writer.execute("INSERT INTO renames VALUES (?, randomblob(5000), 0)", (f"{done}",))

        await asyncio.to_thread(lambda: asyncio.run(back_up(str(source), file, write)))
    assert steps == sorted(set(steps))
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM renames").fetchone() == (0,)


@pytest.mark.parametrize("kind", BACKENDS)
async def test_nothing_is_written_over(kind: str, tmp_path: Path) -> None:
    """Neither a file by a backup, nor a database by what is restored, nor beside a server."""
    url, file = fresh_url(kind, tmp_path), tmp_path / "backup.db"
    async with serving(tmp_path, database=url) as app:
        await account(app, "ann")
        await asyncio.to_thread(taken, url, file)
        with pytest.raises(Mistake, match=f"there is a file {file} already"):
            await back_up(url, file)
        with pytest.raises(Mistake, match=r"another server is running|there is a database"):
            await restore(file, url)
    with pytest.raises(Mistake, match=r"there is a database .+ already"):
        await restore(file, url)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no backup"),
        (b"", "is no backup: it is empty"),
        (b"milk and bread\n" * 100, "is no backup: file is not a database"),
    ],
)
async def test_what_is_no_backup_is_told(
    content: bytes | None, sentence: str, tmp_path: Path
) -> None:
    """And no database is made of it."""
    file, target = tmp_path / "backup.db", tmp_path / "test.db"
    if content is not None:
        _write(file, content)
    with pytest.raises(Mistake, match=sentence):
        await restore(file, str(target))
    assert not _is_there(target)


async def test_a_damaged_backup_is_found(tmp_path: Path) -> None:
    """Before a server is started on it."""
    source, file = tmp_path / "test.db", tmp_path / "backup.db"
    await (await open_database(str(source))).close()
    await back_up(str(source), file)
    _damage(file)
    with pytest.raises(Mistake, match=r"is damaged|malformed|no backup"):
        await restore(file, str(tmp_path / "other.db"))


async def test_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Neither under its name nor beside it."""
    source = tmp_path / "test.db"
    await (await open_database(str(source))).close()

    def fail(done: int, total: int) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        await back_up(str(source), tmp_path / "backup.db", fail)
    assert {name for name in os.listdir(tmp_path) if "backup" in name} == set()
    with pytest.raises(Mistake, match="there is no folder"):
        await back_up(str(source), tmp_path / "no" / "backup.db")
    with pytest.raises(Mistake, match="there is no database"):
        await back_up(str(tmp_path / "none.db"), tmp_path / "backup.db")


async def test_a_copy_is_stopped_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By Ctrl-C, which cancels; and nothing is left of it."""
    source, target, steps = tmp_path / "test.db", tmp_path / "backup.db", list[int]()
    await (await open_database(str(source))).close()
    monkeypatch.setattr(backups, "PAGES", 1)

    def tell(done: int, total: int) -> None:
        steps.append(done)
        copying.cancel()

    copying = asyncio.create_task(back_up(str(source), target, tell))
    await asyncio.wait([copying])
    assert (copying.cancelled(), len(steps)) == (True, 1)
    assert {name for name in os.listdir(tmp_path) if "backup" in name} == set()


def _write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def _is_there(file: Path) -> bool:
    return file.exists()


def _damage(file: Path) -> None:
    """Write nonsense over the pages behind the first."""
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])

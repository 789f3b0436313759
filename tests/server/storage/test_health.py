"""Health follows the journal, and of a database that is gone or damaged a sentence tells."""

import asyncio
import json
import os
import re
import sqlite3
import stat
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from games.errors import Mistake
from inarow import main
from protocol.events import Started
from protocol.parts import Terms
from protocol.requests import Move
from server.app import App
from server.storage.database import open_database
from server.storage.journal import JournalFailed
from tests import ROOT
from tests.server.connections.http.test_endpoint import get
from tests.server.inside import counted, held_up
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving
from tests.server.storage.journals import event

GOMOKU = Terms("gomoku")


async def health(app: App) -> tuple[int, str, str]:
    status, _, body = await get(app.url, "/healthz")
    told = json.loads(body)
    return status, told["status"], told.get("reason", "")


async def comes(happens: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so that nothing tells of."""
    while not await happens():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def is_healthy(app: App) -> bool:
    return (await health(app))[0] == 200


async def is_failing(app: App) -> bool:
    return not await is_healthy(app)


def on_move(one: Player, two: Player) -> Player:
    return one if one.all(Started)[-1].side == 0 else two


class TestReadiness:
    async def test_follows_a_full_disk(self, tmp_path: Path) -> None:
        """While commits fail it is not ready, and failures are counted; then all is as before."""
        async with serving(tmp_path) as app:
            connection = app.house.database.writer._connection  # type: ignore[attr-defined]
            connection.execute("PRAGMA max_page_count = 1")  # as many as there are
            kept = asyncio.Event()
            app.house.journal.append(event("m", 0, bytes(9000)), then=kept.set)
            await comes(partial(is_failing, app))
            status, word, reason = await health(app)
            assert counted(app, "commit_failures_total")
            assert (status, word, "full" in reason) == (503, "failing", True)
            assert (await get(app.url, "/livez"))[0] == 200
            assert not kept.is_set()
            connection.execute("PRAGMA max_page_count = 1000000")
            await kept.wait()
            await comes(partial(is_healthy, app))

    async def test_follows_a_commit_that_hangs(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As with a database whose process is stopped."""
        monkeypatch.setattr("server.storage.journal.HANGING", 0.0)
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            mover = on_move(ann, bob)
            with held_up(app) as gate:
                asked = await mover.send(Move(0, match, 0, 7))
                await comes(partial(is_failing, app))
                assert "under way" in (await health(app))[2]
                gate.set()
                assert (await mover.reply(asked)).id == asked
            await comes(partial(is_healthy, app))


class TestAFileThatIsTakenAway:
    @pytest.mark.parametrize("suffix", ["", "-wal"])
    async def test_has_no_move_acknowledged_into_it(self, tmp_path: Path, suffix: str) -> None:
        """The server is not ready, and is to stop with a sentence."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            mover = on_move(ann, bob)
            (tmp_path / f"inarow.db{suffix}").rename(tmp_path / "elsewhere")
            assert (await health(app))[0] == 503
            asked = await mover.send(Move(0, match, 0, 7))
            assert "was deleted or replaced" in str(await app.house.failed)
            with pytest.raises(JournalFailed):
                await app.house.journal.flush()
            assert asked not in mover._replies

    async def test_is_noticed_when_another_has_its_name(self, tmp_path: Path) -> None:
        """Also while nobody plays."""
        async with serving(tmp_path) as app:
            path = tmp_path / "inarow.db"
            path.rename(tmp_path / "elsewhere")
            path.touch()
            assert "was deleted or replaced" in str(await app.house.failed)

    async def test_ends_the_command_with_a_sentence(self, tmp_path: Path) -> None:
        """And no traceback."""
        path = tmp_path / "inarow.db"
        command = (sys.executable, "-m", "inarow", "serve", "--port", "0", "--database", str(path))
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, cwd=ROOT
        )
        assert process.stdout is not None
        assert await process.stdout.readline()
        path.unlink()
        _, told = await process.communicate()
        assert process.returncode == 1
        assert b"was deleted or replaced" in told
        assert b"Traceback" not in told


def random_bytes(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(40_000))


def text_file(path: Path) -> None:
    path.write_text("hello there\n")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


def overwritten(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xab" * (len(whole) - 4096))


def of_another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")


def without_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE matches")
        connection.execute("DROP TABLE tokens")
        connection.execute("DROP TABLE accounts")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


DAMAGES = (
    random_bytes, text_file, folder, truncated, overwritten, of_another_program, without_tables,
    newer,
)  # fmt: skip
COMMANDS = (
    ("account", "list"), ("account", "create", "ann"),
    ("account", "tokens", "ann"), ("account", "token", "ann"), ("account", "revoke", "1234"),
)  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("words", COMMANDS)
def test_a_damaged_database_is_told_in_a_sentence(
    words: tuple[str, ...],
    damage: Callable[[Path], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By every command that opens one, with the file in it."""
    path = tmp_path / "x.db"
    asyncio.run(make(path))
    damage(path)
    assert main([*words, "--database", str(path)]) == 2
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert sentence.startswith("inarow: ")
    assert str(path) in sentence


@pytest.mark.parametrize("damage", DAMAGES)
async def test_no_server_starts_on_a_damaged_database(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    """Whether it is seen when it is opened or when matches are taken up."""
    path = tmp_path / "x.db"
    await make(path)
    damage(path)
    with pytest.raises(Mistake, match=re.escape(str(path))):
        async with serving(path):
            pass


async def make(path: Path) -> None:
    await (await open_database(str(path))).close()


async def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    """The database, its log and its lock, whatever the umask."""
    before = os.umask(0)
    try:
        async with serving(tmp_path):
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in os.scandir(tmp_path)}
    finally:
        os.umask(before)
    assert {"inarow.db", "inarow.db-wal", "inarow.db-shm", "inarow.db.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}

"""The sessions of guests: kept for the same command, one for each client that runs."""

import os
import stat
from pathlib import Path

import pytest

from client.join import join_server
from client.kept import sessions
from client.kept.sessions import KeptSession, take_session
from client.options import PlayOptions
from protocol.parts import Terms
from server.app import App
from tests.server.players_over_sockets import Player, pair

SERVER = "ws://127.0.0.1:8765"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sessions, "user_state_path", lambda _: tmp_path)
    return tmp_path / "sessions"


def sit(name: str = "", secret: str = "secret", playing: bool = False) -> None:
    """Come, and go again."""
    kept = take_session(SERVER, name)
    kept.save(secret)
    kept.playing = playing
    kept.release()


def session(server: str, name: str) -> str | None:
    """What the next client would come back by."""
    kept = take_session(server, name)
    kept.playing = True
    kept.release()
    return kept.session


class TestFiles:
    def test_the_next_client_has_the_session_of_the_one_before(self, folder: Path) -> None:
        assert session(SERVER, "") is None
        sit()
        assert session(SERVER, "") == "secret"

    def test_it_is_for_the_same_server_and_name_only(self) -> None:
        sit("ann")
        assert session("ws://other:1", "ann") is None
        assert session(SERVER, "bob") is None
        assert session(SERVER, "") is None
        assert session(SERVER, "ANN") == "secret"

    def test_only_its_owner_can_read_it(self, folder: Path) -> None:
        """Also where it could be read by others before."""
        sit()
        [file] = folder.iterdir()
        file.chmod(0o644)
        sit()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    def test_two_clients_at_once_have_one_each(self) -> None:
        first, second = take_session(SERVER, ""), take_session(SERVER, "")
        first.save("one")
        second.save("other")
        first.playing = True
        first.release()
        second.playing = False
        second.release()
        assert session(SERVER, "") == "one"

    def test_who_died_comes_before_who_left(self) -> None:
        """Whichever of two clients is started again, and whatever the other one does."""
        first, second = take_session(SERVER, ""), take_session(SERVER, "")
        first.save("one")
        second.save("other")
        second.playing = True
        second.release()
        first.playing = False
        first.release()
        assert session(SERVER, "") == "other"

    def test_whoever_starts_afresh_takes_the_place(self) -> None:
        sit(secret="old", playing=True)
        new = take_session(SERVER, "", afresh=True)
        assert new.session is None
        new.save("new")
        new.playing = False
        new.release()
        assert session(SERVER, "") == "new"

    @pytest.mark.parametrize("content", [b"nonsense", b"{}", b"\xff\x00", b'{"session": 7}'])
    def test_what_cannot_be_read_is_told_and_mended(self, folder: Path, content: bytes) -> None:
        sit()
        [file] = folder.iterdir()
        file.write_bytes(content)
        kept = take_session(SERVER, "")
        assert kept.session is None
        assert kept.note == f"Your session in {file} cannot be read: you are somebody new."
        kept.save("secret")
        kept.playing = False
        kept.release()
        assert session(SERVER, "") == "secret"

    def test_where_nothing_can_be_kept_that_is_told(self, folder: Path) -> None:
        folder.write_text("a file where there should be a folder")
        kept = take_session(SERVER, "")
        assert kept.note.startswith(f"Your session cannot be kept in {folder} (")
        kept.save("secret")
        kept.playing = True
        kept.release()

    def test_a_full_disk_is_told(self, folder: Path) -> None:
        kept = take_session(SERVER, "")
        assert kept._file
        with open("/dev/full", "r+b", buffering=0) as full:
            os.dup2(full.fileno(), kept._file._file.fileno())
            kept.save("secret")
        assert "No space left on device" in kept.note
        kept.playing = False
        kept.release()

    def test_so_many_at_once_are_too_many(self) -> None:
        running: list[KeptSession] = [take_session(SERVER, "") for _ in range(sessions.MOST)]
        assert not any(each.note for each in running)
        assert take_session(SERVER, "").note == sessions.TOO_MANY
        for each in running:
            each.playing = False
            each.release()


class TestComingBack:
    async def test_a_guest_is_who_they_were(self, app: App) -> None:
        """Under a name that they asked for, or that was made up."""
        for options in (PlayOptions(app.url), PlayOptions(app.url, "zoe")):
            async with join_server(options) as one:
                name = one.you.name
                async with join_server(PlayOptions(app.url)) as other:
                    assert other.you.name != name
            async with join_server(options) as one:
                assert one.you.name == name

    async def test_a_session_that_is_over_is_no_hindrance(
        self, app: App, bob: Player, folder: Path
    ) -> None:
        """Nor one whose name has become somebody else's."""
        kept = take_session(app.url, "zoe")
        kept.save("inarow_of-another-server")
        kept.playing = True
        kept.release()
        async with join_server(PlayOptions(app.url, "zoe")) as one:
            assert one.you.name == "zoe"

    async def test_whoever_starts_afresh_is_somebody_new(self, app: App, bob: Player) -> None:
        """Also where the one before still sits in a match."""
        async with join_server(PlayOptions(app.url)) as one:
            before = one.you.name
        old = session(app.url, "")
        async with join_server(PlayOptions(app.url, new=True)) as one:
            assert one.you.name == before  # which was free
        assert session(app.url, "") not in (None, old)

    async def test_what_stands_in_the_way_is_said(
        self, app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sessions, "user_state_path", lambda _: Path("/dev/null"))
        said: list[str] = []
        async with join_server(PlayOptions(app.url), say=said.append):
            assert "Your session cannot be kept" in said[0]

    async def test_a_client_that_died_finds_its_match(
        self, app: App, ann: Player, bob: Player, folder: Path
    ) -> None:
        """The one that went on meanwhile."""
        match = await pair(ann, bob, Terms("connect4"))
        kept = take_session(app.url, "ann")
        kept.save(ann.welcome.session)
        kept.playing = True
        kept.release()
        async with join_server(PlayOptions(app.url, "ann")) as one:
            assert [each.match for each in one.matches] == [match]

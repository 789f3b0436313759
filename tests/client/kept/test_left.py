"""Games that were left: held by one client at a time, and gone on with by the next."""

import os
from pathlib import Path

import pytest

from client.kept import left
from client.kept.left import ASKED, SESSION, KeptGame, latest_left, offered

BOTS = (("level-3", ("search", "--level", "3")), ("level-3-any", ("search",)))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(left, "user_state_path", lambda _: tmp_path)
    return tmp_path / "left"


def leave(game: str, at: float, playing: bool = True) -> None:
    """Begin a game, and leave it at a time."""
    kept = KeptGame.begin(game, BOTS)
    kept.session.save("secret")
    kept.session.playing = playing
    assert kept.close() is playing
    for name in (ASKED, SESSION) if playing else ():
        os.utime(kept.path / name, (at, at))


def test_a_game_that_was_left_is_gone_on_with(folder: Path) -> None:
    """With all that was asked for, and in the seat of whoever left it."""
    leave("connect4", at=1.0)
    kept = latest_left()
    assert kept
    assert (kept.asked.game, kept.asked.bots, kept.session.session) == ("connect4", BOTS, "secret")
    assert kept.asked.text.startswith("connect4 against level-3, of 20")
    assert kept.close()


def test_of_several_the_latest_comes_first() -> None:
    leave("connect4", at=2.0)
    leave("qubic", at=3.0)
    leave("gomoku", at=1.0)
    kept = latest_left()
    assert kept
    assert kept.asked.game == "qubic"
    other = latest_left()  # while somebody plays the first
    assert other
    assert other.asked.game == "connect4"
    assert other.close()
    assert kept.close()


def test_what_is_over_or_was_never_begun_is_not_kept(folder: Path) -> None:
    leave("connect4", at=1.0, playing=False)
    assert not KeptGame.begin("qubic", BOTS).close()
    assert latest_left() is None
    assert offered() is None
    assert not list(folder.iterdir())


def test_to_look_takes_nothing_away() -> None:
    assert offered() is None
    leave("connect4", at=1.0)
    for _ in range(2):
        asked = offered()
        assert asked
        assert asked.game == "connect4"


@pytest.mark.parametrize("name", [ASKED, SESSION])
@pytest.mark.parametrize("content", [b"", b"nonsense", b"{}"])
def test_a_spoilt_folder_is_passed_over(folder: Path, name: str, content: bytes) -> None:
    leave("connect4", at=1.0)
    leave("qubic", at=2.0)
    spoilt = next(each for each in folder.iterdir() if b"qubic" in (each / ASKED).read_bytes())
    (spoilt / name).write_bytes(content)
    (folder / "a file").write_bytes(b"")
    (folder / "an empty folder").mkdir()
    asked = offered()
    assert asked
    assert asked.game == "connect4"


def test_only_so_many_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest ones go."""
    monkeypatch.setattr(left, "MOST", 2)
    for at in range(4):
        leave("connect4", at)
    for game in left._left():
        game.close()
    assert len(list(folder.iterdir())) == 2

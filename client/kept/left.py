"""Games against the computer that were left before their end, each with all that it takes to go on.

A folder holds what was asked for, the session of whoever plays, and what the private server and its
bots keep there themselves. It is held for as long as somebody plays, and goes with the end of the
game; whatever else ends us, it stays.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from secrets import token_hex
from typing import Self

import msgspec
from platformdirs import user_state_path

from client.kept.own_file import OwnFile
from client.kept.sessions import KeptSession, read_session

MOST = 50  # that are kept; the oldest of more are removed
ASKED, SESSION = "game.json", "session.json"
HERE = "two at one keyboard"  # who need no secret to be who they are


class AskedGame(msgspec.Struct, frozen=True):
    """What is played against whom, as it was asked for."""

    game: str
    bots: tuple[tuple[str, tuple[str, ...]], ...]  # the name and the words of each; the first plays
    began: float
    two: tuple[str, str] | None = None  # who play without a bot: X and O as they sit now
    pie: bool = False
    moves: tuple[int, ...] = ()  # that the two have played
    swapped: bool = False

    @property
    def text(self) -> str:
        """`connect4 against level-5, of 2026-11-19 16:30`."""
        began = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.began))
        who = " and ".join(self.two) if self.two else f"against {self.bots[0][0]}"
        return f"{self.game}{':' if self.two else ''} {who}, of {began}"


class KeptGame:
    """The folder of a game, while we play it."""

    def __init__(self, path: Path, asked: AskedGame, lock: OwnFile, session: KeptSession) -> None:
        self.path = path
        self.asked = asked
        self.session = session
        self._lock = lock

    @classmethod
    def begin(
        cls,
        game: str,
        bots: tuple[tuple[str, tuple[str, ...]], ...] = (),
        two: tuple[str, str] | None = None,
        pie: bool = False,
    ) -> Self:
        """A folder for a new game. Raises OSError."""
        asked = AskedGame(game, bots, time.time(), two, pie)
        path = _folder() / f"{time.strftime('%Y%m%d-%H%M%S')}-{token_hex(3)}"
        lock = _held(path / ASKED)
        lock.write(msgspec.json.encode(asked))
        return cls(path, asked, lock, KeptSession("", _held(path / SESSION)))

    def note(self, two: tuple[str, str], moves: tuple[int, ...], swapped: bool) -> None:
        """Keep what two have played; without any moves there is nothing to go on with."""
        self.session.playing = bool(moves)
        self.asked = msgspec.structs.replace(self.asked, two=two, moves=moves, swapped=swapped)
        with suppress(OSError):  # it is played all the same
            self._lock.write(msgspec.json.encode(self.asked))
            if self.session.session is None:
                self.session.save(HERE)

    def close(self) -> bool:
        """We do not play any more; whether the game can be gone on with."""
        self.session.release()
        if not self.session.playing:
            shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()
        return self.session.playing


def _held(path: Path) -> OwnFile:
    file = OwnFile.hold(path)
    assert file is not None, "nobody else knows of it"
    return file


def latest_left() -> KeptGame | None:
    """The game that was left last, if there is one; others may be being played."""
    return next(_left(), None)


def offered() -> AskedGame | None:
    """What `latest_left` would go on with."""
    game = latest_left()
    if game is None:
        return None
    game.close()
    return game.asked


def _left() -> Iterator[KeptGame]:
    """Those that nobody plays just now, the latest first; older ones than are kept are removed."""
    try:
        paths = sorted(_folder().iterdir(), key=_touched, reverse=True)
    except OSError:
        return
    for number, path in enumerate(paths):
        game = _taken(path)
        if game is not None and number < MOST:
            yield game
        elif game is not None:
            game.session.playing = False
            game.close()


def _taken(path: Path) -> KeptGame | None:
    """The game in a folder; nothing if another client plays it, or it cannot be gone on with."""
    with ExitStack() as files, suppress(OSError, msgspec.MsgspecError):
        lock = OwnFile.hold(path / ASKED) if (path / ASKED).exists() else None
        if lock is None:
            return None
        files.callback(lock.close)
        asked = msgspec.json.decode(lock.read(), type=AskedGame)
        file = _held(path / SESSION)
        files.callback(file.close)
        if session := read_session(file):
            files.pop_all()
            return KeptGame(path, asked, lock, KeptSession("", file, session))
    return None


def _touched(path: Path) -> float:
    """When something was last done in a game."""
    try:
        return max(each.stat().st_mtime for each in path.iterdir())
    except (OSError, ValueError):
        return 0.0


def _folder() -> Path:
    return user_state_path("inarow") / "left"

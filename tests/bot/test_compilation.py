"""Whoever waits for the search to be compiled is told why."""

import os
from pathlib import Path
from threading import Event

import pytest

from bot.compilation import compilation_told
from tests.patience import IN_VAIN


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled code is kept; some is there already."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "search-1" / "flat").mkdir(parents=True)
    old = tmp_path / "search-1" / "flat" / "old.nbi"
    old.touch()
    os.utime(old, (0, 0))
    return tmp_path


@pytest.mark.parametrize("name", ["new.lock", "new.nbi"])
def test_it_is_noticed_once(name: str, place: Path) -> None:
    """As soon as a function is to be compiled, or where nothing can be locked has been."""
    told, heard = list[str](), Event()

    def tell() -> None:
        told.append("compiling")
        heard.set()

    with compilation_told(tell):
        (place / "search-2").mkdir()
        (place / "search-2" / name).touch()
        assert heard.wait(IN_VAIN)
        (place / "search-2" / f"another-{name}").touch()
    assert told == ["compiling"]


def test_nothing_is_told_of_what_was_there(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor of what is no code."""
    looked, told = Event(), list[str]()
    rglob = Path.rglob

    def noted(self: Path, pattern: str) -> object:
        looked.set()
        return rglob(self, pattern)

    monkeypatch.setattr(Path, "rglob", noted)
    with compilation_told(lambda: told.append("compiling")):
        (place / "search-1" / "notes.txt").touch()
        assert looked.wait(IN_VAIN)
    assert told == []

"""Whoever waits for the search to be compiled is told why."""

import os
from pathlib import Path
from queue import Queue
from threading import Event

import pytest

from bot.compilation import compilation_told, expected_functions
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


def test_it_is_noticed_and_how_far_it_is(place: Path) -> None:
    """As soon as a function is to be compiled, and each time that one has been."""
    told: Queue[int | str] = Queue()
    with compilation_told(lambda: told.put("compiling"), told.put):
        (place / "search-2").mkdir()
        for done, name in enumerate(("new.lock", "new.nbi", "another.nbi")):
            (place / "search-2" / name).touch()
            if done == 0:
                assert told.get(timeout=IN_VAIN) == "compiling"
            assert told.get(timeout=IN_VAIN) == done
    assert told.empty()


def test_how_much_there_is_to_compile() -> None:
    """For the games that are named; for a family of which we know nothing, nothing."""
    assert expected_functions(["connect4:width=8"]) == expected_functions(["connect4"]) > 0
    assert expected_functions([]) > expected_functions(["gomoku", "qubic"])
    assert expected_functions(["chess"]) == 0


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

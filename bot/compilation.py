"""Notices when the search is being compiled, which takes half a minute or more, and only once.

The compiler runs in processes of its own; what it is at is seen from the files that it keeps. Where
those cannot be written, nothing is noticed.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import time

from platformdirs import user_cache_path

LOOK = 0.5  # seconds between two looks at the files
COARSE = 0.1  # seconds by which the time of a file may be behind the clock
KEPT = (".lock", ".nbi")  # of a function that is being compiled, and of one that has been
COMPILING = "compiling the search, once: that takes half a minute, or more where much else goes on"


# How many functions the search of a game has compiled before it is ready, as it stands: what is
# told of the progress may be off by a few.
FUNCTIONS = {"connect4": 32, "nineboard": 31, "gomoku": 48, "mnk": 48, "tictactoe": 55, "qubic": 55}


def expected_functions(games: Iterable[str]) -> int:
    """How many are compiled for these games, or their families; for all of them where none is."""
    families = {game.partition(":")[0] for game in games} or set(FUNCTIONS)
    return sum(FUNCTIONS[family] for family in families & FUNCTIONS.keys())


@contextmanager
def compilation_told(
    tell: Callable[[], None], progress: Callable[[int], None] = lambda _: None
) -> Iterator[None]:
    """Tell, from a thread of its own, once anything is compiled within the block.

    *progress* is told how many functions have been, each time that there are more.
    """
    over, began = Event(), time() - COARSE

    def watch() -> None:
        told = None
        while not over.wait(LOOK):
            compiled = _compiled(since=began)
            if compiled is None or compiled == told:
                continue
            if told is None:
                tell()
            progress(compiled)
            told = compiled

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _compiled(since: float) -> int | None:
    """How many functions have been compiled since; None if none of them is even being compiled."""
    with suppress(OSError):  # what is new may be gone again
        place = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("inarow"))
        loaded = (each for each in place.glob("search-*") if each.stat().st_mtime >= since)
        files = (file for folder in loaded for file in folder.rglob("*") if file.suffix in KEPT)
        new = [file.suffix for file in files if file.stat().st_mtime >= since]
        return new.count(KEPT[1]) if new else None
    return None

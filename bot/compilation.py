"""Notices when the search is being compiled, which takes half a minute or more, and only once.

The compiler runs in processes of its own; what it is at is seen from the files that it keeps. Where
those cannot be written, nothing is noticed.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import time

from platformdirs import user_cache_path

LOOK = 0.5  # seconds between two looks at the files
COARSE = 0.1  # seconds by which the time of a file may be behind the clock
KEPT = (".lock", ".nbi")  # of a function that is being compiled, and of one that has been
COMPILING = "compiling the search, once: that takes half a minute, or more where much else goes on"


@contextmanager
def compilation_told(tell: Callable[[], None]) -> Iterator[None]:
    """Tell, from a thread of its own, once anything is compiled within the block."""
    over, began = Event(), time() - COARSE

    def watch() -> None:
        while not over.wait(LOOK):
            if _is_compiling(since=began):
                tell()
                return

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _is_compiling(since: float) -> bool:
    """Whether a search that was loaded since has written down anything new."""
    with suppress(OSError):  # what is new may be gone again
        place = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("inarow"))
        loaded = (each for each in place.glob("search-*") if each.stat().st_mtime >= since)
        files = (file for folder in loaded for file in folder.rglob("*") if file.suffix in KEPT)
        return any(file.stat().st_mtime >= since for file in files)
    return False

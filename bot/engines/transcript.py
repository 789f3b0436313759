"""The lines spoken with engines, in a file: who said what, when, and to which process."""

from datetime import datetime
from pathlib import Path
from threading import Lock

TO, FROM, ABOUT = ">", "<", "#"  # the engine was told, it said, and what became of it


class Transcript:
    """A file that grows by a line each time; several engines may share it."""

    def __init__(self, path: Path) -> None:
        path.open("a").close()  # raises now if it cannot be written
        self._path = path
        self._writing = Lock()

    def add(self, process: int, direction: str, line: str) -> None:
        now = datetime.now().isoformat(timespec="milliseconds")
        with self._writing, self._path.open("a", encoding="utf-8") as file:
            print(now, process, direction, line.rstrip(), file=file)

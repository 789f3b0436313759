"""The file of a SQLite database: made for its owner's eyes only, and watched for its being there.

A file that is deleted, or replaced by another, stays open to those who have it open. What they
write to it is lost when they close it, and no call of theirs fails.
"""

import os
from pathlib import Path

from games.errors import Mistake

PRIVATE = 0o600  # it holds the hashes of tokens, and private matches

FileId = tuple[int, int]  # of a file, whatever its name


class BadDatabase(Mistake):
    """The database that was given cannot be used."""


class SQLiteFile:
    """A file that is open, with the log that SQLite writes beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _identity(path)
        self._log: FileId | None = None  # once there is one, it stays the same while it is open

    def check(self) -> None:
        """Raise unless what is written to the open file is found under its name."""
        log = _identity(f"{self._path}-wal")
        self._log = self._log or log
        if _identity(self._path) != self._file or log != self._log:
            raise BadDatabase(
                f"the database {self._path} was deleted or replaced while the server was running: "
                "put it back, and start the server again"
            )


def create_private(path: Path) -> None:
    """Make an empty file that only its owner can read, unless there is one already.

    SQLite gives the files that it makes beside a database the same mode.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))


def _identity(path: Path | str) -> FileId | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino

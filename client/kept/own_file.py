"""Files of the person's own: nobody else reads them, and of two clients only one writes."""

import os
from pathlib import Path
from typing import Self

try:
    import fcntl
except ImportError:  # where there are no such locks, two clients are not kept apart
    fcntl = None  # type: ignore[assignment]

FOR_OWNER, FOLDER_FOR_OWNER = 0o600, 0o700


class OwnFile:
    """A file that is held until it is closed or the process ends, however it does."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._file = os.fdopen(descriptor, "r+b", buffering=0)

    @classmethod
    def hold(cls, path: Path, wait: bool = False) -> Self | None:
        """The file, which is made if there is none; None while another holds it. Raises OSError."""
        path.parent.mkdir(mode=FOLDER_FOR_OWNER, parents=True, exist_ok=True)
        file = cls(path, os.open(path, os.O_RDWR | os.O_CREAT, FOR_OWNER))
        try:
            if fcntl is not None:
                fcntl.flock(file._file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
                os.fchmod(file._file.fileno(), FOR_OWNER)
        except BlockingIOError:
            file.close()
            return None
        except OSError:
            file.close()
            raise
        return file

    def read(self) -> bytes:
        self._file.seek(0)
        return self._file.readall()

    def write(self, content: bytes) -> None:
        """Put this in the place of all that is in it."""
        self._file.seek(0)
        self._file.write(content)
        self._file.truncate()

    def append(self, content: bytes) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(content)

    def close(self) -> None:
        self._file.close()

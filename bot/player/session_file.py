"""Where a bot keeps its session, so that after a restart it can take its place again."""

import os
from pathlib import Path

from games import Mistake


class SessionFile:
    def __init__(self, path: str | None) -> None:
        self._path = None if path is None else Path(path)

    @property
    def session(self) -> str | None:
        """What was kept; nothing the first time."""
        if self._path is None or not self._path.exists():
            return None
        try:
            return self._path.read_text(encoding="utf-8").strip() or None
        except (OSError, ValueError) as error:
            raise Mistake(f"the session in {self._path} cannot be read: {error}") from error

    def save(self, session: str) -> None:
        """Keep it for our eyes only: whoever has it is us."""
        if self._path is None:
            return
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(session + "\n")
        except OSError as error:
            raise Mistake(f"the session cannot be kept in {self._path}: {error}") from error

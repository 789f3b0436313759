"""The time that a server in this process goes by, in the hands of a test: nobody waits for it."""

from time import monotonic

import pytest

from server.app import App

MODULES = (
    "node", "connections.session",
    "matches.loader", "matches.tables", "matches.table", "matches.audience",
)  # fmt: skip


class ServerTime:
    """Stands in for the monotonic clock of matches and of what players may ask."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ahead = 0.0
        self._stopped_at: float | None = None
        for module in MODULES:
            monkeypatch.setattr(f"server.{module}.monotonic", self)

    def __call__(self) -> float:
        now = monotonic() if self._stopped_at is None else self._stopped_at
        return now + self._ahead

    def stop(self) -> None:
        """Let no time pass, however slow the machine is."""
        self._stopped_at = monotonic()

    def skip(self, seconds: float) -> None:
        """Let this much time pass at once; timers that are set already do not ring for it."""
        self._ahead += seconds


def run_out(app: App, match: str) -> None:
    """Let what is due in a match by time come about now: a flag falls, say."""
    table = app.house.tables.all[match]
    due = table.match.deadline()
    assert due is not None, "nothing is due"
    table._pass_time(due, due)

"""For all tests of nodes: their database has patience."""

import pytest

import server.storage.database
from tests.patience import IN_VAIN


@pytest.fixture(autouse=True)
def _patient_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL gives nobody up in the middle of a transaction because the machine is slow."""
    monkeypatch.setattr(server.storage.database, "STOPPED_SECONDS", IN_VAIN)

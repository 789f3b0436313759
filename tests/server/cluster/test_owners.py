"""Who owns a key is looked up once, and anew when its owner is gone."""

from typing import cast

import pytest

from server.cluster import owners
from server.cluster.owners import Owners
from server.storage.leases import Leases


class Table:
    """The leases as they are in the database, and what was asked of them."""

    def __init__(self) -> None:
        self.nodes = {"match:1": "a", "match:2": "b"}
        self.asked: list[str] = []

    async def owner(self, key: str) -> str | None:
        self.asked.append(key)
        return self.nodes.get(key)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def known(table: Table) -> Owners:
    return Owners(cast(Leases, table))


async def test_an_owner_is_looked_up_once(known: Owners, table: Table) -> None:
    """And then remembered."""
    assert known.known("match:1") is None
    for _ in range(3):
        assert await known.find("match:1") == "a"
    assert (known.known("match:1"), table.asked) == ("a", ["match:1"])


async def test_that_nobody_owns_a_key_is_not_remembered(known: Owners, table: Table) -> None:
    """Somebody may, at any time."""
    assert await known.find("match:3") is None
    table.nodes["match:3"] = "c"
    assert await known.find("match:3") == "c"


async def test_what_is_told_need_not_be_looked_up(known: Owners, table: Table) -> None:
    """Until it is forgotten."""
    known.note("match:1", "c")
    assert await known.find("match:1") == "c"
    known.forget("match:1")
    known.forget("match:1")
    assert await known.find("match:1") == "a"
    assert table.asked == ["match:1"]


async def test_what_a_node_owned_that_is_gone_is_looked_up_anew(
    known: Owners, table: Table
) -> None:
    """Other nodes have theirs."""
    for key in table.nodes:
        await known.find(key)
    known.gone("a")
    table.nodes["match:1"] = "b"
    assert (known.known("match:1"), known.known("match:2")) == (None, "b")
    assert await known.find("match:1") == "b"


async def test_no_more_is_remembered_than_there_is_room_for(
    known: Owners, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is looked up anew then."""
    monkeypatch.setattr(owners, "MOST", 10)
    for number in range(95):
        known.note(f"match:{number}", "a")
    assert sum(known.known(f"match:{number}") == "a" for number in range(95)) == 5

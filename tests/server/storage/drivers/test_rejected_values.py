"""A text that a database will not take, in whatever is written, costs that write and no other."""

from collections.abc import Iterator
from typing import Any, get_type_hints

from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.writes import (
    KINDS,
    DropSession,
    MatchOver,
    NewAudit,
    NewRating,
    NewSession,
    NewTournament,
    NewTournamentEvent,
    RatedGame,
    Rejected,
    TournamentOver,
    Write,
)
from tests.server.storage.journals import Observed, database, event, journal, new_match, url

__all__ = ["database", "journal", "url"]  # fixtures

SAMPLES: list[Write] = [
    new_match("x"),
    event("x", 0),
    MatchOver("x", b"p", 0, "line", 9, 1.0),
    RatedGame("x", "connect4", "fast", "ann", "bob", 1.0, 1.0),
    NewRating("ann", "connect4", "fast", 1500.0, 50.0, 0.06, 9, 1.0),
    NewSession(b"hash", "ann", "ann", True, False, 1.0),
    DropSession(b"hash"),
    NewTournament("x", "cup", "ann", 1.0),
    NewTournamentEvent("x", 0, 1.0, b"data"),
    TournamentOver("x", 1.0),
    NewAudit("x", 1.0, "act", "ban", "ann", "bob", "", "{}"),
]


def spoilt() -> Iterator[Any]:
    """Each of these once for each of its texts and each text that some database will not take."""
    for write in SAMPLES:
        first, *_ = write._fields
        for name, kind in get_type_hints(type(write)).items():
            if kind in (str, str | None):
                own = {} if isinstance(write, NewSession) else {first: f"the one of {name}"}
                yield from (_with(write, own | {name: bad}) for bad in ("a\x00b", "\ud800"))


def _with(write: Any, values: dict[str, str]) -> Any:
    return write._replace(**values)


def test_every_kind_of_write_is_tried_here() -> None:
    """A new one is added to the samples."""
    assert tuple(type(write) for write in SAMPLES) == KINDS


async def test_its_neighbours_are_kept_and_the_journal_goes_on(
    journal: Observed, database: Database
) -> None:
    """Databases differ in what they take: it is either told as kept, or refused."""
    for number, write in enumerate(spoilt()):
        refused, before, behind = list[Rejected](), f"before{number}", f"behind{number}"
        journal.told.clear()
        journal.append(event(before, 0), event(before, 1), then=journal.telling(before))
        journal.append(write, then=journal.telling("spoilt"), refuse=refused.append)
        journal.append(event(behind, 0), event(behind, 1), then=journal.telling(behind))
        await journal.flush()
        assert [each for each in journal.told if each != "spoilt"] == [before, behind], write
        assert len(refused) + journal.told.count("spoilt") == 1, write
        for match in (before, behind):
            assert len(await Archive(database).events(match)) == 2, write
    assert journal.rejections
    assert (journal.failures, journal.collisions) == ([], [])

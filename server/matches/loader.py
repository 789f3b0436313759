"""Matches as the journal tells of them."""

from collections.abc import Callable
from time import monotonic

from server.logs import log
from server.matches.match import Match
from server.matches.rows import decode_event
from server.matches.state import Patience
from server.matches.tables import Tables
from server.storage.archive import Archive


async def load_match(archive: Archive, id: str, patience: Patience) -> Match | None:
    """A match as the archive has it; None if there is no such match."""
    events = [decode_event(data) for data in await archive.events(id)]
    return Match.restored(events, 0.0, 0.0, patience) if events else None


class MatchLoader:
    """Puts up the tables of all matches that were going on."""

    def __init__(
        self, archive: Archive, tables: Tables, epoch: float, seat: Callable[[Match], None]
    ) -> None:
        """*seat* keeps the names and seats of the players of each."""
        self._archive, self._tables, self._epoch, self._seat = archive, tables, epoch, seat

    async def load(self) -> None:
        kept = await self._archive.live_matches()
        now = monotonic()
        for id, data in kept.items():
            try:
                events = [decode_event(each) for each in data]
                match = Match.restored(events, now, self._epoch, self._tables.patience)
            except Exception:
                log().exception("a match could not be taken up again", match=id)
                continue
            self._seat(match)
            self._tables.add(match).restore()

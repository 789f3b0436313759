"""Matches as the journal tells of them."""

from collections.abc import Collection
from time import monotonic

from server.logs import log
from server.matches.match import Match
from server.matches.rows import decode_event
from server.matches.state import Patience
from server.matches.table import Table
from server.matches.tables import Tables
from server.storage.archive import Archive


async def load_match(archive: Archive, id: str, patience: Patience) -> Match | None:
    """A match as the archive has it; None if there is no such match."""
    events = [decode_event(data) for data in await archive.events(id)]
    return Match.restored(events, 0.0, 0.0, patience) if events else None


class MatchLoader:
    """Puts up the tables of matches that were going on."""

    def __init__(self, archive: Archive, tables: Tables, epoch: float) -> None:
        self._archive, self._tables, self._epoch = archive, tables, epoch

    async def load(self, matches: Collection[str] | None = None) -> list[Table]:
        """The tables of those of these matches that go on, or of all there are."""
        kept = await self._archive.live_matches(matches)
        now = monotonic()
        return [table for id, data in kept.items() if (table := self._restored(id, data, now))]

    def _restored(self, id: str, data: list[bytes], now: float) -> Table | None:
        try:
            events = [decode_event(each) for each in data]
            match = Match.restored(events, now, self._epoch, self._tables.patience)
        except Exception:
            log().exception("a match could not be taken up again", match=id)
            return None
        table = self._tables.add(match)
        table.restore()
        return table

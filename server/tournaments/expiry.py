"""Which tournaments never begin, or stand still for too long, and are to be cancelled.

Reads no clock. Without an end to them they would stand in every list, and keep the names of guests,
for ever.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from protocol.texts import count
from protocol.tournaments import Stage
from server.tournaments.tournament import Tournament

DAY = 86400.0


class Seen(NamedTuple):
    """How a tournament stood when it was looked at, and since when it has."""

    events: int
    results: int
    attended: bool  # who has opened it is here
    since: float

    def stands(self, events: int, results: int, attended: bool) -> bool:
        return self[:3] == (events, results, attended)


class Expiry:
    def __init__(self, abandon: float, days: float) -> None:
        """*abandon* is for how long a guest may be gone from what they opened, in seconds."""
        self._abandon, self._days = abandon, days
        self._seen: dict[str, Seen] = {}

    def look(
        self, tournaments: Iterable[Tournament], is_here: Callable[[str], bool], at: float
    ) -> Iterator[tuple[Tournament, str]]:
        """Those that are to end, and why, as far as it was seen by now; *at* is the time of day."""
        before, self._seen = self._seen, {}
        for tournament in tournaments:
            if tournament.is_closed:
                continue
            stand = tournament.seq, len(tournament.results), is_here(tournament.by.name)
            seen = before.get(tournament.id)
            if seen is None or not seen.stands(*stand):
                seen = Seen(*stand, since=at)
            self._seen[tournament.id] = seen
            if reason := self._reason(tournament, seen, at):
                yield tournament, reason

    def _reason(self, tournament: Tournament, seen: Seen, at: float) -> str | None:
        if tournament.stage is Stage.OPEN:
            opened, gone = tournament.events[0].at, tournament.by.guest and not seen.attended
            if gone and at - seen.since >= self._abandon:
                return f"{tournament.by.name} opened it as a guest, and is gone"
            return self._stale(opened, at, "it has not begun")
        if tournament.live and (seen.attended or not tournament.plan.attended):
            return None
        return self._stale(seen.since, at, "nothing has happened in it")

    def _stale(self, since: float, at: float, reason: str) -> str | None:
        return (
            f"{reason} for {count(self._days, 'day')}" if at - since >= self._days * DAY else None
        )

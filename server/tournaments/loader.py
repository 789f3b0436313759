"""Tournaments as the journal tells of them."""

from protocol.texts import clean
from server.storage.archive import Archive
from server.tournaments.director import UNSCORED
from server.tournaments.events import unpack_event
from server.tournaments.tournament import Tournament
from tournament.results import Result


async def recalled(archive: Archive, id: str) -> Tournament | None:
    """The tournament that the journal tells of, with its games that are over."""
    kept = await archive.tournament_events(id)
    if not kept:
        return None
    tournament = Tournament.restored([unpack_event(data) for data in kept])
    for row in await archive.fixture_results(id):
        fixture = tournament.drawn.get(row.fixture)
        if fixture is not None and row.ending not in UNSCORED:
            sat = fixture._replace(players=row.players)  # the pie rule may have swapped them
            reason = clean(row.reason or "")
            result = Result(sat, row.winner, row.ending, reason, row.match)
            tournament.score(result, row.plies)
    return tournament

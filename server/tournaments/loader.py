"""Tournaments as the journal tells of them."""

from protocol.parts import UNSCORED
from protocol.texts import clean
from server.lobby.matchmaker import Matchmaker
from server.logs import log
from server.storage.archive import Archive
from server.tournaments.director import Director
from server.tournaments.events import unpack_event
from server.tournaments.tournament import Tournament
from tournament.results import Result


async def load_tournament(archive: Archive, id: str) -> Tournament | None:
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


class TournamentLoader:
    """Takes up the tournaments that were open or going on; their matches stand already."""

    def __init__(self, archive: Archive, matchmaker: Matchmaker, director: Director) -> None:
        self._archive, self._matchmaker, self._director = archive, matchmaker, director

    async def load(self) -> None:
        for id in await self._archive.live_tournaments():
            try:
                tournament = await load_tournament(self._archive, id)
            except Exception:
                log().exception("a tournament could not be taken up again", tournament=id)
                continue
            if tournament is not None:
                self._resume(tournament)

    def _resume(self, tournament: Tournament) -> None:
        for match in self._matchmaker.live.values():
            place = match.fixture
            if place and place.tournament == tournament.id and place.number not in tournament.plies:
                tournament.begin(place.number, match.id)
        self._director.add(tournament)
        self._director.resume(tournament)

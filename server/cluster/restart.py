"""Taking up every match that was going on when the server went down."""

from time import monotonic

from server.house import House
from server.logs import log
from server.matches.match import Match
from server.matches.rows import decode_event
from server.tournaments.loader import recalled
from server.tournaments.tournament import Tournament


async def restore(house: House) -> int:
    """Put up the tables that the journal tells of; how many there are."""
    kept = await house.archive.live_matches()
    now = monotonic()
    for id, data in kept.items():
        try:
            events = [decode_event(each) for each in data]
            match = Match.restored(events, now, house.epoch, house.patience)
        except Exception:
            log().exception("a match could not be taken up again", match=id)
            continue
        for player in match.players:
            house.registry.reserve(player)
        house.put_up(match).restore()
    seated = {player.name for table in house.tables.values() for player in table.match.players}
    await house.ladder.load(seated)
    await _restore_tournaments(house)
    return house.live


async def _restore_tournaments(house: House) -> None:
    """Take up the tournaments that were open or going on."""
    for id in await house.archive.live_tournaments():
        try:
            tournament = await recalled(house.archive, id)
        except Exception:
            log().exception("a tournament could not be taken up again", tournament=id)
            continue
        if tournament is not None:
            _resume(house, tournament)


def _resume(house: House, tournament: Tournament) -> None:
    for table in house.tables.values():
        place = table.match.fixture
        if place and place.tournament == tournament.id and place.number not in tournament.plies:
            tournament.begin(place.number, table.match.id)
    house.director.put_up(tournament)
    house.director.resume(tournament)

"""Taking up every match that was going on when the server went down."""

from time import monotonic

from server.house import House
from server.logs import log
from server.match import Match
from server.minutes import decode_event


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
        house.put_up(match).resume()
        house.metrics.matches.inc()
    seated = {player.name for table in house.tables.values() for player in table.match.players}
    await house.ladder.load(seated)
    return len(house.tables)

"""What becomes of that which the journal did not take.

What another server has taken over is given up here, and whoever follows it is sent away to come
back and hear how it stands. What the database rejects goes back to what was told of it.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from protocol.closes import Close
from server.logs import log
from server.storage.writes import Collided, Rejected

if TYPE_CHECKING:
    from server.house import House
    from server.matches.table import Table

FAREWELL = 0.1  # seconds, for those who asked to be refused first
TAKEN_OVER = "another server has taken it over"
UNKEPT = "the server's database does not take it"


def lose(house: "House", key: str, error: Rejected) -> None:
    """The journal did not take what was to be written about what has this key."""
    if isinstance(error, Collided):
        log().error("another server has written to what is ours", key=key, error=str(error))
    else:
        log().error("the database rejects what was to be written", key=key, error=str(error))
    what, _, id = key.partition(":")
    if what == "tournament":
        house.director.lose(id, error)
    if what == "match" and id in house.tables:
        _lose_match(house, house.tables[id], error)


def _lose_match(house: "House", table: "Table", error: Rejected) -> None:
    house.ladder.go_back(table.match.id)
    if isinstance(error, Collided):
        give_up(house, table, TAKEN_OVER)
    elif table.audience.told < 0:
        give_up(house, table, UNKEPT)
    else:
        table.go_back()


def give_up(house: "House", table: "Table", reason: str) -> None:
    """A match cannot go on here; who plays or watches it comes back to what is kept of it."""
    match = table.match
    followers = house.bus.followers(table.audience.topic)
    house.lobby.stand(match.id, match.players)
    house.take_down(table)
    for player in match.players:
        house.release(player)
    house.director.given_up(table)
    names = [player.name for player in match.players]
    send_away(house, (*names, *followers), f"the match {match.id} cannot go on: {reason}")


def send_away(house: "House", names: Iterable[str], reason: str) -> None:
    """Close connections, for those concerned to come back and hear how everything stands."""
    concerned = set(names)
    for session in tuple(house.sessions):
        if session.name in concerned:
            close = partial(session.close, Close.SERVICE_RESTART, f"{reason}: come back and resume")
            asyncio.get_running_loop().call_later(FAREWELL, close)

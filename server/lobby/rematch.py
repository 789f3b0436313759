"""Another match of the same two: it starts, with sides swapped, when both have asked for it."""

from typing import TYPE_CHECKING

from protocol.events import RematchOffered
from protocol.parts import Fault
from server.connections.frame import OutgoingFrame
from server.lobby.lobby import Pairing
from server.matches.table import Table
from server.refusal import Refusal

if TYPE_CHECKING:
    from server.house import House


def rematch(house: "House", table: Table, player: str) -> None:
    """Offer another match, or start it if the other has offered it already."""
    match = table.match
    if match.result is None:
        raise Refusal(Fault.TOO_EARLY, "the match is not over yet")
    if match.fixture:
        raise Refusal(Fault.NOT_ALLOWED, "a game of a tournament has no rematch")
    if table.successor is not None:
        raise Refusal(Fault.CONFLICT, f"the rematch is on already: {table.successor}")
    me = table.side_of(player)
    other = match.players[1 - me]
    terms, agreed = match.started.terms, other.name in table.rematch_by
    house.lobby.check_rematch(match.players[me], other, terms, agreed)
    house.door.check_open()
    table.rematch_by.add(player)
    if not agreed:
        house.bus.tell(other.name, OutgoingFrame(RematchOffered(match.id, player)))
        return
    players = tuple(house.ladder.shown(each, terms) for each in match.players[::-1])
    successor = house.start(Pairing(terms, (players[0], players[1])), previous=match.id)
    table.successor = successor.match.id
    house.bus.move_audience(table.audience.topic, successor.audience.topic)
    for seated in successor.match.players:
        successor.audience.unwatch(seated.name)

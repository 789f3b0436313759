"""Another match of the same two: it starts, with sides swapped, when both have asked for it."""

from protocol.parts import Fault
from server.lobby.lobby import Pairing
from server.lobby.open_requests import OpenRequests
from server.matches.table import Table
from server.players.ladder import Ladder
from server.refusal import Refusal


def ask_rematch(table: Table, player: str, requests: OpenRequests) -> bool:
    """Note that a player would like a rematch; whether the other would as well. Raises Refusal."""
    match = table.match
    if match.result is None:
        raise Refusal(Fault.TOO_EARLY, "the match is not over yet")
    if match.fixture:
        raise Refusal(Fault.NOT_ALLOWED, "a game of a tournament has no rematch")
    if table.successor is not None:
        raise Refusal(Fault.CONFLICT, f"the rematch is on already: {table.successor}")
    me = table.side_of(player)
    other = match.players[1 - me]
    agreed = other.name in table.rematch_by
    requests.lobby.check_rematch(match.players[me], other, match.started.terms, agreed)
    requests.door.check_open()
    table.rematch_by.add(player)
    return agreed


def swapped_pairing(table: Table, ladder: Ladder) -> Pairing:
    """The same two on the same terms, with sides swapped and the ratings they have by now."""
    terms = table.match.started.terms
    first, second = (ladder.shown(each, terms) for each in table.match.players[::-1])
    return Pairing(terms, (first, second))

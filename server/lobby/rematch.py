"""A rematch starts, with sides swapped, when both players have asked for it. Reads no clock."""

from protocol.parts import Fault
from server.lobby.lobby import Pairing
from server.lobby.open_requests import OpenRequests
from server.lobby.seated_match import SeatedMatch
from server.players.ladder import Ladder
from server.refusal import Refusal


def ask_rematch(match: SeatedMatch, player: str, requests: OpenRequests) -> bool:
    """Note that a player would like a rematch; whether the other would as well. Raises Refusal."""
    me = match.side_of(player)
    if match.ended is None:
        raise Refusal(Fault.TOO_EARLY, "the match is not over yet")
    if match.fixture:
        raise Refusal(Fault.NOT_ALLOWED, "a game of a tournament has no rematch")
    if match.successor is not None:
        raise Refusal(Fault.CONFLICT, f"the rematch is on already: {match.successor}")
    other = match.players[1 - me]
    agreed = other.name in match.rematch_by
    requests.lobby.check_rematch(match.players[me], other, match.started.terms, agreed)
    requests.door.check_open()
    match.rematch_by.add(player)
    return agreed


def swapped_pairing(match: SeatedMatch, ladder: Ladder) -> Pairing:
    """The same two on the same terms, with sides swapped and the ratings they have by now."""
    terms = match.started.terms
    first, second = (ladder.shown(each, terms) for each in match.players[::-1])
    return Pairing(terms, (first, second))

"""What the requests of players and arbiters lead to in a match. No I/O, no clock."""

from protocol.parts import Ending, Fault, Side
from protocol.requests import (
    Abort,
    Adjudicate,
    Claim,
    EndMatch,
    Move,
    Offer,
    Resign,
    Respond,
    Swap,
)
from server.cluster.bus import MatchRequest
from server.matches.match import Match
from server.matches.state import Events
from server.refusal import Refusal

FEW = 5  # illegal moves until the match is lost, at which the player is warned


def decide(match: Match, player: str, request: MatchRequest, now: float) -> Events | None:
    """What comes of a request; None if it is not about the match itself. Raises Refusal."""
    if isinstance(request, Move):
        side = side_of(match, player)
        return match.play(side, request.ply, request.cell, now, request.analysis)
    match request:
        case Resign(failure=failure):
            return match.resign(side_of(match, player), now, failure)
        case Offer(offer=kind):
            return match.offer(side_of(match, player), kind, now)
        case Respond(offer=kind, accept=accept):
            return match.respond(side_of(match, player), kind, accept, now)
        case Abort():
            return match.abort(side_of(match, player), now)
        case Claim(result=result):
            return match.claim(side_of(match, player), result, now)
        case Swap():
            return match.swap(side_of(match, player), now)
        case EndMatch(winner=winner):
            ending = Ending.ABORTED if winner is None else Ending.DECIDED
            return match.end(winner, ending, now)
        case Adjudicate(winner=winner, reason=reason):
            return match.end(winner, Ending.ADJUDICATED, now, reason)
    return None


def consequences(match: Match, player: str, refusal: Refusal, now: float) -> Events:
    """What a refusal brings about: illegal moves are counted, and the text warns in time."""
    if refusal.code is not Fault.ILLEGAL_MOVE:
        return []
    side = side_of(match, player)
    events = match.reproach(side, now)
    left = match.illegal_left(side)
    if events:
        refusal.text += "; that was one too many, and the match is lost"
    elif left == 0:
        refusal.text += "; the next illegal move loses the match"
    elif left < FEW:
        refusal.text += f"; after {left + 1} more of them the match is lost"
    return events


def side_of(match: Match, player: str) -> Side:
    """Where a player sits. Raises Refusal if nowhere."""
    first, second = match.players
    if first.name == player:
        return 0
    if second.name == player:
        return 1
    raise Refusal(Fault.NOT_SEATED, "you do not play in this match")

"""Who may see what of a match. No I/O, no clock.

What a player thought of a move is until the end for its author alone: the one who sat there when it
was made, for players swap sides under the pie rule, and a move may have been taken back since. A
match can be open from its start, by the plan of its tournament or by the policies of both players;
then everyone sees everything.

A private match is for those who sit in it. Once its table is gone, it is for accounts only: a
guest's name was perhaps another guest's when it was played.
"""

from msgspec.structs import replace

from protocol.events import MatchEvent, Played, Started
from protocol.parts import Fault, PastMatch, Player, Side
from server.matches.state import MatchState
from server.players.names import is_same
from server.refusal import Refusal


def as_seen_by(name: str | None, event: MatchEvent, match: MatchState, over: bool) -> MatchEvent:
    """The event of a match as a player sees it, or with no name a spectator.

    *over* says whether the end has been told, which is later than when it came about.
    """
    if not isinstance(event, Played) or event.analysis is None:
        return event
    if over or match.started.open_analysis or author(event, match) == name:
        return event
    return replace(event, analysis=None)


def is_guarded(event: MatchEvent) -> bool:
    """Whether an event may look different to different eyes."""
    if isinstance(event, Played):
        return event.analysis is not None
    return isinstance(event, Started)


def author(event: Played, match: MatchState) -> str:
    """Who made a move, which may not stand any more."""
    swapped = match.swap_seq is not None and match.swap_seq < event.seq
    players = match.players if swapped else match.started.players
    return players[event.ply % 2].name


def seat_of(match: MatchState, me: Player) -> Side | None:
    return next((side for side, who in enumerate(match.players) if is_same(who, me)), None)


def check_seated(match: MatchState, me: Player) -> Side:
    """The side of a player. Raises Refusal if it is none."""
    seat = seat_of(match, me)
    if seat is None:
        raise Refusal(Fault.NOT_SEATED, "you do not play in this match")
    return seat


def check_public(match: MatchState) -> None:
    """Raise Refusal unless the match has spectators."""
    if match.started.terms.private:
        raise Refusal(Fault.NOT_ALLOWED, "this match is private")


def check_may_see(match: MatchState, me: Player, stands: bool) -> None:
    """Raise Refusal if the match is not for these eyes; *stands* says whether its table does."""
    if not match.started.terms.private:
        return
    check_seated(match, me)
    if me.guest and not stands:
        raise Refusal(Fault.NOT_ALLOWED, "private matches of the past are for accounts")


def was_in(match: MatchState, me: Player, stands: bool) -> bool:
    """Whether a player sat in a match, as far as that can be known."""
    known = not me.guest or stands or not match.started.terms.private
    return known and seat_of(match, me) is not None


def is_listed_for(past: PastMatch, me: Player) -> bool:
    """Whether a match of the past is on the list for these eyes."""
    return not past.terms.private or any(is_same(player, me) for player in past.players)

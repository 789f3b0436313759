"""Who may see what a player thought of a move: until the end its author alone. No I/O, no clock.

The author is the one who sat there when the move was made: players swap sides under the pie rule,
and a move may have been taken back since. A match can be open from its start, by the plan of its
tournament or by the policies of both players; then everyone sees everything.
"""

from msgspec.structs import replace

from protocol.events import MatchEvent, Played
from server.matches.state import MatchState


def as_seen_by(name: str | None, event: MatchEvent, match: MatchState, over: bool) -> MatchEvent:
    """The event of a match as a player sees it, or with no name a spectator.

    *over* says whether the end has been told, which is later than when it came about.
    """
    if not isinstance(event, Played) or event.analysis is None:
        return event
    if over or match.started.open_analysis or author(event, match) == name:
        return event
    return replace(event, analysis=None)


def author(event: Played, match: MatchState) -> str:
    """Who made a move, which may not stand any more."""
    swapped = match.swapped
    players = match.started.players
    if swapped is not None and swapped.seq < event.seq:
        players = swapped.players
    return players[event.ply % 2].name

"""The rows of a match, written when it begins and when it ends, and its events read back."""

import msgspec
from msgspec.structs import replace

from protocol.events import Ended, MatchEvent
from protocol.parts import UNSCORED
from protocol.texts import clean
from server.matches.match import Match
from server.players.pace import pace
from server.storage.decoder import StoredDecoder
from server.storage.writes import MatchOver, NewMatch, RatedGame, Write

encode_part = msgspec.msgpack.Encoder().encode
_event = StoredDecoder[MatchEvent](MatchEvent)


def decode_event(data: bytes) -> MatchEvent:
    event = _event(data)
    # Reasons from before texts had bounds could hold anything.
    return replace(event, reason=clean(event.reason)) if isinstance(event, Ended) else event


def new_match(match: Match) -> NewMatch:
    started = match.started
    terms = started.terms
    first, second = started.players
    return NewMatch(
        match.id,
        terms.game,
        pace(terms.clock),
        encode_part(terms),
        first.name,
        second.name,
        encode_part(started.players),
        terms.rated,
        terms.private,
        started.at,
        *((match.fixture.tournament, match.fixture.number) if match.fixture else (None, None)),
    )


def match_over(match: Match, ended: Ended) -> list[Write]:
    """The result, and whether it counts for the players' ratings."""
    players = encode_part(match.players)
    over = MatchOver(
        match.id, players, ended.winner, ended.ending, match.ply, ended.at, ended.reason
    )
    game = rated_game(match, ended)
    return [over, game] if game else [over]


def rated_game(match: Match, ended: Ended) -> RatedGame | None:
    """What counts for ratings, unless the match does not."""
    terms = match.started.terms
    if not terms.rated or ended.ending in UNSCORED:
        return None
    first, second = (player.name for player in match.players)
    score = 0.5 if ended.winner is None else float(ended.winner == 0)
    return RatedGame(match.id, terms.game, pace(terms.clock), first, second, score, ended.at)

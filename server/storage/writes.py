"""What the journal can be asked to write, and why it may not be taken.

The fields of each kind are in the order of the values written.
"""

from typing import NamedTuple, assert_never

from server.keys import match_key, tournament_key


class NewMatch(NamedTuple):
    """A match has begun."""

    match: str
    game: str
    pace: str
    terms: bytes  # protocol.parts.Terms in MessagePack
    first: str  # the name of who moves first
    second: str
    players: bytes  # tuple[Player, Player] in MessagePack
    rated: bool
    private: bool
    started_at: float
    tournament: str | None = None
    fixture: int | None = None  # its number in the tournament


class NewEvent(NamedTuple):
    """Something has happened in a match; seq counts from 0."""

    match: str
    seq: int
    at: float
    data: bytes  # protocol.events.MatchEvent in MessagePack


class MatchOver(NamedTuple):
    """A match has ended."""

    match: str
    players: bytes  # by side as they sat at the end: the pie rule may have swapped them
    winner: int | None
    ending: str
    plies: int
    ended_at: float
    reason: str = ""


class RatedGame(NamedTuple):
    """A game counts for both players' ratings."""

    match: str
    game: str
    pace: str
    first: str
    second: str
    score: float  # of the first: 1 for a win, 0.5 for a draw, 0 for a loss
    at: float


class NewRating(NamedTuple):
    """A player's rating has changed, or is the first one; in a commit its games make them."""

    player: str
    game: str
    pace: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: float


class NewSession(NamedTuple):
    """A session has begun, or was seen again."""

    hash: bytes
    player: str
    key: str  # the name folded, by which an earlier guest's sessions are found
    guest: bool
    bot: bool
    at: float


class DropSession(NamedTuple):
    """A session can no longer be resumed."""

    hash: bytes


class NewTournament(NamedTuple):
    """A tournament is open."""

    id: str
    title: str
    by: str
    created_at: float


class NewTournamentEvent(NamedTuple):
    """Something has happened in a tournament besides its matches; seq counts from 0."""

    tournament: str
    seq: int
    at: float
    data: bytes  # server.tournaments.events.TournamentEvent in MessagePack


class TournamentOver(NamedTuple):
    """A tournament is finished or cancelled; or, without a time, goes on after all."""

    tournament: str
    ended_at: float | None


class NewAudit(NamedTuple):
    """Somebody has done something that is to be known later."""

    id: str
    at: float
    kind: str  # an AuditKind
    act: str
    by: str
    whom: str
    address: str
    detail: str  # JSON


Write = (
    NewMatch | NewEvent | MatchOver | RatedGame | NewRating | NewSession | DropSession
    | NewTournament | NewTournamentEvent | TournamentOver | NewAudit
)  # fmt: skip

# Within one transaction kinds are written in this order.
KINDS: tuple[type[Write], ...] = (
    NewMatch, NewEvent, MatchOver, RatedGame, NewRating, NewSession, DropSession,
    NewTournament, NewTournamentEvent, TournamentOver, NewAudit,
)  # fmt: skip


class Rejected(Exception):
    """The database will never take these writes, because a value does not fit."""


class Collided(Rejected):
    """The database will never take these writes, because another has written in their place."""


class Fenced(Exception):
    """Another node has taken over all that this one owned: nothing of it is written any more."""


class Lapsed(Exception):
    """The lease of this node has run out, and nobody has taken over yet: it may be renewed."""


def key_of(write: Write) -> str:
    """The key of what this is written about, which one server owns at a time."""
    match write:
        case NewMatch(match=id) | NewEvent(match=id) | MatchOver(match=id) | RatedGame(match=id):
            return match_key(id)
        case (
            NewTournament(id=id) | NewTournamentEvent(tournament=id) | TournamentOver(tournament=id)
        ):
            return tournament_key(id)
        case NewRating(player=player, game=game, pace=pace):
            return f"rating:{player}:{game}:{pace}"
        case NewSession(hash=hash) | DropSession(hash=hash):
            return f"session:{hash.hex()}"
        case NewAudit(id=id):
            return f"audit:{id}"
        case _:
            assert_never(write)

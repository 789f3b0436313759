"""What the server answers to a request."""

from typing import Annotated

import msgspec

from protocol.administration import AuditInfo, BanInfo
from protocol.events import MatchEvent
from protocol.parts import (
    MOST_NODES,
    Count,
    Fault,
    Integer,
    Leader,
    Limits,
    LiveMatch,
    Message,
    NodeInfo,
    OnlinePlayer,
    OpenSeek,
    PastMatch,
    Player,
    Rules,
    Seconds,
    Side,
    Terms,
    Urls,
)
from protocol.tournaments import FixtureSummary, Plan, Standing, TournamentSummary


class Reply(Message, frozen=True):
    """The base of every reply: it carries the id of its request."""

    id: Count


class Welcome(Reply, frozen=True):
    """The reply to Hello. What you missed of your live matches follows it."""

    protocol: Integer
    server: str  # its version
    you: Player
    session: str  # secret: say it in Hello to take your place again
    limits: Limits
    heartbeat: Seconds  # between the server's pings; answer none for two of them and you are out
    matches: tuple[LiveMatch, ...] = ()  # yours
    nodes: Urls = ()  # of the other servers of the cluster, where you may go when this one is gone
    page: bool = False  # whether browsers find the page at the same address, by http


class Done(Reply, frozen=True):
    """The request was carried out."""


class Refused(Reply, frozen=True):
    """The request was not carried out. Nothing has changed."""

    code: Fault
    text: str  # for a person: what was wrong, and what would be right
    wait: Seconds | None = None  # until it makes sense to try again


class Opened(Reply, frozen=True):
    """Your seek, challenge or invite is open; the key of an invite is its code."""

    key: str


class InviteShown(Reply, frozen=True):
    """The reply to ShowInvite."""

    by: Player
    terms: Terms
    side: Side | None = None  # that they want; None: either


class Seeks(Reply, frozen=True):
    """The reply to ListSeeks."""

    seeks: tuple[OpenSeek, ...]


class Matches(Reply, frozen=True):
    """The reply to ListMatches."""

    matches: tuple[LiveMatch, ...]


class Players(Reply, frozen=True):
    """The reply to ListPlayers."""

    players: tuple[OnlinePlayer, ...]


class Results(Reply, frozen=True):
    """The reply to ListResults, the latest first."""

    results: tuple[PastMatch, ...]


class Leaders(Reply, frozen=True):
    """The reply to ListLeaders, the best first."""

    leaders: tuple[Leader, ...]


class Shown(Reply, frozen=True):
    """The reply to ShowMatch: all its events."""

    events: tuple[MatchEvent, ...]


class GameShown(Reply, frozen=True):
    """The reply to ShowGame."""

    game: Rules


class Tournaments(Reply, frozen=True):
    """The reply to ListTournaments; of what is alike, the latest first."""

    tournaments: tuple[TournamentSummary, ...]  # perhaps fewer than asked for
    total: Count


class TournamentShown(Reply, frozen=True):
    """The reply to ShowTournament."""

    tournament: TournamentSummary
    plan: Plan
    standings: tuple[Standing, ...]  # the best first
    tie_breaks: tuple[str, ...]  # what they are called
    live: tuple[FixtureSummary, ...]  # the games that are going on
    seeds: tuple[str, ...]  # who take part or have left: as they are seeded, or would be now
    to_come: tuple[FixtureSummary, ...] = ()  # the next games, of those that are paired already


class Fixtures(Reply, frozen=True):
    """The reply to ListFixtures."""

    fixtures: tuple[FixtureSummary, ...]
    total: Count  # of those that are over


class Nodes(Reply, frozen=True):
    """The reply to ListNodes, the oldest first."""

    nodes: Annotated[tuple[NodeInfo, ...], msgspec.Meta(max_length=MOST_NODES)]


class Blocked(Reply, frozen=True):
    """Whom you have blocked, the earliest first: the reply to Block, Unblock and ListBlocked."""

    players: tuple[str, ...]


class Bans(Reply, frozen=True):
    """The reply to ListBans."""

    bans: tuple[BanInfo, ...]
    total: Count


class AuditEntries(Reply, frozen=True):
    """The reply to ListAudit."""

    entries: tuple[AuditInfo, ...]


Replies = (
    Welcome | Done | Refused | Opened | InviteShown | Seeks | Matches | Players | Results | Leaders
    | Shown | GameShown | Tournaments | TournamentShown | Fixtures | Nodes | Blocked | Bans
    | AuditEntries
)  # fmt: skip

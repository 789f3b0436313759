"""All that nodes tell and ask each other: one closed union for each, packed once."""

from typing import Any

import msgspec

from protocol.events import Started
from protocol.parts import Ending, LiveMatch, NodeInfo, Player, Policy, Side
from protocol.replies import Replies
from protocol.requests import FromPlayer, Hello
from server.cluster.bus import MatchRequest
from server.cluster.crossing import Crossing
from server.lobby.lobby import OpenChallenge, OpenInvite, RangedSeek
from server.lobby.seated_match import ClosedMatch
from server.players.access import Admitted
from server.players.identity import Identity


class Tell(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The base of what is told, and not answered."""


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The base of what is asked, and answered once."""


# Who is where


class Arrived(Tell, frozen=True):
    """The owner of the lobby says that a player is here, by a connection to some node."""

    player: Player
    node: str
    ticket: int  # by which that node knows the connection
    serial: int
    new: bool  # whether with a new session


class Departed(Tell, frozen=True):
    """The owner of the lobby says that a player is gone."""

    player: Player


class SentAway(Tell, frozen=True):
    """The sender had to close the connections of these players, which is no fault of theirs."""

    players: list[str]


class Leave(Tell, frozen=True):
    """A connection to the sender is gone."""

    ticket: int


class Release(Tell, frozen=True):
    """A name that was taken at the sender is not needed."""

    player: Player


class Unclaimed(Tell, frozen=True):
    """The sender has given up asking who says hello: they are not coming in."""

    ticket: int


class Missed(Tell, frozen=True):
    """Something that the receiver had sent was lost."""


class PeopleChanged(Tell, frozen=True):
    """Somebody is kept away, or no more, or has another name: the database has it."""

    gone: list[str]  # names of accounts that are those of nobody now


class Leaving(Tell, frozen=True):
    """The sender has given its lease back: whoever is first takes over."""


# What a player has open, kept by their node in case the owner of the lobby dies


class OpenThings(msgspec.Struct, array_like=True):
    """What somebody has declared and asked for in the lobby."""

    policy: Policy | None = None
    seeks: dict[str, RangedSeek] = {}
    challenges: dict[str, OpenChallenge] = {}
    invites: dict[str, OpenInvite] = {}


class KeepPolicy(Tell, frozen=True):
    player: str
    policy: Policy


class KeepSeek(Tell, frozen=True):
    player: str
    key: str
    open: RangedSeek


class KeepChallenge(Tell, frozen=True):
    player: str
    key: str
    open: OpenChallenge


class KeepInvite(Tell, frozen=True):
    player: str
    key: str
    open: OpenInvite


class DropKept(Tell, frozen=True):
    player: str
    key: str


# Matches


class Heard(Tell, frozen=True):
    """A player has read that they are welcome."""

    player: str
    match: str


class Suspend(Tell, frozen=True):
    match: str


class Resume(Tell, frozen=True):
    match: str


class Remind(Tell, frozen=True):
    """Tell one who could not follow a tournament how far it is by now."""

    player: str
    tournament: str


class Act(Ask, frozen=True):
    """A request of a player in a match; the answer is a reply of the protocol."""

    player: str
    request: MatchRequest
    round_trip: float


class ArriveThere(Ask, frozen=True):
    """A player is here, and hears what they missed of a match; the answer shows it in lists."""

    match: str
    player: str
    seen: int | None


class ShowThere(Ask, frozen=True):
    """The answer is the reply of the protocol to ShowMatch."""

    player: Player
    admin: bool
    id: int
    match: str


class ListLive(Ask, frozen=True):
    admin: bool


class HostMatch(Ask, frozen=True):
    """The owner of the lobby lets a match begin at the receiver."""

    started: Started
    term: int  # of that owner


class EndMatchThere(Ask, frozen=True):
    match: str
    winner: Side | None
    ending: Ending
    reason: str


# The lobby


class Identify(Ask, frozen=True):
    hello: Hello
    address: str
    ticket: int  # by which the same hello is known, if it is asked about once more


class EnterLobby(Ask, frozen=True):
    who: Identity
    ticket: int


class AskLobby(Ask, frozen=True):
    who: Identity
    request: FromPlayer


class MatchClosed(Ask, frozen=True):
    closed: ClosedMatch


class MatchGivenUp(Ask, frozen=True):
    match: str
    followers: tuple[str, ...]
    reason: str


# One node learns all that another knows


class PresentPlayer(msgspec.Struct, frozen=True, array_like=True):
    """A connection to a node, as its node tells of it."""

    who: Identity
    ticket: int
    serial: int  # 0: it is not known yet whether they have entered
    open: OpenThings


class HostedMatch(msgspec.Struct, frozen=True, array_like=True):
    """A match at a node; over, with its end, while it stands for a rematch."""

    started: Started
    players: tuple[Player, Player]
    closed: ClosedMatch | None


class Inventory(msgspec.Struct, frozen=True, array_like=True):
    """All that a node has: who is connected to it, what is played there, who follows what."""

    connections: list[PresentPlayer]
    matches: list[HostedMatch]
    follows: list[tuple[str, str]]
    newest: int = 0  # the latest ticket by then: this says nothing of those who came later


class AskInventory(Ask, frozen=True):
    """The new owner of the lobby asks for all that a node has."""

    term: int  # of that owner


class ReportInventory(Ask, frozen=True):
    """A node tells the owner of the lobby all that it has; the answer is a Directory."""

    inventory: Inventory


class Directory(Tell, frozen=True):
    """Who is where, as the owner of the lobby knows it."""

    term: int
    present: list[Arrived]


class AskStatus(Ask, frozen=True):
    """How a node is doing; the answer is what it says of itself to administrators."""


Told = (
    Crossing | Arrived | Departed | SentAway | Leave | Release | Unclaimed | Missed | Leaving
    | Directory | KeepPolicy | KeepSeek | KeepChallenge | KeepInvite | DropKept
    | Heard | Suspend | Resume | Remind | PeopleChanged
)  # fmt: skip
Asked = (
    Act | ArriveThere | ShowThere | ListLive | HostMatch | EndMatchThere
    | Identify | EnterLobby | AskLobby | MatchClosed | MatchGivenUp
    | AskInventory | ReportInventory | AskStatus
)  # fmt: skip

ANSWERS: dict[type[Any], Any] = {
    Act: Replies,
    ArriveThere: LiveMatch | None,
    ShowThere: Replies,
    ListLive: tuple[LiveMatch, ...],
    HostMatch: None,
    EndMatchThere: None,
    Identify: Identity,
    EnterLobby: Admitted,
    AskLobby: Replies,
    MatchClosed: None,
    MatchGivenUp: None,
    AskInventory: Inventory,
    ReportInventory: Directory,
    AskStatus: NodeInfo,
}

encode = msgspec.msgpack.Encoder().encode
decode_told = msgspec.msgpack.Decoder(Told).decode
decode_asked = msgspec.msgpack.Decoder(Asked).decode
_DECODE = {asked: msgspec.msgpack.Decoder(answer) for asked, answer in ANSWERS.items()}


def decode_answer(asked: Ask, body: bytes) -> Any:
    return _DECODE[type(asked)].decode(body)

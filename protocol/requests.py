"""What a player may ask. Each request gets exactly one reply with its id."""

from typing import Literal

import msgspec

from protocol.administration import AuditKind, BanKind
from protocol.parts import (
    PROTOCOL,
    Analysis,
    Away,
    Count,
    Integer,
    OfferKind,
    Policy,
    Request,
    Room,
    Score,
    Seconds,
    Seen,
    Side,
    Terms,
)
from protocol.texts import Key, Line, Name, Text
from protocol.tournaments import Order, Plan


class Hello(Request, frozen=True):
    """The first request on a connection: who you are, and which protocol you speak."""

    name: Name = ""  # may be left out with a token or a session
    protocol: Integer = PROTOCOL
    token: Key | None = None  # proves an account; without it you are a guest
    session: Key | None = None  # from an earlier Welcome: takes that player's place again
    seen: Seen = msgspec.field(default_factory=dict)  # the last seq seen, by match
    bot: bool = False
    software: Line = ""  # what you run, for the server's log


class Declare(Request, frozen=True):
    """Say what matches you take from now on."""

    policy: Policy


class Seek(Request, frozen=True):
    """Ask for an opponent on these terms; Started follows when there is one."""

    terms: Terms
    side: Side | None = None  # that you want; None: either
    rating_low: Score | None = None  # of the opponent
    rating_high: Score | None = None


class Challenge(Request, frozen=True):
    """Ask one player for a match; it starts when they accept."""

    player: Name
    terms: Terms
    side: Side | None = None


class Answer(Request, frozen=True):
    """Accept or decline a challenge."""

    key: Key
    accept: bool
    reason: Line = ""


class Invite(Request, frozen=True):
    """Open a match for whoever joins with the code in the reply."""

    terms: Terms
    side: Side | None = None
    code: Key | None = None  # of an invite of yours that ended with your connection: the same again


class ShowInvite(Request, frozen=True):
    """Ask who has opened an invite, and to what match."""

    code: Key


class Join(Request, frozen=True):
    """Take up an invite."""

    code: Key


class Withdraw(Request, frozen=True):
    """Take back a seek, a challenge or an invite."""

    key: Key


class Rematch(Request, frozen=True):
    """Ask for another match on the same terms with sides swapped, or agree to it."""

    match: Key


class Move(Request, frozen=True):
    """Play a cell. The same ply and cell again is answered Done again, and played once."""

    match: Key
    ply: Integer  # how many moves were played before this one
    cell: Integer
    analysis: Analysis | None = None


class Resign(Request, frozen=True):
    """Give the match up; with a reason, because whatever thinks for you has failed."""

    match: Key
    failure: Line = ""


class Offer(Request, frozen=True):
    """Propose a draw or a takeback; it lapses with the next move."""

    match: Key
    offer: OfferKind


class Respond(Request, frozen=True):
    """Accept or decline what the opponent has offered."""

    match: Key
    offer: OfferKind
    accept: bool


class Abort(Request, frozen=True):
    """Call the match off before the second move."""

    match: Key


class Claim(Request, frozen=True):
    """Take a win or a draw after the opponent has been gone for long enough."""

    match: Key
    result: Literal["win", "draw"] = "win"


class Swap(Request, frozen=True):
    """Under the pie rule: take the first player's side instead of making the second move."""

    match: Key


class Watch(Request, frozen=True):
    """Follow a match, and its rematches, from its current state or from the start."""

    match: Key
    from_start: bool = False


class Unwatch(Request, frozen=True):
    """Stop following a match."""

    match: Key


class Say(Request, frozen=True):
    """Say something to the other player, or among the spectators."""

    match: Key
    room: Room
    text: Text


class ListSeeks(Request, frozen=True):
    """Ask for the open seeks, and perhaps to be told of changes from now on."""

    watch: bool = False


class ListMatches(Request, frozen=True):
    """Ask for the public matches that are going on."""


class ListPlayers(Request, frozen=True):
    """Ask who is online."""


class ListResults(Request, frozen=True):
    """Ask for the latest results, of everyone or of one player."""

    player: Name | None = None
    limit: Count = 20


class ListLeaders(Request, frozen=True):
    """Ask for the best rated players at a game and a pace."""

    game: Key
    pace: Literal["fast", "medium", "slow", "untimed"]
    limit: Count = 20


class ShowMatch(Request, frozen=True):
    """Ask for a match with everything that happened in it."""

    match: Key


class ShowGame(Request, frozen=True):
    """Ask for a game as data, so that nobody has to know its rules."""

    game: Key


class Block(Request, frozen=True):
    """Have nothing to do with a player: no match, no challenge, and nothing of what they say."""

    player: Name


class Unblock(Request, frozen=True):
    """Take that back."""

    player: Name


class ListBlocked(Request, frozen=True):
    """Ask whom you have blocked."""


class Kick(Request, frozen=True):
    """For administrators: close a player's connection, and keep them away for some seconds."""

    player: Name
    reason: Line
    seconds: Away = 0.0  # of a guest, also keeps new guests from the same address away


class Ban(Request, frozen=True):
    """For administrators: keep a player, or all who come from an address or a network, away."""

    player: Name = ""  # either this
    address: Key = ""  # or this: 192.0.2.7, 192.0.2.0/24, 2001:db8::/48
    guests: bool = False  # of an address: only guests who are new
    seconds: Seconds | None = None  # None: until it is lifted
    reason: Line = ""


class Mute(Request, frozen=True):
    """For administrators: keep a player from talking, and from giving reasons."""

    player: Name
    seconds: Seconds | None = None  # None: until it is lifted
    reason: Line = ""


class Lift(Request, frozen=True):
    """For administrators: take a ban of some kind back."""

    kind: BanKind
    whom: Key  # the name, address or network, as in bans


class ListBans(Request, frozen=True):
    """For administrators: ask for the bans that hold, by kind and the latest first."""

    after: Count = 0  # leave out so many
    limit: Count = 200


class ListAudit(Request, frozen=True):
    """For administrators: ask who did what and when, the latest first."""

    about: Key = ""  # a player, a match or an address; empty: all
    kind: AuditKind | None = None
    after: Count = 0  # leave out so many
    limit: Count = 100


class RenameAccount(Request, frozen=True):
    """For administrators: give an account another name, also in all its games that are over."""

    player: Name
    name: Name


class DeleteAccount(Request, frozen=True):
    """For administrators: let an account be no more; its games stay, under a neutral name."""

    player: Name


class EndMatch(Request, frozen=True):
    """For administrators: end a match, for the winner named or without a result."""

    match: Key
    winner: Side | None = None


class Adjudicate(Request, frozen=True):
    """For who has opened a tournament: end one of its games for the winner named, or as a draw."""

    match: Key
    winner: Side | None = None
    reason: Line = ""


class OpenTournament(Request, frozen=True):
    """Open a tournament for others to enter; the key in the reply is its name on the wire."""

    plan: Plan


class Enter(Request, frozen=True):
    """Take part in a tournament; in an arena, also to come back."""

    tournament: Key


class Quit(Request, frozen=True):
    """Take part no more: games that are yet to come are lost, or not paired."""

    tournament: Key


class Steer(Request, frozen=True):
    """For who has opened a tournament: start, pause, continue, extend or cancel it."""

    tournament: Key
    order: Order
    more: Count = 0  # with extend: rounds, or in an arena seconds


class Ready(Request, frozen=True):
    """Begin your game that is due."""

    tournament: Key


class ListTournaments(Request, frozen=True):
    """Ask for tournaments: what goes on first, yours before others', and then what is over."""

    after: Count = 0  # leave out so many
    limit: Count = 50


class ShowTournament(Request, frozen=True):
    """Ask how a tournament stands, and perhaps to be told of its games from now on."""

    tournament: Key
    watch: bool = False


class ListFixtures(Request, frozen=True):
    """Ask for the games of a tournament that are over, in the order of their ends."""

    tournament: Key
    after: Count = 0  # leave out so many
    limit: Count = 100


class AnnounceRestart(Request, frozen=True):
    """For administrators: tell everyone, and start no more matches."""

    seconds: Seconds  # until the server goes down
    reason: Line = ""


class WithdrawRestart(Request, frozen=True):
    """For administrators: tell everyone that the restart announced does not come."""

    reason: Line = ""


class ListNodes(Request, frozen=True):
    """For administrators: ask how the servers of the cluster stand."""


FromPlayer = (
    Hello | Declare | Seek | Challenge | Answer | Invite | ShowInvite | Join | Withdraw | Rematch
    | Move | Resign | Offer | Respond | Abort | Claim | Swap
    | Watch | Unwatch | Say
    | Block | Unblock | ListBlocked
    | ListSeeks | ListMatches | ListPlayers | ListResults | ListLeaders | ShowMatch | ShowGame
    | Kick | Ban | Mute | Lift | ListBans | ListAudit
    | RenameAccount | DeleteAccount | EndMatch | AnnounceRestart | WithdrawRestart | ListNodes
    | Adjudicate | OpenTournament | Enter | Quit | Steer | Ready
    | ListTournaments | ShowTournament | ListFixtures
)  # fmt: skip

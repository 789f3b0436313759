"""What messages are made of."""

from enum import StrEnum
from typing import Annotated

import msgspec

from protocol.texts import Key, Url

PROTOCOL = 1
MOST_CELLS = 625  # of a board, 25 x 25

# Integers that every JSON reader can hold exactly.
Integer = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
MOST_SEATS = 100_000  # of one player, on any server
Seats = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]
Side = Annotated[int, msgspec.Meta(ge=0, le=1)]  # 0 moves first, 1 second
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Away = Annotated[float, msgspec.Meta(ge=0, le=30 * 86400)]  # seconds, up to 30 days
Score = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Time = Annotated[float, msgspec.Meta(ge=0, le=1e11)]  # seconds since 1970, UTC
Left = tuple[Seconds | None, Seconds | None]  # on both clocks, by side; None where untimed
Cell = Annotated[int, msgspec.Meta(ge=0, le=MOST_CELLS - 1)]
Cells = Annotated[tuple[Cell, ...], msgspec.Meta(max_length=MOST_CELLS)]
Games = Annotated[tuple[Key, ...], msgspec.Meta(max_length=100)]
MOST_NODES = 1000  # of a cluster
Urls = Annotated[tuple[Url, ...], msgspec.Meta(max_length=MOST_NODES)]
Seen = Annotated[dict[Key, Count], msgspec.Meta(max_length=1000)]  # the last seq, by match


class Message(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=str.lower,
    forbid_unknown_fields=True,
):  # fmt: skip
    """The base of every message; its ``type`` on the wire is the class name in lower case.

    What is frozen from the start is in no cycle, and nothing for the garbage collector to look at.
    """


class Request(Message, frozen=True):
    """The base of what a player asks; the reply carries the same id."""

    id: Count


class SequencedEvent(Message, frozen=True):
    """The base of what happens in a match and is kept; seq counts the events of a match from 0."""

    match: str
    seq: Count


class Part(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The base of what stands inside messages."""


class TimeControl(Part, frozen=True):
    """How much time each side has. With nothing set a match is untimed."""

    seconds: Seconds | None = None  # for the whole game
    increment: Seconds = 0.0  # added after each move
    per_move: Seconds | None = None  # for one move, whatever is left for the game


class Terms(Part, frozen=True):
    """What a match is played for and by."""

    game: Key
    clock: TimeControl = TimeControl()
    rated: bool = False
    pie: bool = False  # after the first move the second player may swap sides
    private: bool = False  # cannot be watched
    opening: Cells = ()  # that are played when it begins; ply counts them too
    move_limit: Count | None = None  # after so many moves, those of the opening too, it is drawn
    agreement: Count = 0  # it ends when so many reports in a row of both sides' bots agree on it


class Fixture(Part, frozen=True):
    """The place of a match in a tournament."""

    tournament: str
    number: Count  # from 1
    round: Count  # from 1
    pair: Count  # the two games of a pair have the same opening, with sides swapped
    opening: Count | None = None  # its place among those of the tournament


class Rules(Part, frozen=True):
    """A game as data: its cells, which of them may be played, and what wins."""

    game: str  # the canonical name
    shape: tuple[Count, ...]  # of the board
    names: tuple[str, ...]  # what people call each cell
    lines: tuple[tuple[Count, ...], ...]  # a side that holds all cells of one has won
    beyond: tuple[tuple[Count, ...], ...] = ()  # by line: cells that spoil it if its side has them
    below: tuple[Count | None, ...] = ()  # by cell: the one that must be filled before
    sends: tuple[tuple[Count, ...], ...] = ()  # by cell: where the reply to it must be
    full_target_draws: bool = False  # a reply sent where all is full: drawn, or else free


class Player(Part, frozen=True):
    """Somebody who plays, as others see them."""

    name: str
    bot: bool = False
    guest: bool = True
    rating: Score | None = None  # at the game and pace at hand
    provisional: bool = False  # too few games for the rating to mean much


class Limits(Part, frozen=True):
    """What the server allows; whoever runs it may have set it otherwise than by default."""

    frame_bytes: Count
    requests_per_second: Seconds
    burst: Count  # requests that may come at once; moves in your own matches are counted apart
    says_per_minute: Count
    text_length: Count  # of one chat message
    open_requests: Count  # seeks, challenges and invites waiting at once
    open_tournaments: Count  # that you have opened, and that are not over
    tournaments_per_address: Count  # the same, of all guests from your address
    capacity: Count  # matches at once that you may declare to take
    seats_per_address: Count  # matches at once of all guests from your address
    watches: Count  # matches and tournaments watched at once
    illegal_moves: Count  # of one player in a match; one more loses it
    moves_per_second: Seconds  # and all else in your own matches; so many may come at once
    requests_per_address: Seconds  # per second, of all connections from one address, moves apart
    connections_per_address: Count
    opens_per_address: Count  # newcomers in 10 seconds, who show neither a session nor a token
    hello_seconds: Seconds  # from connecting to Hello
    queue_bytes: Count  # that you have not read yet; more, and the connection is closed
    replay_events: Count  # that you missed and are told one by one; more come as a snapshot


class Challengers(StrEnum):
    """Who may challenge a player, answer their seeks and invites, and ask them for a rematch.

    With nobody, the player is the one who asks: seeks and invites are then for anyone.
    """

    ANYONE = "anyone"
    PEOPLE = "people"
    BOTS = "bots"
    NOBODY = "nobody"


class Policy(Part, frozen=True):
    """What matches a player takes; the server enforces it."""

    capacity: Seats = 1  # matches at once; no more than your limits say
    games: Games = ()  # families or full names; empty: all
    challengers: Challengers = Challengers.ANYONE
    per_opponent: Seats | None = 1  # with the same opponent at once; None: all
    per_address: Seats | None = None  # with all guests from one address; None: all
    kept_for_people: Seats = 0  # of the capacity, seats that bots cannot take
    min_seconds: Seconds = 0.0  # a game of 40 moves must last at least this long on one clock
    max_seconds: Seconds | None = None  # and at most this; None: any, also untimed
    # For a bot: an untimed turn of the opponent lasts at most this; 0: as long as they like; None:
    # as the server has it. Who says it takes untimed matches, whatever max_seconds is.
    idle_seconds: Seconds | None = None
    open_analysis: bool = False  # if both players say so, everyone sees their analyses at once


class LiveMatch(Part, frozen=True):
    """A match that is going on."""

    match: str
    terms: Terms
    players: tuple[Player, Player]  # the first mover first
    ply: Count
    seq: Count  # of its latest event
    side: Side | None = None  # yours; None if you do not play in it
    watchers: Count = 0


class PastMatch(Part, frozen=True):
    """A match that has ended."""

    match: str
    terms: Terms
    players: tuple[Player, Player]
    winner: Side | None
    ending: str
    plies: Count
    ended_at: Time


class OpenSeek(Part, frozen=True):
    """A seek that anyone who fits may take by seeking the same."""

    key: str
    by: Player
    terms: Terms
    side: Side | None = None  # that the seeker wants; None: either


class OnlinePlayer(Part, frozen=True):
    """A player who is connected."""

    player: Player
    playing: Count  # matches at once
    policy: Policy | None = None  # of a bot


class Leader(Part, frozen=True):
    """A line of a leaderboard."""

    player: Player
    deviation: Seconds
    games: Count


class NodeInfo(Part, frozen=True):
    """One of the servers that are a cluster together, or the only one."""

    id: Key
    url: Url  # where players connect
    version: Key
    draining: bool  # it is going down, and has handed over what it owned
    owns_lobby: bool
    keys: Count  # that it owns: its matches and tournaments, and perhaps the lobby
    connections: Count
    matches: Count  # that go on there
    lag: Seconds  # since its lease was renewed
    bus: Seconds | None = None  # round trip from the node that was asked; None: no answer


class Verdict(StrEnum):
    """What a player knows about a position, from the mover's point of view."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNDECIDED = "undecided"


class Analysis(Part, frozen=True):
    """What a bot thought of its move. Until the end its author alone sees it, or it is open."""

    score: Score | None = None
    verdict: Verdict = Verdict.UNDECIDED
    depth: Count | None = None
    nodes: Count | None = None
    line: Cells = ()  # that it expects, its own move first


class OfferKind(StrEnum):
    """What one player can propose to the other during a match."""

    DRAW = "draw"
    TAKEBACK = "takeback"


class Room(StrEnum):
    """Where something is said about a match."""

    PLAYERS = "players"
    SPECTATORS = "spectators"


class Ending(StrEnum):
    """How a match ended."""

    LINE = "line"
    FULL = "full"
    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    ABANDONED = "abandoned"
    ABORTED = "aborted"
    MISCONDUCT = "misconduct"
    DECIDED = "decided"
    FAILED = "failed"
    ABSENT = "absent"
    ADJUDICATED = "adjudicated"
    FAULT = "fault"


UNSCORED = frozenset((Ending.ABORTED, Ending.FAULT))  # they count for nothing, wherever


class Fault(StrEnum):
    """Why a request was refused."""

    HELLO_FIRST = "hello-first"
    HELLO_AGAIN = "hello-again"
    WRONG_PROTOCOL = "wrong-protocol"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    BAD_TOKEN = "bad-token"
    BAD_TERMS = "bad-terms"
    NO_SUCH_GAME = "no-such-game"
    NO_SUCH_MATCH = "no-such-match"
    NO_SUCH_PLAYER = "no-such-player"
    NO_SUCH_KEY = "no-such-key"
    NO_SUCH_TOURNAMENT = "no-such-tournament"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL_MOVE = "illegal-move"
    STALE = "stale"
    CONFLICT = "conflict"
    OVER = "over"
    TOO_EARLY = "too-early"
    TOO_LATE = "too-late"
    NOT_ALLOWED = "not-allowed"
    BUSY = "busy"
    TOO_FAST = "too-fast"
    TOO_LONG = "too-long"
    OUT_OF_BOUNDS = "out-of-bounds"
    KEPT_AWAY = "kept-away"
    CLOSING = "closing"
    NOT_KEPT = "not-kept"

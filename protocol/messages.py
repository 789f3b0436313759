"""Everything that may cross the wire. One class per message, one union per direction.

A player sends requests. Each has an ``id`` of the player's choosing and gets exactly one reply with
that id: Welcome to a Hello, Done to any other, or Refused. Besides replies the server sends
announcements, the events of a match: they carry the match and a ``seq`` that counts them from 0.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

PROTOCOL = 1

# Integers that every JSON reader can hold exactly.
Integer = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
Side = Annotated[int, msgspec.Meta(ge=0, le=1)]  # 0 moves first, 1 second
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]


class Message(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True
):
    """The base of every message; its ``type`` on the wire is the class name in lower case."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what messages are made of."""


# Parts of messages


class TimeControl(Part, frozen=True):
    """How much time each side has. With nothing set a match is untimed."""

    seconds: Seconds | None = None  # for the whole game
    increment: Seconds = 0.0  # added after each move
    per_move: Seconds | None = None  # for one move, whatever is left for the game


class Player(Part, frozen=True):
    """Somebody who plays, as others see them."""

    name: str
    bot: bool = False


class Limits(Part, frozen=True):
    """What the server lets one connection do; a breach is refused with seconds to wait."""

    frame_bytes: Count
    requests_per_second: Seconds
    burst: Count  # requests that may come at once


class LiveMatch(Part, frozen=True):
    """A match of yours that is going on."""

    match: str
    game: str
    players: tuple[Player, Player]  # the first mover first
    side: Side  # yours
    seq: Count  # of its latest event


# From a player


class Hello(Message, frozen=True):
    """The first request on a connection: who you are, and which protocol you speak."""

    id: Count
    name: str
    protocol: Integer = PROTOCOL
    token: str | None = None  # proves an account; without it you are a guest
    bot: bool = False
    software: str = ""  # what you run, for the server's log


class Seek(Message, frozen=True):
    """Ask for an opponent at this game and pace; Started follows when there is one."""

    id: Count
    game: str
    clock: TimeControl = TimeControl()


class Move(Message, frozen=True):
    """Play a cell. The same ply and cell again is answered Done again, and played once."""

    id: Count
    match: str
    ply: Integer  # how many moves were played before this one
    cell: Integer


class Resign(Message, frozen=True):
    """Give the match up."""

    id: Count
    match: str


FromPlayer = Hello | Seek | Move | Resign


# From the server: replies


class Welcome(Message, frozen=True):
    """The reply to Hello."""

    id: Count
    protocol: Integer
    server: str  # its version
    you: Player
    limits: Limits
    heartbeat: Seconds  # between the server's pings; silence for two of them ends a connection
    matches: tuple[LiveMatch, ...] = ()


class Done(Message, frozen=True):
    """The reply to a request that was carried out."""

    id: Count


class Fault(StrEnum):
    """Why a request was refused."""

    HELLO_FIRST = "hello-first"
    HELLO_AGAIN = "hello-again"
    WRONG_PROTOCOL = "wrong-protocol"
    BAD_NAME = "bad-name"
    BAD_TOKEN = "bad-token"
    BAD_CLOCK = "bad-clock"
    NO_SUCH_GAME = "no-such-game"
    NO_SUCH_MATCH = "no-such-match"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL_MOVE = "illegal-move"
    STALE = "stale"
    CONFLICT = "conflict"
    OVER = "over"
    TOO_FAST = "too-fast"


class Refused(Message, frozen=True):
    """The reply to a request that was not carried out. Nothing has changed."""

    id: Count
    code: Fault
    text: str  # for a person: what was wrong, and what would be right
    wait: Seconds | None = None  # until it makes sense to try again


# From the server: the events of a match


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


class Started(Message, frozen=True):
    """A match has begun."""

    match: str
    seq: Count
    game: str
    shape: tuple[Count, ...]  # of the board, so that nobody needs to take the name apart
    players: tuple[Player, Player]  # the first mover first
    clock: TimeControl
    side: Side | None = None  # yours; None if you are watching
    turn: Side = 0  # who moves next


class Played(Message, frozen=True):
    """A move was played."""

    match: str
    seq: Count
    ply: Count
    cell: Count
    elapsed: Seconds  # since the turn began
    left: tuple[Seconds | None, Seconds | None]  # on both clocks; None where untimed
    turn: Side | None  # who moves next; None if this move ended the game


class Ended(Message, frozen=True):
    """The match is over."""

    match: str
    seq: Count
    winner: Side | None  # the side, or None when drawn or aborted
    ending: Ending
    lines: tuple[tuple[Count, ...], ...] = ()  # the cells of each winning line


FromServer = Welcome | Done | Refused | Started | Played | Ended

"""What is kept of a tournament besides its matches: the events whose fold it is."""

import msgspec

from protocol.parts import Player
from protocol.tournaments import Order, Plan
from server.storage.decoder import StoredDecoder
from tournament.results import ScheduledGame


class TimedEvent(msgspec.Struct, frozen=True, tag=True):
    """The base of what happens in a tournament; at is the time of day."""

    at: float


class Announced(TimedEvent, frozen=True):
    """The tournament is open."""

    tournament: str
    plan: Plan
    by: Player
    session: bytes = b""  # the hash of a guest's, to whom it belongs, for the name may be another's


class Entered(TimedEvent, frozen=True):
    """A player takes part, perhaps again."""

    player: Player
    session: bytes = b""  # as above


class Left(TimedEvent, frozen=True):
    """A player takes part no more."""

    name: str


class Steered(TimedEvent, frozen=True):
    """Who has opened it wants it otherwise."""

    order: Order
    more: int = 0


class Seeded(TimedEvent, frozen=True):
    """It has begun, with its players in this order, the best first."""

    names: tuple[str, ...]


class Drawn(TimedEvent, frozen=True):
    """Games are to be played."""

    fixtures: tuple[ScheduledGame, ...]


class Finished(TimedEvent, frozen=True):
    """All that was to be played is played."""


TournamentEvent = Announced | Entered | Left | Steered | Seeded | Drawn | Finished
pack_event = msgspec.msgpack.Encoder().encode
unpack_event = StoredDecoder[TournamentEvent](TournamentEvent)

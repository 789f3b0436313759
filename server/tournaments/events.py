"""What is kept of a tournament besides its matches: the events whose fold it is."""

import msgspec

from protocol.parts import Player
from protocol.tournaments import Order, Plan
from server.storage.stored import Stored
from tournament.results import ScheduledGame


class TournamentEvent(msgspec.Struct, frozen=True, tag=True):
    """The base of what happens in a tournament; at is the time of day."""

    at: float


class Announced(TournamentEvent, frozen=True):
    """The tournament is open."""

    tournament: str
    plan: Plan
    by: Player
    session: bytes = b""  # the hash of a guest's, to whom it belongs, for the name may be another's


class Entered(TournamentEvent, frozen=True):
    """A player takes part, perhaps again."""

    player: Player
    session: bytes = b""  # as above


class Left(TournamentEvent, frozen=True):
    """A player takes part no more."""

    name: str


class Steered(TournamentEvent, frozen=True):
    """Who has opened it wants it otherwise."""

    order: Order
    more: int = 0


class Seeded(TournamentEvent, frozen=True):
    """It has begun, with its players in this order, the best first."""

    names: tuple[str, ...]


class Drawn(TournamentEvent, frozen=True):
    """Games are to be played."""

    fixtures: tuple[ScheduledGame, ...]


class Finished(TournamentEvent, frozen=True):
    """All that was to be played is played."""


Kept = Announced | Entered | Left | Steered | Seeded | Drawn | Finished
encode_kept = msgspec.msgpack.Encoder().encode
decode_kept = Stored[Kept](Kept)

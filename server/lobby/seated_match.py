"""A match as the lobby knows it: who sits in it, where it is hosted, and how it ended."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from protocol.events import Ended, Started
from protocol.parts import Ending, Fault, Fixture, Player, Side
from server.refusal import Refusal
from server.storage.writes import NewRating


class ClosedMatch(NamedTuple):
    """What a host tells of a match whose end is committed."""

    match: str
    players: tuple[Player, Player]  # by side as they sat at the end
    ended: Ended
    ply: int
    ratings: tuple[NewRating, ...] = ()  # of the players, where the match was rated


class MatchHost(Protocol):
    """Where matches are played: the tables of this node, or of another."""

    def host(self, started: Started) -> None:
        """Let a match begin there."""

    def end(self, match: str, winner: Side | None, ending: Ending, reason: str) -> None:
        """End a match from outside, unless it is over."""

    def suspend(self, match: str) -> None:
        """Let nothing end by time until it is resumed."""

    def resume(self, match: str) -> None:
        """Go on; what has passed is charged to nobody."""


@dataclass
class SeatedMatch:
    started: Started
    players: tuple[Player, Player]  # by side
    host: MatchHost
    ended: Ended | None = None
    ply: int = 0
    rematch_by: set[str] = field(default_factory=set)
    successor: str | None = None  # the rematch, once it is on

    @property
    def id(self) -> str:
        return self.started.match

    @property
    def fixture(self) -> Fixture | None:
        return self.started.fixture

    @property
    def names(self) -> tuple[str, str]:
        first, second = self.players
        return first.name, second.name

    def side_of(self, player: str) -> Side:
        """Where a player sits. Raises Refusal if nowhere."""
        if player not in self.names:
            raise Refusal(Fault.NOT_SEATED, "you do not play in this match")
        return self.names.index(player)

    def close(self, closed: ClosedMatch) -> None:
        self.players, self.ended, self.ply = closed.players, closed.ended, closed.ply

    def end(self, winner: Side | None, ending: Ending, reason: str) -> None:
        self.host.end(self.id, winner, ending, reason)

    def suspend(self) -> None:
        self.host.suspend(self.id)

    def resume(self) -> None:
        self.host.resume(self.id)

"""The seam between one node and many: who owns a match, and where a player is connected.

Everything that crosses it is a message, so that a bus over a network can take the place of this one
without any other file knowing.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from protocol.codec import Codec
from protocol.replies import Replies
from protocol.requests import (
    Abort,
    Adjudicate,
    Claim,
    EndMatch,
    Move,
    Offer,
    Resign,
    Respond,
    Say,
    Swap,
    Unwatch,
    Watch,
)

MatchRequest = (
    Move | Resign | Offer | Respond | Abort | Claim | Swap
    | Say | Watch | Unwatch | EndMatch | Adjudicate
)  # fmt: skip
Answer = Callable[[Replies], None]


class Outgoing(Protocol):
    """A message on its way to players, encoded once in each format."""

    @property
    def speaker(self) -> str:
        """Who has said something, if it tells of that; else empty."""

    @property
    def packed(self) -> bytes:
        """The message in MessagePack."""

    def encoded(self, codec: Codec) -> bytes:
        """The WebSocket frame for connections that speak this."""


class Subscriber(Protocol):
    """Somebody who can be told things: a connected player."""

    name: str
    serial: int  # given on entering; of two connections of a player the newer has the higher

    def deliver(self, frame: Outgoing) -> None:
        """Tell a player what concerns them."""

    def replay(self, frames: Iterable[Outgoing]) -> None:
        """Tell a player all that they asked for at one stroke."""

    def show(self, topic: str, frame: Outgoing) -> None:
        """Tell a spectator, who may miss some of it when slow."""

    def replace(self, reason: str) -> None:
        """Make way for a newer connection of the same player."""


class Owner(Protocol):
    """Where a match is kept."""

    def act(
        self, player: str, request: MatchRequest, round_trip: float, answer: Answer
    ) -> None: ...


class Bus(Protocol):
    def own(self, match: str, owner: Owner) -> None: ...
    def disown(self, match: str) -> None: ...
    def owner(self, match: str) -> Owner | None:
        """Where a match is kept, if that is here."""

    def ask(self, player: str, request: MatchRequest, round_trip: float, answer: Answer) -> bool:
        """Hand a request to the owner of its match; False if nobody owns it."""

    def attach(self, subscriber: Subscriber) -> None: ...
    def detach(self, subscriber: Subscriber) -> bool:
        """Whether the subscriber was still the player's newest."""

    def has(self, subscriber: Subscriber) -> bool:
        """Whether the subscriber is attached, and the player's newest."""

    def is_here(self, player: str) -> bool: ...
    def tell(self, player: str, frame: Outgoing) -> None: ...
    def tell_everyone(self, frame: Outgoing) -> None:
        """Tell all who are connected, wherever they are."""

    def replay(self, player: str, frames: Iterable[Outgoing]) -> None:
        """Tell a player all that they asked for at one stroke, however much it is."""

    def subscribe(self, topic: str, player: str) -> None:
        """Raises Refusal if the player follows as many topics as one may."""

    def unsubscribe(self, topic: str, player: str) -> None: ...
    def publish(self, topic: str, frame: Outgoing) -> None: ...
    def watchers(self, topic: str) -> int: ...
    def followers(self, topic: str) -> tuple[str, ...]: ...
    def watching(self, kind: str) -> int:
        """The audiences of all topics of a kind, such as `match:ID`, counted together."""

    def disband(self, topic: str) -> None:
        """Nobody follows a topic any more."""

    def move_audience(self, old: str, new: str) -> None:
        """Those who followed one topic follow another from now on."""

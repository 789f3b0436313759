"""The seam between one node and many: who owns a match, and where a player is connected.

Everything that crosses it is a message, so that a bus over a network can take the place of this one
without any other file knowing.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Protocol

from protocol.parts import Fault
from protocol.replies import Replies
from protocol.requests import (
    Abort,
    Adjudicate,
    Claim,
    EndMatch,
    Move,
    Offer,
    Rematch,
    Resign,
    Respond,
    Say,
    Swap,
    Unwatch,
    Watch,
)
from server.connections.frame import OutgoingFrame
from server.refusal import Refusal

MatchRequest = (
    Move | Resign | Offer | Respond | Abort | Claim | Swap
    | Rematch | Say | Watch | Unwatch | EndMatch | Adjudicate
)  # fmt: skip
Answer = Callable[[Replies], None]


SLICE = 50  # spectators who are told at a stretch, a fraction of a millisecond


class Listener(Protocol):
    """Somebody who can be told things: a connected player."""

    name: str

    def deliver(self, frame: OutgoingFrame) -> None:
        """Tell a player what concerns them."""

    def replay(self, frames: Iterable[OutgoingFrame]) -> None:
        """Tell a player all that they asked for at one stroke."""

    def show(self, topic: str, frame: OutgoingFrame) -> None:
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
    def is_owned(self, match: str) -> bool: ...
    def ask(self, player: str, request: MatchRequest, round_trip: float, answer: Answer) -> bool:
        """Hand a request to the owner of its match; False if nobody owns it."""

    def attach(self, listener: Listener) -> None: ...
    def detach(self, listener: Listener) -> bool:
        """Whether the listener was still the player's newest."""

    def is_here(self, player: str) -> bool: ...
    def tell(self, player: str, frame: OutgoingFrame) -> None: ...
    def replay(self, player: str, frames: Iterable[OutgoingFrame]) -> None:
        """Tell a player all that they asked for at one stroke, however much it is."""

    def subscribe(self, topic: str, player: str) -> None:
        """Raises Refusal if the player follows as many topics as one may."""

    def unsubscribe(self, topic: str, player: str) -> None: ...
    def publish(self, topic: str, frame: OutgoingFrame) -> None: ...
    def watchers(self, topic: str) -> int: ...
    def followers(self, topic: str) -> tuple[str, ...]: ...
    def watching(self, kind: str) -> int:
        """The audiences of all topics of a kind, such as `match:ID`, counted together."""

    def disband(self, topic: str) -> None:
        """Nobody follows a topic any more."""

    def move_audience(self, old: str, new: str) -> None:
        """Those who followed one topic follow another from now on."""


class LocalBus:
    """A bus for one node: dictionaries."""

    def __init__(self, watches: int = 100) -> None:
        """*watches* is how many topics one may follow at once."""
        self._watches = watches
        self._owners: dict[str, Owner] = {}
        self._listeners: dict[str, Listener] = {}
        self._topics: dict[str, set[str]] = {}
        self._followed: dict[str, set[str]] = {}  # by player, topics
        self._watching: Counter[str] = Counter()  # by kind of topic
        self._showing: deque[tuple[str, tuple[str, ...], OutgoingFrame]] = deque()
        self._shows = False  # whether the next slice is on its way

    def own(self, match: str, owner: Owner) -> None:
        self._owners[match] = owner

    def disown(self, match: str) -> None:
        self._owners.pop(match, None)

    def is_owned(self, match: str) -> bool:
        return match in self._owners

    def ask(self, player: str, request: MatchRequest, round_trip: float, answer: Answer) -> bool:
        owner = self._owners.get(request.match)
        if owner is None:
            return False
        owner.act(player, request, round_trip, answer)
        return True

    def attach(self, listener: Listener) -> None:
        older = self._listeners.get(listener.name)
        self._listeners[listener.name] = listener
        if older is not None:
            older.replace("another connection of yours has taken over")

    def detach(self, listener: Listener) -> bool:
        if self._listeners.get(listener.name) is not listener:
            return False
        del self._listeners[listener.name]
        for topic in tuple(self._followed.get(listener.name, ())):
            self.unsubscribe(topic, listener.name)
        return True

    def is_here(self, player: str) -> bool:
        return player in self._listeners

    def tell(self, player: str, frame: OutgoingFrame) -> None:
        if listener := self._listeners.get(player):
            listener.deliver(frame)

    def replay(self, player: str, frames: Iterable[OutgoingFrame]) -> None:
        if listener := self._listeners.get(player):
            listener.replay(frames)

    def subscribe(self, topic: str, player: str) -> None:
        followed = self._followed.get(player, set())
        if topic in followed:
            return
        if len(followed) >= self._watches:
            raise Refusal(Fault.BUSY, f"{self._watches} may be watched at once: unwatch one first")
        self._followed.setdefault(player, set()).add(topic)
        self._topics.setdefault(topic, set()).add(player)
        self._watching[_kind(topic)] += 1

    def unsubscribe(self, topic: str, player: str) -> None:
        self._watching[_kind(topic)] -= player in self._topics.get(topic, ())
        _drop(self._topics, topic, player)
        _drop(self._followed, player, topic)

    def publish(self, topic: str, frame: OutgoingFrame) -> None:
        names = tuple(self._topics.get(topic, ()))
        for at in range(0, len(names), SLICE):
            self._showing.append((topic, names[at : at + SLICE], frame))
        if names and not self._shows:
            self._show_next()

    def _show_next(self) -> None:
        """Show one slice, and let the players' own business go before the next."""
        topic, names, frame = self._showing.popleft()
        for name in names:
            if listener := self._listeners.get(name):
                listener.show(topic, frame)
        self._shows = bool(self._showing)
        if self._shows:
            asyncio.get_running_loop().call_soon(self._show_next)

    def watchers(self, topic: str) -> int:
        return len(self._topics.get(topic, ()))

    def followers(self, topic: str) -> tuple[str, ...]:
        return tuple(self._topics.get(topic, ()))

    def watching(self, kind: str) -> int:
        return self._watching[kind]

    def disband(self, topic: str) -> None:
        for name in tuple(self._topics.get(topic, ())):
            self.unsubscribe(topic, name)

    def move_audience(self, old: str, new: str) -> None:
        for name in tuple(self._topics.get(old, ())):
            self.unsubscribe(old, name)
            self.subscribe(new, name)


def _kind(topic: str) -> str:
    return topic.partition(":")[0]


def _drop(sets: dict[str, set[str]], key: str, value: str) -> None:
    """Take a value out of one of these sets, and the set away with its last."""
    if held := sets.get(key):
        held.discard(value)
        if not held:
            del sets[key]

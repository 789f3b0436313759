"""The bus of a single node: dictionaries."""

import asyncio
from collections import Counter, deque
from collections.abc import Iterable

from protocol.parts import Fault
from server.cluster.bus import Answer, MatchRequest, Outgoing, Owner, Subscriber
from server.keys import split
from server.refusal import Refusal

TAKEN_OVER = "another connection of yours has taken over"
SLICE = 50  # spectators who are told at a stretch, a fraction of a millisecond


class LocalBus:
    def __init__(self, watches: int = 100) -> None:
        """*watches* is how many topics one may follow at once."""
        self._watches = watches
        self._owners: dict[str, Owner] = {}
        self._subscribers: dict[str, Subscriber] = {}
        self._topics: dict[str, set[str]] = {}
        self._followed: dict[str, set[str]] = {}  # by player, topics
        self._watching: Counter[str] = Counter()  # by kind of topic
        self._showing: deque[tuple[str, tuple[str, ...], Outgoing]] = deque()
        self._shows = False  # whether the next slice is on its way

    def own(self, match: str, owner: Owner) -> None:
        self._owners[match] = owner

    def disown(self, match: str) -> None:
        self._owners.pop(match, None)

    def owner(self, match: str) -> Owner | None:
        return self._owners.get(match)

    def ask(self, player: str, request: MatchRequest, round_trip: float, answer: Answer) -> bool:
        owner = self._owners.get(request.match)
        if owner is None:
            return False
        owner.act(player, request, round_trip, answer)
        return True

    def attach(self, subscriber: Subscriber) -> None:
        other = self._subscribers.get(subscriber.name)
        if other is not None and other.serial > subscriber.serial:
            subscriber.replace(TAKEN_OVER)
            return
        self._subscribers[subscriber.name] = subscriber
        # One of the same serial is the same connection, which another node has told of anew.
        if other is not None and other.serial < subscriber.serial:
            other.replace(TAKEN_OVER)

    def detach(self, subscriber: Subscriber) -> bool:
        if self._subscribers.get(subscriber.name) is not subscriber:
            return False
        del self._subscribers[subscriber.name]
        for topic in tuple(self._followed.get(subscriber.name, ())):
            self.unsubscribe(topic, subscriber.name)
        return True

    def has(self, subscriber: Subscriber) -> bool:
        return self._subscribers.get(subscriber.name) is subscriber

    def is_here(self, player: str) -> bool:
        return player in self._subscribers

    def tell(self, player: str, frame: Outgoing) -> None:
        if subscriber := self._subscribers.get(player):
            subscriber.deliver(frame)

    def tell_everyone(self, frame: Outgoing) -> None:
        for subscriber in tuple(self._subscribers.values()):
            subscriber.deliver(frame)

    def replay(self, player: str, frames: Iterable[Outgoing]) -> None:
        if subscriber := self._subscribers.get(player):
            subscriber.replay(frames)

    def subscribe(self, topic: str, player: str) -> None:
        if topic in self._followed.get(player, ()):
            return
        self.check_watches(topic, player)
        self._followed.setdefault(player, set()).add(topic)
        self._topics.setdefault(topic, set()).add(player)
        self._watching[split(topic)[0]] += 1

    def check_watches(self, topic: str, player: str) -> None:
        """Raise Refusal if the player follows as many other topics as one may."""
        followed = self._followed.get(player, ())
        if topic not in followed and len(followed) >= self._watches:
            raise Refusal(Fault.BUSY, f"{self._watches} may be watched at once: unwatch one first")

    def unsubscribe(self, topic: str, player: str) -> None:
        self._watching[split(topic)[0]] -= player in self._topics.get(topic, ())
        _drop(self._topics, topic, player)
        _drop(self._followed, player, topic)

    def publish(self, topic: str, frame: Outgoing) -> None:
        if topic not in self._topics:
            return
        names = tuple(self._topics[topic])
        for at in range(0, len(names), SLICE):
            self._showing.append((topic, names[at : at + SLICE], frame))
        if not self._shows:
            self._show_next()

    def _show_next(self) -> None:
        """Show one slice, and let the players' own business go before the next."""
        topic, names, frame = self._showing.popleft()
        for name in names:
            if subscriber := self._subscribers.get(name):
                subscriber.show(topic, frame)
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


def _drop(sets: dict[str, set[str]], key: str, value: str) -> None:
    """Take a value out of one of these sets, and the set away with its last."""
    if held := sets.get(key):
        held.discard(value)
        if not held:
            del sets[key]

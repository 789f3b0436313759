"""The bus of a node among others: players and spectators elsewhere are told through their nodes."""

from collections.abc import Callable, Iterable

from protocol.closes import Close
from protocol.parts import Player
from server.cluster.bus import Outgoing, Subscriber
from server.cluster.crossing import (
    CloseConnection,
    Crossing,
    Deliver,
    Everyone,
    Follow,
    Replay,
    ShowTopic,
    Unfollow,
)
from server.cluster.local import LocalBus
from server.refusal import Refusal

REPLAY_BYTES = 200_000  # of frames in one letter

Post = Callable[[str, Crossing], None]
Frame = Callable[[bytes], Outgoing]  # makes a frame of a message in MessagePack


class RemotePlayer:
    """A player who is connected to another node, by one of its connections."""

    def __init__(self, post: Post, node: str, ticket: int, player: Player, serial: int) -> None:
        self.player, self.name = player, player.name
        self.node, self.ticket, self.serial = node, ticket, serial
        self._post = post

    def deliver(self, frame: Outgoing) -> None:
        self._post(self.node, Deliver(self.name, frame.packed))

    def replay(self, frames: Iterable[Outgoing]) -> None:
        part: list[bytes] = []
        size = 0
        for frame in frames:
            part.append(frame.packed)
            size += len(frame.packed)
            if size >= REPLAY_BYTES:
                self._post(self.node, Replay(self.name, part))
                part, size = [], 0
        self._post(self.node, Replay(self.name, part))

    def show(self, topic: str, frame: Outgoing) -> None:
        """Their node is shown it once for all of its spectators."""

    def replace(self, reason: str) -> None:
        self.close(Close.REPLACED, reason)

    def close(self, code: int, reason: str) -> None:
        self._post(self.node, CloseConnection(self.ticket, code, reason))


class ManyBus(LocalBus):
    def __init__(self, watches: int, post: Post, frame: Frame) -> None:
        super().__init__(watches)
        self.post, self._frame = post, frame
        self.others: Callable[[], Iterable[str]] = tuple  # the other nodes
        self.on_move: Callable[[str, str], None] = lambda player, node: None  # away from a node

    def attach(self, subscriber: Subscriber) -> None:
        before = self._subscribers.get(subscriber.name)
        if isinstance(before, RemotePlayer) and before.node != getattr(subscriber, "node", None):
            self.on_move(before.name, before.node)
        super().attach(subscriber)

    def tell_everyone(self, frame: Outgoing) -> None:
        self._tell_all_here(frame)
        for node in self.others():
            self.post(node, Everyone(frame.packed))

    def _tell_all_here(self, frame: Outgoing) -> None:
        for subscriber in tuple(self._subscribers.values()):
            if not isinstance(subscriber, RemotePlayer):
                subscriber.deliver(frame)

    def publish(self, topic: str, frame: Outgoing) -> None:
        for node in {each.node for each in self._away(self._topics.get(topic, ()))}:
            self.post(node, ShowTopic(topic, frame.packed))
        super().publish(topic, frame)

    def _away(self, names: Iterable[str]) -> list[RemotePlayer]:
        found = map(self._subscribers.get, names)
        return [each for each in found if isinstance(each, RemotePlayer)]

    def subscribe(self, topic: str, player: str) -> None:
        super().subscribe(topic, player)
        for away in self._away([player]):
            self.post(away.node, Follow(topic, player))

    def unsubscribe(self, topic: str, player: str) -> None:
        follows = player in self._topics.get(topic, ())
        super().unsubscribe(topic, player)
        for away in self._away([player] if follows else ()):
            self.post(away.node, Unfollow(topic, player))

    # Who is where

    def here(self, player: str) -> Subscriber | None:
        """The player's connection, if it is to this node."""
        subscriber = self._subscribers.get(player)
        return None if isinstance(subscriber, RemotePlayer) else subscriber

    def elsewhere(self, player: str) -> list[RemotePlayer]:
        """The player's connection, if it is to another node."""
        return self._away([player])

    def at(self, node: str) -> list[RemotePlayer]:
        """The players who are connected to another node."""
        return [each for each in self._away(self._subscribers) if each.node == node]

    def away(self) -> list[RemotePlayer]:
        return self._away(self._subscribers)

    def followed(self) -> list[tuple[str, str]]:
        """All topics that players at this node follow, with who does."""
        return [
            (topic, name)
            for topic, names in self._topics.items()
            for name in names
            if self.here(name)
        ]

    # What other nodes tell

    def take(self, sender: str, crossing: Crossing) -> None:
        match crossing:
            case Deliver(player=name, frame=data):
                if subscriber := self.here(name):
                    subscriber.deliver(self._frame(data))
            case Replay(player=name, frames=frames):
                if subscriber := self.here(name):
                    subscriber.replay(map(self._frame, frames))
            case ShowTopic(topic=topic, frame=data):
                super().publish(topic, self._frame(data))
            case Everyone(frame=data):
                self._tell_all_here(self._frame(data))
            case Follow(topic=topic, player=name):
                self._follow(sender, topic, name)
            case Unfollow(topic=topic, player=name):
                super().unsubscribe(topic, name)

    def _follow(self, sender: str, topic: str, name: str) -> None:
        try:
            if self.here(name):
                super().subscribe(topic, name)
                return
        except Refusal:  # who watches as much as one may, counted over all nodes
            pass
        self.post(sender, Unfollow(topic, name))

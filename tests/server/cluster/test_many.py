"""Players at other nodes are told through their nodes, and spectators once for each node."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import pytest

from protocol.closes import Close
from protocol.parts import Player
from protocol.replies import Done
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
from server.cluster.many import REPLAY_BYTES, ManyBus, RemotePlayer
from server.connections.frame import OutgoingFrame, PackedFrame
from tests.server.cluster.virtual_time import idle

WATCHES = 3
NEWS = OutgoingFrame(Done(1))


class Ear:
    """A player's connection, and what it hears."""

    def __init__(self, name: str, serial: int = 1) -> None:
        self.name, self.serial = name, serial
        self.told: list[bytes] = []
        self.shown: list[tuple[str, bytes]] = []
        self.replaced = False

    def deliver(self, frame: Outgoing) -> None:
        self.told.append(frame.packed)

    def replay(self, frames: Iterable[Outgoing]) -> None:
        self.told += [frame.packed for frame in frames]

    def show(self, topic: str, frame: Outgoing) -> None:
        self.shown.append((topic, frame.packed))

    def replace(self, reason: str) -> None:
        self.replaced = True


class Node:
    """One of several buses whose letters arrive at once."""

    def __init__(self, name: str, nodes: "dict[str, Node]") -> None:
        self.name, self.nodes = name, nodes
        self.sent: list[tuple[str, Crossing]] = []
        self.bus = ManyBus(WATCHES, self.post, PackedFrame)
        self.bus.others = lambda: [each for each in nodes if each != name]
        nodes[name] = self

    def post(self, node: str, crossing: Crossing) -> None:
        self.sent.append((node, crossing))
        self.nodes[node].bus.take(self.name, crossing)

    def kinds(self) -> list[tuple[str, type[Any]]]:
        return [(node, type(crossing)) for node, crossing in self.sent]

    def here(self, name: str, serial: int = 1) -> Ear:
        """Somebody is connected here, and known to be at the other nodes."""
        ear = Ear(name, serial)
        self.bus.attach(ear)
        for node in self.nodes.values():
            if node is not self:
                node.bus.attach(RemotePlayer(node.post, self.name, 7, Player(name), serial))
        return ear


@pytest.fixture
def nodes() -> list[Node]:
    found: dict[str, Node] = {}
    return [Node(name, found) for name in "abc"]


class TestTelling:
    def test_a_player_is_told_once_wherever_they_are(self, nodes: list[Node]) -> None:
        """By one letter to their node, or by none."""
        a, b, _ = nodes
        ann, bob = a.here("ann"), b.here("bob")
        for name in ("ann", "bob", "nobody"):
            a.bus.tell(name, NEWS)
        assert ann.told == bob.told == [NEWS.packed]
        assert a.kinds() == [("b", Deliver)]

    def test_all_that_was_asked_for_comes_in_order_in_letters_of_bounded_size(
        self, nodes: list[Node]
    ) -> None:
        """However much it is."""
        a, b, _ = nodes
        bob = b.here("bob")
        frames = [PackedFrame(bytes([each]) * (REPLAY_BYTES // 3)) for each in range(8)]
        a.bus.replay("bob", frames)
        assert bob.told == [frame.packed for frame in frames]
        letters = [each for _, each in a.sent if isinstance(each, Replay)]
        assert len(letters) == len(a.sent) > 1
        assert all(sum(map(len, each.frames)) < 1.5 * REPLAY_BYTES for each in letters)

    def test_everyone_is_told_once(self, nodes: list[Node]) -> None:
        """One letter for each node, however many are there."""
        a, b, c = nodes
        ears = [node.here(f"{name}{node.name}") for node in nodes for name in ("ann", "bob")]
        b.bus.tell_everyone(NEWS)
        assert [ear.told for ear in ears] == 6 * [[NEWS.packed]]
        assert b.kinds() == [("a", Everyone), ("c", Everyone)]
        assert a.sent == c.sent == []

    def test_who_has_left_meanwhile_is_not_told(self, nodes: list[Node]) -> None:
        """A letter to where somebody was is no fault."""
        a, b, _ = nodes
        bob = b.here("bob")
        b.bus.detach(bob)
        a.bus.tell("bob", NEWS)
        a.bus.replay("bob", [NEWS])
        assert bob.told == []


class TestSpectators:
    async def test_each_is_shown_it_once_by_one_letter_a_node(self, nodes: list[Node]) -> None:
        """However many watch there."""
        a, b, c = nodes
        ears = [b.here(f"b{each}") for each in range(4)] + [c.here("c"), a.here("a")]
        idler = c.here("idler")
        for ear in ears:
            a.bus.subscribe("match:1", ear.name)
        a.sent.clear()
        a.bus.publish("match:1", NEWS)
        await idle()
        assert [ear.shown for ear in ears] == 6 * [[("match:1", NEWS.packed)]]
        assert sorted(a.kinds()) == [("b", ShowTopic), ("c", ShowTopic)]
        assert (idler.shown, b.sent, c.sent) == ([], [], [])

    async def test_who_watches_no_more_is_shown_no_more(self, nodes: list[Node]) -> None:
        """And their node is not written to for nobody."""
        a, b, _ = nodes
        bob = b.here("bob")
        a.bus.subscribe("match:1", "bob")
        a.bus.unsubscribe("match:1", "bob")
        a.bus.unsubscribe("match:1", "bob")
        a.bus.publish("match:1", NEWS)
        await idle()
        assert bob.shown == []
        assert a.kinds() == [("b", Follow), ("b", Unfollow)]
        assert not b.bus.watchers("match:1")

    def test_what_players_here_follow_is_known_here(self, nodes: list[Node]) -> None:
        """So that whoever takes over can be told."""
        a, b, _ = nodes
        b.here("bob")
        a.here("ann")
        for name in ("ann", "bob"):
            a.bus.subscribe("tournament:x", name)
        assert b.bus.followed() == [("tournament:x", "bob")]
        assert a.bus.followed() == [("tournament:x", "ann")]
        assert a.bus.watchers("tournament:x") == 2

    def test_one_may_watch_so_much_counted_over_all_nodes(self, nodes: list[Node]) -> None:
        """Where no node alone knows of all, the player's own counts, and the others hear of it."""
        a, b, c = nodes
        b.here("bob")
        for at, node in enumerate((a, c, a, c)):
            node.bus.subscribe(f"match:{at}", "bob")
        followed = [f"match:{at}" for at in range(4) if b.bus.watchers(f"match:{at}")]
        assert followed == ["match:0", "match:1", "match:2"]
        assert c.bus.watchers("match:1")
        assert not c.bus.watchers("match:3")

    def test_who_leaves_follows_nothing_any_more(self, nodes: list[Node]) -> None:
        """At no node."""
        a, b, _ = nodes
        bob = b.here("bob")
        a.bus.subscribe("match:1", "bob")
        b.bus.detach(bob)
        for away in a.bus.elsewhere("bob"):
            a.bus.detach(away)
        assert (a.bus.watchers("match:1"), b.bus.watchers("match:1")) == (0, 0)


class TestTheNewestConnection:
    @pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
    def test_wins_in_whatever_order_they_are_told_of(
        self, nodes: list[Node], order: tuple[int, ...]
    ) -> None:
        """The others are closed, each once."""
        a = nodes[0]
        remote = {each: RemotePlayer(a.post, "b", each, Player("ann"), each) for each in (1, 3)}
        here = Ear("ann", 2)
        found: dict[int, Subscriber] = {**remote, 2: here}
        for serial in order:
            a.bus.attach(found[serial])
        assert a.bus.has(remote[3])
        assert here.replaced
        closed = [each for _, each in a.sent if isinstance(each, CloseConnection)]
        assert [(each.ticket, each.code) for each in closed] == [(1, Close.REPLACED)]

    def test_that_comes_from_another_node_is_told_of(self, nodes: list[Node]) -> None:
        """Whoever may have waited for the node that they left."""
        a = nodes[0]
        moves: list[tuple[str, str]] = []
        a.bus.on_move = lambda player, node: moves.append((player, node))
        for serial, node in enumerate("bbc", 1):
            a.bus.attach(RemotePlayer(a.post, node, serial, Player("ann"), serial))
        a.bus.attach(Ear("ann", 4))
        assert moves == [("ann", "b"), ("ann", "c")]

    def test_is_looked_up_by_where_it_is(self, nodes: list[Node]) -> None:
        """Here, elsewhere, or at one node."""
        a, b, c = nodes
        ann = a.here("ann")
        b.here("bob")
        c.here("cat")
        assert a.bus.here("ann") is ann
        assert a.bus.here("bob") is None
        assert [each.node for each in a.bus.elsewhere("bob")] == ["b"]
        assert a.bus.elsewhere("ann") == a.bus.elsewhere("nobody") == []
        assert [each.name for each in a.bus.at("c")] == ["cat"]
        assert [each.name for each in a.bus.away()] == ["bob", "cat"]

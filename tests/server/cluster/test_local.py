"""The bus of one node: who follows what, counted as it changes."""

from collections import Counter
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from server.cluster.bus import Outgoing
from server.cluster.local import LocalBus

NAMES = ("ann", "bob", "cat")
TOPICS = ("match:1", "match:2", "tournament:1", "seeks")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("follow", "stop", "leave", "move", "disband")),
        st.sampled_from(NAMES),
        st.sampled_from(TOPICS),
        st.sampled_from(TOPICS),
    ),
    max_size=60,
)


class Ear:
    def __init__(self, name: str, serial: int = 1) -> None:
        self.name, self.serial = name, serial
        self.replaced = False

    def deliver(self, frame: Outgoing) -> None: ...
    def replay(self, frames: Iterable[Outgoing]) -> None: ...
    def show(self, topic: str, frame: Outgoing) -> None: ...
    def replace(self, reason: str) -> None:
        self.replaced = True


@given(STEPS)
def test_audiences_are_counted_right_whatever_happens(
    steps: list[tuple[str, str, str, str]],
) -> None:
    """As if everyone were counted anew each time, and nothing is kept of who has left."""
    bus, follows = LocalBus(), set[tuple[str, str]]()
    ears = {name: Ear(name) for name in NAMES}
    for step, name, topic, other in steps:
        bus.attach(ears[name])
        match step:
            case "follow":
                bus.subscribe(topic, name)
                follows.add((topic, name))
            case "stop":
                bus.unsubscribe(topic, name)
                follows.discard((topic, name))
            case "leave":
                bus.detach(ears[name])
                follows = {each for each in follows if each[1] != name}
            case "move":
                bus.move_audience(topic, other)
                follows = {(other if of == topic else of, who) for of, who in follows}
            case "disband":
                bus.disband(topic)
                follows = {each for each in follows if each[0] != topic}
        kinds = Counter(of.partition(":")[0] for of, _ in follows)
        assert {each: bus.watchers(each) for each in TOPICS} == {
            each: sum(of == each for of, _ in follows) for each in TOPICS
        }
        assert all(bus.watching(kind) == kinds[kind] for kind in ("match", "tournament", "seeks"))
    for ear in ears.values():
        bus.detach(ear)
    assert not bus._topics
    assert not bus._followed


def test_the_newest_connection_of_a_player_wins_in_whatever_order_they_are_told() -> None:
    """The same one, told of once more, takes over from nobody."""
    bus = LocalBus()
    older, newer, again = Ear("ann", 1), Ear("ann", 2), Ear("ann", 2)
    for ear in (newer, older, again):
        bus.attach(ear)
    assert bus.has(again)
    assert (older.replaced, newer.replaced, again.replaced) == (True, False, False)

"""Whatever a network does to what nodes send, an ask is carried out at most once and has an end."""

import asyncio
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from server.cluster.exchange import AGAIN, Unreachable
from tests.server.cluster.exchanges import Network, Parcel, three
from tests.server.cluster.virtual_time import in_virtual_time

FATES = 20
IMPATIENT, PATIENT = 2.5 * AGAIN, 2 * FATES * AGAIN

# After how many seconds a batch arrives, once for each time that it does: perhaps never.
fate = st.lists(st.floats(0.0, 3 * AGAIN), max_size=3)
asks = st.tuples(
    st.sampled_from(["ab", "ba", "ac", "cb"]),  # by whom, and whom
    st.floats(0.0, 2 * AGAIN),  # when
    st.sampled_from([IMPATIENT, PATIENT]),
)


class Fateful(Network):
    """Loses, doubles and delays batches until it has had its way with all that it may."""

    def __init__(self, fates: list[list[float]]) -> None:
        super().__init__()
        self._fates = iter(fates)

    def carry(self, parcel: Parcel) -> None:
        for delay in next(self._fates, [0.0]):
            asyncio.get_running_loop().call_later(delay, self.deliver, parcel)


@given(st.lists(fate, max_size=FATES), st.lists(asks, min_size=1, max_size=8))
@in_virtual_time
async def test_an_ask_is_carried_out_once_and_answered_or_its_node_is_unreachable(
    fates: list[list[float]], asks: list[tuple[str, float, float]]
) -> None:
    """And whoever is patient has an answer."""
    network, *_ = three(Fateful(fates))

    async def ask(number: int, pair: str, when: float, patience: float) -> None:
        await asyncio.sleep(when)
        text = f"{number} from {pair[0]}"
        try:
            assert await network.nodes[pair[0]].ask(pair[1], text, patience) == text
            assert text in network.nodes[pair[1]].asks
        except Unreachable:
            assert patience == IMPATIENT

    await asyncio.gather(*(ask(number, *each) for number, each in enumerate(asks)))
    await asyncio.sleep(PATIENT)
    done = Counter(text for node in network.nodes.values() for text in node.asks)
    assert set(done.values()) <= {1}

"""Who may come in, with time as an argument."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.connections.admission import ATTEMPTS, SPARE, Admission, CountedConnection, TurnedAway

HERE, THERE = "10.0.0.1", "10.0.0.2"


def admission(connections: int = 1000, per_address: int = 100, opens: int = 1000) -> Admission:
    return Admission(connections, per_address, opens)


def come(peers: Admission, address: str = HERE, now: float = 0.0) -> CountedConnection:
    counted = peers.accept(address, now)
    assert counted is not None
    return counted


def newcomer(peers: Admission, address: str = HERE, now: float = 0.0) -> CountedConnection:
    """Somebody unknown who has come in."""
    counted = come(peers, address, now)
    counted.pay(now)
    counted.welcome()
    return counted


class TestNewcomers:
    def test_are_counted_per_address(self) -> None:
        """One address does not use up another's."""
        peers = admission(per_address=2)
        newcomer(peers)
        newcomer(peers)
        with pytest.raises(TurnedAway, match="one address may have 2 connections at most"):
            newcomer(peers)
        newcomer(peers, THERE)

    def test_who_leaves_makes_room(self) -> None:
        """As does who was turned away, once that connection is gone."""
        peers = admission(per_address=1)
        first, second = newcomer(peers), come(peers)
        with pytest.raises(TurnedAway):
            second.pay(0.0)
        second.leave()
        first.leave()
        newcomer(peers)

    def test_coming_and_going_is_limited_too(self) -> None:
        """With the seconds to wait; then it works."""
        peers = admission(opens=5)
        for _ in range(5):
            newcomer(peers).leave()
        counted = come(peers)
        with pytest.raises(TurnedAway, match="too many new connections") as caught:
            counted.pay(0.0)
        assert caught.value.wait == pytest.approx(2.0, abs=1e-3)
        counted.pay(2.0)

    def test_a_connection_pays_once(self) -> None:
        """However often it says hello."""
        peers = admission(opens=1)
        counted = come(peers)
        for _ in range(10):
            counted.pay(0.0)

    def test_are_bounded_in_all(self) -> None:
        """However many addresses they have."""
        peers = admission(connections=3)
        for number in range(3):
            newcomer(peers, f"10.0.0.{number}")
        with pytest.raises(TurnedAway, match="the server is full"):
            newcomer(peers, "10.0.0.9")


class TestTheKnown:
    def test_do_not_wait_for_newcomers(self) -> None:
        """What an address may open does not matter to those who are known."""
        peers = admission(opens=1)
        newcomer(peers)
        come(peers).come_back(awaited=False)
        with pytest.raises(TurnedAway):
            newcomer(peers)

    def test_need_room_unless_a_seat_waits_for_them(self) -> None:
        """Those for whom one waits were there before whoever has filled the house."""
        peers = admission(connections=1, per_address=1)
        newcomer(peers)
        with pytest.raises(TurnedAway):
            come(peers).come_back(awaited=False)
        come(peers).come_back(awaited=True)

    def test_a_thousand_from_one_address_come_back_at_once(self) -> None:
        """On the default limits, and whatever newcomers from there have used up."""
        peers = Admission(20_000, 256, 60, 200.0)
        for _ in range(60):
            newcomer(peers)
        for _ in range(1000):
            counted = come(peers)
            counted.come_back(awaited=True)
            counted.welcome()
        with pytest.raises(TurnedAway):
            newcomer(peers)


class TestStrangers:
    """Those who have not said hello: nobody can know yet what they are."""

    def test_count_against_their_address(self) -> None:
        """From the moment at which they are accepted."""
        peers = admission(per_address=20)
        for _ in range(20):
            come(peers)
        assert peers.accept(HERE, 0.0) is None
        newcomer(peers, THERE)
        assert peers.turned_away_at == 0.0

    def test_keep_newcomers_out_as_any_connection_does(self) -> None:
        """An address may have so many connections, whatever they say."""
        peers = admission(per_address=20)
        for _ in range(19):
            come(peers)
        newcomer(peers)
        with pytest.raises(TurnedAway, match="one address may have 20 connections"):
            newcomer(peers)

    def test_may_try_only_so_often(self) -> None:
        """Though each leaves at once."""
        peers = admission(per_address=20)
        for _ in range(20 * ATTEMPTS):
            come(peers).leave()
        assert peers.accept(HERE, 0.0) is None
        assert peers.accept(HERE, 1.0) is not None

    def test_are_bounded_in_all(self) -> None:
        """With a little room above the most, to be told so."""
        peers = admission(connections=10)
        for number in range(10 + SPARE):
            come(peers, f"10.0.{number // 200}.{number % 200}")
        assert peers.accept(HERE, 0.0) is None

    def test_behind_a_proxy_count_once_they_are_told_apart(self) -> None:
        """Until then in all only."""
        peers = admission(connections=2, per_address=1)
        one, two = peers.accept(None, 0.0), peers.accept(None, 0.0)
        assert one is not None
        assert two is not None
        one.come_from(HERE, 0.0)
        two.come_from(HERE, 0.0)
        with pytest.raises(TurnedAway, match="one address may have 1 connection at most"):
            two.pay(0.0)
        assert peers.total == 2


class TestTheCount:
    @given(
        st.lists(st.tuples(st.sampled_from((HERE, THERE, None)), st.integers(0, 3)), max_size=40)
    )
    def test_is_right_whatever_becomes_of_whom(self, comers: list[tuple[str | None, int]]) -> None:
        """When all have left, however often they are said to have, nothing is left of them."""
        peers = admission(connections=30, per_address=5, opens=4)
        connections = [(peers.accept(address, 0.0), fate) for address, fate in comers]
        for counted, fate in connections:
            if counted is None:
                continue
            try:
                counted.come_from(HERE, 0.0)
                if fate > 0:
                    counted.come_back(awaited=fate == 2)
                if fate > 2:
                    counted.pay(0.0)
                if fate > 1:
                    counted.welcome()
            except TurnedAway:
                pass
            counted.leave()
            counted.leave()
        assert peers.total == 0
        for place in (HERE, THERE):
            known = peers.find(place, 100.0)
            assert (known.connections, known.strangers) == (0, 0)

    def test_addresses_that_left_long_ago_are_forgotten(self) -> None:
        """A million strangers leave no trace, and those who stay are kept."""
        peers = admission(per_address=1, opens=10)
        newcomer(peers, "resident")
        for number in range(20_000):
            newcomer(peers, f"stranger {number}", number * 1.0).leave()
        assert len(peers) <= 1024
        with pytest.raises(TurnedAway):
            newcomer(peers, "resident", 20_000.0)

    def test_nobody_is_forgotten_too_early(self) -> None:
        """An address cannot wash its rate away in a crowd of others."""
        peers = admission(opens=1)
        newcomer(peers, "eager").leave()
        for number in range(5000):
            newcomer(peers, f"stranger {number}").leave()
        with pytest.raises(TurnedAway):
            newcomer(peers, "eager", 1.0)

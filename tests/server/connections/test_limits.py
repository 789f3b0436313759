"""Rates, with time as an argument, and whom an address stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.connections.limits import Bucket, network

RATES = st.floats(0.1, 1000)
BURSTS = st.integers(1, 100)
STEPS = st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 3)), max_size=60)


class TestBucket:
    def test_a_burst_is_granted_and_then_the_rate(self) -> None:
        """After the burst, one for each tick of the rate."""
        bucket = Bucket(2.0, 3)
        assert [bucket.take(100.0) for _ in range(3)] == [0.0, 0.0, 0.0]
        assert bucket.take(100.0) == pytest.approx(0.5, abs=1e-5)
        assert bucket.take(100.5) == 0.0
        assert bucket.take(100.5) == pytest.approx(0.5, abs=1e-5)

    def test_a_refusal_takes_nothing(self) -> None:
        """Asking again and again does not make the wait longer."""
        bucket = Bucket(1.0, 1)
        bucket.take(0.0)
        assert len({bucket.take(0.0) for _ in range(10)}) == 1

    @given(RATES, BURSTS, STEPS)
    def test_never_more_than_rate_and_burst_is_granted(
        self, rate: float, burst: int, steps: list[tuple[float, float]]
    ) -> None:
        """In any stretch of time, whatever is asked and when."""
        bucket, now, grants = Bucket(rate, burst), 0.0, []
        for pause, amount in steps:
            now += pause
            if bucket.take(now, amount) == 0.0:
                grants.append((now, amount))
        for first, (start, _) in enumerate(grants):
            total = 0.0
            for end, amount in grants[first:]:
                total += amount
                assert total <= rate * (end - start + 1e-5) + burst + 1e-6

    @given(RATES, BURSTS, STEPS, st.floats(0, 1e7))
    def test_who_waits_as_told_is_granted(
        self, rate: float, burst: int, steps: list[tuple[float, float]], now: float
    ) -> None:
        """The seconds to wait are enough, wherever the clock stands."""
        bucket = Bucket(rate, burst)
        for pause, amount in steps:
            now += pause
            amount = min(amount, burst)
            wait = bucket.take(now, amount)
            if wait:
                now += wait
                assert bucket.take(now, amount) == 0.0

    def test_a_clock_that_goes_back_gives_nothing_away(self) -> None:
        """Only time that has passed counts."""
        bucket = Bucket(1.0, 2)
        bucket.take(10.0)
        bucket.take(10.0)
        assert bucket.take(5.0) > 5.0


class TestNetwork:
    @pytest.mark.parametrize(
        ("address", "place"),
        [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
            ("not: an address", "not: an address"),
        ],
    )
    def test_a_customer_is_one_address(self, address: str, place: str) -> None:
        """Who has a /64 of IPv6 addresses is still one peer."""
        assert network(address) == place

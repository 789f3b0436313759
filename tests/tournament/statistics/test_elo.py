"""Elo, normalised Elo and superiority, against the figures of fastchess and common sense."""

from math import isfinite, log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.statistics.elo import FEWEST, Estimate, elo_of, estimate, normal, score_of

GAMES = st.tuples(*[st.integers(0, 10_000)] * 3)
PAIRS = st.tuples(*[st.integers(0, 10_000)] * 5)


def estimated(*counts: int) -> Estimate:
    found = estimate(counts)
    assert found is not None
    return found


class TestFastchess:
    """Its own fixtures, from its tests of elo."""

    def test_a_match_of_games(self) -> None:
        """136 won, 96 lost and 111 drawn."""
        found = estimated(96, 111, 136)
        assert found.elo.value == pytest.approx(40.70, abs=0.005)
        assert found.elo.error == pytest.approx(30.43, abs=0.005)
        assert found.normalised.value == pytest.approx(49.77, abs=0.005)
        assert found.normalised.error == pytest.approx(36.77, abs=0.005)
        assert found.superiority == pytest.approx(0.9960, abs=0.00005)

    @pytest.mark.parametrize(
        ("counts", "normalised", "error"),
        [
            ((89, 123, 76), -20.76, 40.13),
            ((356, 0, 34), -508.44, 34.48),
            ((34, 54, 63, 64, 75), 57.94, 28.28),
            ((332, 433, 498, 333, 334), -9.17, 10.96),
            ((7895, 8757, 5685, 568, 9999), -19.01, 2.65),
        ],
    )
    def test_normalised_elo(self, counts: tuple[int, ...], normalised: float, error: float) -> None:
        """Of games, and of pairs."""
        found = estimated(*counts)
        assert found.normalised.value == pytest.approx(normalised, abs=0.006)
        assert found.normalised.error == pytest.approx(error, abs=0.006)

    @pytest.mark.parametrize(
        ("pairs", "elo", "error", "superiority"),
        [
            ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0000),
            ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
            ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.0000),
        ],
    )
    def test_elo_of_pairs(
        self, pairs: tuple[int, ...], elo: float, error: float, superiority: float
    ) -> None:
        """Worth 0, 1/2, 1, 3/2 and 2 points."""
        found = estimated(*pairs)
        assert found.elo.value == pytest.approx(elo, abs=0.006)
        assert found.elo.error == pytest.approx(error, abs=0.006)
        assert found.superiority == pytest.approx(superiority, abs=0.00005)


class TestEstimate:
    def test_without_results_there_is_none(self) -> None:
        """Of games or pairs."""
        assert estimate((0, 0, 0)) is None
        assert estimate((0, 0, 0, 0, 0)) is None

    @given(GAMES | PAIRS)
    def test_all_figures_are_finite(self, counts: tuple[int, ...]) -> None:
        """Perfect scores too; and the value lies between its bounds."""
        if (found := estimate(counts)) is None:
            return
        for interval in (found.elo, found.normalised):
            assert all(map(isfinite, (interval.value, interval.low, interval.high)))
            assert interval.low < interval.value < interval.high
        assert 0 <= found.superiority <= 1

    @given(GAMES | PAIRS)
    def test_the_other_side_sees_the_mirror_image(self, counts: tuple[int, ...]) -> None:
        """What one is ahead the other is behind."""
        mine, theirs = estimate(counts), estimate(counts[::-1])
        if mine is None or theirs is None:
            return
        assert mine.elo.value == pytest.approx(-theirs.elo.value, abs=1e-6)
        assert mine.elo.high == pytest.approx(-theirs.elo.low, abs=1e-6)
        assert mine.superiority == pytest.approx(1 - theirs.superiority)

    @pytest.mark.parametrize("games", [1, 2, 10, 1000, 100_000])
    def test_a_perfect_score_grows_with_the_games(self, games: int) -> None:
        """The more games it holds for, the stronger the winner must be."""
        fewer, more = estimated(0, 0, games), estimated(0, 0, 2 * games)
        assert 0 < fewer.elo.value < more.elo.value
        assert fewer.elo.low < more.elo.low
        assert fewer.superiority <= more.superiority

    def test_draws_alone_leave_both_equal_but_not_for_certain(self) -> None:
        """Ten draws say more than one."""
        few, many = estimated(0, 1, 0), estimated(0, 10, 0)
        assert few.elo.value == many.elo.value == 0
        assert few.elo.error > many.elo.error > 10
        assert few.superiority == many.superiority == 0.5

    def test_pairs_that_an_opening_decides_say_more_than_their_games(self) -> None:
        """If the first mover always wins, 20 games won and 20 lost are 20 pairs without luck."""
        assert estimated(1, 0, 19, 0, 1).elo.error < estimated(20, 0, 20).elo.error / 2


class TestSettling:
    def test_a_match_is_settled_when_the_bounds_are_on_one_side(self) -> None:
        """Then no more results are asked for."""
        found = estimated(96, 111, 136)
        assert found.settled
        assert found.more == 0
        assert found.elo.low > 0

    @pytest.mark.parametrize("counts", [(9, 10, 12), (40, 3, 30), (3, 4, 9, 5, 4)])
    def test_as_many_more_results_as_said_settle_it(self, counts: tuple[int, ...]) -> None:
        """At the same score; and a tenth less would not."""
        found = estimated(*counts)
        assert not found.settled
        assert found.more is not None
        times = (sum(counts) + found.more) / sum(counts)
        scaled = [round(1000 * times * count) for count in counts]
        error = estimated(*scaled).normalised.error * 1000**0.5
        assert abs(found.normalised.value) >= error * 0.999
        assert abs(found.normalised.value) < error * 1.1

    def test_a_level_match_is_not_settled_by_more_of_the_same(self) -> None:
        """There is no number to give."""
        assert estimated(5, 2, 5).more is None
        assert not estimated(5, 2, 5).settled

    def test_a_few_wins_settle_nothing(self) -> None:
        """However perfect."""
        assert not estimated(0, 0, FEWEST - 1).settled
        assert estimated(0, 0, FEWEST).settled


class TestScale:
    @given(st.floats(-1500, 1500))
    def test_elo_and_score_are_inverse(self, elo: float) -> None:
        """There and back."""
        assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)

    def test_four_hundred_elo_are_ten_to_one(self) -> None:
        """By definition."""
        assert score_of(400) == pytest.approx(10 / 11)
        assert elo_of(0.75) == pytest.approx(400 * log10(3))

    def test_the_normal_distribution(self) -> None:
        """At its middle and at the usual bounds."""
        assert normal(0) == 0.5
        assert normal(1.959964) == pytest.approx(0.975)

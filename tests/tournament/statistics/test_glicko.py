"""Ratings, against the paper and against common sense."""

from math import exp, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.statistics.glicko import Rating, rated, rated_all

RATINGS = st.builds(
    Rating,
    rating=st.floats(-500, 4500),
    deviation=st.floats(45, 350),
    volatility=st.floats(0.03, 0.1),
    games=st.integers(0, 1000),
)
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def volatility(mine: Rating, theirs: Rating, score: float) -> float:
    """The root of the paper's f for one game, by plain bisection."""
    mu, phi = (mine.rating - 1500) / 173.7178, mine.deviation / 173.7178
    g = 1 / sqrt(1 + 3 * (theirs.deviation / 173.7178) ** 2 / pi**2)
    expected = 1 / (1 + exp(-g * (mu - (theirs.rating - 1500) / 173.7178)))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)
    a = log(mine.volatility**2)
    low, high = a - 50, a + 50
    while high - low > 1e-12:
        x = (low + high) / 2
        rise = exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2)
        low, high = (x, high) if rise - (x - a) / 0.5**2 > 0 else (low, x)
    return exp(low / 2)


class TestRated:
    def test_the_example_of_the_paper(self) -> None:
        """A win and two losses in one period; the paper rounds on the way and prints 1464.06."""
        after = rated_all(
            Rating(1500, 200, 0.06),
            [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)],
        )
        assert after.rating == pytest.approx(1464.05, abs=0.01)
        assert after.deviation == pytest.approx(151.52, abs=0.01)
        assert after.volatility == pytest.approx(0.05999, abs=0.00001)
        assert after.games == 3

    @pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
    @pytest.mark.parametrize("behind", [-800, -200, 0, 200, 800])
    @pytest.mark.parametrize("deviation", [45, 120, 350])
    def test_the_volatility_is_the_root_that_the_paper_asks_for(
        self, deviation: float, behind: float, score: float
    ) -> None:
        """Found in another way, at a rating far from the middle."""
        mine, theirs = Rating(2500, deviation), Rating(2500 + behind, 60)
        expected = volatility(mine, theirs, score)
        assert rated(mine, theirs, score).volatility == pytest.approx(expected, abs=1e-7)

    @given(RATINGS, RATINGS, SCORES, st.floats(-1000, 1000))
    def test_only_the_difference_of_ratings_counts(
        self, mine: Rating, theirs: Rating, score: float, shift: float
    ) -> None:
        """The same result is worth the same at 1500 and at 2500."""
        here = rated(mine, theirs, score)
        there = rated(
            mine._replace(rating=mine.rating + shift),
            theirs._replace(rating=theirs.rating + shift),
            score,
        )
        assert there.rating - shift == pytest.approx(here.rating, abs=0.01)
        assert there.deviation == pytest.approx(here.deviation, abs=0.01)
        assert there.volatility == pytest.approx(here.volatility, abs=1e-6)

    @given(RATINGS, RATINGS, SCORES)
    def test_every_result_gives_a_sound_rating(
        self, mine: Rating, theirs: Rating, score: float
    ) -> None:
        """A win never costs, a loss never gains, and the deviation stays within its bounds."""
        after = rated(mine, theirs, score)
        assert 45 <= after.deviation <= 350
        assert 0 < after.volatility < 1
        assert after.games == mine.games + 1
        if score == 1:
            assert after.rating >= mine.rating
        if score == 0:
            assert after.rating <= mine.rating

    def test_both_sides_of_a_game_mirror_each_other(self) -> None:
        """Between equals, what one gains the other loses, and a draw changes nothing."""
        new = Rating()
        won, lost = rated(new, new, 1), rated(new, new, 0)
        assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
        assert rated(new, new, 0.5).rating == pytest.approx(1500)

    def test_a_rating_is_provisional_until_it_has_settled(self) -> None:
        """New players are, and some games later they are not."""
        mine, theirs, played = Rating(), Rating(1500, 60), 0
        assert mine.provisional
        while mine.provisional:
            mine = rated(mine, theirs, played % 2)
            played += 1
        assert 5 < played < 30
        assert mine.games == played

    def test_a_settled_rating_still_moves(self) -> None:
        """The deviation has a least value, so that hundreds of games do not freeze it."""
        mine = Rating()
        for played in range(500):
            mine = rated(mine, Rating(1500, 45), played % 2)
        assert mine.deviation >= 45
        assert rated(mine, Rating(1500, 45), 1).rating - mine.rating > 3

    def test_however_unequal_the_players_there_is_a_rating(self) -> None:
        """Where the expected score rounds to 1 or 0, too."""
        strong, weak = Rating(9000, 45), Rating(-9000, 45)
        assert rated(strong, weak, 1).rating == pytest.approx(9000)
        assert rated(weak, strong, 1).rating > -9000

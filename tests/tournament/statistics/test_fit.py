"""One fit over all games: that it finds the truth, knows how well it does, and stays finite."""

from collections.abc import Mapping
from itertools import permutations
from math import isfinite, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.results import Result, ScheduledGame
from tournament.statistics.elo import elo_of, estimate
from tournament.statistics.fit import ELO, Fit, SideTally, Tallies, chances, fit, ratings, tallied

STRENGTHS = {"Ada": 150.0, "Bea": 60.0, "Cy": -10.0, "Di": -60.0, "Ed": -140.0}
FIRST_MOVE = 40.0
DRAWS = -0.5  # the logarithm of the ratio of draws: equals draw 23 %

COUNT = st.integers(0, 100)
TALLIES = st.dictionaries(
    st.sampled_from(list(permutations("abcd", 2))), st.tuples(COUNT, COUNT, COUNT)
)


def simulated(rng: Random, games: int, strengths: Mapping[str, float] = STRENGTHS) -> Tallies:
    """As many games of everyone against everyone with each side."""
    tallies: dict[tuple[str, str], SideTally] = {}
    for one, two in permutations(strengths, 2):
        lead = (strengths[one] - strengths[two] + FIRST_MOVE) / ELO
        drawn = rng.choices(range(3), chances(lead, DRAWS), k=games)
        tallies[one, two] = (drawn.count(0), drawn.count(1), drawn.count(2))
    return tallies


def covered(rng: Random, simulations: int) -> tuple[float, float, float]:
    """How often the truth lies within the bounds: of ratings, the first move and a difference."""
    inside = [0, 0, 0]
    for _ in range(simulations):
        found = fit(list(STRENGTHS), simulated(rng, 8))
        inside[0] += sum(
            each.low <= STRENGTHS[player] <= each.high for player, each in found.ratings.items()
        )
        inside[1] += found.first_move.low <= FIRST_MOVE <= found.first_move.high
        ahead = found.ahead("Ada", "Bea")
        inside[2] += ahead.low <= 90 <= ahead.high
    return (
        inside[0] / simulations / len(STRENGTHS),
        inside[1] / simulations,
        inside[2] / simulations,
    )


def all_finite(found: Fit) -> bool:
    intervals = [*found.ratings.values(), found.first_move]
    figures = [figure for each in intervals for figure in (each.value, each.low, each.high)]
    return all(map(isfinite, figures)) and 0 < found.draw_rate < 1


def likelihood(
    ratings: Mapping[str, float], first_move: float, draw_rate: float, tallies: Tallies
) -> float:
    """The logarithm of it, the ratings' prior included."""
    total = -sum((rating / 1000) ** 2 for rating in ratings.values()) / 2
    for (one, two), tally in tallies.items():
        lead = (ratings[one] - ratings[two] + first_move) / ELO
        expected = chances(lead, log(2 * draw_rate / (1 - draw_rate)))
        total += sum(n * log(chance) for n, chance in zip(tally, expected, strict=True))
    return total


class TestTruth:
    def test_many_games_show_the_strengths_behind_them(self) -> None:
        """And the worth of the first move, and how often equals draw."""
        found = fit(list(STRENGTHS), simulated(Random(1), 5000))
        for player, strength in STRENGTHS.items():
            assert found.ratings[player].value == pytest.approx(strength, abs=6)
            assert found.ratings[player].error < 5
        assert found.first_move.value == pytest.approx(FIRST_MOVE, abs=4)
        assert found.draw_rate == pytest.approx(chances(0, DRAWS).draw, abs=0.01)

    def test_the_bounds_hold_the_truth_in_95_cases_of_100(self) -> None:
        """To 2 % in 1,000 simulations."""
        for share in covered(Random(1), 1000):
            assert 0.93 <= share <= 0.97

    def test_two_players_have_the_elo_of_their_score(self) -> None:
        """With sides swapped, the fit and the plain formula agree, draws or no draws."""
        for wins, draws, losses in ((60, 20, 20), (50, 0, 30), (30, 60, 10), (90, 10, 0)):
            found = fit(
                "ab", {("a", "b"): (wins, draws, losses), ("b", "a"): (losses, draws, wins)}
            )
            plain = estimate((2 * losses, 2 * draws, 2 * wins))
            assert plain is not None
            assert found.ahead("a", "b").value == pytest.approx(plain.elo.value, rel=0.02)
            assert found.ahead("a", "b").error == pytest.approx(plain.elo.error, rel=0.2)
            assert found.superiority("a", "b") == pytest.approx(plain.superiority, abs=0.01)


class TestSoundness:
    @given(TALLIES)
    def test_any_games_give_finite_ratings_around_their_mean(self, tallies: Tallies) -> None:
        """Whoever won whatever, and whoever did not play."""
        found = fit("abcd", tallies)
        assert all_finite(found)
        assert sum(each.value for each in found.ratings.values()) == pytest.approx(0, abs=1e-3)
        assert all(each.low < each.value < each.high for each in found.ratings.values())

    @given(TALLIES, st.sampled_from("abcd"), st.sampled_from([-1.0, 1.0]))
    def test_the_fit_is_the_likeliest(self, tallies: Tallies, player: str, by: float) -> None:
        """No rating can be changed a little without making the games less likely."""
        found = fit("abcd", tallies)
        there = {each: interval.value for each, interval in found.ratings.items()}
        nearby = there | {player: there[player] + by}
        first_move, draw_rate = found.first_move.value, found.draw_rate
        assert likelihood(nearby, first_move, draw_rate, tallies) < likelihood(
            there, first_move, draw_rate, tallies
        )

    @given(TALLIES)
    def test_the_ratings_alone_are_the_same(self, tallies: Tallies) -> None:
        """As those with bounds."""
        found = fit("abcd", tallies).ratings
        assert ratings("abcd", tallies) == {player: each.value for player, each in found.items()}

    @pytest.mark.parametrize("games", [1, 100, 10_000])
    def test_a_perfect_score_stays_finite(self, games: int) -> None:
        """And is the more certain the longer it lasts."""
        found = fit("ab", {("a", "b"): (games, 0, 0), ("b", "a"): (0, 0, games)})
        assert all_finite(found)
        assert 200 < found.ahead("a", "b").value < 3000
        assert found.superiority("a", "b") > 0.8

    def test_a_player_without_games_is_average_and_unknown(self) -> None:
        """The bounds are far apart."""
        found = fit("abc", {("a", "b"): (10, 5, 8), ("b", "a"): (9, 5, 8)})
        assert found.ratings["c"].value == pytest.approx(0, abs=1e-6)
        assert found.ratings["c"].error > 1000

    def test_groups_that_never_meet_are_rated_within_themselves(self) -> None:
        """The difference between groups is anybody's guess; that within a group is not."""
        even: SideTally = (100, 50, 100)
        found = fit("abcd", {("a", "b"): (200, 50, 0), ("b", "a"): even, ("c", "d"): even})
        assert all_finite(found)
        assert found.ahead("a", "b").error < 100
        assert found.ahead("a", "c").error > 1000

    def test_no_games_at_all_say_nothing(self) -> None:
        """But they say it in finite numbers."""
        found = fit("ab", {})
        assert found.ratings["a"].value == 0
        assert found.superiority("a", "b") == 0.5
        assert all_finite(found)

    def test_who_moves_first_does_not_pass_for_strength(self) -> None:
        """If the first mover always wins, the players are equal."""
        found = fit("ab", {("a", "b"): (100, 0, 0), ("b", "a"): (100, 0, 0)})
        assert found.ahead("a", "b").value == pytest.approx(0, abs=1e-6)
        assert found.first_move.low > 300


class TestChances:
    @given(st.floats(-30, 30), st.floats(-8, 8))
    def test_chances_follow_elo_and_davidson(self, lead: float, draws: float) -> None:
        """The score is Elo's, and draws are to wins and losses as Davidson has it."""
        first, draw, second = chances(lead, draws)
        assert min(first, draw, second) > 0
        assert first + draw + second == pytest.approx(1)
        assert log(draw) == pytest.approx(draws + (log(first) + log(second)) / 2)
        if abs(lead) < 15:
            assert ELO * lead == pytest.approx(elo_of(first + draw / 2), abs=0.1)


class TestTallied:
    def test_games_are_counted_by_who_moved_first(self) -> None:
        """A win of the second mover is the first one's loss."""
        results = [
            Result(ScheduledGame(1, 1, ("a", "b"), 1), 0, "line"),
            Result(ScheduledGame(2, 1, ("b", "a"), 1), 0, "time"),
            Result(ScheduledGame(3, 1, ("a", "b"), 2), None, "full"),
            Result(ScheduledGame(4, 1, ("a", "b"), 3), 1, "line"),
        ]
        assert tallied(results) == {("a", "b"): (1, 1, 1), ("b", "a"): (1, 0, 0)}

    def test_games_that_were_not_played_are_left_out(self) -> None:
        """A walkover says nothing of strength."""
        assert not tallied([Result(ScheduledGame(1, 1, ("a", "b"), 1), 0, "absent")])

"""Ratings and points as the games came in."""

import pytest

from tests.tournament.statistics.simulated import paired, simulated
from tournament.results import Result, ScheduledGame
from tournament.statistics.fit import ratings, tallied
from tournament.verdict.charts import MOMENTS, SHOWN, moments, rating_chart, score_chart

STRENGTHS = {"a": 100.0, "b": 0.0, "c": -100.0}
RESULTS = simulated(STRENGTHS, 30)


@pytest.mark.parametrize("games", [0, 1, 39, 40, 41, 79, 5000])
def test_one_looks_at_few_moments_and_at_the_last(games: int) -> None:
    """Never twice at the same, and never before the first game."""
    found = moments(games)
    assert len(found) == min(games, MOMENTS)
    assert found == sorted(set(found))
    assert not found or (found[0] > 0 and found[-1] == games)


def test_a_rating_chart_ends_at_the_ratings_of_all_games() -> None:
    """And each point before is what the games until then said."""
    chart = rating_chart(list(STRENGTHS), RESULTS)
    for games, at in ((len(RESULTS), -1), (moments(len(RESULTS))[20], -20)):
        expected = ratings(list(STRENGTHS), tallied(RESULTS[:games]))
        for player in STRENGTHS:
            moment, rating = chart[player][at]
            assert moment == games
            assert rating == pytest.approx(expected[player])


def test_a_rating_is_shown_when_a_few_games_are_behind_it() -> None:
    """A chart would show nothing but the luck of the first game otherwise."""
    chart = rating_chart(["a", "b"], paired("a", "b", "wwdlww"))
    assert chart["a"][0][0] == SHOWN
    assert rating_chart(["a", "b"], paired("a", "b", "ww")) == {}


def test_many_players_are_fitted_at_fewer_moments() -> None:
    """A fit of many takes long."""
    players = {f"p{at}": 0.0 for at in range(50)}
    chart = rating_chart(list(players), simulated(players, 1, game="tictactoe"))
    assert 4 <= len(chart["p0"]) <= 16


def test_a_score_chart_ends_at_the_points() -> None:
    """It begins with none."""
    chart = score_chart("round-robin", ["a", "b"], paired("a", "b", "wwdl"), {})
    assert chart == {
        "a": ((0, 0.0), (1, 1.0), (2, 2.0), (3, 2.5), (4, 2.5)),
        "b": ((0, 0.0), (1, 0.0), (2, 0.0), (3, 0.5), (4, 1.5)),
    }


def test_byes_count_for_the_score() -> None:
    """From the start, because nobody notes when they were given."""
    chart = score_chart("swiss", ["a", "b", "c"], paired("a", "b", "wl"), {"c": 1.0})
    assert chart["c"] == ((0, 1.0), (1, 1.0), (2, 1.0))


def test_an_arena_has_points_of_its_own() -> None:
    """The third win in a row counts double."""
    chart = score_chart("arena", ["a", "b"], paired("a", "b", "www"), {})
    assert chart["a"][-1] == (3, 8.0)


def test_without_games_there_is_no_chart() -> None:
    """Of either kind; a game to which nobody came has no rating."""
    assert rating_chart(["a", "b"], []) == score_chart("swiss", ["a", "b"], [], {}) == {}
    absent = [Result(ScheduledGame(at, 1, ("a", "b"), at), 0, "absent") for at in range(5)]
    assert rating_chart(["a", "b"], absent) == {}

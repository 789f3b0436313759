"""Standings: points, tie-breaks and their order in every format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Mistake
from tests.tournament.formats.pairings import drawn, names, play, unplayed, won
from tournament.formats.pairing import byes
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame
from tournament.verdict.standings import TIE_BREAKS, standings, tie_break_names

ABC = ("ann", "bob", "cat")


def order(format: str, results: list[Result], players: tuple[str, ...] = ABC) -> list[str]:
    return [each.player for each in standings(PairingPlan(format, 1), players, results)]


@pytest.mark.parametrize("format", TIE_BREAKS)
def test_nobody_has_anything_before_the_first_game(format: str) -> None:
    """All stand in the order of the entrants."""
    found = standings(PairingPlan(format, 1), ABC, [])
    assert [each.player for each in found] == list(ABC)
    assert all(each[1:6] == (0, 0, 0, 0, 0) for each in found)
    assert all(len(each.tie_breaks) == len(tie_break_names(format)) for each in found)


def test_an_unknown_format_is_named() -> None:
    """The error lists those that there are."""
    with pytest.raises(Mistake, match=r"no tournament is called 'cup': choose from round-robin"):
        standings(PairingPlan("cup", 1), ABC, [])


def test_wins_draws_and_losses_are_counted() -> None:
    """A win is a point, a draw half of one, and what a bye is worth is added."""
    results = [won("bob", "ann"), drawn("ann", "bob"), won("bob", "cat")]
    found = standings(PairingPlan("swiss", 1), ABC, results, byes={"cat": 2.0})
    assert [each[:6] for each in found] == [
        ("bob", 2.5, 3, 2, 1, 0), ("cat", 2.0, 1, 0, 0, 1), ("ann", 0.5, 2, 0, 1, 1)
    ]  # fmt: skip


def test_a_game_to_which_nobody_came_is_lost_by_both() -> None:
    """It is no draw."""
    one, two, _ = standings(PairingPlan("round-robin", 1), ABC, [unplayed("ann", "bob")])
    assert one[1:6] == two[1:6] == (0, 1, 0, 0, 1)


def test_beating_the_better_counts_more_in_a_round_robin() -> None:
    """Sonneborn-Berger: the points of those one has beaten, and half of those one has drawn."""
    results = [won("ann", "cat"), drawn("ann", "dan"), won("bob", "dan"), drawn("bob", "cat"),
               won("dan", "eve"), won("dan", "cat")]  # fmt: skip
    found = standings(PairingPlan("round-robin", 1), ("ann", "bob", "cat", "dan", "eve"), results)
    assert [(each.player, each.points, *each.tie_breaks) for each in found] == [
        ("dan", 2.5, 0 + 0.5 + 0.75, 2), ("bob", 1.5, 2.5 + 0.25, 1), ("ann", 1.5, 0.5 + 1.25, 1),
        ("cat", 0.5, 0.75, 0), ("eve", 0, 0, 0),
    ]  # fmt: skip


def test_wins_count_after_that() -> None:
    """Who wins and loses stands before who draws, with the same Sonneborn-Berger."""
    results = [won("bob", "dan"), won("eve", "bob"), drawn("ann", "dan"), drawn("ann", "eve"),
               won("dan", "fay")]  # fmt: skip
    found = standings(PairingPlan("gauntlet", 1), ("ann", "bob", "dan", "eve", "fay"), results)
    assert [each.player for each in found] == ["eve", "dan", "bob", "ann", "fay"]
    assert [each.tie_breaks for each in found[2:4]] == [(1.5, 1), (1.5, 0)]


def test_strong_opponents_count_more_in_a_swiss_tournament() -> None:
    """Buchholz: the points of all whom one has met, each once, however many games it were."""
    results = [won("cat", "dan"), won("ann", "dan"), won("bob", "cat"), won("bob", "cat")]
    found = standings(PairingPlan("swiss", 1), ("ann", "bob", "cat", "dan"), results)
    assert [(each.player, each.points, each.tie_breaks[0]) for each in found] == [
        ("bob", 2, 1), ("cat", 1, 2), ("ann", 1, 0), ("dan", 0, 2)
    ]  # fmt: skip


def test_a_bye_counts_as_an_opponent_like_oneself() -> None:
    """Otherwise who had it would lose all ties."""
    found = standings(PairingPlan("swiss", 1), ABC, [drawn("ann", "bob")], byes={"cat": 1.0})
    assert found[0] == ("cat", 1.0, 0, 0, 0, 0, (1.0, 1.0))


class TestArena:
    def points(self, *results: Result) -> float:
        [points] = (
            each.points
            for each in standings(PairingPlan("arena", 1), ABC, results)
            if each.player == "ann"
        )
        return points

    @pytest.mark.parametrize(
        ("games", "points"),
        [("w", 2), ("d", 1), ("l", 0), ("ww", 4), ("www", 8), ("wwww", 12), ("wwd", 6), ("wwdd", 7),
         ("wwl", 4), ("wwlw", 6), ("wwdww", 10), ("wdww", 7), ("wwx", 4), ("wwxw", 6)],
    )  # fmt: skip
    def test_two_wins_in_a_row_begin_a_streak(self, games: str, points: float) -> None:
        """All counts double then, the draw that ends it too; not coming ends it as well."""
        ends = {"w": won("ann", "bob"), "d": drawn("bob", "ann"), "l": won("cat", "ann"),
                "x": unplayed("ann", "bob")}  # fmt: skip
        assert self.points(*(ends[game] for game in games)) == points

    def test_games_of_others_do_not_break_a_streak(self) -> None:
        """Everyone has a streak of their own."""
        assert self.points(won("ann", "bob"), won("ann", "bob"), won("bob", "cat"),
                           won("ann", "bob")) == 8  # fmt: skip


class TestKnockout:
    def test_it_is_ranked_by_how_far_one_got(self) -> None:
        """Whatever the points: after the finalists those of the match for the third place."""
        plan, players = PairingPlan("knockout", 1, third_place=True), names(8)
        results = play(plan, players)
        found = standings(plan, players, results)
        assert [each.player for each in found] == players
        assert [each.tie_breaks for each in found] == [(3,), (2,), (1.5,), (1,), *[(0,)] * 4]

    def test_points_do_not_make_up_for_a_lost_final(self) -> None:
        """A finalist who won more games than the winner is second."""
        results = [won("bob", "cat", 1), won("bob", "cat", 2)]
        results += [drawn("ann", "bob", 3 + at, round=2) for at in range(8)]
        assert order("knockout", results) == ["ann", "bob", "cat"]

    def test_who_walks_over_got_further(self) -> None:
        """The winner of a final to which the other did not come has won no game on the board."""
        results = [won("bob", "cat", 1), won("bob", "cat", 2)]
        assert order("knockout", results)[0] == "bob"
        results += [Result(ScheduledGame(at, 2, ("ann", "bob"), at), 0, "absent") for at in (3, 4)]
        assert order("knockout", results)[0] == "ann"


@given(st.sampled_from([each for each in TIE_BREAKS if each not in ("arena", "sprt")]),
       st.integers(2, 9), st.integers(0, 99))  # fmt: skip
def test_points_add_up(format: str, many: int, seed: int) -> None:
    """Every game gives one point, whoever gets it, and all games are in the standings twice."""
    plan, players = PairingPlan(format, 2), names(many)
    results = play(plan, players, seed)
    free = byes(plan, players, results)
    found = standings(PairingPlan(format, 1), players, results, free)
    assert sum(each.points for each in found) == len(results) + sum(free.values())
    assert sum(each.games for each in found) == 2 * len(results)
    assert all(each.games == each.wins + each.draws + each.losses for each in found)
    assert sum(each.wins for each in found) == sum(each.losses for each in found)
    assert sorted(each.player for each in found) == sorted(players)


@given(st.integers(2, 8), st.integers(0, 99))
def test_better_players_stand_higher(many: int, seed: int) -> None:
    """Points first, then the tie-breaks in their order, then the order of the entrants."""
    players = names(many)
    found = standings(
        PairingPlan("swiss", 1), players, play(PairingPlan("swiss", 3), players, seed)
    )
    keys = [(-each.points, *(-value for value in each.tie_breaks), players.index(each.player))
            for each in found]  # fmt: skip
    assert keys == sorted(keys)

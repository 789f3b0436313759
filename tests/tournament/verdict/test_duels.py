"""What every two players made of their games."""

import pytest

from tests.tournament.statistics.simulated import paired
from tournament.results import Result, ScheduledGame
from tournament.statistics.elo import estimate
from tournament.verdict.duels import duels, score_of
from tournament.verdict.verdict import Tally

ABSENT = Result(ScheduledGame(90, 1, ("a", "b"), 90), 0, "absent")


def test_a_duel_counts_games_and_pairs() -> None:
    """From the point of view of the first named."""
    (duel,) = duels(["a", "b"], paired("a", "b", "wwwldddl"))
    assert duel.players == ("a", "b")
    assert duel.score == Tally(wins=3, draws=3, losses=2)
    assert duel.pairs == (0, 1, 2, 0, 1)


def test_a_duel_is_told_by_its_pairs() -> None:
    """They know more than the games do, where openings are lopsided."""
    (duel,) = duels(["a", "b"], paired("a", "b", "wlwlwlwwwlwl"))
    found = estimate(duel.pairs)
    assert found is not None
    assert (duel.elo, duel.normalised) == (found.elo, found.normalised)
    assert duel.superiority == found.superiority


def test_games_without_partners_are_told_one_by_one() -> None:
    """As in an arena."""
    games = [
        result._replace(fixture=result.fixture._replace(pair=at))
        for at, result in enumerate(paired("a", "b", "wwdwlwddldwl"))
    ]
    (duel,) = duels(["a", "b"], games)
    found = estimate((3, 4, 5))
    assert found is not None
    assert duel.pairs == (0, 0, 0, 0, 0)
    assert duel.elo == found.elo
    assert "more game" in duel.sentence


def test_the_order_of_the_players_is_kept() -> None:
    """The better is named first if the players are given so; who never met has no duel."""
    results = paired("b", "a", "ww") + paired("b", "c", "dd")
    assert [duel.players for duel in duels("cba", results)] == [("c", "b"), ("b", "a")]


def test_walkovers_make_no_duel() -> None:
    """Nor do they change one."""
    assert duels(["a", "b"], [ABSENT]) == ()
    games = paired("a", "b", "wwdl")
    assert duels(["a", "b"], [*games, ABSENT]) == duels(["a", "b"], games)


@pytest.mark.parametrize(("winner", "losses"), [(0, (0, 1)), (1, (1, 0)), (None, (1, 1))])
def test_a_walkover_is_a_win_for_who_came(winner: int | None, losses: tuple[int, int]) -> None:
    """And a loss for both if neither did."""
    result = [ABSENT._replace(winner=winner)]
    assert (score_of("a", result).losses, score_of("b", result).losses) == losses

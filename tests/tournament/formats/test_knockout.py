"""Knockouts: seeds, byes, ties that are level, and those who have gone."""

from itertools import pairwise
from math import ceil, log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Side
from tests.tournament.formats.pairings import names, play
from tournament.formats.knockout import bracket, rule
from tournament.formats.pairing import batch
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame
from tournament.verdict.standings import standings

PLAN = PairingPlan("knockout", 1)
TWO = ("ann", "bob")


def ends(fixtures: list[ScheduledGame] | None, *winners: str | None) -> list[Result]:
    """What is made of these fixtures; None is a draw, and a dash that nobody came."""
    results: list[Result] = []
    for fixture, winner in zip(fixtures or (), winners, strict=True):
        side: Side | None = fixture.side_of(winner) if winner in fixture.players else None
        results.append(Result(fixture, side, "absent" if winner == "-" else "line"))
    return results


def twos(fixtures: list[ScheduledGame] | None) -> list[str]:
    return ["".join(fixture.players) for fixture in fixtures or ()]


def test_the_best_seeds_meet_last() -> None:
    """One and two can meet in the final only, and the first round is best against worst."""
    players = list("abcdefgh")
    results: list[Result] = []
    rounds: list[list[str]] = []
    while fixtures := batch(PLAN, players, results):
        rounds.append(twos(fixtures[::2]))
        results += ends(fixtures, *(min(each.players) for each in fixtures))
    assert rounds == [["ah", "de", "bg", "cf"], ["ad", "bc"], ["ab"]]


def test_the_best_seeds_have_the_byes() -> None:
    """Of five, three are in the second round without a game."""
    players = list("abcde")
    fixtures = batch(PLAN, players, [])
    assert twos(fixtures) == ["de", "ed"]
    assert twos(batch(PLAN, players, ends(fixtures, "e", "e"))) == ["ae", "ea", "bc", "cb"]


@given(st.integers(1, 20), st.integers(1, 5), st.booleans(), st.integers(0, 99))
def test_one_is_left(many: int, best_of: int, third_place: bool, seed: int) -> None:
    """After as many rounds as it takes; all others lose a tie, or one more for the third place."""
    plan, players = (
        PairingPlan("knockout", 1, 4, best_of=best_of, third_place=third_place),
        names(many),
    )
    results = play(plan, players, seed)
    found = standings(plan, players, results)
    assert found[0].tie_breaks == (ceil(log2(many)),)
    assert sum(each.tie_breaks == found[0].tie_breaks for each in found) == 1
    ties = {(each.fixture.round, frozenset(each.fixture.players)) for each in results}
    assert len(ties) == many - 1 + (third_place and many >= 4)


@given(st.integers(2, 9), st.integers(1, 6), st.integers(0, 99))
def test_pairs_of_games_have_one_opening(many: int, best_of: int, seed: int) -> None:
    """With sides swapped; a tie has no opening twice while there are enough."""
    results = play(PairingPlan("knockout", 1, 50, best_of=best_of), names(many), seed)
    pairs: dict[int, list[ScheduledGame]] = {}
    for fixture in sorted(result.fixture for result in results):
        pairs.setdefault(fixture.pair, []).append(fixture)
    ties: dict[frozenset[str], list[int | None]] = {}
    for games in pairs.values():
        assert len(games) == 1 or games[0].players == games[1].players[::-1]
        assert len({game.opening for game in games}) == 1
        ties.setdefault(frozenset(games[0].players), []).append(games[0].opening)
    assert all(len(openings) == len(set(openings)) for openings in ties.values())


@pytest.mark.parametrize(
    ("best_of", "winners", "games"),
    [(1, "a", 0), (1, "=", 2), (1, "=ab", 2), (1, "=aa", 0), (2, "", 2), (2, "aa", 0),
     (2, "a=", 0), (2, "ab", 2), (2, "==", 2), (2, "abab", 2), (2, "abab==", 2), (2, "--", 2),
     (2, "ab==--ab", 0), (3, "", 2), (3, "aa", 0), (3, "ab", 1), (3, "ab=", 2), (4, "", 4),
     (6, "", 4), (6, "aaaa", 0), (6, "aaab", 2), (6, "aaabb=", 0), (6, "aaabbb", 2)],
)  # fmt: skip
def test_a_tie_goes_on_until_it_is_decided(best_of: int, winners: str, games: int) -> None:
    """No longer than need be, with pairs while it is level, and after three for the higher seed."""
    fixtures = [ScheduledGame(at + 1, 1, ("a", "b"), at // 2 + 1) for at in range(len(winners))]
    results = ends(fixtures, *(None if each == "=" else each for each in winners))
    further = batch(PairingPlan("knockout", 1, best_of=best_of), ["a", "b"], results)
    assert len(further or ()) == games


def test_the_higher_seed_goes_on_from_an_endless_tie() -> None:
    """Also when nobody came to any game of it."""
    players = list("abcd")
    fixtures = batch(PLAN, players, [])
    results = ends(fixtures, "-", "-", "c", "c")
    for _ in range(3):
        fixtures = batch(PLAN, players, results)
        assert twos(fixtures) == ["ad", "da"]
        results += ends(fixtures, "-", "-")
    assert twos(batch(PLAN, players, results)) == ["ac", "ca"]


def test_losers_of_the_semi_finals_may_play_for_the_third_place() -> None:
    """While the final is played."""
    players, plan = list("abcd"), PLAN._replace(third_place=True)
    results = ends(batch(plan, players, []), "a", "a", "c", "c")
    fixtures = batch(plan, players, results)
    assert twos(fixtures) == ["ac", "ca", "bd", "db"]
    results += ends(fixtures, "a", "a", "d", "d")
    assert batch(plan, players, results) is None
    assert "".join(each.player for each in standings(plan, players, results)) == "acdb"


class TestThoseWhoHaveGone:
    """They lose their games by not coming, which is all that a bracket needs to know of it."""

    def test_they_are_paired_all_the_same(self) -> None:
        """Whoever goes on then has a result to show for it."""
        players = list("abcd")
        assert twos(batch(PLAN, players, [], gone=["b"])) == ["ad", "da", "bc", "cb"]

    def test_who_has_gone_does_not_come_back_when_others_go_too(self) -> None:
        """A round that was decided stays so, whoever leaves in a later one."""
        players = list("abcd")
        results = ends(batch(PLAN, players, []), "d", "d", "c", "c")
        before = bracket(PLAN, players, results)[0]
        results += ends(batch(PLAN, players, results, gone=["a", "d"]), "c", "c")
        assert bracket(PLAN, players, results)[0] == before
        assert batch(PLAN, players, results, gone=["a", "d", "c"]) is None
        assert standings(PLAN, players, results)[0].player == "c"


@given(st.integers(2, 17), st.integers(1, 4), st.integers(0, 2), st.integers(0, 999))
def test_exactly_one_goes_on_from_every_tie(many: int, best_of: int, extra: int, seed: int) -> None:
    """Also where all is drawn, and by the rule that the plan tells."""
    plan = PairingPlan("knockout", 1, best_of=best_of, extra_pairs=extra, third_place=True)
    players, chance, results = names(many), Random(seed), list[Result]()
    while fixtures := batch(plan, players, results):
        drawn = chance.random()
        results += [
            Result(fixture, None if chance.random() < drawn else chance.randrange(2), "line")
            for fixture in fixtures
        ]
    rounds = bracket(plan, players, results)
    for ties, following in pairwise(rounds):
        on = {tie.winner for tie in ties}
        assert None not in on
        assert on == {slot for tie in following if not tie.third_place for slot in tie.slots}
    for tie in (tie for ties in rounds for tie in ties if tie.played):
        assert tie.played <= best_of + 2 * extra
        assert (tie.decided == "seed") == (tie.lead == 0)
        assert tie.winner == (tie.by_seed[0] if not tie.lead else tie.slots[tie.lead < 0])
    assert standings(plan, players, results)[0].player == rounds[-1][0].winner


@pytest.mark.parametrize(
    ("best_of", "extra", "told"),
    [(1, 0, "one game; if it is level then, the better seed goes on"),
     (2, 1, "best of 2 games; while it is level it goes on for one more pair of games"),
     (4, 3, "it goes on for up to 3 more pairs of games, and then the better seed goes on")],
)  # fmt: skip
def test_the_rule_is_a_sentence(best_of: int, extra: int, told: str) -> None:
    """It stands beside the bracket."""
    assert told in rule(PairingPlan("knockout", 1, best_of=best_of, extra_pairs=extra))

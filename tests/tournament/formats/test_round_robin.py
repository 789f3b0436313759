"""Round-robins and gauntlets: who plays whom, how often, and in which order."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.formats.pairings import names, play
from tournament.formats.pairing import batch
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame

MANY, ROUNDS = st.integers(2, 11), st.integers(1, 5)


def given_fixtures(
    plan: PairingPlan, players: list[str], gone: tuple[str, ...] = ()
) -> list[ScheduledGame]:
    return batch(plan, players, [], gone) or []


def met(fixtures: list[ScheduledGame]) -> Counter[tuple[str, str]]:
    return Counter(fixture.players for fixture in fixtures)


@given(MANY, ROUNDS, st.integers(0, 7))
def test_every_two_play_every_opening_with_either_side(
    many: int, rounds: int, openings: int
) -> None:
    """Each pair is two games next to each other, of the same opening, with sides swapped."""
    players = names(many)
    fixtures = given_fixtures(PairingPlan("round-robin", rounds, openings), players)
    assert len(fixtures) == many * (many - 1) * rounds
    pairings: dict[frozenset[str], list[int | None]] = {}
    for one, two in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (one.pair, one.round, one.opening) == (two.pair, two.round, two.opening)
        assert one.players == two.players[::-1]
        pairings.setdefault(frozenset(one.players), []).append(one.opening)
    wanted = [at % openings if openings else None for at in range(rounds)]
    assert pairings == {frozenset(both): wanted for both in combinations(players, 2)}


@given(MANY, ROUNDS)
def test_everybody_plays_once_before_anybody_plays_twice(many: int, rounds: int) -> None:
    """Games are spread over time, so that nobody plays all of theirs at once."""
    fixtures = given_fixtures(PairingPlan("round-robin", rounds), names(many))[::2]
    at_once = many // 2
    for start in range(0, len(fixtures), at_once):
        playing = [player for each in fixtures[start : start + at_once] for player in each.players]
        assert len(playing) == len(set(playing)) == 2 * at_once


def test_a_large_one_is_quickly_made() -> None:
    """Ten players and 9,990 games, each with a number and each pair with one of its own."""
    fixtures = given_fixtures(PairingPlan("round-robin", 111, 20), names(10))
    assert [each.number for each in fixtures] == list(range(1, 9991))
    assert [each.pair for each in fixtures] == [1 + at // 2 for at in range(9990)]


@given(MANY, ROUNDS, ROUNDS, st.sampled_from(["round-robin", "gauntlet"]))
def test_more_rounds_go_on_from_those_played(
    many: int, rounds: int, more: int, format: str
) -> None:
    """What there would have been from the start is there in the end, with numbers that go on."""
    players = names(many)
    short, long = PairingPlan(format, rounds, 3), PairingPlan(format, rounds + more, 3)
    results = play(short, players, seed=1)
    assert batch(short, players, results) is None
    fixtures = batch(long, players, results) or []
    assert fixtures[0].number == len(results) + 1
    assert fixtures[0].pair == len(results) // 2 + 1
    together = [*(result.fixture for result in results), *fixtures]
    whole = given_fixtures(long, players)
    unnumbered = {(each.round, each.players, each.opening) for each in together}
    assert unnumbered == {(each.round, each.players, each.opening) for each in whole}
    assert len({each.number for each in together}) == len(together) == len(whole)


def test_those_who_have_gone_are_not_paired() -> None:
    """The others still play each other."""
    fixtures = given_fixtures(
        PairingPlan("round-robin", 2), ["ann", "bob", "cat", "dan"], ("bob", "dan")
    )
    assert met(fixtures) == {("ann", "cat"): 2, ("cat", "ann"): 2}


def test_with_nobody_to_play_it_is_over_at_once() -> None:
    """One player is no tournament."""
    for format, players in product(("round-robin", "gauntlet"), (["ann"], [])):
        assert batch(PairingPlan(format, 2), players, []) is None


@given(st.integers(1, 4), st.integers(1, 7), ROUNDS)
def test_challengers_play_each_of_the_others(few: int, others: int, rounds: int) -> None:
    """And nobody else plays anybody."""
    players = names(few + others)
    plan = PairingPlan("gauntlet", rounds, challengers=few)
    wanted = list(product(players[:few], players[few:]))
    wanted += [both[::-1] for both in wanted]
    assert met(given_fixtures(plan, players)) == dict.fromkeys(wanted, rounds)


def test_challengers_take_turns() -> None:
    """All of them play before one plays again."""
    fixtures = given_fixtures(PairingPlan("gauntlet", 1, challengers=2), names(5))[::2]
    for one, two in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert not set(one.players) & set(two.players)


@pytest.mark.parametrize("format", ["round-robin", "gauntlet"])
def test_a_fixture_that_ended_otherwise_is_not_played_again(format: str) -> None:
    """A game to which nobody came is over too."""
    plan, players = PairingPlan(format, 1), names(4)
    results = [Result(fixture, None, "absent") for fixture in given_fixtures(plan, players)]
    assert batch(plan, players, results) is None

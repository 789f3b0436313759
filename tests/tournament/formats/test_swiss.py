"""Swiss tournaments: nobody meets twice, all play, sides are balanced, and byes are few."""

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Side
from tests.tournament.formats.pairings import drawn, names, play, won
from tournament.formats.matching import cheapest
from tournament.formats.pairing import batch, byes
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame

MANY, ROUNDS, SEED = st.integers(2, 13), st.integers(1, 8), st.integers(0, 999)


def met(results: list[Result]) -> Counter[frozenset[str]]:
    return Counter(frozenset(result.fixture.players) for result in results)


def sides(results: list[Result]) -> dict[str, list[Side]]:
    """On which side everybody played, in order."""
    found: defaultdict[str, list[Side]] = defaultdict(list)
    for fixture in sorted(result.fixture for result in results):
        for side, player in enumerate(fixture.players):
            found[player].append(side)
    return found


def is_overdue(played: list[Side]) -> bool:
    """Whether one side was had three times more often than the other, or three times in a row."""
    surplus = abs(played.count(0) - played.count(1))
    return surplus > 2 or played[-3:] in ([0, 0, 0], [1, 1, 1])


def can_be_paired(players: list[str], forbidden: set[frozenset[str]]) -> bool:
    """Whether there is a way to pair all, with one bye if their number is odd."""
    seats = [*players, ""] if len(players) % 2 else players
    free = {
        (one, two): 0
        for one, two in combinations(range(len(seats)), 2)
        if frozenset((seats[one], seats[two])) not in forbidden
    }
    return 2 * len(cheapest(free)) == len(seats)


@given(MANY, ROUNDS, SEED, st.booleans())
def test_nobody_meets_twice(many: int, rounds: int, seed: int, paired: bool) -> None:
    """Two who meet play the games of one round, and never again."""
    results = play(PairingPlan("swiss", rounds, paired=paired), names(many), seed)
    assert set(met(results).values()) == {2 if paired else 1}


@given(MANY, ROUNDS, SEED, st.booleans())
def test_it_ends_early_only_if_all_have_met_who_may(
    many: int, rounds: int, seed: int, paired: bool
) -> None:
    """While there is a way to pair all without a rematch, it is found."""
    players = names(many)
    results = play(PairingPlan("swiss", rounds, paired=paired), players, seed)
    last = max(result.fixture.round for result in results)
    assert last == rounds or not can_be_paired(players, set(met(results)))


@given(MANY, ROUNDS, SEED, st.booleans())
def test_all_play_in_every_round(many: int, rounds: int, seed: int, paired: bool) -> None:
    """Or all but one, who has a bye, which is worth as much as winning all games of the round."""
    plan, players = PairingPlan("swiss", rounds, paired=paired), names(many)
    results = play(plan, players, seed)
    last = max(result.fixture.round for result in results)
    worth, free = (2 if paired else 1), byes(plan, players, results)
    for player in players:
        games = sum(player in result.fixture.players for result in results)
        assert games + free.get(player, 0) == worth * last
    assert sum(free.values()) == (worth * last if many % 2 else 0)


@given(st.sampled_from([3, 5, 7, 9]), ROUNDS, SEED)
def test_nobody_has_a_second_bye_if_there_is_another_way(many: int, rounds: int, seed: int) -> None:
    """A rematch would be worse, so it may be the only way after many rounds with few players."""
    plan, players = PairingPlan("swiss", 1), names(many)
    results: list[Result] = []
    for number in range(1, rounds + 1):
        before, free = set(met(results)), byes(plan, players, results)
        results = play(plan._replace(rounds=number), players, seed, results)
        if max(byes(plan, players, results).values()) > 2:
            had = {frozenset((player, "")) for player in free}
            assert not can_be_paired(players, before | had)
            return


@given(MANY, ROUNDS, SEED)
def test_rounds_of_pairs_have_one_opening(many: int, rounds: int, seed: int) -> None:
    """The same for all, and both games of a pair with sides swapped."""
    results = play(PairingPlan("swiss", rounds, 3), names(many), seed)
    pairs: defaultdict[int, list[ScheduledGame]] = defaultdict(list)
    for result in results:
        assert result.fixture.opening == (result.fixture.round - 1) % 3
        pairs[result.fixture.pair].append(result.fixture)
    assert all(one.players == two.players[::-1] for one, two in pairs.values())


@given(st.integers(2, 16), st.integers(1, 9), SEED)
def test_sides_are_balanced(many: int, rounds: int, seed: int) -> None:
    """Not three times in a row the same nor three times more often, if there is another way."""
    plan, players = PairingPlan("swiss", 1, paired=False), names(many)
    results: list[Result] = []
    for number in range(1, rounds + 1):
        before, had = set(met(results)), sides(results)
        results = play(plan._replace(rounds=number), players, seed, results)
        if any(is_overdue(played) for played in sides(results).values()):
            here = [each for each in players if sides(results)[each] != had[each]]
            musts = {
                side: [each for each in here if is_overdue([*had[each], side])] for side in (0, 1)
            }
            clashes = {frozenset(two) for those in musts.values() for two in combinations(those, 2)}
            assert not can_be_paired(here, before | clashes)
            return


def test_the_upper_half_meets_the_lower_at_first() -> None:
    """In the order of the entrants, who take turns in moving first."""
    fixtures = batch(PairingPlan("swiss", 3, paired=False), list("abcdef"), [])
    assert fixtures is not None
    assert ["".join(each.players) for each in fixtures] == ["ad", "eb", "cf"]


def test_those_with_the_same_points_meet() -> None:
    """Winners play winners and losers losers."""
    players = list("abcdefgh")
    results = play(PairingPlan("swiss", 1), players)
    fixtures = batch(PairingPlan("swiss", 2), players, results) or []
    assert {frozenset(each.players) for each in fixtures} == set(
        map(frozenset, ("ac", "bd", "eg", "fh"))
    )


def test_where_points_differ_the_gap_is_small() -> None:
    """The lowest of the upper meets the highest of the lower."""
    results = [won("a", "d", 1), won("b", "e", 2), won("c", "f", 3)]
    fixtures = batch(PairingPlan("swiss", 2, paired=False), list("abcdef"), results) or []
    assert {frozenset(each.players) for each in fixtures} == set(map(frozenset, ("ab", "cd", "ef")))


def test_the_lowest_has_the_bye() -> None:
    """Of those who had none yet."""
    plan, players = PairingPlan("swiss", 3), list("abcde")
    results = play(plan._replace(rounds=1), players)
    assert byes(plan, players, results) == {"e": 2.0}
    results = play(plan._replace(rounds=2), players, before=results)
    assert byes(plan, players, results) == {"e": 2.0, "d": 2.0}


def test_nobody_has_a_bye_because_the_game_still_goes_on() -> None:
    """Neither while many have not ended, nor for the last, if that is known to be played."""
    plan, players = PairingPlan("swiss", 1, paired=False), list("abcd")
    last = ScheduledGame(2, 1, ("b", "d"), 2)
    assert byes(plan, players, []) == {}
    assert byes(plan, list("abcde"), [drawn("a", "c")]) == {}
    assert byes(plan, list("abcde"), [drawn("a", "c")], playing=[last]) == {"e": 1.0}
    assert byes(plan, players, [drawn("a", "c")], gone=["d"], playing=[last]) == {}


@given(st.integers(5, 13), SEED, st.data())
def test_those_who_have_gone_are_not_paired(many: int, seed: int, data: st.DataObject) -> None:
    """The others go on without them."""
    players = names(many)
    leaving = data.draw(st.dictionaries(st.sampled_from(players), st.integers(0, 3), max_size=3))
    results = play(PairingPlan("swiss", 4), players, seed, leaving=leaving)
    for result in results:
        assert all(leaving.get(each, 9) >= result.fixture.round for each in result.fixture.players)
    assert set(met(results).values()) == {2}


def test_with_one_left_it_is_over() -> None:
    """There is nobody to play."""
    assert batch(PairingPlan("swiss", 3), ["ann", "bob"], [], gone=["bob"]) is None
    assert batch(PairingPlan("swiss", 3), [], []) is None


@given(MANY, st.integers(1, 4), st.integers(1, 4), SEED)
def test_more_rounds_go_on_from_those_played(many: int, rounds: int, more: int, seed: int) -> None:
    """As if they had been planned from the start."""
    players = names(many)
    short, long = PairingPlan("swiss", rounds), PairingPlan("swiss", rounds + more)
    half = play(short, players, seed)
    assert batch(short, players, half) is None
    whole = play(long, players, seed, before=half)
    assert whole[: len(half)] == half
    assert sorted(each.fixture.number for each in whole) == list(range(1, len(whole) + 1))
    last = max(each.fixture.round for each in whole)
    assert last == rounds + more or not can_be_paired(players, set(met(whole)))


@pytest.mark.slow
@settings(max_examples=2)
@given(st.booleans(), SEED)
def test_many_can_play(paired: bool, seed: int) -> None:
    """Two hundred, nine rounds, within the time that a test has."""
    results = play(PairingPlan("swiss", 9, paired=paired), names(200), seed)
    assert max(result.fixture.round for result in results) == 9
    assert set(met(results).values()) == {2 if paired else 1}

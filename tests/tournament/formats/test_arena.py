"""Arenas: those who wait are paired near in standing, soon, and not with the same one again."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.formats.pairings import ENDINGS, drawn, names, won
from tournament.formats.arena import arena_fixtures, arena_pairs
from tournament.results import Result, ScheduledGame


@st.composite
def arenas(draw: st.DrawFn) -> tuple[list[str], list[Result]]:
    """Those who wait in an arena after some games, between players of whom all have come."""
    players = names(draw(st.integers(2, 12)))
    results: list[Result] = []
    for _ in range(draw(st.integers(0, 6))):
        waiting = draw(st.permutations(players))[: draw(st.integers(0, len(players)))]
        for fixture in arena_fixtures(arena_pairs(waiting, results), 5, results):
            results.append(Result(fixture, *draw(st.sampled_from(ENDINGS))))
    return draw(st.permutations(players)), results


def last_opponents(results: list[Result]) -> dict[str, str]:
    found: dict[str, str] = {}
    for result in results:
        one, two = result.fixture.players
        found[one], found[two] = two, one
    return found


@given(arenas())
def test_all_who_wait_are_paired(arena: tuple[list[str], list[Result]]) -> None:
    """But for one, if their number is odd; and nobody twice."""
    waiting, results = arena
    paired = [player for both in arena_pairs(waiting, results) for player in both]
    assert len(paired) == len(set(paired)) == len(waiting) // 2 * 2
    assert set(paired) <= set(waiting)


@given(arenas())
def test_who_waits_longest_plays_first(arena: tuple[list[str], list[Result]]) -> None:
    """The games begin in the order in which one of the two has waited."""
    waiting, results = arena
    begin = [min(map(waiting.index, both)) for both in arena_pairs(waiting, results)]
    assert begin == sorted(begin)


@given(arenas())
def test_sides_are_balanced(arena: tuple[list[str], list[Result]]) -> None:
    """Who has moved first less often moves first."""
    waiting, results = arena
    surplus = Counter[str]()
    for result in results:
        first, second = result.fixture.players
        surplus[first] += 1
        surplus[second] -= 1
    for first, second in arena_pairs(waiting, results):
        assert surplus[first] <= surplus[second]


def test_the_last_to_come_waits_on() -> None:
    """Everybody gets a game in time."""
    assert arena_pairs(["cat", "ann", "bob"], []) == [("cat", "ann")]


def test_nobody_plays_the_same_again_if_there_is_another() -> None:
    """Then even one who came before waits on; of two who are alone, both play again."""
    assert arena_pairs(["ann", "bob", "cat"], [drawn("ann", "bob")]) == [("cat", "ann")]
    assert arena_pairs(["ann", "bob"], [drawn("ann", "bob")]) == [("bob", "ann")]


def test_a_game_that_goes_on_counts_as_the_last() -> None:
    """A bot with more seats than one does not meet its opponent on both."""
    playing = [ScheduledGame(1, 1, ("ann", "bob"), 1)]
    assert arena_pairs(["ann", "bob", "cat"], [], playing) == [("cat", "ann")]


@given(arenas())
def test_rematches_are_rare(arena: tuple[list[str], list[Result]]) -> None:
    """If two must play again, at least half of those who wait had the same opponent last."""
    waiting, results = arena
    last = last_opponents(results)
    again = [both for both in arena_pairs(waiting, results) if last.get(both[0]) == both[1]]
    if again and len(waiting) > 3:
        assert max(Counter(last.get(player) for player in waiting).values()) >= len(waiting) // 2


def test_those_near_in_standing_meet() -> None:
    """With points as they are in an arena."""
    results = [
        won("ann", "cat", 1),
        won("bob", "dan", 2),
        won("ann", "dan", 3),
        won("bob", "cat", 4),
    ]
    assert set(map(frozenset, arena_pairs(["ann", "cat", "bob", "dan"], results))) == {
        frozenset(("ann", "bob")), frozenset(("cat", "dan"))
    }  # fmt: skip


def test_many_are_paired_with_their_neighbours() -> None:
    """A hundred who wait, all with other points, in whatever order."""
    players = names(100)
    results = [won(players[at], "absentee") for at in range(100) for _ in range(at)]
    for both in arena_pairs(players[::3] + players[1::3] + players[2::3], results):
        one, two = sorted(map(players.index, both))
        assert two - one == 1


def test_fixtures_have_numbers_of_their_own() -> None:
    """They go on from all that are played or were, and openings take turns."""
    results, playing = (
        [drawn("ann", "bob", 1), drawn("ann", "bob", 2)],
        [ScheduledGame(3, 1, ("x", "y"), 3)],
    )
    assert arena_fixtures([("ann", "cat"), ("dan", "bob")], 4, results, playing) == [
        ScheduledGame(4, 1, ("ann", "cat"), 4, 3), ScheduledGame(5, 1, ("dan", "bob"), 5, 0)
    ]  # fmt: skip

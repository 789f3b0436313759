"""The one entrance to all pairings: numbers, sequential tests, and the same after a restart."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Mistake
from tests import ROOT
from tests.tournament.formats.pairings import names, play
from tournament.formats.pairing import batch, byes
from tournament.plan import PairingPlan

BATCHED = ("round-robin", "gauntlet", "swiss", "knockout")
PLAY = """
from tests.tournament.formats.pairings import names, play
from tournament.plan import PairingPlan
for format in {formats}:
    for many in (7, 10):
        for result in play(PairingPlan(format, 5, 3, paired=False), names(many), seed=1):
            print(*result.fixture)
"""


@given(st.sampled_from(BATCHED), st.integers(2, 8), st.integers(1, 3), st.integers(0, 99))
def test_numbers_are_given_once(format: str, many: int, rounds: int, seed: int) -> None:
    """Fixtures are numbered in the order in which they are given, and so are pairs."""
    results = play(PairingPlan(format, rounds), names(many), seed)
    fixtures = sorted(result.fixture for result in results)
    assert [each.number for each in fixtures] == list(range(1, len(results) + 1))
    assert [each.pair for each in fixtures] == [at // 2 + 1 for at in range(len(results))]


@given(st.sampled_from(BATCHED), st.integers(2, 8), st.integers(0, 99), st.data())
def test_the_same_results_give_the_same_fixtures(
    format: str, many: int, seed: int, data: st.DataObject
) -> None:
    """Also if the games of the last batch had ended in another order."""
    plan, players = PairingPlan(format, 3), names(many)
    results = play(plan, players, seed)
    last = data.draw(st.integers(0, max(result.fixture.round for result in results)))
    before = [result for result in results if result.fixture.round <= last]
    assert batch(plan, players, before) == batch(plan, players, data.draw(st.permutations(before)))


def test_another_process_gives_the_same_fixtures() -> None:
    """Nothing depends on how strings are hashed, which differs from process to process."""
    said = {
        subprocess.run(
            [sys.executable, "-c", PLAY.format(formats=BATCHED)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
    assert len(said.pop().splitlines()) > 500


def test_an_unknown_format_is_named() -> None:
    """And an arena is paired elsewhere."""
    with pytest.raises(Mistake, match="no tournament is called 'cup'"):
        batch(PairingPlan("cup", 1), names(4), [])
    with pytest.raises(ValueError, match="an arena has no batches"):
        batch(PairingPlan("arena", 1), names(4), [])


@pytest.mark.parametrize("format", [each for each in BATCHED if each != "swiss"])
def test_only_swiss_tournaments_give_points_for_byes(format: str) -> None:
    """In a knockout a bye is no game."""
    plan, players = PairingPlan(format, 1), names(5)
    assert byes(plan, players, play(plan, players)) == {}


class TestSequentialTest:
    def test_two_play_a_few_pairs_at_a_time(self) -> None:
        """Until so many are played; every pair is a round with the next opening."""
        plan, results = PairingPlan("sprt", 20, 6), play(PairingPlan("sprt", 8, 6), ["ann", "bob"])
        assert len(results) == 16
        fixtures = batch(plan, ["ann", "bob"], results) or []
        assert [each.round for each in fixtures[::2]] == list(range(9, 17))
        assert [each.opening for each in fixtures[::2]] == [at % 6 for at in range(8, 16)]
        assert all(
            one.players == two.players[::-1] and one.pair == two.pair
            for one, two in zip(fixtures[::2], fixtures[1::2], strict=True)
        )
        assert len(play(plan, ["ann", "bob"], before=results)) == 40

    def test_it_is_over_when_one_has_gone(self) -> None:
        """A test needs both."""
        assert batch(PairingPlan("sprt", 20), ["ann", "bob"], [], gone=["ann"]) is None

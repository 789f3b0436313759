"""What a sequential test has come to, wherever that is told."""

import re
from dataclasses import asdict, replace
from json import dumps

import pytest
from hypothesis import given
from hypothesis import strategies as st

from organiser.report import render
from tests.tournament.statistics.simulated import paired, simulated
from tournament.plan import PairingPlan
from tournament.statistics.pairs import pair_counts
from tournament.statistics.sprt import Model, SequentialTest
from tournament.verdict.export import as_json
from tournament.verdict.hypotheses import UNDECIDED, course_of, sprt_verdict
from tournament.verdict.judging import TournamentRecord, judge
from tournament.verdict.verdict import SprtVerdict, TournamentVerdict

MODELS: list[Model] = ["logistic", "normalised"]
TESTS = st.builds(
    lambda low, more, beta, model: SequentialTest(low, low + more, 0.05, beta, model),
    st.integers(-100, 100),
    st.integers(1, 200),
    st.sampled_from([0.05, 0.2]),
    st.sampled_from(MODELS),
)
OUTCOMES = st.builds(
    lambda pair, times, rest: pair * times + rest,
    st.text("wdl", min_size=2, max_size=6),
    st.integers(0, 30),
    st.text("wdl", max_size=5),
)


def verdict(sprt: SequentialTest, outcomes: str, finished: bool = True) -> TournamentVerdict:
    return judge(TournamentRecord(
        title="A test", game="tictactoe", plan=PairingPlan("sprt", 100), clock="1+0",
        players=("Ada", "Bob"),
        results=paired("Ada", "Bob", outcomes), finished=finished, test=sprt,
    ))  # fmt: skip


def told(sprt: SequentialTest, outcomes: str, finished: bool = True) -> SprtVerdict:
    found = verdict(sprt, outcomes, finished).sprt
    assert found is not None
    return found


@given(TESTS, OUTCOMES, st.booleans())
def test_all_that_it_is_stands_in_its_verdict(
    sprt: SequentialTest, outcomes: str, finished: bool
) -> None:
    """The same as the server decides by, decided or not; and in JSON."""
    found = verdict(sprt, outcomes, finished)
    test, counts = found.sprt, pair_counts("Ada", found.results)
    assert test is not None
    state = sprt.state(counts)
    assert (test.llr, test.lower, test.upper) == (state.llr, state.lower, state.upper)
    assert (test.accepted, test.pairs) == (state.decision or UNDECIDED, sum(counts))
    assert replace(sprt) == SequentialTest(test.elo0, test.elo1, test.alpha, test.beta, sprt.model)
    assert as_json(found)["sprt"] == asdict(test)
    assert dumps(as_json(found))


@given(TESTS, OUTCOMES)
def test_the_sentence_says_what_is_accepted(sprt: SequentialTest, outcomes: str) -> None:
    """And nothing else is said of which of the two is stronger."""
    found = verdict(sprt, outcomes)
    assert found.sprt is not None
    sentence, accepted = found.sprt.sentence, found.sprt.accepted
    assert ("undecided" in sentence) == (accepted == UNDECIDED)
    assert (f"accepts {accepted}" in sentence) == (accepted != UNDECIDED)
    assert not re.search(r"-0(?!\d|\.)|-0\.00", sentence)
    assert all(duel.sentence == sentence.rstrip(".") for duel in found.duels)
    assert found.sentences.count(sentence) == 1
    assert not any("stronger" in each for each in found.sentences)


def test_it_is_told_in_words() -> None:
    """From the view of the first player, whoever leads."""
    assert told(SequentialTest(0, 50), "ww" * 40).sentence == (
        "The test accepts H1: the logistic Elo of Ada against Bob is +50 or more, not 0 or less "
        "(LLR +5.34 after 40 pairs, with bounds -2.94 and +2.94; alpha 0.05, beta 0.05)."
    )
    assert (
        "accepts H0: the logistic Elo of Ada against Bob is 0"
        in told(SequentialTest(0, 50), "ll" * 40).sentence
    )
    assert told(SequentialTest(-1.75, 2.5), "wl").sentence.startswith(
        "The test ended undecided: neither H0, that the logistic Elo of Ada against Bob is -1.75 "
        "or less, nor H1, that it is +2.5 or more, is accepted (LLR "
    )
    assert "is undecided" in told(SequentialTest(0, 50), "wl", finished=False).sentence


@pytest.mark.parametrize("outcomes", ["", "wl", "ww" * 40])
def test_it_stands_in_the_report(outcomes: str) -> None:
    """With its hypotheses, bounds and what it accepts."""
    page = render([verdict(SequentialTest(0, 50), outcomes)])
    test = told(SequentialTest(0, 50), outcomes)
    assert f"<strong>{test.accepted}</strong>" in page
    assert "Accept H0 at" in page
    assert "\N{MINUS SIGN}2.94" in page


def test_without_two_players_there_is_nothing_to_test() -> None:
    """They have not come yet."""
    assert sprt_verdict(SequentialTest(0, 5), ["Ada"], [], over=False) is None


def test_the_course_of_a_test_ends_where_it_stands() -> None:
    """After each pair of games or, where there are many, evenly after so many of them."""
    results, test = simulated({"Ada": 60.0, "Bob": 0.0}, 300), SequentialTest(0, 5)
    found = sprt_verdict(test, ["Ada", "Bob"], results, over=False)
    assert found is not None
    course = course_of(test, "Ada", results)
    assert course[-1] == (300, found.llr)
    assert len(course) == 200
    assert [pairs for pairs, _ in course_of(test, "Ada", results[:20])] == list(range(1, 11))

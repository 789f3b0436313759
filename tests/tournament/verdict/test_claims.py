"""Words and figures agree, whatever the results: no sentence claims what its interval does not."""

import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from organiser.display import print_verdict
from organiser.report.fairness import advantage
from organiser.report.figures import estimate, span
from tests.tournament.statistics.simulated import paired, verdict_of
from tournament.results import Result
from tournament.statistics.elo import FEWEST
from tournament.statistics.interval import FARTHEST, TOO_FEW, WIDEST, Interval, interval_text
from tournament.verdict.duels import duels
from tournament.verdict.verdict import Duel, TournamentVerdict

OUTCOMES = st.text("wdl", max_size=24) | st.builds(
    lambda pair, times: pair * times, st.text("wdl", min_size=2, max_size=4), st.integers(1, 60)
)
STRONGER = re.compile(r"(\S+) is stronger than (\S+) [(](.+) %[)]")
WORTH = re.compile(r"moving (first|second) (is|was) worth ", re.IGNORECASE)
MEETINGS = (("a", "b"), ("b", "c"), ("c", "a"))
FIGURE = re.compile(r"[+\-\N{MINUS SIGN}](\d+)")


def tournament(*outcomes: str) -> list[Result]:
    """Of three players: what became of each two."""
    games = [
        each._replace(fixture=each.fixture._replace(pair=1000 * at + each.fixture.pair))
        for at, ((one, two), made) in enumerate(zip(MEETINGS, outcomes, strict=True))
        for each in paired(one, two, made)
    ]
    return [
        each._replace(fixture=each.fixture._replace(number=number))
        for number, each in enumerate(games, 1)
    ]


def intervals(verdict: TournamentVerdict) -> list[Interval]:
    """All that can be printed."""
    elos = [verdict.first_move, *(line.elo for line in verdict.standings)]
    elos += [each for duel in verdict.duels for each in (duel.elo, duel.normalised)]
    return [each for each in elos if each is not None]


def check_duel(duel: Duel) -> None:
    """Elo, superiority and sentence are there or not, and say the same."""
    assert (duel.elo is None) == (duel.superiority is None) == (duel.normalised is None)
    assert (TOO_FEW in duel.sentence) == (duel.elo is None)
    claim = STRONGER.search(duel.sentence)
    if duel.elo is None or duel.superiority is None:
        assert claim is None
        return
    assert (claim is not None) == duel.elo.excludes_zero
    assert duel.elo.excludes_zero == (max(duel.superiority, 1 - duel.superiority) > 0.975)
    assert ("would settle it" in duel.sentence) <= (not duel.elo.excludes_zero)
    if claim:
        assert claim[1] == duel.players[duel.elo.value < 0]


def printed(verdict: TournamentVerdict) -> list[str]:
    """What stands on a terminal about what moving first is worth."""
    with redirect_stdout(StringIO()) as out:
        print_verdict(verdict)
    return [line for line in out.getvalue().splitlines() if "oving first" in line]


def check_words(verdict: TournamentVerdict) -> None:
    """Of everything that is printed."""
    texts = [*verdict.sentences, *verdict.warnings, *printed(verdict), advantage(verdict)]
    worth = verdict.first_move
    for text in filter(WORTH.search, texts):
        assert worth is not None, text
        assert worth.excludes_zero, text
    for each in intervals(verdict):
        assert each.excludes_zero or each.error <= WIDEST
        texts += [interval_text(each), span(each), estimate(each)]
        assert (" or " in interval_text(each)) == each.is_open
    for text in texts:
        assert not re.search(r"[-\N{MINUS SIGN}]0(?!\d|\.)", text), text
    for text in map(interval_text, intervals(verdict)):
        assert all(int(figure) <= 2 * FARTHEST for figure in FIGURE.findall(text)), text


@given(OUTCOMES)
def test_of_two_players(outcomes: str) -> None:
    """The sentence is that of their duel."""
    verdict = verdict_of("ab", paired("a", "b", outcomes))
    for duel in verdict.duels:
        check_duel(duel)
        assert any(sentence == f"{duel.sentence}." for sentence in verdict.sentences)
    check_words(verdict)


@given(OUTCOMES, OUTCOMES, OUTCOMES)
def test_of_three_players(one: str, two: str, three: str) -> None:
    """The lead is told by the Elo of all games, and each duel by its own."""
    verdict = verdict_of("abc", tournament(one, two, three))
    for duel in verdict.duels:
        check_duel(duel)
    check_words(verdict)
    for sentence in verdict.sentences:
        claims = STRONGER.search(sentence) is not None
        assert claims <= ("would settle it" not in sentence)
        assert claims <= ("not settled" not in sentence)


@given(st.text("wdl", max_size=11))
def test_a_handful_of_games_claims_nothing(outcomes: str) -> None:
    """Fewer than six pairs are too few, whoever won them."""
    verdict = verdict_of("ab", paired("a", "b", outcomes))
    assert all(TOO_FEW in duel.sentence for duel in verdict.duels)
    assert not any(map(STRONGER.search, verdict.sentences))


@pytest.mark.parametrize("many", range(1, 10))
def test_every_score_of_a_few_pairs(many: int) -> None:
    """However many of them are level, those alone show nobody to be the stronger."""
    for pairs in combinations_with_replacement(("ll", "ld", "wl", "wd", "ww"), many):
        [duel] = duels("ab", paired("a", "b", "".join(pairs)))
        check_duel(duel)
        decided = many - pairs.count("wl")
        assert (STRONGER.search(duel.sentence) is not None) <= (decided >= FEWEST)

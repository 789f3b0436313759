"""The sequential test, against the figures of fastchess, a plain search, and simulated matches."""

from collections import Counter
from math import isfinite, log, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Mistake
from tournament.statistics.elo import NORMALISED, elo_of
from tournament.statistics.fit import ELO, chances
from tournament.statistics.sprt import Decision, Model, SequentialTest

MODELS: list[Model] = ["logistic", "normalised"]
BIAS = 100.0  # Elo by which openings favour the one side or the other
COUNTS = st.lists(st.integers(0, 500), min_size=3, max_size=3) | st.lists(
    st.integers(0, 500), min_size=5, max_size=5
)


def pairs_at(elo: float) -> list[float]:
    """How likely pairs worth 0 to 2 points are, from openings that favour either side."""
    shares = [0.0] * 5
    for bias in (-BIAS, BIAS):
        one, two = chances((elo + bias) / ELO, 0.0), chances((elo - bias) / ELO, 0.0)
        for points, chance in enumerate(reversed(one)):
            for more, other in enumerate(reversed(two)):
                shares[points + more] += chance * other / 2
    return shares


def strength(shares: list[float], model: Model) -> float:
    """The Elo of such pairs, on the scale of the model."""
    mean = sum(share * at / 4 for at, share in enumerate(shares))
    if model == "logistic":
        return elo_of(mean)
    variance = sum(share * (at / 4 - mean) ** 2 for at, share in enumerate(shares))
    return (mean - 0.5) / sqrt(2 * variance) * NORMALISED


def pairs_of(truth: float, model: Model) -> list[float]:
    """Likewise where the Elo on the scale of the model is this."""
    low, high = -1000.0, 1000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if strength(pairs_at(middle), model) < truth else (low, middle)
    return pairs_at(low)


def decided(test: SequentialTest, shares: list[float], rng: Random) -> Decision:
    """What a match comes to that is looked at after every pair."""
    counts = [0] * 5
    while not (decision := test.state(counts).decision):
        counts[rng.choices(range(5), shares)[0]] += 1
    return decision


def error_rate(model: Model, *, under: Decision, matches: int) -> float:
    test, rng = SequentialTest(0, 100, model=model), Random(f"{model} {under}")
    shares = pairs_of(test.elo0 if under == "H0" else test.elo1, model)
    decisions = Counter(decided(test, shares, rng) for _ in range(matches))
    return 1 - decisions[under] / matches


class TestFastchess:
    """Its own fixtures, from its tests of sprt."""

    @pytest.mark.parametrize(
        ("elos", "model", "counts", "llr"),
        [
            ((0, 2), "normalised", (36027, 68692, 36433), 0.92),
            ((-1.75, 0.25), "normalised", (10650, 20431, 10871), 2.30),
            ((0.5, 2.5), "logistic", (21184, 40708, 21404), -1.57),
            ((0, 2), "logistic", (57030, 106593, 57433), -2.59),
            ((0, 2), "normalised", (365, 16618, 36229, 16974, 390), 2.25),
            ((-1.75, 0.25), "normalised", (127, 4883, 10712, 5150, 104), 3.01),
            ((0.5, 2.5), "logistic", (223, 9863, 21279, 10037, 246), -3.07),
            ((0, 2), "logistic", (871, 26175, 55983, 26678, 821), -4.98),
        ],
    )
    def test_the_likelihood_ratio(
        self, elos: tuple[float, float], model: Model, counts: tuple[int, ...], llr: float
    ) -> None:
        """Of games and of pairs, in both models."""
        assert SequentialTest(*elos, model=model).llr(counts) == pytest.approx(llr, abs=0.006)

    @pytest.mark.parametrize(
        ("elos", "counts", "llr"),
        [((0, 10), (0, 0, 4250), 120.56), ((0, 5), (0, 0, 0, 0, 5550), 111.82)],
    )
    def test_the_likelihood_ratio_of_one_kind_of_result(
        self, elos: tuple[float, float], counts: tuple[int, ...], llr: float
    ) -> None:
        """Within a thirtieth of the hundredth that its own tests allow.

        Two older fixtures of the same names (16,700 draws: 2.97; 104 double wins: 2.94; both of
        H0 = 0 against H1 = 5) are not what its method comes to, and it has them no more. That is
        the one used here, with what was not seen counted for 1/1000 too; from the uniform start
        that it makes it finds -3.45 and 2.09 for them, as we do from ours. That the old figures
        cannot be right is shown by the next two tests.
        """
        assert SequentialTest(*elos, model="normalised").llr(counts) == pytest.approx(
            llr, rel=0.0003
        )

    def test_draws_alone_cannot_speak_for_h1(self) -> None:
        """They are just what H0 = 0 expects, so that nothing makes them likelier than it does."""
        llr = SequentialTest(0, 5, model="normalised").llr((0, 16700, 0))
        assert llr == pytest.approx(-3.45, abs=0.01)

    def test_double_wins_alone_weigh_what_h1_makes_them_likelier(self) -> None:
        """The likeliest H1 has losses beside them: its share of wins w has w - 1/2 = t * deviation.

        Of 104 that is 104 * log(2w), where t is 5 normalised Elo of a pair.
        """
        t = 5 / NORMALISED * sqrt(2)
        wins = (1 + t / sqrt(1 + t * t)) / 2
        llr = SequentialTest(0, 5, model="normalised").llr((0, 0, 0, 0, 104))
        assert llr == pytest.approx(104 * log(2 * wins), abs=0.001)
        assert llr == pytest.approx(2.095, abs=0.001)

    def test_the_bounds(self) -> None:
        """As Wald gave them."""
        lower, upper = SequentialTest(0, 2, alpha=0.05, beta=0.1).bounds
        assert lower == pytest.approx(-2.25, abs=0.005)
        assert upper == pytest.approx(2.89, abs=0.005)


def likeliest(counts: list[float], ratio: float) -> float:
    """The best likelihood of games whose mean is 1/2 and so many deviations, by trying all."""
    best = -1e9
    for drawn in range(1, 4000):
        # Of a lead, the variance is (1 - draws) / 4 - lead^2, and its root times ratio is the lead.
        draws = drawn / 4000
        lead = ratio * sqrt((1 - draws) / 4 / (1 + ratio * ratio))
        wins, losses = (1 - draws) / 2 + lead, (1 - draws) / 2 - lead
        if min(wins, losses) > 0:
            shares = (losses, draws, wins)
            best = max(best, sum(c * log(s) for c, s in zip(counts, shares, strict=True)))
    return best


class TestLikelihood:
    @pytest.mark.parametrize("counts", [(10, 20, 15), (3, 2, 40), (0, 30, 0), (50, 1, 50)])
    @pytest.mark.parametrize("elos", [(0, 5), (-20, 60), (50, 300)])
    def test_normalised_hypotheses_are_given_their_best_chance(
        self, counts: tuple[int, ...], elos: tuple[float, float]
    ) -> None:
        """The ratio is that of the best distributions that a plain search finds."""
        seen = [count or 1e-3 for count in counts]
        nought, one = (likeliest(seen, elo / NORMALISED) for elo in elos)
        llr = SequentialTest(*elos, model="normalised").llr(counts)
        assert llr == pytest.approx(one - nought, abs=0.02)

    @pytest.mark.parametrize("model", MODELS)
    @given(counts=COUNTS, low=st.floats(-1000, 990), more=st.floats(1, 2000))
    def test_every_match_has_a_finite_ratio(
        self, model: Model, counts: list[int], low: float, more: float
    ) -> None:
        """However extreme its results or the hypotheses are."""
        state = SequentialTest(low, min(low + more, 1000), model=model).state(counts)
        assert isfinite(state.llr)
        assert state.decision in (None, "H0", "H1")

    @pytest.mark.parametrize("model", MODELS)
    def test_symmetric_hypotheses_see_mirrored_results_mirrored(self, model: Model) -> None:
        """What speaks for one speaks against the other."""
        test = SequentialTest(-5, 5, model=model)
        assert test.llr((3, 9, 30, 12, 8)) == pytest.approx(-test.llr((8, 12, 30, 9, 3)))
        assert test.llr((4, 10, 4)) == pytest.approx(0, abs=1e-9)

    @pytest.mark.parametrize("model", MODELS)
    def test_without_results_nothing_is_known(self, model: Model) -> None:
        """The test begins in the middle."""
        assert SequentialTest(0, 5, model=model).state((0, 0, 0)).llr == 0
        assert SequentialTest(0, 5, model=model).state((0, 0, 0, 0, 0)).decision is None


class TestDecisions:
    @pytest.mark.parametrize("model", MODELS)
    def test_a_match_that_one_player_wins_accepts_h1(self, model: Model) -> None:
        """And one that is lost accepts H0."""
        test = SequentialTest(0, 50, model=model)
        assert test.state((0, 0, 5, 10, 85)).decision == "H1"
        assert test.state((85, 10, 5, 0, 0)).decision == "H0"
        assert test.state((1, 0, 2, 1, 1)).decision is None

    @pytest.mark.parametrize("model", MODELS)
    def test_equals_who_always_split_a_pair_accept_h0(self, model: Model) -> None:
        """As bots that always play the same game do."""
        assert SequentialTest(0, 50, model=model).state((0, 0, 500, 0, 0)).decision == "H0"

    @pytest.mark.parametrize("model", MODELS)
    @pytest.mark.parametrize("under", ["H0", "H1"])
    def test_it_errs_no_more_often_than_agreed(self, model: Model, under: Decision) -> None:
        """In 1 match of 20; 200 simulated matches stay below 10 % but for 1 time in 300."""
        assert error_rate(model, under=under, matches=200) < 0.10

    @pytest.mark.slow
    @pytest.mark.parametrize("model", MODELS)
    @pytest.mark.parametrize("under", ["H0", "H1"])
    def test_it_errs_no_more_often_in_thousands_of_matches(
        self, model: Model, under: Decision
    ) -> None:
        """Within three standard deviations of 1 in 20, which are 1 % in 4,000 matches."""
        rate = error_rate(model, under=under, matches=4000)
        assert 0.02 < rate < 0.06


class TestMistakes:
    @pytest.mark.parametrize("elos", [(5, 5), (5, 0), (0, 2000), (float("nan"), 5)])
    def test_hypotheses_must_be_in_order(self, elos: tuple[float, float]) -> None:
        """And not out of this world."""
        with pytest.raises(Mistake, match="elo0 must be less than elo1"):
            SequentialTest(*elos)

    @pytest.mark.parametrize("rates", [(0, 0.05), (0.05, 0), (0.5, 0.5), (-0.1, 0.2)])
    def test_error_rates_must_be_possible(self, rates: tuple[float, float]) -> None:
        """More than none, and together less than always."""
        with pytest.raises(Mistake, match="alpha and beta"):
            SequentialTest(0, 5, *rates)

    def test_the_model_must_be_known(self) -> None:
        """There are two."""
        with pytest.raises(Mistake, match="logistic or normalised"):
            SequentialTest(0, 5, model="bayesian")  # type: ignore[arg-type]

"""How much stronger one player is than another: Elo, normalised Elo and superiority.

The formulas are those that fastchess and fishtest print; for normalised Elo see Michel Van den
Bergh, "Comments on normalized Elo", https://www.cantate.be/Fishtest/normalized_elo_practical.pdf.
What is counted are results in order of their worth: games lost, drawn and won, or pairs of games
with swapped sides, worth 0, 1/2, 1, 3/2 and 2 points. Pairs say more where openings are lopsided.
"""

from collections.abc import Sequence
from math import ceil, erf, log, log10, sqrt
from typing import NamedTuple

from tournament.statistics.interval import Interval

Z = 1.959963984540054  # standard deviations around the mean that hold 95 % of a normal distribution
NORMALISED = 800 / log(10)  # normalised Elo in one standard deviation of a game's score
FEWEST = 6  # results before anything is settled: by luck alone, all of 6 go one way 1 time in 32

_EDGE = 1e-3  # nobody's score is taken to be nearer to 0 or 1, unless by counting that many games


class Estimate(NamedTuple):
    """What the results between two players tell, from the point of view of the first."""

    elo: Interval
    normalised: Interval
    superiority: float  # how likely the first is the stronger, 0 to 1
    more: int | None  # how many more results would settle it at this score; None if it is level

    @property
    def settled(self) -> bool:
        """Whether the bounds of the Elo are on one side of 0, by enough results."""
        return self.more == 0


class Sample(NamedTuple):
    """How often each of the scores from 0 to 1, evenly apart, was made."""

    size: float
    score: float  # the mean
    variance: float  # of one result, not of the mean

    @property
    def error(self) -> float:
        """The standard deviation of the mean."""
        return sqrt(self.variance / self.size)


def estimate(counts: Sequence[int]) -> Estimate | None:
    """From games (lost, drawn, won) or from pairs (0 to 2 points); None if there are none."""
    results = sum(counts)
    if not results:
        return None
    sample = _sample(counts)
    edge = min(_EDGE, 0.25 / (results + 1))
    low, high = sample.score - Z * sample.error, sample.score + Z * sample.error
    # A pair is two games, so the score of a pair has half the variance of a game's.
    unit = NORMALISED / sqrt((len(counts) - 1) / 2 * sample.variance)
    return Estimate(
        elo=Interval(elo_of(sample.score), elo_of(max(low, edge)), elo_of(min(high, 1 - edge))),
        normalised=Interval(*(unit * (score - 0.5) for score in (sample.score, low, high))),
        superiority=normal((sample.score - 0.5) / sample.error),
        more=_more(sample, results),
    )


def elo_of(score: float) -> float:
    """The difference in Elo that makes one expect this score, which lies between 0 and 1."""
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that one expects of a player who is stronger by this much."""
    return 1 / (1 + 10 ** (-elo / 400))


def normal(deviations: float) -> float:
    """The probability that a standard normal variable is below this."""
    return (1 + erf(deviations / sqrt(2))) / 2


def _sample(counts: Sequence[int]) -> Sample:
    """The mean and the variance of the results.

    If they were all alike there would be no variance, and perfect scores would be infinite Elo; so
    half a result at each end is added then, as Jeffreys' prior would.
    """
    seen: list[float] = list(counts)
    if max(seen) == sum(seen):
        seen[0] += 0.5
        seen[-1] += 0.5
    size, scores = sum(seen), [at / (len(seen) - 1) for at in range(len(seen))]
    mean = sum(score * count for score, count in zip(scores, seen, strict=True)) / size
    squares = sum(count * (score - mean) ** 2 for score, count in zip(scores, seen, strict=True))
    return Sample(size, mean, squares / size)


def _more(sample: Sample, results: int) -> int | None:
    lead = abs(sample.score - 0.5)
    if lead < 1e-9:
        return None
    needed = sample.variance * (Z / lead) ** 2
    return max(ceil(needed - sample.size), FEWEST - results, 0)

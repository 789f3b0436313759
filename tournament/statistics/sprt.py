"""The sequential probability ratio test: games are played until one of two hypotheses is settled.

H0 says that the first player is stronger by elo0, H1 by elo1. Of both the most likely distribution
of results is found (propositions 1.1 and 4.1 of Michel Van den Bergh, "Comments on normalized Elo",
https://www.cantate.be/Fishtest/normalized_elo_practical.pdf), and the test ends when the logarithm
of the ratio of their likelihoods, the LLR, leaves Wald's bounds. Results are counted as in
`tournament.statistics.elo`: games lost, drawn and won, or pairs of games worth 0 to 2 points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Literal, NamedTuple, Protocol, Self

from games import Mistake
from tournament.statistics.elo import NORMALISED, score_of

Model = Literal["logistic", "normalised"]
Decision = Literal["H0", "H1"]

LIMIT = 1000.0  # Elo beyond which scores are so near to 0 and 1 that nothing is left to test

_UNSEEN = 1e-3  # what a result that did not occur counts for, as in fishtest
_ROUNDS = 100  # in which the normalised distribution settles; ten are usual
_PRECISION = 1e-9


class Planned(Protocol):
    """A test as the plan of a tournament has it."""

    @property
    def elo0(self) -> float: ...
    @property
    def elo1(self) -> float: ...
    @property
    def alpha(self) -> float: ...
    @property
    def beta(self) -> float: ...
    @property
    def normalised(self) -> bool: ...


class State(NamedTuple):
    """How far a test has come."""

    llr: float
    lower: float  # H0 is accepted here
    upper: float  # H1 is accepted here
    decision: Decision | None  # None: play on


@dataclass(frozen=True)
class SequentialTest:
    """A test of elo0 against elo1, both on the scale of the model."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # how often H1 may be accepted where H0 is true
    beta: float = 0.05  # how often H0 may be accepted where H1 is true
    model: Model = "logistic"

    @classmethod
    def of(cls, plan: Planned) -> Self:
        """The test that was planned. Raises Mistake, which says what would be right."""
        model: Model = "normalised" if plan.normalised else "logistic"
        return cls(plan.elo0, plan.elo1, plan.alpha, plan.beta, model)

    def __post_init__(self) -> None:
        if not -LIMIT <= self.elo0 < self.elo1 <= LIMIT:
            raise Mistake(
                f"elo0 must be less than elo1, and both from {-LIMIT:g} to {LIMIT:g}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise Mistake(
                "alpha and beta must be more than 0 and together less than 1, "
                f"not {self.alpha:g} and {self.beta:g}"
            )
        if self.model not in ("logistic", "normalised"):
            raise Mistake(f"the model must be logistic or normalised, not {self.model!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which the LLR stays while nothing is decided."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def state(self, counts: Sequence[int]) -> State:
        """Where the test stands after games (lost, drawn, won) or pairs (0 to 2 points)."""
        llr, (lower, upper) = self.llr(counts), self.bounds
        decision: Decision | None = "H1" if llr >= upper else "H0" if llr <= lower else None
        return State(llr, lower, upper, decision)

    def llr(self, counts: Sequence[int]) -> float:
        """How much likelier H1 makes the results than H0 does, as a logarithm."""
        if not any(counts):
            return 0.0
        seen = [count or _UNSEEN for count in counts]
        under0, under1 = (self._likeliest(seen, elo) for elo in (self.elo0, self.elo1))
        return sum(
            count * log(one / nought)
            for count, nought, one in zip(seen, under0, under1, strict=True)
        )

    def _likeliest(self, seen: Sequence[float], elo: float) -> list[float]:
        if self.model == "logistic":
            return _with_mean(seen, score_of(elo))
        games = (len(seen) - 1) / 2  # in a result: 1, or 2 in a pair
        return _with_ratio(seen, elo / NORMALISED * sqrt(games))


def _with_mean(seen: Sequence[float], mean: float) -> list[float]:
    """Of the distributions with this mean, the one that makes what was seen most likely."""
    return _tilted(seen, [score - mean for score in _scores(len(seen))])


def _with_ratio(seen: Sequence[float], ratio: float) -> list[float]:
    """Of those whose mean is 1/2 and this many standard deviations, likewise.

    That is no linear condition, so it is made linear around the distribution found last, until
    that stays where it is. The first has wins and losses only.
    """
    scores, wins = _scores(len(seen)), (1 + ratio / sqrt(1 + ratio * ratio)) / 2
    now = [1 - wins, *[0.0] * (len(seen) - 2), wins]
    for _ in range(_ROUNDS):
        mean = sum(score * share for score, share in zip(scores, now, strict=True))
        spread = sqrt(sum(s * (x - mean) ** 2 for x, s in zip(scores, now, strict=True)))
        values = [x - 0.5 - ratio / 2 * (spread + (x - mean) ** 2 / spread) for x in scores]
        before, now = now, _tilted(seen, values)
        if max(abs(a - b) for a, b in zip(before, now, strict=True)) < _PRECISION:
            break
    return now


def _tilted(seen: Sequence[float], values: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the mean of the values is 0.

    It is what was seen, each share divided by 1 + theta * value; theta is the one root of a
    falling function, found by Newton's method within a bracket that shrinks.
    """
    total = sum(seen)
    low, high, theta = -1 / max(values), -1 / min(values), 0.0
    for _ in range(_ROUNDS):
        terms = [value / (1 + theta * value) for value in values]
        slope = sum(count * term * term for count, term in zip(seen, terms, strict=True))
        rest = sum(count * term for count, term in zip(seen, terms, strict=True))
        low, high = (theta, high) if rest > 0 else (low, theta)
        before, theta = theta, theta + rest / slope
        if not low < theta < high:
            theta = (low + high) / 2
        if abs(theta - before) <= _PRECISION:
            break
    return [count / total / (1 + theta * value) for count, value in zip(seen, values, strict=True)]


def _scores(kinds: int) -> list[float]:
    return [at / (kinds - 1) for at in range(kinds)]

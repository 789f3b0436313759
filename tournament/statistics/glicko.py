"""How strong players are: Glicko-2, a game at a time.

The formulas and their letters are those of Mark Glickman, "Example of the Glicko-2 system" (2022),
http://www.glicko.net/glicko/glicko2.pdf. The package `glicko2` 2.1.0 is not used: where its search
for the volatility needs the deviation it takes the rating, so equal results count differently
at 1500 and at 2500.
"""

from collections.abc import Callable, Sequence
from math import cosh, exp, log, pi, sqrt
from typing import NamedTuple

PROVISIONAL = 110.0
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0  # the least keeps old hands' ratings moving

_CENTRE, _SCALE = 1500.0, 173.7178
_TAU = 0.5  # how far a volatility may change
_PRECISION = 1e-6


class Rating(NamedTuple):
    """What is known of a player's strength."""

    rating: float = _CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06
    games: int = 0

    @property
    def provisional(self) -> bool:
        """Whether the rating is too uncertain to mean much."""
        return self.deviation > PROVISIONAL


def rated(mine: Rating, theirs: Rating, score: float) -> Rating:
    """My rating after one game: score 1 for a win, 0.5 for a draw, 0 for a loss."""
    return rated_all(mine, [(theirs, score)])


def rated_all(mine: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """My rating after games that count as simultaneous; at least one."""
    mu, phi = (mine.rating - _CENTRE) / _SCALE, mine.deviation / _SCALE
    information = gained = 0.0  # 1 / v, and delta / v
    for theirs, score in results:
        g = 1 / sqrt(1 + 3 * (theirs.deviation / _SCALE / pi) ** 2)
        ahead = g * (mu - (theirs.rating - _CENTRE) / _SCALE)
        # E (1 - E), written so that it does not round to 0 however unequal the players are.
        information += g * g / (2 + 2 * cosh(ahead))
        gained += g * (score - 1 / (1 + exp(-ahead)))
    v = 1 / information
    sigma = _volatility(phi, mine.volatility, v, v * gained)
    after = 1 / sqrt(1 / (phi * phi + sigma * sigma) + information)
    return Rating(
        _CENTRE + _SCALE * (mu + after * after * gained),
        min(max(_SCALE * after, LEAST_DEVIATION), MOST_DEVIATION),
        sigma,
        mine.games + len(results),
    )


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / _TAU**2

    low, high = a, _far_end(phi, v, delta, a, f)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)


def _far_end(phi: float, v: float, delta: float, a: float, f: Callable[[float], float]) -> float:
    """Where f has not the sign that it has at a."""
    surprise = delta * delta - phi * phi - v
    if surprise > 0:
        return log(surprise)
    k = 1
    while f(a - k * _TAU) < 0:
        k += 1
    return a - k * _TAU

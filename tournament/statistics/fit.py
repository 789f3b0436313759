"""All ratings of a tournament at once, with what the first move is worth and how often one draws.

A game is expected to give its first mover the score that Elo's curve has for the difference of the
ratings plus the first move's worth. Draws are Davidson's: the chance of one is in a fixed ratio
to the geometric mean of the chances to win and to lose (R. R. Davidson, "On extending the
Bradley-Terry model to accommodate ties", 1970). His strengths are not Elo where there are draws, so
a game is told here by its expected score instead. That also makes the information on scores and
on draws independent of each other, and every game enters with its score only.

Ratings have the mean 0 over the players. A weak prior keeps perfect scores, and players whom no
games connect, finite: it is worth less than a game as soon as there are some.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

from tournament.results import ABSENT, Result
from tournament.statistics.elo import Z, normal
from tournament.statistics.interval import Interval
from tournament.statistics.linear import Matrix, Vector, cholesky, inverse, solve

ELO = 400 / log(10)  # in one unit of the natural logarithm of odds
PRIOR = 1000 / ELO  # standard deviation, before any game, of a rating and of the first move's worth
DRAWS_PRIOR = 2.0  # likewise of the logarithm of the ratio of draws

_STEPS = 60  # of Newton's method; eight are usual
_PRECISION = 1e-7  # of a step, in Elo about 1/60000

SideTally = tuple[int, int, int]  # won by the first mover, drawn, won by the second
Tallies = Mapping[tuple[str, str], SideTally]  # by the players, the first mover first


class Chances(NamedTuple):
    """Of one game: that the first mover wins, of a draw, that the second wins."""

    first: float
    draw: float
    second: float

    @property
    def score(self) -> float:
        return self.first + self.draw / 2

    @property
    def variance(self) -> float:
        """Of the score."""
        missing = self.second + self.draw / 2
        return (
            self.first * missing**2 + self.draw * (0.5 - missing) ** 2 + self.second * self.score**2
        )


@dataclass(frozen=True)
class Fit:
    """What the games say of all players together, in Elo."""

    ratings: dict[str, Interval]  # relative to the mean of all players
    first_move: Interval
    draw_rate: float  # that is expected of equals
    covariance: Matrix  # of the ratings, in the order of the players
    games: Mapping[str, int]  # that each has played

    def ahead(self, one: str, other: str) -> Interval:
        """By how much one is rated above the other."""
        value = self.ratings[one].value - self.ratings[other].value
        return _interval(value, self._deviation(one, other))

    def superiority(self, one: str, other: str) -> float:
        """How likely one is stronger than the other, 0 to 1."""
        return normal(self.ahead(one, other).value / self._deviation(one, other))

    def _deviation(self, one: str, other: str) -> float:
        names = list(self.ratings)
        a, b = names.index(one), names.index(other)
        found = self.covariance
        return ELO * sqrt(found[a][a] + found[b][b] - 2 * found[a][b])


def tallied(results: Iterable[Result]) -> dict[tuple[str, str], SideTally]:
    """The results of each pairing; a game to which somebody did not come says nothing of Elo."""
    tallies: dict[tuple[str, str], SideTally] = {}
    for result in results:
        if result.ending != ABSENT:
            first, draws, second = tallies.get(result.fixture.players, (0, 0, 0))
            tallies[result.fixture.players] = (
                first + (result.winner == 0),
                draws + (result.winner is None),
                second + (result.winner == 1),
            )
    return tallies


def fit(players: Sequence[str], tallies: Tallies) -> Fit:
    """The ratings of all players, with intervals from the inverse of the Hessian."""
    peak, information = _peak(_pairings(players, tallies), len(players))
    spread = inverse(cholesky(information))
    covariance = _centred([row[:-1] for row in spread[:-1]])
    found = {
        player: _interval(ELO * value, ELO * sqrt(covariance[at][at]))
        for at, (player, value) in enumerate(zip(players, peak.strengths, strict=False))
    }
    first_move = _interval(ELO * peak.strengths[-1], ELO * sqrt(spread[-1][-1]))
    games = Counter[str]()
    for both, tally in tallies.items():
        games.update(dict.fromkeys(both, sum(tally)))
    return Fit(found, first_move, chances(0.0, peak.draws).draw, covariance, games)


def ratings(players: Sequence[str], tallies: Tallies) -> dict[str, float]:
    """The ratings alone, for less work."""
    peak, _ = _peak(_pairings(players, tallies), len(players))
    return {each: ELO * at for each, at in zip(players, peak.strengths, strict=False)}


def chances(lead: float, draws: float) -> Chances:
    """Of a first mover who leads by so much, where draws have a ratio with this logarithm.

    With s for the expected score, draw = ratio * sqrt(first * second) and first + draw / 2 = s make
    a quadratic equation. It is solved for the weaker side's benefit, whose chance may be tiny.
    """
    if lead < 0:
        return Chances(*reversed(chances(-lead, draws)))
    less = exp(-lead) / (1 + exp(-lead))  # the score of the second
    more = 1 - less
    rare = 4 * exp(-2 * draws)
    root = sqrt((more - less) ** 2 + 4 * rare * more * less)
    first = more * (root + more - less) / (1 + root)
    second = 4 * rare * more * less * less / ((root + more - less) * (1 + root))
    return Chances(first, 4 * more * less / (1 + root), second)


class _Pairing(NamedTuple):
    first: int
    second: int
    tally: SideTally


class _Point(NamedTuple):
    """Where the search is: all in natural logarithms."""

    strengths: Vector  # the ratings, and last what the first move is worth
    draws: float

    def lead(self, pairing: _Pairing) -> float:
        ratings = self.strengths
        return ratings[pairing.first] - ratings[pairing.second] + ratings[-1]

    def moved(self, step: Vector, draws: float, share: float) -> "_Point":
        moved = [at + share * by for at, by in zip(self.strengths, step, strict=True)]
        return _Point(moved, self.draws + share * draws)


class _Slopes(NamedTuple):
    """How high the likelihood is at a point, how it rises from there and how sharply it bends."""

    height: float  # the logarithm of the likelihood and the prior
    gradient: Vector
    information: Matrix  # the expected Hessian, its sign turned
    draws_gradient: float
    draws_information: float


def _pairings(players: Sequence[str], tallies: Tallies) -> list[_Pairing]:
    place = {player: at for at, player in enumerate(players)}
    return [_Pairing(place[one], place[two], tally) for (one, two), tally in tallies.items()]


def _peak(pairings: Sequence[_Pairing], players: int) -> tuple[_Point, Matrix]:
    """The likeliest point, and the information there.

    By Newton's method with the expected Hessian, from all being equal; steps that lead down are
    halved.
    """
    point = _Point([0.0] * (players + 1), 0.0)
    slopes = _slopes(pairings, point)
    for _ in range(_STEPS):
        step = solve(cholesky(slopes.information), slopes.gradient)
        draws = slopes.draws_gradient / slopes.draws_information
        share, longest = 1.0, max(map(abs, (*step, draws)))
        while share * longest > _PRECISION:
            there = point.moved(step, draws, share)
            if (found := _slopes(pairings, there)).height > slopes.height:
                point, slopes = there, found
                break
            share /= 2
        else:
            break
    return point, slopes.information


def _slopes(pairings: Sequence[_Pairing], point: _Point) -> _Slopes:
    size, tight, loose = len(point.strengths), 1 / PRIOR**2, 1 / DRAWS_PRIOR**2
    gradient = [-tight * at for at in point.strengths]
    information = [[tight * (row == column) for column in range(size)] for row in range(size)]
    draws_gradient, draws_information = -loose * point.draws, loose
    height = -(tight * sum(at * at for at in point.strengths) + loose * point.draws**2) / 2
    for pairing in pairings:
        chance, (wins, draws, losses) = chances(point.lead(pairing), point.draws), pairing.tally
        height += wins * log(chance.first) + draws * log(chance.draw) + losses * log(chance.second)
        games, score, variance = wins + draws + losses, chance.score, chance.variance
        steepness = score * (chance.second + chance.draw / 2)  # of Elo's curve
        surprise = wins + draws / 2 - games * score
        rise, bend = steepness / variance * surprise, games * steepness**2 / variance
        factors = ((pairing.first, 1), (pairing.second, -1), (size - 1, 1))
        for row, sign in factors:
            gradient[row] += sign * rise
            for column, other in factors:
                information[row][column] += sign * other * bend
        common = (0.5 - score) * chance.draw  # the covariance of a game's score and its drawing
        draws_gradient += draws - games * chance.draw - common / variance * surprise
        draws_information += games * (chance.draw * (1 - chance.draw) - common**2 / variance)
    return _Slopes(height, gradient, information, draws_gradient, draws_information)


def _centred(covariance: Matrix) -> Matrix:
    """What is left of a covariance when ratings are taken relative to their mean."""
    size = len(covariance)
    means = [sum(row) / size for row in covariance]
    mean = sum(means) / size
    return [
        [value - means[row] - means[column] + mean for column, value in enumerate(values)]
        for row, values in enumerate(covariance)
    ]


def _interval(value: float, deviation: float) -> Interval:
    return Interval(value, value - Z * deviation, value + Z * deviation)

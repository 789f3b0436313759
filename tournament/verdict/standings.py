"""Who stands where: points, and the tie-breaks of each format, best first.

A win is worth a point and a draw half of one; a game to which nobody came is lost by both. An arena
counts in its own way.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tournament.formats.arena import arena_points
from tournament.formats.knockout import bracket, survived
from tournament.plan import PairingPlan, check_format
from tournament.results import Result

TIE_BREAKS = {
    "round-robin": ("Sonneborn-Berger", "wins"),
    "gauntlet": ("Sonneborn-Berger", "wins"),
    "swiss": ("Buchholz", "Sonneborn-Berger"),
    "knockout": ("rounds survived",),
    "arena": ("wins",),
    "sprt": (),
}
NO_BYES: Mapping[str, float] = MappingProxyType({})


class Ranked(NamedTuple):
    player: str
    points: float  # those of byes too
    games: int
    wins: int
    draws: int
    losses: int
    tie_breaks: tuple[float, ...]  # of a knockout, more than the points: how far one got


def tie_break_names(format: str) -> tuple[str, ...]:
    """What separates those who have the same points. Raises Mistake for an unknown format."""
    check_format(format)
    return TIE_BREAKS[format]


def standings(
    plan: PairingPlan,
    players: Sequence[str],
    results: Sequence[Result],
    byes: Mapping[str, float] = NO_BYES,
) -> list[Ranked]:
    """All players, best first; those whom nothing separates in the order of their seeds."""
    names = tie_break_names(plan.format)
    points = arena_points(results) if plan.format == "arena" else _points(results, byes)
    wins, draws, losses = _tally(results)
    values: dict[str, Mapping[str, float]] = {"wins": wins}
    if "Buchholz" in names:
        values["Buchholz"] = _buchholz(results, points, byes)
    if "Sonneborn-Berger" in names:
        values["Sonneborn-Berger"] = _sonneborn_berger(results, points, byes)
    if "rounds survived" in names:
        values["rounds survived"] = survived(bracket(plan, players, results))
    found: list[Ranked] = []
    for each in players:
        record = (wins[each], draws[each], losses[each])
        tie_breaks = tuple(float(values[name].get(each, 0)) for name in names)
        found.append(Ranked(each, points.get(each, 0.0), sum(record), *record, tie_breaks))
    if plan.format == "knockout":
        return sorted(found, key=lambda each: (each.tie_breaks, each.points), reverse=True)
    return sorted(found, key=lambda each: (each.points, each.tie_breaks), reverse=True)


def _points(results: Sequence[Result], byes: Mapping[str, float]) -> dict[str, float]:
    points = defaultdict(float, byes)
    for result in results:
        for player, earned in zip(result.fixture.players, result.points, strict=True):
            points[player] += earned
    return dict(points)


def _tally(results: Sequence[Result]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Wins, draws and losses of each."""
    tally: dict[float, Counter[str]] = {1.0: Counter(), 0.5: Counter(), 0.0: Counter()}
    for result in results:
        for player, earned in zip(result.fixture.players, result.points, strict=True):
            tally[earned][player] += 1
    return tally[1.0], tally[0.5], tally[0.0]


def _buchholz(
    results: Sequence[Result], points: Mapping[str, float], byes: Mapping[str, float]
) -> dict[str, float]:
    """The points of everyone whom one has met; a bye counts as one with one's own points."""
    met: defaultdict[str, set[str]] = defaultdict(set)
    for result in results:
        one, two = result.fixture.players
        met[one].add(two)
        met[two].add(one)
    for player in byes:
        met[player].add(player)
    return {player: sum(points[each] for each in others) for player, others in met.items()}


def _sonneborn_berger(
    results: Sequence[Result], points: Mapping[str, float], byes: Mapping[str, float]
) -> dict[str, float]:
    """What one made of each game times the points of the opponent; of a bye, times one's own."""
    found = defaultdict(float, {player: worth * points[player] for player, worth in byes.items()})
    for result in results:
        one, two = result.fixture.players
        first, second = result.points
        found[one] += first * points[two]
        found[two] += second * points[one]
    return dict(found)

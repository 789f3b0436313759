"""Pairs of games, which have the same opening with sides swapped, by what they were worth."""

from collections import defaultdict
from collections.abc import Iterable

from tournament.results import ABSENT, Result

Pairs = tuple[int, int, int, int, int]  # worth 0, 1/2, 1, 3/2 and 2 points


def pair_counts(player: str, results: Iterable[Result]) -> Pairs:
    """The player's pairs by their points, but for those that are not over or were not played."""
    points: defaultdict[int, list[float]] = defaultdict(list)
    for result in results:
        if player in result.fixture.players and result.ending != ABSENT:
            points[result.fixture.pair].append(result.points_of(player))
    counts = [0] * 5
    for pair in points.values():
        if len(pair) == 2:
            counts[round(2 * sum(pair))] += 1
    first, second, third, fourth, fifth = counts
    return first, second, third, fourth, fifth

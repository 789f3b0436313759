"""Pairs of games, which have the same opening with sides swapped, by what they were worth."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tournament.results import ABSENT, Result

Pairs = tuple[int, int, int, int, int]  # worth 0, 1/2, 1, 3/2 and 2 points


def pair_counts(player: str, results: Iterable[Result]) -> Pairs:
    """The player's pairs by their points, but for those that are not over or were not played."""
    return _counted(_worths(player, results))


def growing_counts(player: str, results: Iterable[Result], most: int) -> list[Pairs]:
    """The same on the way there: after each pair, or evenly after so many of them."""
    worths = list(_worths(player, results))
    looks = min(most, len(worths))
    return [_counted(worths[: len(worths) * look // looks]) for look in range(1, looks + 1)]


def _worths(player: str, results: Iterable[Result]) -> Iterator[int]:
    """Twice the points of each pair, in the order in which they were over."""
    open_pairs: dict[int, float] = {}
    for result in results:
        if player in result.fixture.players and result.ending != ABSENT:
            points, pair = result.points_of(player), result.fixture.pair
            if pair in open_pairs:
                yield round(2 * (open_pairs.pop(pair) + points))
            else:
                open_pairs[pair] = points


def _counted(worths: Iterable[int]) -> Pairs:
    counts = Counter(worths)
    return counts[0], counts[1], counts[2], counts[3], counts[4]

"""Two players against each other: what every two who met made of their games."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.results import ABSENT, Result
from tournament.statistics.elo import FEWEST, Estimate, estimate
from tournament.statistics.interval import telling
from tournament.statistics.pairs import pair_counts
from tournament.verdict.sentences import compared
from tournament.verdict.verdict import Duel, Tally


def duels(players: Sequence[str], results: Iterable[Result]) -> tuple[Duel, ...]:
    """All duels of which a game was played, in the order of the players."""
    meetings: defaultdict[frozenset[str], list[Result]] = defaultdict(list)
    for result in results:
        meetings[frozenset(result.fixture.players)].append(result)
    found = (
        _duel(one, two, meetings[frozenset((one, two))])
        for one, two in combinations(players, 2)
        if frozenset((one, two)) in meetings
    )
    return tuple(duel for duel in found if duel is not None)


def score_of(player: str, results: Iterable[Result]) -> Tally:
    """What the player made of these games; one to which nobody came is lost."""
    points = [result.points_of(player) for result in results]
    return Tally(points.count(1.0), points.count(0.5), points.count(0.0))


def _duel(one: str, two: str, results: Sequence[Result]) -> Duel | None:
    """None if no game was played: walkovers say nothing of who is stronger."""
    played = [result for result in results if result.ending != ABSENT]
    if not played:
        return None
    score, pairs = score_of(one, played), pair_counts(one, played)
    # Pairs say more, but while many are not complete, most is known from the games.
    paired = 4 * sum(pairs) >= len(played)
    found = _telling(pairs if paired else (score.losses, score.draws, score.wins))
    sentence = compared((one, two), score, found, "pair" if paired else "game")
    elo, normalised, superiority = found[:3] if found else (None, None, None)
    return Duel((one, two), score, pairs, elo, normalised, superiority, sentence)


def _telling(counts: Sequence[int]) -> Estimate | None:
    """What the results tell, or None where they are too few to tell anything.

    Who is stronger is shown only by results that are not level: by luck alone, 3 of 3 go one way 1
    time in 4, however many level ones beside them make the bounds narrow.
    """
    found = estimate(counts) if sum(counts) >= FEWEST else None
    if found is None or telling(found.elo) is None:
        return None
    decided = sum(counts) - counts[len(counts) // 2]
    return None if found.settled and decided < FEWEST else found

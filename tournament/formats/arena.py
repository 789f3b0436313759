"""An arena: whoever has no game gets the next one, against somebody near in the standings.

There are no rounds and games are single. A win is worth 2 points and a draw 1, and two wins in a
row begin a streak in which all counts double until a game is not won: that one, if drawn, is the
last to count double.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from games import Side
from tournament.formats.freshness import CIRCLE, stale
from tournament.formats.matching import Two, cheapest, digits
from tournament.plan import Pair, fixtures
from tournament.results import Result, ScheduledGame

NEAR = CIRCLE  # places among those who wait that an opponent is away at most; more only take time
Meeting = tuple[str, Side]  # the opponent, and one's own side
History = Mapping[str, Sequence[Meeting]]
STREAK = 2  # wins in a row after which all counts double


def arena_points(results: Sequence[Result]) -> dict[str, float]:
    """What streaks make of results in the order in which the games ended."""
    points: defaultdict[str, float] = defaultdict(float)
    row: Counter[str] = Counter()  # wins of each since the last game that was not won
    for result in results:
        for player, earned in zip(result.fixture.players, result.points, strict=True):
            points[player] += 2 * earned * (2 if row[player] >= STREAK else 1)
            row[player] = row[player] + 1 if earned == 1 else 0
    return dict(points)


def arena_pairs(
    waiting: Sequence[str],
    results: Sequence[Result],
    playing: Sequence[ScheduledGame] = (),
    patient: Collection[str] = (),
    since: int = 0,
) -> list[tuple[str, str]]:
    """Who plays whom of those who wait, the longest first; of each two the first mover first.

    If their number is odd one waits on, rather one who came late. Nobody has the same opponent
    twice in a row if there is another way; games that have not ended count too. Two who are
    patient wait on if they have met too often in the games after the one numbered *since*.
    """
    order = {player: at for at, player in enumerate(waiting)}
    points = arena_points(results)
    ended = [result.fixture for result in results]
    busy = (player for game in playing for player in game.players)
    field = sorted(dict.fromkeys((*waiting, *busy)), key=lambda player: -points.get(player, 0))
    lately = [game for game in ended if game.number > since]
    unwanted = stale(field, lately, playing, patient)
    history = _history([*ended, *playing])
    ranking = [player for player in field if player in order]
    matching = cheapest(_costs(ranking, order, points, history, unwanted))
    found = [(ranking[one], ranking[two]) for one, two in matching if two < len(ranking)]
    wanted = (both for both in found if frozenset(both) not in unwanted)
    longest_first = (sorted(both, key=lambda player: order[player]) for both in wanted)
    return [
        _seated(one, two, history)
        for one, two in sorted(longest_first, key=lambda both: order[both[0]])
    ]


def arena_fixtures(
    pairs: Iterable[tuple[str, str]],
    openings: int,
    results: Sequence[Result],
    playing: Sequence[ScheduledGame] = (),
) -> list[ScheduledGame]:
    """The games of these pairs; the openings take turns."""
    before = [*(result.fixture for result in results), *playing]
    found = (Pair(1, both, at, games=1) for at, both in enumerate(pairs, len(before)))
    return fixtures(found, before, openings)


def _costs(
    ranking: Sequence[str],
    order: Mapping[str, int],
    points: Mapping[str, float],
    history: History,
    unwanted: Collection[frozenset[str]],
) -> dict[Two, int]:
    """What it costs to pair two, by rank; one beyond the last is for the one who waits on.

    What counts more is a higher digit: whether they would wait on, a rematch, how often they have
    met, a long wait, a gap in points, one in rank.
    """
    many = len(ranking)
    earned = [int(points.get(player, 0)) for player in ranking]
    met = [Counter(opponent for opponent, _ in history.get(player, ())) for player in ranking]
    most = max((max(each.values(), default=0) for each in met), default=0)
    base = many * max(many, NEAR, most, *earned) ** 2 + 1
    found: dict[Two, int] = {}
    for one in range(many):
        for two in range(one + 1, min(many, one + NEAR + 1)):
            both = (ranking[one], ranking[two])
            first = (frozenset(both) in unwanted, _is_rematch(*both, history))
            gap = (earned[one] - earned[two]) ** 2
            often = met[one][ranking[two]] ** 2
            found[one, two] = digits(base, *first, often, 0, gap, (two - one) ** 2)
        if many % 2:
            found[one, many] = digits(base, 0, 0, 0, many - order[ranking[one]], 0, 0)
    return found


def _history(games: Iterable[ScheduledGame]) -> History:
    found: defaultdict[str, list[Meeting]] = defaultdict(list)
    for fixture in games:
        first, second = fixture.players
        found[first].append((second, 0))
        found[second].append((first, 1))
    return found


def _is_rematch(one: str, two: str, history: History) -> bool:
    """Whether one of them played the other last."""
    return any(
        player in history and history[player][-1][0] == other
        for player, other in ((one, two), (two, one))
    )


def _seated(one: str, two: str, history: History) -> tuple[str, str]:
    """First moves who has done it less often, or longer ago, or waits longer."""

    def turn(player: str) -> tuple[int, int]:
        sides = [side for _, side in history.get(player, ())]
        return sides.count(0) - sides.count(1), -sides[-1] if sides else 0

    return (one, two) if turn(one) <= turn(two) else (two, one)

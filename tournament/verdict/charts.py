"""How ratings and points went as the games came in."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournament.formats.arena import arena_points
from tournament.results import ABSENT, Result
from tournament.statistics.fit import ratings, tallied

Chart = dict[str, tuple[tuple[int, float], ...]]

MOMENTS = 40  # at which one looks, at most: as many as a chart can show
FITTED = 800  # likewise times players, because a fit of a hundred players takes half a second
SHOWN = 3  # games after which a player's rating is worth a point on a chart


def rating_chart(players: Sequence[str], results: Sequence[Result]) -> Chart:
    """Each player's Elo after so many games of all, each time by a fit of all games until then."""
    points: dict[str, list[tuple[int, float]]] = {player: [] for player in players}
    for moment in moments(len(results), max(4, FITTED // max(1, len(players)))):
        before = [result for result in results[:moment] if result.ending != ABSENT]
        games = Counter(player for result in before for player in result.fixture.players)
        met = [player for player in players if games[player]]
        for player, rating in ratings(met, tallied(before)).items():
            if games[player] >= SHOWN:
                points[player].append((moment, rating))
    return _shown(points)


def score_chart(
    format: str, players: Sequence[str], results: Sequence[Result], byes: Mapping[str, float]
) -> Chart:
    """Each player's points after so many games of all; those of byes are there from the start."""
    points: dict[str, list[tuple[int, float]]] = {
        player: [(0, byes.get(player, 0.0))] for player in players
    }
    for moment in moments(len(results)):
        before = results[:moment]
        made = arena_points(before) if format == "arena" else _made(before, byes)
        for player in players:
            points[player].append((moment, made.get(player, 0.0)))
    return _shown(points) if results else {}


def moments(games: int, most: int = MOMENTS) -> list[int]:
    """After how many games to look: evenly apart, the last of them at the end."""
    looks = min(games, most, MOMENTS)
    return [games * look // looks for look in range(1, looks + 1)]


def _made(results: Sequence[Result], byes: Mapping[str, float]) -> dict[str, float]:
    points = dict(byes)
    for result in results:
        for player, earned in zip(result.fixture.players, result.points, strict=True):
            points[player] = points.get(player, 0.0) + earned
    return points


def _shown(points: Mapping[str, Sequence[tuple[int, float]]]) -> Chart:
    return {player: tuple(found) for player, found in points.items() if found}

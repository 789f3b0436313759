"""A Swiss tournament: in every round those meet who have about the same points and have not met.

All that is wanted of a round is made one cost for each two who may meet, and the cheapest matching
is played. What matters more is a higher digit of the cost, so that no sum of lesser things exceeds
it: first who has the bye; then that nobody moves first, or second, three times in a row or three
times more often than the other way round; then near points; then other wishes for a side; and last
that of players with the same points the upper half meets the lower.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from games import Side
from tournament.formats.matching import Two, cheapest, digits
from tournament.plan import Pair, PairingPlan
from tournament.results import Result, ScheduledGame

MUST = 2  # the strength of a wish for a side when the other would be once too often


class SwissPlayer(NamedTuple):
    """What a pairing looks at; the first of a list of these is the best."""

    name: str
    halves: int  # half points, those of byes too
    byes: float
    met: frozenset[str]
    sides: tuple[Side, ...]  # of all games so far

    @property
    def surplus(self) -> int:
        """How much more often the player has moved first than second."""
        return self.sides.count(0) - self.sides.count(1)

    @property
    def wish(self) -> int:
        """Above 0 to move first, below 0 to move second; the further from 0 the stronger."""
        if abs(self.surplus) >= MUST:
            return -MUST if self.surplus > 0 else MUST
        if len(self.sides) >= 2 and self.sides[-1] == self.sides[-2]:
            return -MUST if self.sides[-1] == 0 else MUST
        if self.surplus or not self.sides:
            return -self.surplus
        return -1 if self.sides[-1] == 0 else 1


def pairs(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result], gone: Collection[str]
) -> list[Pair] | None:
    """The next round, the best first; None after the last, or when those left have all met."""
    number = max((result.fixture.round for result in results), default=0) + 1
    if number > plan.rounds:
        return None
    ranking = _ranking(plan, players, results, gone)
    matching = cheapest(costs(ranking, balanced=not plan.paired))
    if len(ranking) < 2 or len(matching) < (len(ranking) + 1) // 2:
        return None
    boards = [(ranking[one], ranking[two]) for one, two in matching if two < len(ranking)]
    return [
        Pair(number, _seated(*both, board), number - 1, 2 if plan.paired else 1)
        for board, both in enumerate(boards)
    ]


def byes(
    plan: PairingPlan,
    players: Sequence[str],
    fixtures: Iterable[ScheduledGame],
    gone: Collection[str],
) -> dict[str, float]:
    """A point for every game of the rounds in which a player had no opponent.

    Only one can be without in a round: while more are, their games have not ended yet. For the
    rounds after their last game, those who have gone have no bye.
    """
    rounds: defaultdict[int, set[str]] = defaultdict(set)
    last: Counter[str] = Counter()
    for fixture in fixtures:
        rounds[fixture.round].update(fixture.players)
        for player in fixture.players:
            last[player] = max(last[player], fixture.round)
    found: Counter[str] = Counter()
    for number, paired in rounds.items():
        here = (each for each in players if each not in gone or last[each] > number)
        without = [player for player in here if player not in paired]
        found.update(without if len(without) == 1 else ())
    return {player: float(times * (2 if plan.paired else 1)) for player, times in found.items()}


def costs(ranking: Sequence[SwissPlayer], balanced: bool) -> dict[Two, int]:
    """What each two who have not met cost, by rank; one beyond the last is the bye."""
    many = len(ranking)
    groups = Counter(player.halves for player in ranking)
    spread = ranking[0].halves - ranking[-1].halves if ranking else 0
    base = many * max(many, spread) ** 2 + 1  # beyond the sum of any digit
    found: dict[Two, int] = {}
    for one, two in combinations(range(many), 2):
        high, low = ranking[one], ranking[two]
        if low.name in high.met:
            continue
        clash, wish = _sides_clash(high, low) if balanced else (False, False)
        gap = high.halves - low.halves
        distance = groups[high.halves] // 2 if gap == 0 else 1
        found[one, two] = digits(base, clash, gap**2, wish, (two - one - distance) ** 2)
    if many % 2:
        for times, who in enumerate(sorted(range(many), key=lambda at: (ranking[at].byes, -at))):
            found[who, many] = digits(base, times, 0, 0, 0, 0)
    return found


def _sides_clash(one: SwissPlayer, two: SwissPlayer) -> tuple[bool, bool]:
    """Whether both must have the same side, and whether both wish for it."""
    return one.wish == two.wish and abs(one.wish) == MUST, one.wish * two.wish > 0


def _seated(high: SwissPlayer, low: SwissPlayer, board: int) -> tuple[str, str]:
    """The first mover first: who wishes it more; then the better has the wish, or takes turns."""
    one, two = ((each.wish, -each.surplus) for each in (high, low))
    better_first = one > two or (
        one == two and (high.wish > 0 or (high.wish == 0 and board % 2 == 0))
    )
    return (high.name, low.name) if better_first else (low.name, high.name)


def _ranking(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result], gone: Collection[str]
) -> list[SwissPlayer]:
    """Those who are here by points, and with the same points in the order of the entrants."""
    free = byes(plan, players, [result.fixture for result in results], gone)
    points: defaultdict[str, float] = defaultdict(float, free)
    met: defaultdict[str, set[str]] = defaultdict(set)
    sides: defaultdict[str, list[Side]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.fixture.number):
        for side, player in enumerate(result.fixture.players):
            points[player] += result.points[side]
            met[player].add(result.fixture.players[1 - side])
            sides[player].append(side)
    found = [
        SwissPlayer(
            each, int(2 * points[each]), free.get(each, 0), frozenset(met[each]), tuple(sides[each])
        )
        for each in players
        if each not in gone
    ]
    return sorted(found, key=lambda player: -player.halves)

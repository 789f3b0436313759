"""A knockout: who loses a tie is out, and seeds are the order of the entrants.

A tie is best of so many games. While it is level it goes on with one more pair of games; after
three of those the higher seed goes on. One who has gone loses every tie that is not decided yet.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tournament.plan import Pair, Plan
from tournament.results import Result

EXTRA_PAIRS = 3
Slot = str | None  # None: nobody is there


class Tie(NamedTuple):
    """Two slots of a bracket that meet in a round."""

    round: int
    slots: tuple[Slot, Slot]  # the higher seed first
    played: int = 0
    lead: float = 0  # points that the one has more than the other
    decided: bool = True
    winner: Slot = None
    third_place: bool = False

    @property
    def loser(self) -> Slot:
        high, low = self.slots
        return low if self.winner == high else high


def pairs(
    plan: Plan, players: Sequence[str], results: Sequence[Result], gone: Collection[str]
) -> list[Pair] | None:
    """The games that the ties of the current round need next; None when all is decided."""
    rounds = bracket(players, results, gone, plan.best_of, plan.third_place)
    ties = [tie for tie in (rounds[-1] if rounds else ()) if not tie.decided]
    rows = zip_longest(*(_further(tie, plan.best_of) for tie in ties))
    return [pair for row in rows for pair in row if pair] or None


def bracket(
    players: Sequence[str],
    results: Sequence[Result],
    gone: Collection[str] = (),
    best_of: int = 2,
    third_place: bool = True,
) -> list[list[Tie]]:
    """The ties of every round so far; the next round begins when all of one are decided."""
    games: defaultdict[tuple[int, frozenset[str]], list[Result]] = defaultdict(list)
    for result in results:
        games[result.fixture.round, frozenset(result.fixture.players)].append(result)

    def tie(number: int, one: Slot, two: Slot) -> Tie:
        if one is None or two is None:
            return Tie(number, (one, two), winner=one or two)
        high, low = sorted((one, two), key=players.index)
        return _played_tie(
            number, (high, low), games[number, frozenset((high, low))], best_of, gone
        )

    slots, rounds = _slots(players), list[list[Tie]]()
    while len(slots) > 1 and all(tie.decided for tie in (rounds[-1] if rounds else ())):
        number = len(rounds) + 1
        ties = [tie(number, *both) for both in zip(slots[::2], slots[1::2], strict=True)]
        slots = [each.winner for each in ties]
        if third_place and len(ties) == 1 and rounds:
            one, two = (each.loser for each in rounds[-1])
            ties.append(tie(number, one, two)._replace(third_place=True))
        rounds.append(ties)
    return rounds


def survived(rounds: Sequence[Sequence[Tie]]) -> dict[str, float]:
    """How many rounds each player has survived, with a half for the third place."""
    found: defaultdict[str, float] = defaultdict(float)
    for tie in (tie for ties in rounds for tie in ties):
        if tie.decided and tie.winner:
            found[tie.winner] += 0.5 if tie.third_place else 1
    return dict(found)


def _slots(players: Sequence[str]) -> list[Slot]:
    """The first round: the better two seeds are, the later they meet, and the best have byes."""
    order = [0]
    while len(order) < len(players):
        last = 2 * len(order) - 1
        order = [slot for seed in order for slot in (seed, last - seed)]
    return [players[seed] if seed < len(players) else None for seed in order]


def _played_tie(
    number: int,
    players: tuple[str, str],
    games: Sequence[Result],
    best_of: int,
    gone: Collection[str],
) -> Tie:
    high, low = players
    lead = sum(game.points_of(high) - game.points_of(low) for game in games)
    tie = Tie(number, players, len(games), abs(lead), winner=high if lead >= 0 else low)
    if abs(lead) > _left(len(games), best_of) or len(games) >= best_of + 2 * EXTRA_PAIRS:
        return tie
    here = [player for player in players if player not in gone]
    if len(here) == 2:
        return tie._replace(decided=False, winner=None)
    return tie._replace(winner=here[0] if here else None)


def _left(played: int, best_of: int) -> int:
    """Games of the tie, or of a pair after it, that are not played yet."""
    return best_of - played if played < best_of else (played - best_of) % 2


def _further(tie: Tie, best_of: int) -> Iterator[Pair]:
    """As many games as may decide the tie, in full pairs where there are two left."""
    high, low = tie.slots
    if high is None or low is None:
        return
    left = _left(tie.played, best_of) or 2
    games = int(left - tie.lead) // 2 + 1
    games = min(left, games + games % 2)
    # Every round has openings of its own, and all ties of a round have the same.
    first = (tie.round - 1) * ((best_of + 1) // 2 + EXTRA_PAIRS) + (tie.played + 1) // 2
    for at in range(0, games, 2):
        yield Pair(tie.round, (high, low), first + at // 2, min(2, games - at))

"""A knockout: who loses a tie is out, and seeds are the order of the players, the best first.

A tie is best of so many games. While it is level it goes on with one more pair of games; after as
many of those as the plan allows, the better seed goes on. Who has gone loses the games of the next
tie by not coming, so that seeds and results are all that a bracket is made of, whenever it is made.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import inf
from typing import Literal

from tournament.plan import Pair, PairingPlan
from tournament.results import Result

Slot = str | None  # None: nobody is there
Decided = Literal["", "bye", "games", "extra games", "seed"]  # by what; empty while it is not
FINAL, THIRD_PLACE = "final", "third place"
SHORT_NAMES = {1: FINAL, 2: "semi-finals", 4: "quarter-finals"}  # by the ties of a round


@dataclass(frozen=True)
class Tie:
    """Two slots of a bracket that meet in a round."""

    round: int
    name: str  # of the round
    slots: tuple[Slot, Slot]  # by their places in the bracket
    seeds: tuple[int | None, int | None]  # from 1
    points: tuple[float, float] = (0.0, 0.0)
    played: int = 0
    winner: Slot = None
    decided: Decided = ""
    third_place: bool = False

    @property
    def loser(self) -> Slot:
        one, two = self.slots
        return two if self.winner == one else one

    @property
    def lead(self) -> float:
        """By how much the first has more points."""
        one, two = self.points
        return one - two

    @property
    def by_seed(self) -> tuple[Slot, Slot]:
        """The better seed first, and nobody last."""
        one, two = (seed or inf for seed in self.seeds)
        return self.slots if one < two else self.slots[::-1]


Bracket = Sequence[Sequence[Tie]]


def pairs(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result]
) -> list[Pair] | None:
    """The games that the ties of the current round need next; None when all is decided."""
    rounds = bracket(plan, players, results)
    ties = [tie for tie in (rounds[-1] if rounds else ()) if not tie.decided]
    rows = zip_longest(*(_further(tie, plan) for tie in ties))
    return [pair for row in rows for pair in row if pair] or None


def bracket(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result]
) -> list[list[Tie]]:
    """The ties of every round so far; the next round begins when all of one are decided."""
    games: defaultdict[tuple[int, frozenset[str]], list[Result]] = defaultdict(list)
    for result in results:
        games[result.fixture.round, frozenset(result.fixture.players)].append(result)

    seeds: dict[Slot, int] = {player: seed for seed, player in enumerate(players, 1)}

    def tie(number: int, name: str, one: Slot, two: Slot) -> Tie:
        drawn = Tie(number, name, (one, two), (seeds.get(one), seeds.get(two)))
        if one is None or two is None:
            return replace(drawn, winner=one or two, decided="bye")
        return _played(drawn, games[number, frozenset((one, two))], plan)

    slots, rounds = _slots(players), list[list[Tie]]()
    while len(slots) > 1 and all(tie.decided for tie in (rounds[-1] if rounds else ())):
        number, name = len(rounds) + 1, SHORT_NAMES.get(len(slots) // 2, f"round of {len(slots)}")
        ties = [tie(number, name, *both) for both in zip(slots[::2], slots[1::2], strict=True)]
        slots = [each.winner for each in ties]
        if plan.third_place and len(ties) == 1 and rounds:
            one, two = (each.loser for each in rounds[-1])
            ties.append(replace(tie(number, THIRD_PLACE, one, two), third_place=True))
        rounds.append(ties)
    return rounds


def survived(rounds: Bracket) -> dict[str, float]:
    """How many rounds each player has survived, with a half for the third place."""
    found: defaultdict[str, float] = defaultdict(float)
    for tie in (tie for ties in rounds for tie in ties):
        if tie.decided and tie.winner:
            found[tie.winner] += 0.5 if tie.third_place else 1
    return dict(found)


def tie_sentences(rounds: Bracket) -> list[str]:
    """Who won the final and the third place, in a sentence each."""
    last = rounds[-1] if rounds else ()
    found = []
    for tie in (tie for tie in last if tie.name in (FINAL, THIRD_PLACE)):
        made = f"{max(tie.points):g} to {min(tie.points):g}"
        by = ", as the better seed" if tie.decided == "seed" else ""
        if tie.decided and tie.played:
            found.append(f"{tie.winner} won the {tie.name} against {tie.loser} by {made}{by}.")
    return found


def rule(plan: PairingPlan) -> str:
    """How a tie is decided, in a sentence."""
    games = "one game" if plan.best_of == 1 else f"best of {plan.best_of} games"
    if not plan.extra_pairs:
        return f"A tie is {games}; if it is level then, the better seed goes on."
    more = "one more pair" if plan.extra_pairs == 1 else f"up to {plan.extra_pairs} more pairs"
    return (
        f"A tie is {games}; while it is level it goes on for {more} of games, "
        "and then the better seed goes on."
    )


def _slots(players: Sequence[str]) -> list[Slot]:
    """The first round: the better two seeds are, the later they meet, and the best have byes."""
    order = [0]
    while len(order) < len(players):
        last = 2 * len(order) - 1
        order = [slot for seed in order for slot in (seed, last - seed)]
    return [players[seed] if seed < len(players) else None for seed in order]


def _played(tie: Tie, games: Sequence[Result], plan: PairingPlan) -> Tie:
    """The tie after these games."""
    one, two = filter(None, tie.slots)
    points = sum(each.points_of(one) for each in games), sum(each.points_of(two) for each in games)
    tie = replace(tie, points=points, played=len(games))
    if abs(tie.lead) > _left(tie.played, plan.best_of):
        by: Decided = "games" if tie.played <= plan.best_of else "extra games"
        return replace(tie, winner=one if tie.lead > 0 else two, decided=by)
    if tie.played >= plan.best_of + 2 * plan.extra_pairs:
        return replace(tie, winner=tie.by_seed[0], decided="seed")
    return tie


def _left(played: int, best_of: int) -> int:
    """Games of the tie, or of a pair after it, that are not played yet."""
    return best_of - played if played < best_of else (played - best_of) % 2


def _further(tie: Tie, plan: PairingPlan) -> Iterator[Pair]:
    """As many games as may decide the tie, in full pairs where there are two left."""
    high, low = tie.by_seed
    if high is None or low is None:
        return
    left = _left(tie.played, plan.best_of) or 2
    games = int(left - abs(tie.lead)) // 2 + 1
    games = min(left, games + games % 2)
    # Every round has openings of its own, and all ties of a round have the same.
    first = (tie.round - 1) * ((plan.best_of + 1) // 2 + plan.extra_pairs) + (tie.played + 1) // 2
    for at in range(0, games, 2):
        yield Pair(tie.round, (high, low), first + at // 2, min(2, games - at))

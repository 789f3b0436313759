"""Tournaments played to their end in no time."""

import random
from collections.abc import Mapping, Sequence

from tournament.formats.pairing import batch
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame

ENDINGS = ((0, "line"), (1, "line"), (None, "full"))


def names(many: int) -> list[str]:
    """Entrants whose order is not that of the alphabet."""
    return [f"{chr(ord('a') + at * 7 % 26)}{at}" for at in range(many)]


def won(winner: str, loser: str, number: int = 1, round: int = 1) -> Result:
    return Result(ScheduledGame(number, round, (winner, loser), number), 0, "line")


def drawn(one: str, two: str, number: int = 1, round: int = 1) -> Result:
    return Result(ScheduledGame(number, round, (one, two), number), None, "full")


def unplayed(one: str, two: str, number: int = 1, round: int = 1) -> Result:
    """Nobody came."""
    return Result(ScheduledGame(number, round, (one, two), number), None, "absent")


def by_strength(players: Sequence[str], fixture: ScheduledGame) -> Result:
    """The former of the entrants wins."""
    first, second = (players.index(player) for player in fixture.players)
    return Result(fixture, 0 if first < second else 1, "line")


def play(
    plan: PairingPlan,
    players: Sequence[str],
    seed: int | None = None,
    before: Sequence[Result] = (),
    leaving: Mapping[str, int] | None = None,
) -> list[Result]:
    """All results, random ones in random order; without a seed the former entrant always wins.

    Those who leave do so after the round that is given with them.
    """
    chance, results = random.Random(seed), list(before)
    while True:
        last = max((result.fixture.round for result in results), default=0)
        gone = [player for player, after in (leaving or {}).items() if last >= after]
        fixtures = batch(plan, players, results, gone)
        if fixtures is None:
            return results
        assert fixtures, "a batch is never empty"
        if seed is None:
            results += [by_strength(players, fixture) for fixture in fixtures]
        else:
            chance.shuffle(fixtures)
            results += [Result(fixture, *chance.choice(ENDINGS)) for fixture in fixtures]

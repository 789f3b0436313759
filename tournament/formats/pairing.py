"""What is to be played next: one entrance to the pairings of all formats.

Nothing is remembered between two calls, so that a server which comes back after a crash goes on
just as it would have.
"""

from collections.abc import Collection, Sequence

from tournament.formats import knockout, round_robin, swiss
from tournament.plan import Pair, PairingPlan, check_format, fixtures
from tournament.results import Result, ScheduledGame


def batch(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result], gone: Collection[str] = ()
) -> list[ScheduledGame] | None:
    """The fixtures to be played next, in the order to start them; None when all is over.

    Results are those of all fixtures given before, in the order in which they ended. With more
    rounds than before a tournament that was over goes on.
    """
    pairs = _pairs(plan, players, results, gone)
    if pairs is None:
        return None
    return fixtures(pairs, [result.fixture for result in results], plan.openings)


def byes(
    plan: PairingPlan,
    players: Sequence[str],
    results: Sequence[Result],
    gone: Collection[str] = (),
    playing: Collection[ScheduledGame] = (),
) -> dict[str, float]:
    """The points that players have for rounds in which there was no opponent for them.

    While a round is played, the fixtures that have not ended show who has one.
    """
    if plan.format != "swiss":
        return {}
    return swiss.byes(plan, players, [*(result.fixture for result in results), *playing], gone)


def _pairs(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result], gone: Collection[str]
) -> list[Pair] | None:
    match plan.format:
        case "round-robin" | "gauntlet":
            return round_robin.pairs(plan, players, results, gone)
        case "swiss":
            return swiss.pairs(plan, players, results, gone)
        case "knockout":
            return knockout.pairs(plan, players, results)
        case "sprt":
            return _next_of_two(plan, players, results, gone)
    check_format(plan.format)
    raise ValueError("an arena has no batches: its games are paired by tournament.formats.arena")


def _next_of_two(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result], gone: Collection[str]
) -> list[Pair] | None:
    """A few more pairs for a sequential test; whether it goes on is decided elsewhere."""
    done = max((result.fixture.round for result in results), default=0)
    one, two = players
    if done >= plan.rounds or set(players) & set(gone):
        return None
    last = min(done + plan.batch, plan.rounds)
    return [
        Pair(number, (one, two) if number % 2 else (two, one), number - 1)
        for number in range(done + 1, last + 1)
    ]

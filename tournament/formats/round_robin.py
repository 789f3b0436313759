"""All play all; or a gauntlet, in which a few challengers play all the others.

A round is everyone's pair of games with everyone: the k-th has the k-th opening, whoever plays.
"""

from collections.abc import Collection, Iterator, Sequence

from tournament.plan import Pair, PairingPlan
from tournament.results import Result

Two = tuple[str, str]


def pairs(
    plan: PairingPlan, players: Sequence[str], results: Sequence[Result], gone: Collection[str]
) -> list[Pair] | None:
    """What has not been played yet of all rounds, or None."""
    cycle = list(
        gauntlet(players, plan.challengers) if plan.format == "gauntlet" else circle(players)
    )
    cycle = [both for both in cycle if not set(both) & set(gone)]
    played = {(result.fixture.round, frozenset(result.fixture.players)) for result in results}
    further = [
        Pair(number, both if number % 2 else both[::-1], number - 1)
        for number in range(1, plan.rounds + 1)
        for both in cycle
        if (number, frozenset(both)) not in played
    ]
    return further or None


def circle(players: Sequence[str]) -> Iterator[Two]:
    """Every two once, such that everybody plays once before anybody plays twice.

    All sit around a table and play who is opposite; then all but the first move on by one place.
    """
    seats = [*players, *[None] * (len(players) % 2)]
    half = len(seats) // 2
    for turn in range(len(seats) - 1):
        for one, two in zip(seats[:half], seats[: half - 1 : -1], strict=True):
            if one is not None and two is not None:
                yield (one, two) if turn % 2 == 0 else (two, one)
        seats.insert(1, seats.pop())


def gauntlet(players: Sequence[str], challengers: int) -> Iterator[Two]:
    """Each challenger with each of the others once, such that nobody waits for long."""
    few, many = players[:challengers], players[challengers:]
    if len(few) > len(many):
        few, many = many, few
    for turn in range(len(many)):
        for at, one in enumerate(few):
            two = many[(at + turn) % len(many)]
            yield (one, two) if turn % 2 == 0 else (two, one)

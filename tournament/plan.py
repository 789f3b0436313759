"""What is settled before a tournament begins, and the pairs of games that pairings are made of."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, Self

from games import Mistake
from tournament.results import ScheduledGame

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout", "arena", "sprt")
EXTRA_PAIRS = 3  # of games, after which a tie that is still level is not played on


class Settled(Protocol):
    """What whoever holds a tournament has settled, as far as pairings and standings need it."""

    @property
    def format(self) -> str: ...
    @property
    def rounds(self) -> int: ...
    @property
    def openings(self) -> Sequence[Sequence[int]]: ...
    @property
    def best_of(self) -> int: ...
    @property
    def extra_pairs(self) -> int: ...
    @property
    def third_place(self) -> bool: ...
    @property
    def challengers(self) -> int: ...
    @property
    def singles(self) -> bool: ...


class PairingPlan(NamedTuple):
    """How a tournament is to be played."""

    format: str
    rounds: int  # pairs of games of every two; of a Swiss tournament, its rounds
    openings: int = 0  # how many there are; 0: all games begin with the empty board
    best_of: int = 2  # games of two players in a knockout
    third_place: bool = False  # whether the losers of the semi-finals play too
    challengers: int = 1  # of a gauntlet: so many of the first entrants play all the others
    paired: bool = True  # of a Swiss tournament: whether a round is a pair of games or just one
    batch: int = 8  # pairs of games between two looks at a sequential test
    extra_pairs: int = EXTRA_PAIRS  # of a knockout: pairs by which a level tie goes on

    @classmethod
    def of(cls, settled: Settled) -> Self:
        return cls(
            settled.format,
            settled.rounds,
            len(settled.openings),
            best_of=settled.best_of,
            third_place=settled.third_place,
            challengers=settled.challengers,
            paired=not settled.singles,
            batch=max(1, settled.rounds),
            extra_pairs=settled.extra_pairs,
        )


def check_format(format: str) -> None:
    """Raise Mistake, which says what would be right, for a format that there is not."""
    if format not in FORMATS:
        raise Mistake(f"no tournament is called {format!r}: choose from {', '.join(FORMATS)}")


class Pair(NamedTuple):
    """Two games with the same opening and sides swapped; or one game alone."""

    round: int  # from 1
    players: tuple[str, str]  # the first mover of the first game first
    opening: int  # from 0, counted on beyond the number of openings
    games: int = 2


def fixtures(
    pairs: Iterable[Pair], before: Sequence[ScheduledGame], openings: int
) -> list[ScheduledGame]:
    """The games of these pairs, with numbers that go on from those before."""
    number = max((fixture.number for fixture in before), default=0)
    pair = max((fixture.pair for fixture in before), default=0)
    found: list[ScheduledGame] = []
    for each in pairs:
        pair += 1
        opening = each.opening % openings if openings else None
        for players in (each.players, each.players[::-1])[: each.games]:
            number += 1
            found.append(ScheduledGame(number, each.round, players, pair, opening))
    return found

"""Tournaments of simulated games between players of known strength."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from games import Cell, game_named
from tournament.plan import PairingPlan
from tournament.results import Result, ScheduledGame
from tournament.statistics.fit import ELO, chances
from tournament.verdict.judging import TournamentRecord, judge
from tournament.verdict.verdict import TournamentVerdict

LINE = (0, 3, 1, 4, 2)  # the shortest win in tic-tac-toe


def paired(one: str, two: str, outcomes: str) -> list[Result]:
    """Games with swapped sides, each told by a letter: w, d or l from the view of the first."""
    results = []
    for at, outcome in enumerate(outcomes):
        players = (one, two) if at % 2 == 0 else (two, one)
        winner = {"w": one, "d": None, "l": two}[outcome]
        results.append(
            Result(
                ScheduledGame(at + 1, at // 2 + 1, players, at // 2 + 1),
                None if winner is None else players.index(winner),
                "full" if winner is None else "line",
            )
        )
    return results


def simulated(
    strengths: Mapping[str, float], rounds: int, seed: int = 1, game: str = "connect4"
) -> list[Result]:
    """Pairs of everyone with everyone, with random moves that the results do not come from."""
    return list(_games(Random(seed), strengths, rounds, game))


def verdict_of(
    players: Sequence[str],
    results: Sequence[Result],
    format: str = "round-robin",
    game: str = "connect4",
    finished: bool = True,
    openings: Sequence[Sequence[Cell]] = (),
) -> TournamentVerdict:
    return judge(
        TournamentRecord(
            title="Cup",
            game=game,
            plan=PairingPlan(format, 1),
            clock="10+0.1",
            players=players,
            results=results,
            finished=finished,
            openings=openings,
        )
    )


def _games(rng: Random, strengths: Mapping[str, float], rounds: int, game: str) -> Iterator[Result]:
    fixtures = (
        (round, pair, players)
        for round in range(1, rounds + 1)
        for pair, two in enumerate(combinations(strengths, 2))
        for players in (two, two[::-1])
    )
    for number, (round, pair, (one, two)) in enumerate(fixtures, 1):
        lead = (strengths[one] - strengths[two]) / ELO
        winner = rng.choices((0, None, 1), chances(lead, -1.0))[0]
        fixture = ScheduledGame(number, round, (one, two), 1000 * round + pair)
        yield Result(fixture, winner, "full" if winner is None else "line", moves=_moves(rng, game))


def _moves(rng: Random, game: str) -> tuple[Cell, ...]:
    position = game_named(game).start()
    while not position.outcome:
        position = position.play(rng.choice(position.legal_moves()))
    return position.moves

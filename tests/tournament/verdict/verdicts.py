"""Verdicts of tournaments that were never played: random games, and figures made up to match."""

import random
from collections.abc import Sequence
from itertools import combinations

from games import Game, Position, game_named
from games.notation import write_moves
from games.record import MoveEvaluation
from tournament.results import FAULTS, Result, ScheduledGame
from tournament.statistics.interval import Interval
from tournament.verdict.conditions import conditions, conditions_by_player
from tournament.verdict.verdict import (
    ClockUse,
    Duel,
    Opening,
    StandingsLine,
    Tally,
    TournamentVerdict,
)

SIX_GAMES = ("tictactoe", "mnk:rows=9,cols=9", "gomoku", "connect4", "nineboard", "qubic")
PLAYERS = ("perfect", "threats", "negamax-6", "greedy", "random")

FACTS = (("Date", "2026-11-19"), ("Machine", "Linux, 2 cores"), ("FirstBot", "search:level=3"))


def verdict(
    name: str, players: Sequence[str] = PLAYERS, rounds: int = 4, title: str = "Autumn cup"
) -> TournamentVerdict:
    """Everybody against everybody, so many games each, from openings of two moves."""
    chance = random.Random(name)
    game = game_named(name)
    openings = [_played(game, chance, (), 2) for _ in range(6)]
    results = _results(game, chance, players, openings, rounds)
    crosstable = _crosstable(players, results)
    wins = [sum(result.winner == side for result in results) for side in (0, None, 1)]
    return TournamentVerdict(
        title=title,
        game=name,
        format=f"round robin, {rounds} games each",
        clock="10+0.1",
        finished=True,
        seeds=tuple(players),
        games=len(results),
        distinct=len({result.moves for result in results}),
        tie_breaks=("Sonneborn-Berger", "wins"),
        standings=_standings(chance, players, results),
        rule="",
        bracket=(),
        crosstable=crosstable,
        duels=tuple(_duel(chance, *pair, crosstable) for pair in combinations(players, 2)),
        elo_of="Elo of this tournament alone: the mean of its players is 0.",
        first_move=Interval(41, 12, 70),
        draw_rate=wins[1] / len(results) if results else 0.0,
        first_wins=wins[0],
        draws=wins[1],
        second_wins=wins[2],
        openings=_openings(game, openings, results),
        paces=tuple(_pace(chance, player, results) for player in players),
        rating_chart=_chart(chance, players, results, 80.0),
        score_chart=_chart(chance, players, results, 0.0),
        sentences=("The first is ahead of the second, but not beyond chance.",),
        warnings=("Two players lost games on time: try a longer clock.",),
        results=tuple(results),
        conditions=conditions(results),
        conditions_by_player=conditions_by_player(results),
    )


def nothing(players: Sequence[str] = ()) -> TournamentVerdict:
    """A tournament of which no game is over yet."""
    return verdict("tictactoe", players, rounds=0)


def won_on_board(results: Sequence[Result]) -> Result:
    return next(result for result in results if result.ending == "line")


def _results(
    game: Game,
    chance: random.Random,
    players: Sequence[str],
    openings: Sequence[Position],
    rounds: int,
) -> list[Result]:
    results: list[Result] = []
    for round_ in range(rounds):
        for number, pair in enumerate(combinations(players, 2)):
            order = pair if round_ % 2 == 0 else pair[::-1]
            opening = (number + round_ // 2) % len(openings)
            fixture = ScheduledGame(len(results) + 1, round_ + 1, order, round_ // 2, opening)
            results.append(_result(game, chance, fixture, openings[opening]))
    return results


def _result(game: Game, chance: random.Random, fixture: ScheduledGame, opening: Position) -> Result:
    """Every twelfth game is lost by a fault, each kind in turn, the rest on the board."""
    fault = FAULTS[fixture.number // 12 % len(FAULTS)] if fixture.number % 12 == 0 else None
    plies = {None: game.cells, "absent": 2}.get(fault, 4)
    position = _played(game, chance, opening.moves, plies)
    thought = len(position.moves) - len(opening.moves)
    winner = position.outcome.winner if position.outcome else fixture.number % 2
    return Result(
        fixture,
        winner,
        fault or ("full" if winner is None else "line"),
        "it said nothing for 10 s" if fault else "",
        f"m{fixture.number}",
        opening.moves,
        position.moves,
        tuple(chance.expovariate(2) for _ in range(thought)),
        tuple(chance.uniform(0, 0.01) for _ in range(thought)),
        tuple(MoveEvaluation(chance.randint(-999, 999), 7) for _ in range(thought)),
        FACTS,
    )


def _played(game: Game, chance: random.Random, moves: Sequence[int], plies: int) -> Position:
    position = game.start()
    for cell in moves:
        position = position.play(cell)
    while len(position.moves) < plies and not position.outcome:
        position = position.play(chance.choice(position.legal_moves()))
    return position


def _crosstable(players: Sequence[str], results: list[Result]) -> dict[str, dict[str, Tally]]:
    return {
        player: {
            other: _score(player, [each for each in results if other in each.fixture.players])
            for other in players
            if other != player
        }
        for player in players
    }


def _score(player: str, results: list[Result]) -> Tally:
    made = [each.points_of(player) for each in results if player in each.fixture.players]
    return Tally(made.count(1.0), made.count(0.5), made.count(0.0))


def _interval(chance: random.Random, width: float) -> Interval:
    value = chance.uniform(-2 * width, 2 * width)
    return Interval(value, value - width, value + width)


def _standings(
    chance: random.Random, players: Sequence[str], results: list[Result]
) -> tuple[StandingsLine, ...]:
    scores = {player: _score(player, results) for player in players}
    order = sorted(players, key=lambda player: -(scores[player].wins + scores[player].draws / 2))
    return tuple(
        StandingsLine(
            rank=rank,
            player=player,
            points=scores[player].wins + scores[player].draws / 2,
            games=sum(player in each.fixture.players for each in results),
            wins=scores[player].wins,
            draws=scores[player].draws,
            losses=scores[player].losses,
            tie_breaks=(chance.randint(0, 60) / 4, float(scores[player].wins)),
            elo=_interval(chance, 60.0) if results else None,
            faults=_faults(player, results),
        )
        for rank, player in enumerate(order, 1)
    )


def _faults(player: str, results: list[Result]) -> dict[str, int]:
    lost = [each.ending for each in results if each.loser == player and each.ending in FAULTS]
    return {ending: lost.count(ending) for ending in FAULTS if ending in lost}


def _duel(
    chance: random.Random, first: str, second: str, crosstable: dict[str, dict[str, Tally]]
) -> Duel:
    return Duel(
        (first, second),
        crosstable[first][second],
        (chance.randint(0, 3), 1, chance.randint(0, 5), 0, chance.randint(0, 3)),
        _interval(chance, 90.0),
        _interval(chance, 0.5),
        chance.random(),
        f"{first} and {second} cannot be told apart yet.",
    )


def _openings(game: Game, openings: list[Position], results: list[Result]) -> tuple[Opening, ...]:
    found = []
    for number, opening in enumerate(openings):
        winners = [each.winner for each in results if each.fixture.opening == number]
        counts = [winners.count(side) for side in (0, None, 1)]
        found.append(Opening(number + 1, write_moves(game, opening.moves), *counts))
    return tuple(found)


def _pace(chance: random.Random, player: str, results: list[Result]) -> ClockUse:
    moves = sum(len(each.seconds) // 2 for each in results if player in each.fixture.players)
    return ClockUse(player, moves, chance.uniform(0, 1), chance.uniform(1, 12), 0.002, 0.0312)


def _chart(
    chance: random.Random, players: Sequence[str], results: list[Result], swing: float
) -> dict[str, tuple[tuple[int, float], ...]]:
    """Points as they were made, or a walk that swings less and less."""
    lines: dict[str, list[tuple[int, float]]] = {player: [] for player in players}
    at = dict.fromkeys(players, 0.0)
    for number, result in enumerate(results, 1):
        for player in result.fixture.players:
            change = chance.uniform(-swing, swing) / number**0.5
            at[player] += change if swing else result.points_of(player)
            lines[player].append((number, at[player]))
    return {player: tuple(points) for player, points in lines.items()}

"""The verdict: everything that the results of a tournament say, computed from them at once."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from statistics import fmean

from games import Cell, Game, game_named
from games.notation import write_moves
from tournament.formats.knockout import bracket, rule, tie_sentences
from tournament.formats.pairing import byes
from tournament.plan import PairingPlan
from tournament.results import ABSENT, FAULTS, Result
from tournament.statistics.fit import Fit, SideTally, fit, tallied
from tournament.statistics.interval import telling
from tournament.statistics.repeats import repeats
from tournament.statistics.sprt import SequentialTest
from tournament.verdict.cautions import cautions, overruns
from tournament.verdict.charts import rating_chart, score_chart
from tournament.verdict.conditions import conditions, conditions_by_player
from tournament.verdict.duels import duels, score_of
from tournament.verdict.hypotheses import course_of, sprt_verdict
from tournament.verdict.sentences import count, first_move_of, sentences
from tournament.verdict.standings import Ranked, standings, tie_break_names
from tournament.verdict.verdict import (
    ClockUse,
    Duel,
    Opening,
    SprtVerdict,
    StandingsLine,
    Tally,
    TournamentVerdict,
)


@dataclass(frozen=True)
class TournamentRecord:
    """What a verdict is computed from: a tournament as whoever held it has recorded it."""

    title: str
    game: str
    plan: PairingPlan
    clock: str
    players: Sequence[str]  # in the order of their seeds
    results: Sequence[Result]  # in the order in which the games ended
    finished: bool
    openings: Sequence[Sequence[Cell]] = ()
    gone: Collection[str] = ()
    notes: Sequence[str] = ()  # noted beforehand, and told as warnings
    test: SequentialTest | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)  # for a move, of who has its own


def judge(record: TournamentRecord) -> TournamentVerdict:
    """What there is to say after these results."""
    rules, plan = game_named(record.game), record.plan
    players, results = record.players, record.results
    # A game to which somebody did not come was not played: it says nothing of Elo or of sides.
    played = [result for result in results if result.ending != ABSENT]
    tallies = tallied(played)
    first, draws, second = (sum(tally[at] for tally in tallies.values()) for at in range(3))
    ratings = _ratings(players, played, tallies)
    free = byes(plan, players, results, record.gone)
    lines = _lines(standings(plan, players, results, free), results, ratings)
    ties = bracket(plan, players, results) if plan.format == "knockout" else []
    test, found = _tested(record, duels([line.player for line in lines], played))
    repeated, openings = repeats(rules, results), _openings(rules, record.openings, played)
    claims = sentences(lines, () if test else found, ratings, len(played), record.finished)
    doubts = cautions(len(results), repeated, len(results) - len(played), lines, openings)
    paces = _paces(players, results)
    return TournamentVerdict(
        title=record.title,
        game=rules.name,
        format=plan.format,
        clock=record.clock,
        finished=record.finished,
        seeds=tuple(players),
        games=len(results),
        distinct=len(results) - repeated,
        tie_breaks=tie_break_names(plan.format),
        standings=lines,
        rule=rule(plan) if plan.format == "knockout" else "",
        bracket=tuple(map(tuple, ties)),
        crosstable=_crosstable(players, results),
        duels=found,
        elo_of=_scale(len(played)),
        first_move=first_move_of(ratings, len(played)) if ratings else None,
        draw_rate=draws / len(played) if played else 0.0,
        first_wins=first,
        draws=draws,
        second_wins=second,
        openings=openings,
        paces=paces,
        rating_chart=rating_chart(players, results),
        score_chart=score_chart(plan.format, players, results, free),
        sentences=(*tie_sentences(ties), *([test.sentence] if test else ()), *claims),
        warnings=(*record.notes, *doubts, *overruns(paces, record.seconds)),
        results=tuple(results),
        sprt=test,
        conditions=conditions(results),
        conditions_by_player=conditions_by_player(results),
    )


def _ratings(
    players: Sequence[str], played: Sequence[Result], tallies: Mapping[tuple[str, str], SideTally]
) -> Fit | None:
    """Of all who have played."""
    known = {player for result in played for player in result.fixture.players}
    return fit([each for each in players if each in known], tallies) if played else None


def _tested(
    record: TournamentRecord, found: tuple[Duel, ...]
) -> tuple[SprtVerdict | None, tuple[Duel, ...]]:
    """What a test has come to; what it says of the two is all that is said of them."""
    if record.test is None:
        return None, found
    test = sprt_verdict(record.test, record.players, record.results, record.finished)
    if test is None:
        return None, found
    test = replace(test, course=course_of(record.test, test.players[0], record.results))
    return test, tuple(replace(duel, sentence=test.sentence.rstrip(".")) for duel in found)


def _scale(games: int) -> str:
    if not games:
        return ""
    return (
        f"Elo is that of one fit over {count(games, 'game')}, with what the first move is worth "
        "and how often one draws; 0 is the mean of the players, and the truth lies within the "
        "bounds in 95 cases of 100. A dash stands where there are too few games to say."
    )


def _lines(
    ranking: Sequence[Ranked], results: Sequence[Result], ratings: Fit | None
) -> tuple[StandingsLine, ...]:
    faults = _faults(results)
    lines: list[StandingsLine] = []
    for _, level in groupby(ranking, key=lambda each: (each.points, each.tie_breaks)):
        rank = len(lines) + 1
        for each in level:
            found = ratings.ratings.get(each.player) if ratings else None
            elo = telling(found) if found else None
            lines.append(StandingsLine(rank, *each, elo, dict(faults[each.player])))
    return tuple(lines)


def _faults(results: Sequence[Result]) -> defaultdict[str, Counter[str]]:
    """How often each player lost by which fault; both did if neither came."""
    faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        if result.ending in FAULTS:
            for player in result.fixture.players:
                if result.points_of(player) == 0:
                    faults[player][result.ending] += 1
    return faults


def _crosstable(players: Sequence[str], results: Sequence[Result]) -> dict[str, dict[str, Tally]]:
    """Of all games that count for points, walkovers too."""
    met: dict[str, defaultdict[str, list[Result]]] = {each: defaultdict(list) for each in players}
    for result in results:
        one, two = result.fixture.players
        met[one][two].append(result)
        met[two][one].append(result)
    return {
        player: {other: score_of(player, games) for other, games in others.items()}
        for player, others in met.items()
    }


def _openings(
    game: Game, openings: Sequence[Sequence[Cell]], played: Sequence[Result]
) -> tuple[Opening, ...]:
    """How the games from each went, by its place counted from 1."""
    winners = Counter((result.fixture.opening, result.winner) for result in played)
    return tuple(
        Opening(
            number=at + 1,
            moves=write_moves(game, tuple(cells)),
            first_wins=winners[at, 0],
            draws=winners[at, None],
            second_wins=winners[at, 1],
        )
        for at, cells in enumerate(openings)
    )


def _paces(players: Sequence[str], results: Sequence[Result]) -> tuple[ClockUse, ...]:
    """How those who moved used the clock."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    lag: defaultdict[str, list[float]] = defaultdict(list)
    for result in results:
        for times, found in ((result.seconds, seconds), (result.lag, lag)):
            for ply, time in enumerate(times, len(result.opening)):
                found[result.fixture.players[ply & 1]].append(time)
    return tuple(
        ClockUse(
            player=player,
            moves=len(seconds[player]),
            mean=fmean(seconds[player]),
            longest=max(seconds[player]),
            lag_mean=fmean(lag[player] or [0.0]),
            lag_longest=max(lag[player], default=0.0),
        )
        for player in players
        if seconds[player]
    )

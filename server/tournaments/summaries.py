"""Tournaments as they are told: their games, their standings, and what a match is in them."""

from collections import Counter

from msgspec.structs import replace

from protocol.parts import Fixture as Place
from protocol.parts import Terms
from protocol.replies import TournamentShown
from protocol.tournaments import FixtureSummary, Standing, TournamentSummary
from server.matches.match import Match
from server.tournaments.tournament import Contest
from tournament.formats.pairing import byes
from tournament.plan import PairingPlan
from tournament.results import FAULTS, Result, ScheduledGame
from tournament.verdict.standings import standings, tie_break_names

MOST_FIXTURES = 200  # in one reply


def terms_of(contest: Contest, fixture: ScheduledGame) -> Terms:
    """On which a game is played."""
    openings = contest.plan.openings
    opening = () if fixture.opening is None else openings[fixture.opening]
    return replace(contest.plan.terms, opening=opening)


def place_of(contest: Contest, fixture: ScheduledGame) -> Place:
    """Of a game in the tournament, as its match carries it."""
    return Place(contest.id, fixture.number, fixture.round, fixture.pair, fixture.opening)


def result_of(fixture: ScheduledGame, match: Match) -> Result:
    """Of a match that has ended, with its players by the sides that they had at the end."""
    ended = match.result
    assert ended is not None, "it has ended"
    first, second = (player.name for player in match.players)
    sat = fixture._replace(players=(first, second))
    return Result(sat, ended.winner, ended.ending, ended.reason, match.id)


def summary(contest: Contest) -> TournamentSummary:
    """The tournament as lists show it."""
    plan = contest.plan
    return TournamentSummary(
        contest.id,
        plan.title,
        plan.format,
        plan.terms,
        contest.by.name,
        contest.stage,
        tuple(player for name, player in contest.players.items() if name not in contest.gone),
        len(contest.results),
        len(contest.drawn),
    )


def shown(contest: Contest, reply_to: int) -> TournamentShown:
    """All of it but the games that are over."""
    lines, tie_breaks = table_of(contest)
    live = tuple(to_come(contest, contest.drawn[number]) for number in contest.live)
    return TournamentShown(
        reply_to,
        summary(contest),
        contest.plan,
        lines,
        tie_breaks,
        live[:MOST_FIXTURES],
        contest.seeds,
    )


def to_come(contest: Contest, fixture: ScheduledGame) -> FixtureSummary:
    """A game that is to be played or going on."""
    match = contest.live.get(fixture.number, "")
    return FixtureSummary(place_of(contest, fixture), fixture.players, match)


def over(contest: Contest, result: Result) -> FixtureSummary:
    """A game that is over."""
    fixture = result.fixture
    return FixtureSummary(
        place_of(contest, fixture),
        fixture.players,
        result.match,
        result.winner,
        result.ending,
        result.reason,
        contest.plies.get(fixture.number, 0),
    )


def table_of(contest: Contest) -> tuple[tuple[Standing, ...], tuple[str, ...]]:
    """The standings, best first, and what their tie-breaks are called."""
    faults = Counter(each.loser for each in contest.results if each.ending in FAULTS)
    plan, players, results = PairingPlan.of(contest.plan), contest.seeds, contest.results
    free = byes(plan, players, results, contest.gone, contest.under_way)
    lines = standings(plan, players, results, free)
    shown = tuple(Standing(*line, faults=faults[line.player]) for line in lines)
    return shown, tie_break_names(contest.plan.format)

"""Tournaments as they are told: their games, their standings, and what a match is in them."""

from collections import Counter
from heapq import nsmallest

from msgspec.structs import replace

from protocol.parts import Fixture as Place
from protocol.parts import Terms
from protocol.replies import TournamentShown
from protocol.tournaments import FixtureSummary, Standing, TournamentSummary
from server.lobby.seated_match import SeatedMatch
from server.tournaments.tournament import Tournament
from tournament.formats.pairing import byes
from tournament.plan import PairingPlan
from tournament.results import FAULTS, Result, ScheduledGame
from tournament.verdict.standings import standings, tie_break_names

MOST_FIXTURES = 200  # in one reply
MOST_TO_COME = 50  # of those that are paired and wait


def terms_of(tournament: Tournament, fixture: ScheduledGame) -> Terms:
    """On which a game is played."""
    openings = tournament.plan.openings
    opening = () if fixture.opening is None else openings[fixture.opening]
    return replace(tournament.plan.terms, opening=opening)


def place_of(tournament: Tournament, fixture: ScheduledGame) -> Place:
    """Of a game in the tournament, as its match carries it."""
    return Place(tournament.id, fixture.number, fixture.round, fixture.pair, fixture.opening)


def result_of(fixture: ScheduledGame, match: SeatedMatch) -> Result:
    """Of a match that has ended, with its players by the sides that they had at the end."""
    ended = match.ended
    assert ended is not None, "it has ended"
    sat = fixture._replace(players=match.names)
    return Result(sat, ended.winner, ended.ending, ended.reason, match.id)


def summary(tournament: Tournament) -> TournamentSummary:
    """The tournament as lists show it."""
    plan = tournament.plan
    return TournamentSummary(
        tournament.id,
        plan.title,
        plan.format,
        plan.terms,
        tournament.by.name,
        tournament.stage,
        tuple(player for name, player in tournament.players.items() if name not in tournament.gone),
        len(tournament.results),
        len(tournament.drawn),
    )


def shown(tournament: Tournament, reply_to: int) -> TournamentShown:
    """All of it but the games that are over."""
    lines, tie_breaks = table_of(tournament)
    live = tuple(to_come(tournament, tournament.drawn[number]) for number in tournament.live)
    waiting = nsmallest(MOST_TO_COME, tournament.pending)
    return TournamentShown(
        reply_to,
        summary(tournament),
        tournament.plan,
        lines,
        tie_breaks,
        live[:MOST_FIXTURES],
        tournament.seeds,
        tuple(to_come(tournament, tournament.drawn[number]) for number in waiting),
    )


def to_come(tournament: Tournament, fixture: ScheduledGame) -> FixtureSummary:
    """A game that is to be played or going on."""
    match = tournament.live.get(fixture.number, "")
    return FixtureSummary(place_of(tournament, fixture), fixture.players, match)


def over(tournament: Tournament, result: Result) -> FixtureSummary:
    """A game that is over."""
    fixture = result.fixture
    return FixtureSummary(
        place_of(tournament, fixture),
        fixture.players,
        result.match,
        result.winner,
        result.ending,
        result.reason,
        tournament.plies.get(fixture.number, 0),
    )


def table_of(tournament: Tournament) -> tuple[tuple[Standing, ...], tuple[str, ...]]:
    """The standings, best first, and what their tie-breaks are called."""
    faults = Counter(each.loser for each in tournament.results if each.ending in FAULTS)
    plan, players, results = PairingPlan.of(tournament.plan), tournament.seeds, tournament.results
    free = byes(plan, players, results, tournament.gone, tournament.under_way)
    lines = standings(plan, players, results, free)
    shown = tuple(Standing(*line, faults=faults[line.player]) for line in lines)
    return shown, tie_break_names(tournament.plan.format)

"""The verdict for other programs: as CSV, and as what JSON can hold."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from tournament.results import FAULTS, Result
from tournament.verdict.verdict import Tally, TournamentVerdict

CORNER = "player/opponent"  # the heading of the names, which no name can be


def standings_csv(verdict: TournamentVerdict) -> str:
    """A line for each player, best first."""
    header = ["rank", "player", "points", "games", "wins", "draws", "losses"]
    header += [*verdict.further_tie_breaks, "elo", "elo_low", "elo_high", *FAULTS]
    rows: list[Sequence[object]] = [header]
    for line in verdict.standings:
        elo = line.elo
        bounds = ("", "", "") if elo is None else (elo.value, elo.low, elo.high)
        record = (line.rank, line.player, _short(line.points), line.games)
        rows.append(
            [
                *record,
                *(line.wins, line.draws, line.losses),
                *(_short(line.tie_breaks[at]) for at in verdict.further_tie_breaks.values()),
                *(bound if bound == "" else f"{bound:.1f}" for bound in bounds),
                *(line.faults.get(fault, 0) for fault in FAULTS),
            ]
        )
    return _csv(rows)


def crosstable_csv(verdict: TournamentVerdict) -> str:
    """A line and a column for each player, best first: points/games of the line's player."""
    players = [line.player for line in verdict.standings]
    rows: list[Sequence[object]] = [[CORNER, *players]]
    for one in players:
        scores = verdict.crosstable.get(one, {})
        rows.append([one, *(_cell(scores.get(two)) for two in players)])
    return _csv(rows)


def as_json(verdict: TournamentVerdict) -> dict[str, Any]:
    """All of it but the moves and the times of the games."""
    found = asdict(replace(verdict, results=()))
    return found | {"results": [_result(result) for result in verdict.results]}


def _result(result: Result) -> dict[str, Any]:
    fixture = result.fixture
    return {
        "number": fixture.number,
        "round": fixture.round,
        "pair": fixture.pair,
        "opening": fixture.opening,
        "players": list(fixture.players),
        "winner": None if result.winner is None else fixture.players[result.winner],
        "points": list(result.points),
        "ending": result.ending,
        "reason": result.reason,
        "match": result.match,
    }


def _cell(score: Tally | None) -> str:
    if score is None:
        return ""
    games = score.wins + score.draws + score.losses
    return f"{_short(score.wins + score.draws / 2)}/{games}"


def _short(number: float) -> str:
    """No more digits than it takes: 3, 2.5, 12.25."""
    return f"{round(number, 4):.10g}"


class _Lines(list[str]):
    """What a CSV writer writes to: the standard library's own such things are for doing I/O."""

    write = list.append


def _csv(rows: Iterable[Sequence[object]]) -> str:
    lines = _Lines()
    csv.writer(lines, lineterminator="\n").writerows(rows)
    return "".join(lines)

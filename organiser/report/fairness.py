"""What the side, the opening and the clock did to the games."""

from collections.abc import Sequence
from math import sqrt

from organiser.report.bars import shares
from organiser.report.figures import DASH, percent, seconds, signed, span
from organiser.report.html_tables import Column, table, words
from organiser.report.markup import Html, bdi, join, tag
from protocol.texts import count
from tournament.verdict.sentences import UNSETTLED
from tournament.verdict.verdict import ClockUse, Opening, TournamentVerdict

SIDES_TOLD = ("Won by the first mover", "Drawn", "Won by the second mover")


def sides(verdict: TournamentVerdict) -> Html:
    """How the results fall on the sides, as a bar with figures, and what moving first is worth."""
    counts = (verdict.first_wins, verdict.draws, verdict.second_wins)
    key = [
        tag("li", shares(_only(place), 14, 14), f"{told}: {_share(counts, place)}")
        for place, told in enumerate(SIDES_TOLD)
    ]
    return tag(
        "figure",
        tag("figcaption", "Results by side"),
        shares(counts, 720, 26),
        tag("ul", join(key), class_="legend"),
        tag("p", advantage(verdict)),
    )


def advantage(verdict: TournamentVerdict) -> str:
    """The first move's worth and the draws, in a sentence."""
    drawn = f"{percent(verdict.draw_rate)} of the games were drawn."
    drawn = drawn if verdict.draws else "No game was drawn."
    if verdict.first_move is None:
        return f"There are too few games to say what moving first is worth. {drawn}"
    worth, bounds = signed(verdict.first_move.value), span(verdict.first_move)
    if verdict.first_move.is_open:
        return f"Moving first was worth {bounds} Elo. {drawn}"
    known = verdict.first_move.excludes_zero
    told = "Moving first was worth" if known else f"{UNSETTLED.capitalize()}:"
    return f"{told} {worth} Elo (95 % interval {bounds}). {drawn}"


def _share(counts: tuple[int, int, int], place: int) -> str:
    total = sum(counts)
    return f"{counts[place]:,} ({percent(counts[place] / total)})" if total else "none"


def _only(place: int) -> tuple[int, ...]:
    return tuple(int(each == place) for each in range(3))


def openings(verdict: TournamentVerdict) -> Html:
    columns = [
        Column("Opening"),
        words("Moves"),
        Column("Games"),
        Column("First won"),
        Column("Drawn"),
        Column("Second won"),
        Column("First's score"),
        Column("Share", "drawing"),
    ]
    rows = [_opening(each) for each in sorted(verdict.openings, key=lopsided, reverse=True)]
    return table(
        "Fairness of the openings, the most lopsided first", columns, rows, kind="openings"
    )


def lopsided(opening: Opening) -> float:
    """How far from even, in standard errors, so that 1 win in 1 game does not outrank 9 in 10."""
    decided = opening.first_wins + opening.second_wins
    return abs(opening.first_wins - opening.second_wins) / sqrt(decided) if decided else 0.0


def _opening(opening: Opening) -> list[str]:
    counts = (opening.first_wins, opening.draws, opening.second_wins)
    games = sum(counts)
    score = percent((opening.first_wins + opening.draws / 2) / games) if games else DASH
    return [
        str(opening.number),
        tag("span", opening.moves or "the empty board", class_="moves"),
        str(games),
        *map(str, counts),
        score,
        shares(counts, 120, 12),
    ]


def paces(found: Sequence[ClockUse]) -> Html:
    columns = [
        words("Player"),
        Column("Moves"),
        Column("Mean"),
        Column("Longest"),
        Column("Mean lag"),
        Column("Longest lag"),
    ]
    return table(
        "Timing: seconds for a move, and of them what was credited for the network",
        columns,
        [_pace(each) for each in found],
    )


def _pace(pace: ClockUse) -> list[str]:
    times = (pace.mean, pace.longest, pace.lag_mean, pace.lag_longest)
    return [bdi(pace.player), f"{pace.moves:,}", *map(seconds, times)]


def spread_of_games(verdict: TournamentVerdict) -> str:
    """How many games there are, and whether they differ."""
    games = count(verdict.games, "game")
    if verdict.games < 2:
        return games
    if verdict.distinct >= verdict.games:
        return f"{games}, no two alike"
    return f"{games}, {verdict.distinct:,} of them unlike any other"

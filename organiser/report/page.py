"""The page: a section for each tournament, and style, script and games within the one file."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from string import Template

from organiser.report import contents, fairness, replays, standings
from organiser.report.bars import HATCHING
from organiser.report.bracket import bracket
from organiser.report.charts import line_chart
from organiser.report.markup import Html, embedded, html, join, tag
from organiser.report.sprt import sprt
from protocol.texts import count
from tournament.verdict.verdict import TournamentVerdict
from web import asset, bundle

HERE = Path(__file__).parent


def render(verdicts: Sequence[TournamentVerdict], live: bool = False) -> str:
    """One HTML file for an event of one or more tournaments.

    One that is live looks now and then whether there is a newer one in its place.
    """
    style, script = _asset("report.css") + asset("board/board.css"), bundle(HERE / "games.js")
    rosters = [roster(verdict) for verdict in verdicts]
    data = [replays.data(*each) for each in zip(verdicts, rosters, strict=True)]
    shared = len({verdict.title for verdict in verdicts}) == 1
    sections = [
        _tournament(number, verdict, rosters[number], shared)
        for number, verdict in enumerate(verdicts)
    ]
    return Template(_asset("report.html")).substitute(
        policy=_policy(style, script),
        live="data-live" if live else "",
        title=html(_title(verdicts, shared)),
        contents=contents.all_of(verdicts, shared) if len(verdicts) > 1 else "",
        hatching=HATCHING,
        sections=join(sections, "\n"),
        style=style,
        script=script,
        data=embedded(data),
    )


def roster(verdict: TournamentVerdict) -> list[str]:
    """Everybody who is to be named: by rank, then whoever is in games but not in the standings."""
    known = [line.player for line in verdict.standings]
    others = [player for result in verdict.results for player in result.fixture.players]
    return list(dict.fromkeys([*known, *verdict.crosstable, *others]))


def _asset(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing is fetched, and nothing runs but our own script, whatever a name contains."""
    return (
        f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; "
        f"script-src '{_digest(script)}'; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _title(verdicts: Sequence[TournamentVerdict], shared: bool) -> str:
    return verdicts[0].title if shared else f"Report of {count(len(verdicts), 'tournament')}"


def _tournament(number: int, verdict: TournamentVerdict, players: list[str], shared: bool) -> Html:
    title = verdict.game if shared else f"{verdict.title}: {verdict.game}"
    parts = [
        tag("h2", title, id=f"t{number}-title"),
        _facts(verdict),
        _told(verdict),
        *_parts(number, verdict, players),
    ]
    return tag("section", join(parts, "\n"), id=f"t{number}", aria_labelledby=f"t{number}-title")


def _facts(verdict: TournamentVerdict) -> Html:
    facts = {
        "Game": verdict.game,
        "Format": verdict.format,
        "Clock": verdict.clock,
        "Played": fairness.spread_of_games(verdict),
        "State": "finished" if verdict.finished else "not finished: all figures are those so far",
        **contents.conditions(verdict),
    }
    rows = [tag("div", tag("dt", name), tag("dd", value)) for name, value in facts.items()]
    return tag("dl", join(rows), class_="facts")


def _told(verdict: TournamentVerdict) -> Html:
    """The sentences, and the warnings where they cannot be missed."""
    parts = [tag("p", sentence) for sentence in verdict.sentences]
    if verdict.warnings:
        warnings = [tag("li", warning) for warning in verdict.warnings]
        label = tag("strong", "Take care" if len(warnings) == 1 else "Take care of these")
        parts.append(tag("div", label, tag("ul", join(warnings)), class_="warnings", role="note"))
    return tag("div", join(parts), class_="told")


def _parts(number: int, verdict: TournamentVerdict, players: list[str]) -> list[Html]:
    """All that the tournament has something to show of."""
    rating = line_chart(
        verdict.rating_chart, "Elo as the games came in", "games played by all", "Elo"
    )
    score = line_chart(
        verdict.score_chart, "Points as the games came in", "games played by all", "points"
    )
    games = bool(verdict.results)
    found = [
        (verdict.bracket, "Bracket", [bracket(verdict)]),
        (verdict.sprt, "Test", [sprt(verdict.sprt)] if verdict.sprt else []),
        (verdict.standings, "Standings", [standings.standings(verdict), _elo_of(verdict)]),
        (
            len(players) > 1,
            "Crosstable",
            [standings.crosstable(verdict, number, players), standings.list_all(verdict, number)],
        ),
        (verdict.duels, "Duels", [standings.duels(verdict)]),
        (rating or score, "Progress", [chart for chart in (rating, score) if chart]),
        (games, "Sides", [fairness.sides(verdict)]),
        (verdict.openings, "Openings", [fairness.openings(verdict)]),
        (verdict.paces, "Timing", [fairness.paces(verdict.paces)]),
        (verdict.conditions_by_player, "Players", [contents.entrants(verdict, players)]),
    ]
    return [join([tag("h3", title), *content]) for there, title, content in found if there]


def _elo_of(verdict: TournamentVerdict) -> Html:
    return tag("p", verdict.elo_of, class_="note") if verdict.elo_of else Html("")

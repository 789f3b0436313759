"""The verdicts on an event, and the files that tell of them."""

import json
import re
from collections.abc import Iterable

from games import Mistake
from games.formats import FORMATS
from games.record import Record
from organiser.event import LOGS, Event, Section
from organiser.planning.entrants import thinking_times
from organiser.records import record_of
from organiser.report import render
from protocol.clocks import write_clock
from tournament.plan import PairingPlan
from tournament.statistics.sprt import SequentialTest
from tournament.verdict.export import as_json, crosstable_csv, standings_csv
from tournament.verdict.judging import TournamentRecord, judge
from tournament.verdict.verdict import TournamentVerdict

REPORT, VERDICT = "report.html", "verdict.json"
EXPORTED = ("sgf", "pgn")
MOST_LINES = 30  # of what a bot has printed, on a terminal
_LOGGED = re.compile(r"\d\d:\d\d:\d\d ")  # as a line of the log of ours begins


def verdict_on(event: Event, section: Section) -> TournamentVerdict:
    """What the games of a tournament say, by what the server has recorded of it."""
    plan, results = section.plan, event.results_of(section)
    seen = (name for each in results for name in each.fixture.players)
    return judge(
        TournamentRecord(
            title=plan.title,
            game=plan.terms.game,
            plan=PairingPlan.of(plan),
            clock=_clock(event, section),
            players=list(dict.fromkeys([*(section.seeds or section.names), *seen])),
            results=results,
            finished=section.finished,
            openings=plan.openings,
            gone=section.gone,
            notes=section.left_out,
            test=SequentialTest.of(plan.sprt) if plan.sprt else None,
            seconds=thinking_times(event.bots),
        )
    )


def _clock(event: Event, section: Section) -> str:
    """Everyone's, with what each of our bots takes of it at most where that is its own."""
    times = thinking_times(event.bots)
    told = [f"{name} {times[name]:g} s" for name in section.names if name in times]
    clock = write_clock(section.plan.terms.clock)
    return f"{clock}; to think: {', '.join(told)}" if told else clock


def has_begun(event: Event, section: Section) -> bool:
    """Whether there is anything to judge."""
    return bool(section.seeds or event.results_of(section))


def failures(event: Event, verdicts: Iterable[TournamentVerdict]) -> Iterable[str]:
    """What each bot that lost by failing has printed first, of which nothing else will be left."""
    lines = (line for verdict in verdicts for line in verdict.standings)
    for name in dict.fromkeys(line.player for line in lines if line.faults.get("failed")):
        log = event.folder / LOGS / f"{name}.log"
        said = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        printed = [line for line in said if not _LOGGED.match(line)][:MOST_LINES]
        if printed:
            yield "\n".join([f"{name} printed:", *printed])


def write_files(event: Event, verdicts: list[TournamentVerdict]) -> None:
    """Everything that is kept for people and programs."""
    write_report(event, verdicts)
    told = [as_json(verdict) for verdict in verdicts]
    texts = {VERDICT: json.dumps(told, indent=1)}
    for verdict in verdicts:
        game = verdict.game.replace(":", "-").replace(",", "-").replace("=", "")
        texts[f"standings-{game}.csv"] = standings_csv(verdict)
        texts[f"crosstable-{game}.csv"] = crosstable_csv(verdict)
        records = [record_of(verdict.title, verdict.game, each) for each in verdict.results]
        texts |= {f"games-{game}.{name}": text for name, text in _exported(records)}
    for name, text in texts.items():
        (event.folder / name).write_text(text, encoding="utf-8")


def write_report(event: Event, verdicts: list[TournamentVerdict], live: bool = False) -> None:
    """Whole or not at all; one that is live is to be written again."""
    new = event.folder / f"{REPORT}.new"
    new.write_text(render(verdicts, live), encoding="utf-8")
    new.replace(event.folder / REPORT)


def _exported(records: list[Record]) -> Iterable[tuple[str, str]]:
    """In each format that can tell of these games."""
    for name in EXPORTED:
        try:
            yield name, "\n".join(FORMATS[name].write(record) for record in records)
        except Mistake:
            continue  # SGF knows flat boards only

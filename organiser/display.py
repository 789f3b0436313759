"""What a person sees of a tournament: a live table on a terminal, lines in a pipe."""

from types import TracebackType
from typing import Self

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from client.console import data, talk
from client.words.tournaments import places
from organiser.bracket import bracket_lines
from organiser.event import Section
from protocol.replies import TournamentShown
from protocol.texts import count
from tournament.results import FAULTS, Result
from tournament.statistics.interval import Interval, interval_text
from tournament.verdict.cautions import LOST_BY
from tournament.verdict.sentences import UNSETTLED, percent
from tournament.verdict.verdict import SprtVerdict, TournamentVerdict

REFRESH = 4  # a second
EVERY = 10  # games, after which the standings are told in a pipe
LEADERS = 8  # who are named there
FEW = 20  # players whose crosstable fits beside each other


class Display:
    """Tells how far it is, on stderr."""

    def __init__(self, quiet: bool = False) -> None:
        self._out = talk()
        self._live: Live | None = None
        self._quiet = quiet
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TimeRemainingColumn(), TextColumn("left"), console=self._out,
        )  # fmt: skip
        self._tasks: dict[str, int] = {}
        self._waiting: tuple[list[str], int] | None = None
        self._tests: dict[str, SprtVerdict] = {}  # by game, how each test stands
        self._told: dict[str, int] = {}  # by game, after how many the standings were told last

    def __enter__(self) -> Self:
        if self._out.is_terminal and not self._quiet:
            self._live = Live(console=self._out, refresh_per_second=REFRESH)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def say(self, text: str) -> None:
        if not self._quiet:
            self._out.print(text)

    def entered(self, names: list[str], wanted: int) -> None:
        if self._waiting != (names, wanted):
            self._waiting = names, wanted
            self.say(
                f"{len(names)} of {count(wanted, 'player')} there: {', '.join(names) or 'nobody'}"
            )

    def result(self, section: Section, result: Result) -> None:
        if self._live is None:
            self.say(f"{section.game}, game {result.fixture.number}: {result_text(result)}")

    def tested(self, section: Section, test: SprtVerdict) -> None:
        self._tests[section.game] = test
        if self._live is None:
            self.say(f"{section.game}: {test.sentence}")

    def standing(self, section: Section, shown: TournamentShown) -> None:
        game, summary = section.game, shown.tournament
        if self._live is None:
            if summary.played >= self._told.get(game, 0) + EVERY:
                self._told[game] = summary.played
                self.say(f"{game}, {standing_text(shown)}")
            return
        if game not in self._tasks:
            self._tasks[game] = self._bar.add_task(game, total=summary.games)
        self._bar.update(
            self._bar.task_ids[self._tasks[game]], completed=summary.played, total=summary.games
        )
        self._live.update(Group(_standing(shown), *self._tested(game), self._bar))

    def _tested(self, game: str) -> list[Text]:
        """How a test stands, on as many lines as the terminal needs for all of it."""
        test = self._tests.get(game)
        return [Text(test.sentence, no_wrap=False, overflow="fold")] if test else []


def result_text(result: Result) -> str:
    """A game in a line."""
    first, second = result.fixture.players
    score = {0: "1-0", 1: "0-1"}.get(-1 if result.winner is None else result.winner, "1/2-1/2")
    score = "0-0" if result.points == (0.0, 0.0) else score
    reason = f": {result.reason}" if result.reason else ""
    return f"{first} {score} {second} ({LOST_BY.get(result.ending, result.ending)}{reason})"


def standing_text(shown: TournamentShown) -> str:
    """`after 20 of 40 games: ann 12.5, bob 7.5`, the best of many players only."""
    lines, summary = shown.standings, shown.tournament
    told = [f"{line.player} {line.points:g}" for line in lines[:LEADERS]]
    more = [f"and {len(lines) - LEADERS} more"] if len(lines) > LEADERS else []
    played = f"after {summary.played} of {count(summary.games, 'game')}"
    return f"{played}: {', '.join([*told, *more])}"


def _standing(shown: TournamentShown) -> Table:
    table = _table("", "player", "points", "games", "+", "=", "-", "faults")
    for rank, line in zip(places(shown.standings), shown.standings, strict=True):
        figures = (line.points, line.games, line.wins, line.draws, line.losses, line.faults)
        table.add_row(str(rank), Text(line.player), *(f"{each:g}" for each in figures))
    return table


def print_verdict(verdict: TournamentVerdict) -> None:
    """All of it, as far as it goes into a terminal."""
    out = data()
    state = "" if verdict.finished else ", not finished"
    out.print(f"\n{verdict.title}: {verdict.game}, {verdict.format}, {verdict.clock}{state}")
    for line in (*bracket_lines(verdict.bracket, out.width), verdict.rule):
        if verdict.bracket:
            out.print(Text(line), soft_wrap=not out.is_terminal)
    out.print(verdict_table(verdict), soft_wrap=False)
    if 2 < len(verdict.standings) <= FEW:
        out.print(_crosstable(verdict), soft_wrap=False)
    sides = f"first mover {verdict.first_wins}, draws {verdict.draws}, second {verdict.second_wins}"
    totals = f"{count(verdict.games, 'game')}, {verdict.distinct} of them distinct; {sides}"
    out.print(f"{totals}{_first_move(verdict.first_move)}", soft_wrap=not out.is_terminal)
    if len(verdict.duels) == 1:
        _print_duel(verdict)
    for line in (verdict.elo_of, *verdict.sentences, *(f"note: {w}" for w in verdict.warnings)):
        if line:
            out.print(line, soft_wrap=not out.is_terminal)


def _first_move(worth: Interval | None) -> str:
    """What moving first is worth, if there are games enough to say anything of it."""
    if worth is None:
        return ""
    known = "moving first is worth" if worth.excludes_zero else f"{UNSETTLED}:"
    return f"; {known} {interval_text(worth)} Elo"


def _print_duel(verdict: TournamentVerdict) -> None:
    duel = verdict.duels[0]
    pairs = " ".join(map(str, duel.pairs))
    figures = (
        "too few games to say"
        if duel.superiority is None
        else f"Elo {interval_text(duel.elo)}, normalised {interval_text(duel.normalised)}, "
        f"superiority {percent(duel.superiority)}"
    )
    one, two = duel.players
    data().print(f"{one} against {two}: {figures}; pairs worth 0, 1/2, 1, 3/2, 2: {pairs}")


def verdict_table(verdict: TournamentVerdict) -> Table:
    faults = [each for each in FAULTS if any(line.faults.get(each) for line in verdict.standings)]
    names = verdict.further_tie_breaks
    table = _table("", "player", "points", "games", "+", "=", "-", *names, "Elo", *faults)
    for line in verdict.standings:
        further = (line.tie_breaks[at] for at in names.values())
        figures = (line.points, line.games, line.wins, line.draws, line.losses, *further)
        lost = (str(line.faults.get(each, 0)) for each in faults)
        table.add_row(
            str(line.rank), Text(line.player), *(f"{each:g}" for each in figures),
            _elo(line.elo), *lost,
        )  # fmt: skip
    return table


def _crosstable(verdict: TournamentVerdict) -> Table:
    names = [line.player for line in verdict.standings]
    table = _table("", *(str(number) for number in range(1, len(names) + 1)))
    for number, name in enumerate(names, 1):
        cells = []
        for other in names:
            score = verdict.crosstable.get(name, {}).get(other)
            cells.append(f"+{score.wins}={score.draws}-{score.losses}" if score else "")
        table.add_row(Text(f"{number} {name}"), *cells)
    return table


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        left = heading in ("", "player")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    return table


def _elo(interval: Interval | None) -> str:
    return "-" if interval is None else interval_text(interval)

"""The texts about a tournament: its head, its standings, its games, and where one stands."""

from textual.content import Content

from client.model.tournaments import DueGame, takes_part
from client.words import tournaments
from client.words.labels import terms_label
from client.words.text import printable
from client.words.tournaments import places
from games.record import RecordedResult
from protocol.names import LONGEST_NAME
from protocol.replies import TournamentShown
from protocol.texts import count
from protocol.tournaments import FixtureSummary, Stage, Standing, TournamentSummary

FIXED = 27  # columns of the standings beside the name
EXTRA = 9  # columns of a tie-break
SHORT = {"Sonneborn-Berger": "S-B", "rounds survived": "rounds"}
LONGEST_TITLE = 24  # in a line with other things


def brief(title: str) -> str:
    """A title where room is short."""
    text = printable(title)
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 2]}.."


def head(summary: TournamentSummary) -> Content:
    """What it is, and how far."""
    played = f", {summary.played} of {count(summary.games, 'game')} played"
    games = played if summary.games else ""
    how = [
        str(summary.format), terms_label(summary.terms), f"by {printable(summary.by)}",
        f"id {summary.tournament}",
    ]  # fmt: skip
    return Content.assemble(
        (printable(summary.title), "bold $accent"),
        (f"  {summary.stage}", "bold"),
        (f", {count(len(summary.players), 'player')}{games}", ""),
        "\n",
        ("  ".join(how), "$dim"),
    )


def standings(shown: TournamentShown, name: str, width: int) -> Content:
    """A line for each player, with ours marked; tie-breaks where there is room."""
    lines = shown.standings
    longest = max([len(line.player) for line in lines], default=0)
    room = min(max(longest, 6), LONGEST_NAME, max(6, width - FIXED))
    extra = max(0, (width - FIXED - room) // EXTRA)
    named = [(at, each) for at, each in enumerate(shown.tie_breaks) if each != "wins"][:extra]
    header = f"{'':5}{'':{room}}{'points':>8}{'W':>4}{'D':>4}{'L':>4}"
    header += "".join(f"{SHORT.get(each, each)[: EXTRA - 1]:>{EXTRA}}" for _, each in named)
    parts: list[tuple[str, str]] = [(header, "$dim")]
    for place, line in zip(places(lines), lines, strict=True):
        mine = line.player == name
        row = _row(line, place, room, mine, [at for at, _ in named])
        parts.append((f"\n{row}", "bold $accent" if mine else ""))
    return Content.assemble(*parts)


def _row(line: Standing, place: int, room: int, mine: bool, named: list[int]) -> str:
    mark = ">" if mine else " "
    score = f"{line.points:>8g}{line.wins:>4}{line.draws:>4}{line.losses:>4}"
    more = "".join(f"{line.tie_breaks[at]:>{EXTRA}g}" for at in named)
    return f"{place:>3} {mark}{printable(line.player)[:room]:{room}}{score}{more}"


def live_line(fixture: FixtureSummary, name: str) -> str:
    yours = "* " if name in fixture.players else ""
    return f"{yours}{_names(fixture)}  round {fixture.fixture.round}"


def past_line(fixture: FixtureSummary) -> str:
    return f"{RecordedResult.of(fixture.winner):7}  {_names(fixture)}  {fixture.ending}"


def _names(fixture: FixtureSummary) -> str:
    return " - ".join(map(printable, fixture.players))


def where(shown: TournamentShown, name: str) -> str:
    """Where we stand, or what we can do."""
    summary = shown.tournament
    if summary.stage is Stage.FINISHED:
        return tournaments.end(shown, name)
    if summary.stage is Stage.CANCELLED:
        return "It was cancelled."
    if not takes_part(summary, name):
        return "e: take part" if summary.stage is Stage.OPEN else "You do not take part."
    if summary.stage is Stage.OPEN:
        return f"You take part. {printable(summary.by)} starts it."
    if not any(line.games for line in shown.standings if line.player == name):
        return "You take part, and are called to your games."
    text = tournaments.standing(shown, name).partition(": you are ")[2]
    return f"You are {text}"


def bold(text: str) -> Content:
    return Content.styled(text, "bold")


def due_line(due: DueGame, title: str, name: str, now: float) -> str:
    """That a game waits for us, wherever we are."""
    left, opponent = f"{max(0.0, due.at - now):.0f} s", printable(due.opponent(name))
    if due.at <= now:
        return f"{brief(title)}: your game starts as soon as {opponent} has a seat free"
    if due.ready:
        return f"Ready to play {opponent} in {brief(title)}: it starts in {left} at the latest"
    return f"ctrl+r: ready to play {opponent} in {brief(title)}, or it starts in {left}"

"""What somebody knows of the tournaments that they play in or follow. No I/O, no clock."""

from dataclasses import dataclass, replace

from protocol.events import FixtureDue, MatchEvent, News, Started, TournamentChanged
from protocol.tournaments import FixtureSummary, Stage, TournamentSummary

LIVE = (Stage.OPEN, Stage.RUNNING, Stage.PAUSED)


@dataclass(frozen=True)
class DueGame:
    """A game that begins when both players are ready, or when the time is up."""

    fixture: FixtureSummary
    at: float  # when the time is up
    ready: bool = False  # we have said so; who is called once more must say so again

    @property
    def tournament(self) -> str:
        return self.fixture.fixture.tournament

    def side(self, name: str) -> int:
        return self.fixture.players.index(name)

    def opponent(self, name: str) -> str:
        return self.fixture.players[1 - self.side(name)]


def takes_part(summary: TournamentSummary, name: str) -> bool:
    return any(player.name == name for player in summary.players)


def is_live(summary: TournamentSummary) -> bool:
    return summary.stage in LIVE


class KnownTournaments:
    """Tournaments by their ids, and the games in them that wait for us."""

    def __init__(self) -> None:
        self.known: dict[str, TournamentSummary] = {}
        self.followed: set[str] = set()
        self.due: dict[str, DueGame] = {}  # by tournament
        self.unsettled: set[str] = set()  # where we have played, and ask how we stand now

    @property
    def next(self) -> DueGame | None:
        """The game that begins first."""
        return min(self.due.values(), key=lambda due: due.at, default=None)

    def title(self, tournament: str) -> str:
        known = self.known.get(tournament)
        return known.title if known else tournament

    def mine(self, name: str) -> list[TournamentSummary]:
        """Those that go on, or will, with this player in them."""
        known = self.known.values()
        return [each for each in known if is_live(each) and takes_part(each, name)]

    def note(self, summary: TournamentSummary) -> None:
        """How a tournament stands; a game in it waits only while it is running."""
        self.known[summary.tournament] = summary
        if summary.stage is not Stage.RUNNING:
            self.due.pop(summary.tournament, None)

    def hear(self, news: MatchEvent | News, now: float) -> None:
        match news:
            case TournamentChanged(tournament=summary):
                self.note(summary)
            case FixtureDue(tournament=tournament, fixture=fixture, seconds=seconds):
                before = self.due.get(tournament)
                ready = before is not None and before.ready and before.fixture == fixture
                self.due[tournament] = DueGame(fixture, now + seconds, ready)
            case Started(side=side, fixture=place) if side is not None and place is not None:
                self.due.pop(place.tournament, None)
            case _:
                pass

    def readied(self, tournament: str) -> None:
        """We have said that we are ready."""
        if tournament in self.due:
            self.due[tournament] = replace(self.due[tournament], ready=True)

    def retired(self, tournament: str) -> None:
        """We take part no more."""
        self.due.pop(tournament, None)

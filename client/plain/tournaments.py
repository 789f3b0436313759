"""How the plain client takes part in tournaments: what it tells of them, and what it asks."""

from contextlib import suppress
from typing import TYPE_CHECKING

from client.link.connection import Announcement, ConnectionLost, RequestRefused
from client.model.tournaments import is_live
from client.words import tournaments
from client.words.text import printable
from protocol.events import Ended, FixtureDue, FixtureEnded, TournamentChanged
from protocol.parts import Fixture
from protocol.replies import TournamentShown
from protocol.requests import Enter, Ready, ShowTournament
from protocol.tournaments import Stage, TournamentSummary

if TYPE_CHECKING:
    from client.plain.client import Plain


def hear(plain: "Plain", news: Announcement) -> None:
    """Tell what this news says of tournaments."""
    known_tournaments = plain.known_tournaments
    match news:
        case TournamentChanged(tournament=summary):
            _changed(plain, summary)
        case FixtureDue(tournament=tournament):
            known_tournaments.hear(news, plain.now)
            if known_tournaments.due[tournament].ready:
                plain.start(_still_ready(plain, tournament))
            elif tournament not in known_tournaments.known:
                plain.start(_learn_and_call(plain, tournament))
            elif tournament not in known_tournaments.unsettled:  # else one thing after the other
                _call(plain, tournament)
        case FixtureEnded(fixture=fixture) if (
            fixture.fixture.tournament in known_tournaments.followed
        ):
            if plain.view is None or plain.view.match != fixture.match:
                title = printable(known_tournaments.title(fixture.fixture.tournament))
                plain.say(f"{title}: {tournaments.result(fixture)}")
        case Ended(match=match):
            if place := _played_in(plain, match):
                known_tournaments.unsettled.add(place.tournament)
                plain.start(_tell_standing(plain, place.tournament))
        case _:
            known_tournaments.hear(news, plain.now)


def _played_in(plain: "Plain", match: str) -> Fixture | None:
    """The place of a match in its tournament, if it is ours."""
    view = plain.view
    ours = view is not None and view.match == match and view.side is not None
    return view.started.fixture if view and ours else None


async def show(plain: "Plain", tournament: str) -> TournamentShown:
    """How a tournament stands; those that are followed stay so. Raises RequestRefused."""
    watch = tournament in plain.known_tournaments.followed
    shown = await plain.connection.ask(ShowTournament(0, tournament, watch))
    _changed(plain, shown.tournament)
    return shown


async def enter(plain: "Plain", tournament: str) -> None:
    """Take part. Raises RequestRefused."""
    await plain.connection.ask(Enter(0, tournament))
    shown = await show(plain, tournament)
    plain.say(f"You take part in {tournaments.about(shown.tournament)}.")


async def come_back(plain: "Plain") -> None:
    """After a lost connection: hear what is new."""
    # What is refused is over by now; what is lost again brings us back here.
    with suppress(RequestRefused, ConnectionLost):
        for known in list(plain.known_tournaments.known.values()):
            if is_live(known):
                await show(plain, known.tournament)


def _changed(plain: "Plain", summary: TournamentSummary) -> None:
    before = plain.known_tournaments.known.get(summary.tournament)
    plain.known_tournaments.note(summary)
    if told := tournaments.change(before, summary, plain.connection.you.name):
        plain.say(told)
    if summary.stage is Stage.FINISHED and before and before.stage is not Stage.FINISHED:
        plain.start(_tell_end(plain, summary.tournament))


def _call(plain: "Plain", tournament: str) -> None:
    due = plain.known_tournaments.due.get(tournament)
    if due is not None:
        title, name = plain.known_tournaments.title(tournament), plain.connection.you.name
        plain.say(tournaments.due(title, due.fixture, name, due.at - plain.now))


async def _still_ready(plain: "Plain", tournament: str) -> None:
    """The server forgets with the connection that we are ready; we do not."""
    with suppress(RequestRefused, ConnectionLost):
        await plain.connection.ask(Ready(0, tournament))


async def _learn_and_call(plain: "Plain", tournament: str) -> None:
    """Those who come back do not know yet what they take part in."""
    with suppress(RequestRefused, ConnectionLost):
        await show(plain, tournament)
    _call(plain, tournament)


async def _tell_standing(plain: "Plain", tournament: str) -> None:
    """Where we are after a game, and then what comes next; the end of it all is told by itself."""
    with suppress(RequestRefused, ConnectionLost):
        shown = await show(plain, tournament)
        told = tournaments.standing(shown, plain.connection.you.name)
        if told and shown.tournament.stage is not Stage.FINISHED:
            plain.say(told)
    plain.known_tournaments.unsettled.discard(tournament)
    _call(plain, tournament)


async def _tell_end(plain: "Plain", tournament: str) -> None:
    with suppress(RequestRefused, ConnectionLost):
        shown = await show(plain, tournament)
        told = tournaments.end(shown, plain.connection.you.name)
        plain.say(f"{told} Type standings {tournament} for all.")

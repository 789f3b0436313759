"""How the plain client takes part in tournaments: what it tells of them, and what it asks."""

import asyncio
from contextlib import suppress

from client.link.connection import Announcement, ConnectionLost, RequestRefused
from client.model.tournaments import is_live
from client.plain.plain_session import PlainSession
from client.words import tournaments
from client.words.text import printable
from protocol.events import Ended, FixtureDue, FixtureEnded, TournamentChanged
from protocol.parts import Fixture
from protocol.replies import TournamentShown
from protocol.requests import Enter, Ready, ShowTournament
from protocol.tournaments import Stage, TournamentSummary

LAST_LOOK = 5.0  # seconds that a server has to tell how it ended


def hear(session: PlainSession, news: Announcement) -> None:
    """Tell what this news says of tournaments."""
    known_tournaments = session.known_tournaments
    match news:
        case TournamentChanged(tournament=summary):
            _changed(session, summary)
        case FixtureDue(tournament=tournament):
            known_tournaments.hear(news, session.now)
            if known_tournaments.due[tournament].ready:
                session.start(_still_ready(session, tournament))
            elif tournament not in known_tournaments.known:
                session.start(_learn_and_call(session, tournament))
            elif tournament not in known_tournaments.unsettled:  # else one thing after the other
                _call(session, tournament)
        case FixtureEnded(fixture=fixture) if (
            fixture.fixture.tournament in known_tournaments.followed
        ):
            if session.view is None or session.view.match != fixture.match:
                title = printable(known_tournaments.title(fixture.fixture.tournament))
                session.say(f"{title}: {tournaments.result(fixture)}")
        case Ended(match=match):
            if place := _played_in(session, match):
                known_tournaments.unsettled.add(place.tournament)
                session.start(_tell_standing(session, place.tournament))
        case _:
            known_tournaments.hear(news, session.now)


def _played_in(session: PlainSession, match: str) -> Fixture | None:
    """The place of a match in its tournament, if it is ours."""
    view = session.view
    ours = view is not None and view.match == match and view.side is not None
    return view.started.fixture if view and ours else None


async def show(session: PlainSession, tournament: str) -> TournamentShown:
    """How a tournament stands; those that are followed stay so. Raises RequestRefused."""
    watch = tournament in session.known_tournaments.followed
    shown: TournamentShown = await session.connection.ask(ShowTournament(0, tournament, watch))
    _changed(session, shown.tournament)
    return shown


async def enter(session: PlainSession, tournament: str) -> None:
    """Take part. Raises RequestRefused."""
    await session.connection.ask(Enter(0, tournament))
    shown = await show(session, tournament)
    session.say(f"You take part in {tournaments.about(shown.tournament)}.")


async def follow(session: PlainSession, tournament: str) -> None:
    """Tell each result; where nobody types, until it is over. Raises RequestRefused."""
    session.known_tournaments.followed.add(tournament)
    shown = await show(session, tournament)
    session.say(f"You follow {tournaments.about(shown.tournament)}. Each result is told.")
    if not session.interactive:
        session.start(_leave_with(session, tournament))


async def _leave_with(session: PlainSession, tournament: str) -> None:
    known = session.known_tournaments.known
    await session.until(lambda: not is_live(known[tournament]))
    with suppress(RequestRefused, ConnectionLost, TimeoutError):  # its server may leave with it
        async with asyncio.timeout(LAST_LOOK):
            shown = await session.connection.ask(ShowTournament(0, tournament))
            session.say("\n".join(tournaments.table(shown)))
    session.left.set()


async def come_back(session: PlainSession) -> None:
    """After a lost connection: hear what is new."""
    # What is refused is over by now; what is lost again brings us back here.
    with suppress(RequestRefused, ConnectionLost):
        for known in list(session.known_tournaments.known.values()):
            if is_live(known):
                await show(session, known.tournament)


def _changed(session: PlainSession, summary: TournamentSummary) -> None:
    before = session.known_tournaments.known.get(summary.tournament)
    session.known_tournaments.note(summary)
    if text := tournaments.change(before, summary, session.connection.you.name):
        session.say(text)
    if summary.stage is Stage.FINISHED and before and before.stage is not Stage.FINISHED:
        session.start(_tell_end(session, summary.tournament))


def _call(session: PlainSession, tournament: str) -> None:
    due = session.known_tournaments.due.get(tournament)
    if due is not None:
        title, name = session.known_tournaments.title(tournament), session.connection.you.name
        session.say(tournaments.due(title, due.fixture, name, due.at - session.now))


async def _still_ready(session: PlainSession, tournament: str) -> None:
    """The server forgets with the connection that we are ready; we do not."""
    with suppress(RequestRefused, ConnectionLost):
        await session.connection.ask(Ready(0, tournament))


async def _learn_and_call(session: PlainSession, tournament: str) -> None:
    """Those who come back do not know yet what they take part in."""
    with suppress(RequestRefused, ConnectionLost):
        await show(session, tournament)
    _call(session, tournament)


async def _tell_standing(session: PlainSession, tournament: str) -> None:
    """Where we are after a game, and then what comes next; the end of it all is told by itself."""
    with suppress(RequestRefused, ConnectionLost):
        shown = await show(session, tournament)
        text = tournaments.standing(shown, session.connection.you.name)
        if text and shown.tournament.stage is not Stage.FINISHED:
            session.say(text)
    session.known_tournaments.unsettled.discard(tournament)
    _call(session, tournament)


async def _tell_end(session: PlainSession, tournament: str) -> None:
    with suppress(RequestRefused, ConnectionLost):
        shown = await show(session, tournament)
        text = tournaments.end(shown, session.connection.you.name)
        more = f" Type standings {tournament} for all." if session.interactive else ""
        session.say(f"{text}{more}")

"""Which screen a match that begins is shown on, and what is under it to come back to."""

from typing import TYPE_CHECKING

from client.model.tournaments import takes_part
from client.screen.match.match_screen import MatchScreen
from client.screen.tournament.tournament_screen import TournamentScreen
from protocol.events import Snapshot, Started
from protocol.requests import Unwatch

if TYPE_CHECKING:
    from client.screen.app import Client

BUSY = "Another match of yours has begun: it is in the lobby (q)."


def match_screen(client: "Client") -> MatchScreen | None:
    """The one that somebody sits at, under whatever they look at meanwhile."""
    found = [screen for screen in client.screen_stack if isinstance(screen, MatchScreen)]
    return found[-1] if found else None


def tournament_screens(client: "Client", tournament: str) -> list[TournamentScreen]:
    screens = [each for each in client.screen_stack if isinstance(each, TournamentScreen)]
    return [each for each in screens if each.tournament == tournament]


def sit(client: "Client", news: Started | Snapshot) -> None:
    """Sit down at a match that has begun, unless we are busy with another one."""
    started = news if isinstance(news, Started) else news.started
    if news.side is not None and isinstance(news, Started):
        client.lobby.started()
        client.ring()
    screen = match_screen(client)
    if started.fixture is not None and news.side is not None:
        _sit_in_tournament(client, screen, news.match, started.fixture.tournament)
    elif screen is None:
        client.push_screen(MatchScreen(client.wire, news.match))
    elif started.previous == screen.match or screen.view.ended:
        screen.sit(news.match)
        while news.side is not None and client.screen is not screen:
            client.pop_screen()  # whoever was looking back is wanted at the board
    elif news.match != screen.match:
        client.tell(BUSY)


def _sit_in_tournament(
    client: "Client", screen: MatchScreen | None, match: str, tournament: str
) -> None:
    """Whoever plays in a tournament is wanted at the board, and comes back to the tournament.

    Not so those who have left it, whose games begin and end without them.
    """
    known = client.wire.known_tournaments.known.get(tournament)
    retired = known is not None and not takes_part(known, client.wire.name)
    if retired or (screen is not None and screen.match == match):
        return
    if screen is not None and screen.view.side is not None and not screen.view.ended:
        client.tell(BUSY)
        return
    visit(client, tournament)
    client.push_screen(MatchScreen(client.wire, match))


def visit(client: "Client", tournament: str) -> None:
    """Go to the screen of a tournament, which lies on the lobby."""
    while client.screen is not client.lobby and not (
        isinstance(client.screen, TournamentScreen) and client.screen.tournament == tournament
    ):
        _leave(client)
    if client.screen is client.lobby:
        client.push_screen(TournamentScreen(client.wire, tournament))


def _leave(client: "Client") -> None:
    """Take the uppermost screen away; what was only watched there is watched no more."""
    screen, wire = client.screen, client.wire
    client.pop_screen()
    if not isinstance(screen, MatchScreen):
        return
    view = wire.views.get(screen.match)
    if view is not None and view.side is None:
        client.run_worker(wire.ask(Unwatch(0, screen.match)))
        wire.forget(screen.match)

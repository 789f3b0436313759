"""Calls to games of tournaments: shown on every screen, and answered by one key."""

from typing import TYPE_CHECKING

from client.screen.tournament.texts import due_line
from client.screen.tournament.tournament_screen import TournamentScreen
from client.screen.widgets.status_line import Foot
from protocol.replies import TournamentShown
from protocol.requests import Ready, ShowTournament

if TYPE_CHECKING:
    from client.screen.app import Client


async def called(client: "Client", tournament: str) -> None:
    """A game waits for us. Whoever was ready before the connection was lost still is."""
    wire, known_tournaments = client.wire, client.wire.known_tournaments
    due = known_tournaments.due.get(tournament)
    if due is None:  # it has begun meanwhile
        return
    if due.ready:
        await wire.ask(Ready(0, tournament))
        return
    client.ring()
    if tournament not in known_tournaments.known:
        shown = await wire.ask(ShowTournament(0, tournament))
        if isinstance(shown, TournamentShown):
            known_tournaments.note(shown.tournament)
    tell_due(client)


def tell_due(client: "Client") -> None:
    """On every screen, with the seconds that are left."""
    wire, known_tournaments = client.wire, client.wire.known_tournaments
    due = known_tournaments.next
    told = (
        due_line(due, known_tournaments.title(due.tournament), wire.name, wire.now()) if due else ""
    )
    for screen in client.screen_stack:
        for foot in screen.query(Foot):
            foot.call(told)
        if isinstance(screen, TournamentScreen):
            screen.show_actions()


async def answer(client: "Client") -> None:
    """Say that we are ready for the game that begins first."""
    known_tournaments = client.wire.known_tournaments
    due = known_tournaments.next
    if due is None:
        client.tell("No game of a tournament waits for you.")
    elif not due.ready and await client.wire.ask(Ready(0, due.tournament)):
        known_tournaments.readied(due.tournament)
        tell_due(client)

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
    wire, attendance = client.wire, client.wire.attendance
    due = attendance.due.get(tournament)
    if due is None:  # it has begun meanwhile
        return
    if due.ready:
        await wire.ask(Ready(0, tournament))
        return
    client.ring()
    if tournament not in attendance.known:
        shown = await wire.ask(ShowTournament(0, tournament))
        if isinstance(shown, TournamentShown):
            attendance.note(shown.tournament)
    tell_due(client)


def tell_due(client: "Client") -> None:
    """On every screen, with the seconds that are left."""
    wire, attendance = client.wire, client.wire.attendance
    due = attendance.next
    told = due_line(due, attendance.title(due.tournament), wire.name, wire.now()) if due else ""
    for screen in client.screen_stack:
        for foot in screen.query(Foot):
            foot.call(told)
        if isinstance(screen, TournamentScreen):
            screen.show_steps()


async def answer(client: "Client") -> None:
    """Say that we are ready for the game that begins first."""
    attendance = client.wire.attendance
    due = attendance.next
    if due is None:
        client.tell("No game of a tournament waits for you.")
    elif not due.ready and await client.wire.ask(Ready(0, due.tournament)):
        attendance.readied(due.tournament)
        tell_due(client)

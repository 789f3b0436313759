"""The rows of a tournament, written when it is opened and with each of its events."""

from protocol.tournaments import Order
from server.storage.writes import NewTournament, NewTournamentEvent, TournamentOver, Write
from server.tournaments.events import Finished, Steered, TournamentEvent, pack_event
from server.tournaments.tournament import Tournament


def opening_rows(tournament: Tournament) -> list[Write]:
    """Of one that was just announced."""
    [announced] = tournament.events
    opened = NewTournament(tournament.id, tournament.plan.title, tournament.by.name, announced.at)
    return [opened, *event_rows(tournament, announced)]


def event_rows(tournament: Tournament, event: TournamentEvent) -> list[Write]:
    """Of its latest event, and that it is over, or goes on after all."""
    at = event.at
    row = NewTournamentEvent(tournament.id, tournament.seq - 1, at, pack_event(event))
    match event:
        case Finished() | Steered(order=Order.CANCEL):
            return [row, TournamentOver(tournament.id, at)]
        case Steered(order=Order.EXTEND):
            return [row, TournamentOver(tournament.id, None)]
        case _:
            return [row]

"""What is told of a tournament, to those who watch it and to those who take part."""

from protocol.events import News, TournamentChanged
from server.cluster.bus import Bus
from server.connections.frame import OutgoingFrame
from server.keys import tournament_key
from server.tournaments.summaries import summary
from server.tournaments.tournament import Tournament


def publish(bus: Bus, tournament: Tournament, news: News) -> None:
    """Tell those who watch it."""
    bus.publish(tournament_key(tournament.id), OutgoingFrame(news))


def announce(bus: Bus, tournament: Tournament) -> None:
    """Tell everyone concerned how it stands."""
    news = TournamentChanged(summary(tournament))
    publish(bus, tournament, news)
    for name in tournament.players:
        bus.tell(name, OutgoingFrame(news))


def remind(bus: Bus, name: str, tournament: Tournament) -> None:
    """Tell one who could not follow it."""
    bus.tell(name, OutgoingFrame(TournamentChanged(summary(tournament))))

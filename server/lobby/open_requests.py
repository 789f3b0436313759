"""The seeks, challenges and invites that are open: who is told of them, and when they close."""

from protocol.events import SeekClosed, SeekOpened, Unanswered
from protocol.parts import OpenSeek, Player
from server.cluster.bus import Bus
from server.connections.frame import OutgoingFrame
from server.keys import SEEKS
from server.lobby.door import Door
from server.lobby.lobby import Lobby
from server.players.presence import PlayerConnection


class OpenRequests:
    def __init__(self, lobby: Lobby, door: Door, bus: Bus) -> None:
        self.lobby, self.door = lobby, door
        self._bus = bus

    # Telling of them

    def seek_opened(self, seek: OpenSeek) -> None:
        self._bus.publish(SEEKS, OutgoingFrame(SeekOpened(seek)))

    def seek_closed(self, key: str) -> None:
        self._bus.publish(SEEKS, OutgoingFrame(SeekClosed(key)))

    def withdraw(self, key: str, reason: str) -> None:
        """Close a seek, challenge or invite, and tell those whom it concerns."""
        if challenge := self.lobby.challenges.get(key):
            for name in (challenge.by.name, challenge.to.name):
                self._bus.tell(name, OutgoingFrame(Unanswered(key, reason)))
        if key in self.lobby.seeks:
            self.seek_closed(key)
        self.lobby.withdraw(key)

    def withdraw_impossible(self, *names: str) -> None:
        """Close what players whose seats or policies have changed can no longer take up."""
        for key, reason in list(self.lobby.impossible(names)):
            self.withdraw(key, reason)

    # Who comes and leaves

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        self.lobby.arrive(connection.player, connection.address)

    def left(self, player: Player) -> None:
        self.close_all(player.name)
        self.lobby.leave(player.name)

    def close_all(self, name: str) -> None:
        """Close what a player has open, and what is open to them."""
        for key in (*self.lobby.opened_by(name), *self.lobby.challenges_to(name)):
            self.withdraw(key, f"{name} has left")

    def holds(self, name: str) -> bool:
        return bool(self.lobby.matches_of(name))

"""What a connection asks of the owner of the lobby, which is on this node or on another."""

from typing import NamedTuple, Protocol

from protocol.parts import Player
from protocol.replies import Replies
from protocol.requests import FromPlayer, Hello
from server.players.identity import Identity
from server.players.presence import PlayerConnection


class Admitted(NamedTuple):
    """How a player finds the lobby on coming in."""

    capacity: int  # at how many tables they may sit at most
    matches: tuple[str, ...]  # in which they sit
    finished: tuple[str, ...] = ()  # which are over, and stand for a rematch
    blocked: tuple[str, ...] = ()  # whom they do not hear


class LobbyAccess(Protocol):
    async def identify(self, hello: Hello, address: str) -> Identity:
        """Who says hello; a guest's name is theirs from here on. Raises Refusal."""

    async def enter(self, connection: PlayerConnection, who: Identity) -> Admitted:
        """A player is here, from this connection on. Raises Refusal if that cannot be kept."""

    def leave(self, connection: PlayerConnection) -> None:
        """A connection is gone."""

    def release(self, player: Player) -> None:
        """Give a guest's name back once they are gone, and neither sit nor take part anywhere."""

    def remind(self, name: str, tournament: str) -> None:
        """Tell one who could not follow a tournament how far it is by now."""

    async def reply(self, who: Identity, request: FromPlayer) -> Replies:
        """Carry out what is not about a single match. Raises Refusal."""

"""The lobby as the connections of a node find it: owned here, or asked over the bus.

Each connection has a ticket, by which the owner of the lobby tells it from others. What a player
has open is kept here as well: if the owner dies, the next one hears of it from us.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import NamedTuple, TypeVar, get_args

from protocol.parts import Fault, Player
from protocol.replies import Replies
from protocol.requests import FromPlayer, Hello, OpenTournament
from server.cluster.crossing import CloseConnection
from server.cluster.exchange import Astray, Unreachable
from server.cluster.lease import Lease
from server.cluster.many import ManyBus
from server.cluster.owners import Owners
from server.connections.admission import TurnedAway
from server.keys import LOBBY
from server.peers.lobby_backup import Kept, keep
from server.peers.node_messages import (
    Arrived,
    Ask,
    AskLobby,
    EnterLobby,
    Identify,
    Leave,
    OpenThings,
    PresentPlayer,
    Release,
    Remind,
    Unclaimed,
)
from server.peers.post import Post
from server.players.access import Admitted
from server.players.identity import Identity
from server.players.presence import PlayerConnection
from server.refusal import Refusal
from server.requests.lobby_owner import LobbyOwner

PATIENCE = 10.0  # seconds until a player is told that the lobby cannot be asked
ONE_TRY = 2.5  # of these, for one node
LOOK_AGAIN = 0.2  # seconds until the owner is looked up anew
WAIT = 2.0  # seconds after which one who is turned away may find another node, or this one again

T = TypeVar("T")


class EnteredConnection(NamedTuple):
    connection: PlayerConnection
    who: Identity
    open: OpenThings


class LobbyAway(Exception):
    """The lobby cannot be asked just now."""


class ClusterLobby:
    """What `LobbyAccess` asks for, wherever the lobby is."""

    def __init__(self, post: Post, bus: ManyBus, owners: Owners, lease: Lease) -> None:
        self.owned: LobbyOwner | None = None  # the lobby, if it is here
        self.entered: dict[int, EnteredConnection] = {}  # by ticket
        self._post, self._bus, self._owners, self._lease = post, bus, owners, lease
        self.newest = 0  # the ticket of who came last
        self._numbers = count(1)
        self._tickets: dict[PlayerConnection, int] = {}
        self._of: dict[str, int] = {}  # the ticket of the newest connection, by player
        self._moved = asyncio.Event()
        post.on_tell(CloseConnection, self._close)
        for kind in get_args(Kept):
            post.on_tell(kind, self._keep)

    def moved(self, owned: LobbyOwner | None) -> None:
        """The lobby has another owner; *owned* if that is here."""
        self.owned = owned
        self._owners.forget(LOBBY)
        self._moved.set()
        self._moved = asyncio.Event()

    # What connections ask

    async def identify(self, hello: Hello, address: str) -> Identity:
        if not self._lease.lasts():
            raise TurnedAway("this node is cut off from the database: try another", WAIT)
        ticket = next(self._numbers)
        try:
            return await self.ask(lambda lobby: lobby.identify(hello, address),
                                  Identify(hello, address, ticket))  # fmt: skip
        except LobbyAway as error:
            self._post.tell_all(Unclaimed(ticket))  # whoever owns it may yet come to be asked
            raise TurnedAway(str(error), WAIT) from error

    async def enter(self, connection: PlayerConnection, who: Identity) -> Admitted:
        ticket = next(self._numbers)
        self._tickets[connection] = self.newest = ticket
        self.entered[ticket] = EnteredConnection(connection, who, OpenThings())
        return await self._asked(lambda lobby: lobby.enter(connection, who),
                                 EnterLobby(who, ticket))  # fmt: skip

    def leave(self, connection: PlayerConnection) -> None:
        ticket = self._tickets.pop(connection, 0)
        self.entered.pop(ticket, None)
        if self._of.get(connection.name) == ticket:
            del self._of[connection.name]
        if self.owned is not None:
            self.owned.leave(connection)
            return
        self._bus.detach(connection)
        self._tell(Leave(ticket))

    def release(self, player: Player) -> None:
        if self.owned is not None:
            self.owned.release(player)
        else:
            self._tell(Release(player))

    def remind(self, name: str, tournament: str) -> None:
        if self.owned is not None:
            self.owned.remind(name, tournament)
        else:
            self._tell(Remind(name, tournament))

    async def reply(self, who: Identity, request: FromPlayer) -> Replies:
        again = not isinstance(request, OpenTournament)  # which could be opened twice
        return await self._asked(lambda lobby: lobby.reply(who, request),
                                 AskLobby(who, request), again)  # fmt: skip

    async def _asked(
        self, here: Callable[[LobbyOwner], Awaitable[T]], there: Ask, again: bool = True
    ) -> T:
        try:
            return await self.ask(here, there, again)
        except LobbyAway as error:
            raise Refusal(Fault.BUSY, str(error), WAIT) from error

    async def ask(
        self, here: Callable[[LobbyOwner], Awaitable[T]], there: Ask, again: bool = True
    ) -> T:
        """Ask the lobby wherever it is, for a while; *again* also where an answer was lost."""
        due, number = monotonic() + PATIENCE, self._post.exchange.number()
        while True:
            if self.owned is not None:
                return await here(self.owned)
            moved = self._moved
            with suppress(Astray):
                try:
                    return await self._ask_elsewhere(there, number)
                except Unreachable as error:
                    if not again:
                        raise LobbyAway(f"no answer from the lobby: {error}") from error
            self._owners.forget(LOBBY)
            if monotonic() > due:
                raise LobbyAway("the lobby cannot be reached just now: try again")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await moved.wait()

    async def _ask_elsewhere(self, message: Ask, number: int) -> T:
        """Raises Unreachable, or Astray where the lobby is between two owners."""
        node = await self._owners.find(LOBBY)
        if node is None or node == self._post.me:
            raise Astray
        answer: T = await self._post.ask(node, message, ONE_TRY, number)
        return answer

    def _tell(self, message: Leave | Release | Remind) -> None:
        """What is lost of this the owner learns when it asks for all that is here."""
        if node := self._owners.known(LOBBY):
            self._post.tell(node, message)

    # What the owner tells

    def arrived(self, message: Arrived) -> None:
        """A connection to this node is its player's newest, from now on."""
        entered = self.entered.get(message.ticket)
        if entered is None:
            self._tell(Leave(message.ticket))
            return
        connection = entered.connection
        connection.serial = message.serial
        self._of[connection.name] = message.ticket
        self._bus.attach(connection)

    def ticket(self, connection: PlayerConnection) -> int:
        return self._tickets.get(connection, 0)

    def standing(self) -> list[PresentPlayer]:
        """All who have entered from this node or are about to, and what they have open."""
        return [
            PresentPlayer(who, ticket, connection.serial, open)
            for ticket, (connection, who, open) in self.entered.items()
        ]

    def _close(self, _: str, message: CloseConnection) -> None:
        if entered := self.entered.get(message.ticket):
            entered.connection.close(message.code, message.reason)

    def _keep(self, _: str, kept: Kept) -> None:
        entered = self.entered.get(self._of.get(kept.player, 0))
        if entered is not None:
            keep(entered.open, kept)

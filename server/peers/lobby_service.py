"""The owner of the lobby, as other nodes reach it: their connections stand for players here."""

import asyncio
from collections.abc import Awaitable

from protocol.parts import Player
from protocol.replies import Replies
from server.cluster.many import ManyBus, Post, RemotePlayer
from server.keys import MATCH, split
from server.lobby_house import LobbyHouse
from server.peers.lobby_access import ClusterLobby
from server.peers.lobby_backup import LobbyBackup, reopen
from server.peers.match_hosts import MatchHosts
from server.peers.node_messages import (
    Arrived,
    AskLobby,
    Departed,
    Directory,
    EnterLobby,
    Identify,
    Inventory,
    Leave,
    MatchClosed,
    MatchGivenUp,
    PresentPlayer,
    Release,
    Remind,
    ReportInventory,
    Told,
    Unclaimed,
)
from server.peers.post import Post as Messages
from server.players.access import Admitted
from server.players.identity import Identity
from server.players.presence import PlayerConnection

UNCLAIMED = 60.0  # seconds until the name of one who never came in is free, longer than nodes try


class ConnectionElsewhere(RemotePlayer):
    """A connection to another node, as the owner of the lobby knows it."""

    def __init__(self, post: Post, node: str, ticket: int, who: Identity, serial: int = 0) -> None:
        super().__init__(post, node, ticket, who.player, serial)
        self.address, self.admin, self.proof = who.address, who.admin, who.proof


class LobbyService:
    def __init__(
        self,
        post: Messages,
        bus: ManyBus,
        house: LobbyHouse,
        hosts: MatchHosts,
        access: ClusterLobby,
    ) -> None:
        self._post, self._bus, self._house, self._hosts = post, bus, house, hosts
        self._access = access
        self._elsewhere: dict[tuple[str, int], ConnectionElsewhere] = {}  # by node and ticket
        # By node and ticket, whose name is taken, and who is not in yet.
        self._identified: dict[tuple[str, int], asyncio.Future[Identity]] = {}
        self._presence, self._matchmaker = house.presence, house.matchmaker
        LobbyBackup(house.lobby, self._tell_node_of)

    def serve(self) -> None:
        """From now on this node is asked."""
        post, owner = self._post, self._house.owner
        post.on_ask(Identify, self._identify)
        post.on_ask(EnterLobby, self._enter)
        post.on_ask(AskLobby, self._reply)
        post.on_ask(MatchClosed, lambda _, told: owner.closed(told.closed))
        post.on_ask(
            MatchGivenUp, lambda _, told: owner.given_up(told.match, told.followers, told.reason)
        )
        post.on_ask(ReportInventory, lambda node, report: self._take_report(node, report.inventory))
        post.on_tell(Leave, lambda node, left: self._leave(node, left.ticket))
        post.on_tell(Release, lambda node, each: self._release(node, each.player))
        post.on_tell(Unclaimed, lambda node, each: self._forget((node, each.ticket)))
        post.on_tell(Remind, lambda _, each: owner.remind(each.player, each.tournament))

    # What other nodes ask for their players

    def _identify(self, node: str, asked: Identify) -> Awaitable[Identity]:
        key = node, asked.ticket
        if key not in self._identified:  # or asked once more: the answer was lost
            identity = self._house.owner.identify(asked.hello, asked.address)
            self._identified[key] = asyncio.ensure_future(identity)
            asyncio.get_running_loop().call_later(UNCLAIMED, self._forget, key)
        return self._identity(key, self._identified[key])

    async def _identity(self, key: tuple[str, int], found: asyncio.Future[Identity]) -> Identity:
        try:
            return await asyncio.shield(found)
        except Exception:
            self._identified.pop(key, None)
            raise

    def _claimed(self, node: str, player: Player) -> None:
        """Nobody waits any more for this player to come in."""
        for key, found in tuple(self._identified.items()):
            if key[0] == node and _known(found) == player:
                del self._identified[key]

    def _forget(self, key: tuple[str, int]) -> None:
        """Whoever has not come in by now will not: their node does not even know of them."""
        if found := self._identified.pop(key, None):
            found.add_done_callback(self._give_back)

    def _give_back(self, found: asyncio.Future[Identity]) -> None:
        if player := _known(found):
            self._presence.release(player)

    def _release(self, node: str, player: Player) -> None:
        self._claimed(node, player)
        self._presence.release(player)

    async def _enter(self, node: str, asked: EnterLobby) -> Admitted:
        known = self._elsewhere.get((node, asked.ticket))
        if known is not None and known.serial:  # asked once more: the answer was lost
            return self._house.owner.admitted(known.player)
        connection = ConnectionElsewhere(self._bus.post, node, asked.ticket, asked.who)
        self._elsewhere[node, asked.ticket] = connection
        try:
            return await self._house.owner.enter(connection, asked.who)
        except BaseException:
            self._elsewhere.pop((node, asked.ticket), None)
            raise
        finally:
            self._claimed(node, asked.who.player)

    async def _reply(self, _: str, asked: AskLobby) -> Replies:
        return await self._house.owner.reply(asked.who, asked.request)

    def _leave(self, node: str, ticket: int) -> None:
        if connection := self._elsewhere.pop((node, ticket), None):
            self._presence.leave(connection)

    def _tell_node_of(self, name: str, message: Told) -> None:
        for away in self._bus.elsewhere(name):
            self._post.tell(away.node, message)

    # What nodes have

    async def _take_report(self, node: str, inventory: Inventory) -> Directory:
        players = ((each.who.player, each.who.session) for each in inventory.connections)
        await self._presence.blocks.load(players)
        self.take(node, inventory)
        return self.directory()

    def take(self, node: str, inventory: Inventory) -> None:
        """See everything at a node as it tells of it."""
        self._hosts.take(node, inventory.matches)
        told = {each.ticket: each for each in inventory.connections}
        for known, ticket in tuple(self._elsewhere):
            if known == node and ticket not in told and ticket <= inventory.newest:
                self._leave(node, ticket)
        for standing in told.values():
            if standing.serial and (node, standing.ticket) not in self._elsewhere:
                self._restore(node, standing)
        for topic, name in inventory.follows:
            if split(topic)[0] != MATCH and self._bus.elsewhere(name):
                self._bus.subscribe(topic, name)

    def _restore(self, node: str, standing: PresentPlayer) -> None:
        who = standing.who
        connection: PlayerConnection
        if node == self._post.me:
            connection = self._access.entered[standing.ticket].connection
        else:
            elsewhere = ConnectionElsewhere(
                self._bus.post, node, standing.ticket, who, standing.serial
            )
            self._elsewhere[node, standing.ticket] = connection = elsewhere
        self._presence.restore(connection, who)
        reopen(self._house.lobby, who.player.name, standing.open)

    def node_gone(self, node: str) -> None:
        """All who were connected there are gone, and what was played there has another host."""
        for known, ticket in tuple(self._elsewhere):
            if known == node:
                self._leave(node, ticket)
        for key in tuple(self._identified):
            if key[0] == node:
                self._forget(key)
        self._hosts.node_gone(node)

    # What others are told

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        self._post.tell_all(self._arrived(connection, new))

    def left(self, player: Player) -> None:
        self._post.tell_all(Departed(player))

    def _arrived(self, connection: PlayerConnection, new: bool = False) -> Arrived:
        if isinstance(connection, ConnectionElsewhere):
            node, ticket = connection.node, connection.ticket
        else:
            node, ticket = self._post.me, self._access.ticket(connection)
        return Arrived(connection.player, node, ticket, connection.serial, new)

    def directory(self) -> Directory:
        present = [self._arrived(each) for each in self._presence.online.values()]
        return Directory(self._hosts.term, present)


def _known(found: asyncio.Future[Identity]) -> Player | None:
    if not found.done() or found.cancelled() or found.exception():
        return None
    return found.result().player

"""Taking over what a dead node owned: its matches from the journal, and perhaps the lobby.

The seats of the lobby come from the matches, who is here and what they have open from the nodes.
What the database cannot tell just now is asked again until it can.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import NamedTuple

from protocol.events import Started
from protocol.parts import Player
from server.cluster.exchange import Astray, Unreachable
from server.keys import LOBBY, MATCH, match_key, split
from server.lobby.matchmaker import ChooseHost
from server.lobby.seated_match import SeatedMatch
from server.lobby_house import LobbyHouse
from server.logs import log
from server.matches.loader import MatchLoader
from server.matches.rows import decode_event
from server.matches.tables import Tables
from server.metrics import Metrics
from server.peers.links import Links
from server.peers.lobby_access import ClusterLobby
from server.peers.lobby_service import LobbyService
from server.peers.match_hosts import MatchHosts
from server.peers.node_messages import AskInventory, Inventory
from server.peers.table_service import TableService
from server.players.ladder import Ladder
from server.players.presence import PlayerConnection, Venue
from server.refusal import Refusal
from server.requests.history import HistoryRequests
from server.storage.archive import Archive
from server.storage.writes import Fenced

AGAIN = 0.5  # seconds until what has failed is tried again
INVENTORY = 0.5  # seconds that a node has to tell what it has, which it does again by itself
# Connections that enter in one term: who enters in a later one is newer than all of them, also than
# those at nodes that have not told yet what they have.
SERIALS = 2**32
UNHEARD = 0.75  # seconds after which a node is not even asked

MakeLobby = Callable[[ChooseHost, Venue, int], LobbyHouse]


class Rooms(NamedTuple):
    """What of the house a node of a cluster works with."""

    archive: Archive
    tables: Tables
    history: HistoryRequests
    ladder: Ladder
    metrics: Metrics
    epoch: float
    make_lobby: MakeLobby
    refresh_people: Callable[[], Awaitable[None]]  # as the database has them by now


class Takeover:
    def __init__(
        self, links: Links, rooms: Rooms, access: ClusterLobby, service: TableService
    ) -> None:
        self.lobby: LobbyHouse | None = None  # if it is here
        self.service: LobbyService | None = None
        self._links, self._rooms = links, rooms
        self.access, self._service_of_tables = access, service
        self._hosts = MatchHosts(links.post, links.bus, links.owners, rooms.archive, rooms.tables)
        self._loader = MatchLoader(rooms.archive, rooms.tables, rooms.epoch)

    async def adopt(self, keys: list[str]) -> None:
        """Go on with what these keys are of; they are this node's."""
        began = monotonic()
        self._rooms.metrics.adoptions.inc(len(keys))
        matches = [id for kind, id in map(split, keys) if kind == MATCH]
        await _until_done(lambda: self._load(matches), "matches are loaded again")
        if LOBBY in keys:
            await self.take_lobby()
        log().info("adopted", matches=len(matches), lobby=LOBBY in keys,
                   seconds=round(monotonic() - began, 3))  # fmt: skip

    async def _load(self, matches: list[str]) -> None:
        missing = [id for id in matches if id not in self._rooms.tables.all]
        for table in await self._loader.load(missing):
            self._links.owners.note(match_key(table.match.id), self._links.post.me)
            for player in table.match.players:
                if self._links.bus.is_here(player.name):
                    self._service_of_tables.tell_anew(table, player.name)

    # The lobby

    async def take_lobby(self) -> None:
        await _until_done(self._take_lobby, "the lobby is taken over again")

    async def _take_lobby(self) -> None:
        links, rooms = self._links, self._rooms
        term = self._hosts.term = await links.leases.begin_term()
        await rooms.refresh_people()
        inventories = await self._inventories()
        venue = ClusterVenue(rooms.tables)
        lobby = rooms.make_lobby(self._hosts.choose, venue, term * SERIALS)
        service = LobbyService(links.post, links.bus, lobby, self._hosts, self.access)
        self._hosts.matchmaker = lobby.matchmaker
        venue.service = service
        standings = [each for one in inventories.values() for each in one.connections]
        accounts = {each.who.player.name for each in standings if not each.who.player.guest}
        await rooms.ladder.load(accounts)
        await lobby.presence.blocks.load((each.who.player, each.who.session) for each in standings)
        await self._seat_the_rest(lobby, inventories)
        for node, inventory in inventories.items():
            service.take(node, inventory)
        await lobby.take_up_tournaments()
        lobby.director.opened(monotonic())
        self._open(lobby, service)

    def _open(self, lobby: LobbyHouse, service: LobbyService) -> None:
        post = self._links.post
        self.lobby, self.service = lobby, service
        self._service_of_tables.term = self._hosts.term
        service.serve()
        self._links.owners.note(LOBBY, post.me)
        self.access.moved(lobby.owner)
        post.tell_all(service.directory())
        log().info("owns the lobby", players=len(lobby.presence.online),
                   matches=len(lobby.matchmaker.live))  # fmt: skip

    async def _inventories(self) -> dict[str, Inventory]:
        """All that all nodes have, as far as they answer."""
        post = self._links.post
        others = [node for node in post.exchange.others if post.exchange.silence(node) < UNHEARD]
        told = await asyncio.gather(*map(self._inventory_of, others))
        found = {node: one for node, one in zip(others, told, strict=True) if one is not None}
        return {post.me: self.inventory(), **found}

    async def _inventory_of(self, node: str) -> Inventory | None:
        post = self._links.post
        try:
            found: Inventory = await post.ask(node, AskInventory(self._hosts.term), INVENTORY)
        except (Unreachable, Astray, Refusal) as error:
            log().warning("a node does not tell what it has", node=node, error=str(error))
            return None
        return found

    def inventory(self) -> Inventory:
        """All that is here."""
        return Inventory(
            self.access.standing(),
            self._service_of_tables.hosted(),
            self._links.bus.followed(),
            self.access.newest,
        )

    async def _seat_the_rest(self, lobby: LobbyHouse, told: dict[str, Inventory]) -> None:
        """Keep the seats in matches whose nodes have not answered."""
        known = {each.started.match for one in told.values() for each in one.matches}
        owners = await self._links.leases.owners(MATCH)
        for id, data in (await self._rooms.archive.live_starts()).items():
            started = decode_event(data)
            owner = owners.get(match_key(id))
            if id not in known and owner is not None and isinstance(started, Started):
                lobby.seat([SeatedMatch(started, started.players, self._hosts.at(owner))])


class ClusterVenue:
    """Who comes and leaves is told to the tables of all nodes."""

    def __init__(self, tables: Tables) -> None:
        self.service: LobbyService  # to be set before anybody comes
        self._tables = tables

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        self._tables.arrived(connection, new)
        self.service.arrived(connection, new)

    def left(self, player: Player) -> None:
        self._tables.left(player)
        self.service.left(player)

    def holds(self, name: str) -> bool:
        return self._tables.holds(name)


async def _until_done(work: Callable[[], Awaitable[None]], what: str) -> None:
    while True:
        try:
            return await work()
        except Fenced:
            raise
        except Exception:
            log().exception(f"{what} in {AGAIN} s")
        await asyncio.sleep(AGAIN)

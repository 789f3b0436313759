"""The house: makes the parts of a server and hands each what it needs of the others."""

import asyncio
from functools import partial
from time import monotonic, time

from protocol.parts import Player
from server.cluster.bus import Bus
from server.cluster.lease import Lease
from server.cluster.local import LocalBus
from server.cluster.losses import Losses
from server.connections.admission import Admission
from server.connections.audit import Audit
from server.connections.hello import Handshake
from server.connections.http.endpoint import Health, HttpEndpoint
from server.connections.outbox import Flusher
from server.connections.session import Session, SessionContext
from server.keys import MATCH, TOURNAMENT
from server.lobby.matchmaker import ChooseHost
from server.lobby.seated_match import MatchHost, SeatedMatch
from server.lobby_house import Ground, LobbyHouse
from server.matches.loader import MatchLoader
from server.matches.tables import Seating, Tables
from server.metrics import Metrics
from server.node import Node
from server.peers.node_messages import PeopleChanged
from server.peers.peer import Peer
from server.peers.takeover import Rooms
from server.players.access import LobbyAccess
from server.players.ladder import Ladder
from server.players.people import People
from server.players.presence import Presence, Venue
from server.requests.dispatch import Dispatcher
from server.requests.history import HistoryRequests
from server.requests.local_matches import LocalMatches, MatchAccess
from server.requests.nodes import NodeList, SingleNode
from server.requests.overview import Overview
from server.settings import Settings
from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.journal import CLUSTER_PAUSES, PAUSES, Journal
from server.storage.upkeep import Upkeep
from server.storage.writes import Fenced


class House:
    """A server that owns everything, or with a *peer* a node of a cluster."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        admission: Admission,
        peer: Peer | None,
        url: str,
    ) -> None:
        self.settings, self.database, self.admission, self.peer = (
            settings, database, admission, peer
        )  # fmt: skip
        self.failed: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        self.archive, self.people = Archive(database), People(database)
        self.bus: Bus = peer.bus if peer else LocalBus(settings.watches)
        self.metrics = Metrics()
        self._losses = Losses()
        ladder = Ladder(self.archive)
        self.journal = Journal(
            database, self.fail, self._losses.lose, self.metrics,
            CLUSTER_PAUSES if peer else PAUSES, ladder.learn,
        )  # fmt: skip
        self.node = self._node()
        self.tables = Tables(self.node, ladder, admission)
        self._losses.owners[MATCH] = self.tables
        history = HistoryRequests(self.bus, self.archive, self.people.accounts, self.tables)
        self._ground = Ground(self.node, self.archive, self.people, self.tables, ladder, history)
        self._url = url
        self._alone: LobbyHouse | None = None
        access, matches, self.tables.seating, nodes = (
            self._of_a_cluster(peer) if peer else self._by_itself()
        )
        audit = Audit(self.journal.append)
        overview = Overview(nodes, self.people)
        dispatcher = Dispatcher(access, matches, self.tables, history, overview, audit)
        context = SessionContext(self.node, access, dispatcher, audit, Flusher(self.node.lease))
        self.handshake = Handshake(self.node, access, audit, partial(Session, context))
        self.http = HttpEndpoint(self.node, audit, self._health)
        self.upkeep = Upkeep(
            settings, database, self.people, self.journal, self._presence, self.fail,
            self._expire_tournaments,
        )  # fmt: skip

    # How it is wired

    def _node(self) -> Node:
        epoch = time() - monotonic()
        settings, bus, journal, metrics = self.settings, self.bus, self.journal, self.metrics
        if (peer := self.peer) is None:
            return Node(settings, bus, journal, metrics, epoch, Lease())
        return Node(
            settings, bus, journal, metrics, epoch, peer.lease,
            lambda: peer.urls, lambda: peer.neighbours.known_urls,
        )  # fmt: skip

    def _by_itself(self) -> tuple[LobbyAccess, MatchAccess, Seating, NodeList]:
        lobby = self._alone = self._make_lobby(self._choose_host, self.tables)
        matches = LocalMatches(self.bus, self.tables, self._ground.history)
        single = SingleNode(self._url, self.tables, lobby.presence, lobby.director.all)
        return lobby.owner, matches, lobby.owner, single

    def _of_a_cluster(self, peer: Peer) -> tuple[LobbyAccess, MatchAccess, Seating, NodeList]:
        ground = self._ground
        peer.move_in(
            Rooms(
                self.archive, self.tables, ground.history, ground.ladder, self.metrics,
                self.node.epoch, self._make_lobby, self._refresh_people,
            )
        )  # fmt: skip
        self.people.changed = lambda gone: peer.post.tell_all(PeopleChanged(gone))
        return peer.access, peer.matches, peer.service, peer

    def _make_lobby(
        self, choose_host: ChooseHost, hosts: Venue, first_serial: int = 0
    ) -> LobbyHouse:
        lobby = LobbyHouse(self._ground, choose_host, hosts, first_serial)
        self._losses.owners[TOURNAMENT] = lobby.director
        return lobby

    def _choose_host(self, players: tuple[Player, Player], before: MatchHost | None) -> MatchHost:
        return self.tables

    # Its lobby, which is perhaps on another node

    @property
    def lobby(self) -> LobbyHouse:
        lobby = self._lobby_here
        assert lobby is not None, "the lobby is on another node"
        return lobby

    @property
    def _lobby_here(self) -> LobbyHouse | None:
        return self.peer.takeover.lobby if self.peer else self._alone

    def _presence(self) -> Presence | None:
        return lobby.presence if (lobby := self._lobby_here) else None

    async def _refresh_people(self) -> None:
        await self.upkeep.close_banned()

    def _expire_tournaments(self) -> None:
        if lobby := self._lobby_here:
            lobby.expire_tournaments()

    # Opening

    async def restart(self) -> None:
        """Take up what was going on when the server went down."""
        await self.people.refresh()
        if self.peer is not None:
            await self.peer.begin()
            return
        tables = await MatchLoader(self.archive, self.tables, self.node.epoch).load()
        matches = (table.match for table in tables)
        self.lobby.seat(SeatedMatch(each.started, each.players, self.tables) for each in matches)
        await self.lobby.take_up_tournaments()

    def open(self) -> None:
        """Players can come from now on."""
        self.tables.open()
        if lobby := self._lobby_here:
            lobby.director.opened(self.tables.opened_at)

    def fail(self, error: BaseException) -> None:
        """Nothing can be kept any more: the server is to stop, or to begin anew as a node."""
        if self.peer is not None and isinstance(error, Fenced):
            self.peer.fenced()
        elif not self.failed.done():
            self.failed.set_result(error)

    def _health(self) -> Health:
        trouble = str(self.failed.result()) if self.failed.done() else self.journal.trouble
        matches = self.tables.live
        if self.peer is not None:
            trouble = self.peer.trouble or trouble
            return Health(trouble, False, matches, len(self.peer.access.entered), self.peer.stage)
        closing = self.lobby.door.closing_reason is not None
        return Health(trouble, closing, matches, len(self.lobby.presence.online))

"""The house: makes the parts of a server and hands each what it needs of the others."""

import asyncio
from functools import partial
from time import monotonic, time

from protocol.parts import Player
from server.cluster.bus import Bus
from server.cluster.local import LocalBus
from server.cluster.losses import Losses
from server.connections.admission import Admission
from server.connections.audit import Audit
from server.connections.hello import Handshake
from server.connections.http import Health, HttpEndpoint
from server.connections.session import Session, SessionContext
from server.keys import MATCH, TOURNAMENT
from server.lobby.seated_match import MatchHost, SeatedMatch
from server.lobby_house import Ground, LobbyHouse
from server.matches.loader import MatchLoader
from server.matches.match import Match
from server.matches.tables import Tables
from server.metrics import Metrics
from server.node import Node
from server.players.ladder import Ladder
from server.requests.dispatch import Dispatcher
from server.requests.history import HistoryRequests
from server.requests.nodes import SingleNode
from server.settings import Settings
from server.storage.accounts import Accounts
from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.upkeep import Upkeep


class House:
    """A single node, which owns everything."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings, self.database = settings, database
        self.failed: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        self.archive, self.accounts = Archive(database), Accounts(database)
        self.bus: Bus = LocalBus(settings.watches)
        self.metrics = Metrics()
        losses = Losses()
        self.journal = Journal(database, self.fail, losses.lose, self.metrics)
        epoch = time() - monotonic()
        self.node = Node(settings, self.bus, self.journal, self.metrics, epoch)
        self.admission = _admission(settings)
        ladder = Ladder(self.archive)
        self.tables = Tables(self.node, ladder, self.admission)
        history = HistoryRequests(self.bus, self.archive, self.accounts, self.tables)
        ground = Ground(self.node, self.archive, self.accounts, self.tables, ladder, history)
        self.lobby = LobbyHouse(ground, self._choose_host, self.tables)
        self.tables.seating = owner = self.lobby.owner
        losses.owners |= {MATCH: self.tables, TOURNAMENT: self.lobby.director}
        self.single = SingleNode(self.tables, self.lobby.presence, self.lobby.director.all)
        dispatcher = Dispatcher(self.bus, owner, self.tables, history, self.single)
        audit = Audit()
        context = SessionContext(self.node, owner, dispatcher, audit)
        self.handshake = Handshake(self.node, owner, audit, partial(Session, context))
        self.http = HttpEndpoint(self.node, audit, self._health)
        self.upkeep = Upkeep(
            settings, database, self.accounts, self.journal, self.lobby.presence,
            self.fail, self.lobby.expire_tournaments,
        )  # fmt: skip

    async def restart(self) -> None:
        """Take up what was going on when the server went down."""
        await MatchLoader(self.archive, self.tables, self.node.epoch, self._seat).load()
        await self.lobby.take_up_tournaments()

    def open(self) -> None:
        """Players can come from now on."""
        self.tables.open()
        self.lobby.director.opened(self.tables.opened_at)

    def _seat(self, match: Match) -> None:
        self.lobby.seat([SeatedMatch(match.started, match.players, self.tables)])

    def _choose_host(self, players: tuple[Player, Player], before: MatchHost | None) -> MatchHost:
        return self.tables

    def fail(self, error: BaseException) -> None:
        """Nothing can be kept any more: the server is to stop."""
        if not self.failed.done():
            self.failed.set_result(error)

    def _health(self) -> Health:
        trouble = str(self.failed.result()) if self.failed.done() else self.journal.trouble
        closing = self.lobby.door.closing_reason is not None
        return Health(trouble, closing, self.tables.live, len(self.lobby.presence.online))


def _admission(settings: Settings) -> Admission:
    return Admission(
        settings.connections,
        settings.connections_per_address,
        settings.opens_per_address,
        settings.requests_per_address,
    )

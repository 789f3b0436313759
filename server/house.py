"""The house: makes the parts of a server and hands each what it needs of the others."""

import asyncio
from functools import partial
from itertools import chain
from time import monotonic, time

from protocol.events import News
from protocol.parts import Player
from server.cluster.bus import Bus
from server.cluster.local import LocalBus
from server.cluster.losses import Losses
from server.connections.admission import Admission
from server.connections.audit import Audit
from server.connections.frame import OutgoingFrame
from server.connections.hello import Handshake
from server.connections.http import Health, HttpEndpoint
from server.connections.session import Session, SessionContext
from server.keys import MATCH, TOURNAMENT
from server.lobby.door import Door
from server.lobby.lobby import Lobby
from server.lobby.matchmaker import Matchmaker
from server.lobby.open_requests import OpenRequests
from server.lobby.seated_match import MatchHost, SeatedMatch
from server.lobby.seats import Caps
from server.matches.loader import MatchLoader
from server.matches.match import Match
from server.matches.tables import Tables
from server.metrics import Metrics
from server.node import Node
from server.players.bans import Bans
from server.players.identity import Registry
from server.players.ladder import Ladder
from server.players.presence import Presence
from server.requests.admin import AdminRequests
from server.requests.dispatch import Dispatcher
from server.requests.history import HistoryRequests
from server.requests.lists import PresentLists
from server.requests.lobby_owner import LobbyOwner, RequestGroups
from server.requests.seeks import SeekRequests
from server.requests.tournaments import TournamentRequests
from server.settings import Settings
from server.storage.accounts import Accounts
from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.upkeep import Upkeep
from server.tournaments.director import Director
from server.tournaments.loader import TournamentLoader


class House:
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
        bans = Bans()
        self.registry = Registry(self.accounts, bans)
        self.presence = Presence(self.node, self.registry, Ladder(self.archive), bans)
        self.admission = Admission(
            settings.connections,
            settings.connections_per_address,
            settings.opens_per_address,
            settings.requests_per_address,
        )
        self.lobby = Lobby(_caps(settings), settings.idle_seconds)
        self.door = Door(self._tell_everyone)
        requests = OpenRequests(self.lobby, self.door, self.bus)
        self.tables = Tables(self.node, self.presence.ladder, self.admission)
        self.matchmaker = Matchmaker(self.node, self.presence, requests, self._choose_host)
        self.director = Director(self.node, self.presence, requests, self.matchmaker, self.tables)
        self.presence.venues += (requests, self.tables, self.matchmaker, self.director)
        self.matchmaker.listeners.append(self.director)
        losses.owners |= {MATCH: self.tables, TOURNAMENT: self.director}
        self._wire_connections(requests)
        self.upkeep = Upkeep(
            settings, database, self.accounts, self.journal, self.presence,
            self.fail, self._expire_tournaments,
        )  # fmt: skip

    def _wire_connections(self, requests: OpenRequests) -> None:
        history = HistoryRequests(self.bus, self.archive, self.accounts, self.tables)
        groups = RequestGroups(
            SeekRequests(self.node, self.presence, requests, self.matchmaker),
            AdminRequests(self.presence, self.door, self.director),
            PresentLists(self.bus, self.lobby, self.presence),
            TournamentRequests(
                self.node, self.archive, self.registry, self.matchmaker, self.director
            ),
            history,
        )
        owner = LobbyOwner(self.presence, self.lobby, self.matchmaker, groups)
        self.tables.seating = owner
        dispatcher = Dispatcher(self.bus, owner, self.tables, history)
        audit = Audit()
        context = SessionContext(self.node, owner, dispatcher, audit)
        self.handshake = Handshake(self.node, owner, audit, partial(Session, context))
        self.http = HttpEndpoint(self.node, audit, self._health)

    async def restart(self) -> None:
        """Take up what was going on when the server went down."""
        matches = MatchLoader(self.archive, self.tables, self.node.epoch, self._seat)
        tournaments = TournamentLoader(self.archive, self.matchmaker, self.director)
        await matches.load()
        seated = (match.names for match in self.matchmaker.live.values())
        await self.presence.ladder.load(chain.from_iterable(seated))
        await tournaments.load()

    def open(self) -> None:
        """Players can come from now on."""
        self.tables.open()
        self.director.opened(self.tables.opened_at)

    def _seat(self, match: Match) -> None:
        for player in match.players:
            self.registry.reserve(player)
        self.matchmaker.seat(SeatedMatch(match.started, match.players, self.tables))

    def _choose_host(self, players: tuple[Player, Player], before: MatchHost | None) -> MatchHost:
        return self.tables

    def fail(self, error: BaseException) -> None:
        """Nothing can be kept any more: the server is to stop."""
        if not self.failed.done():
            self.failed.set_result(error)

    def _expire_tournaments(self) -> None:
        self.director.expire(self.node.time_of_day())

    def _health(self) -> Health:
        trouble = str(self.failed.result()) if self.failed.done() else self.journal.trouble
        closing = self.door.closing_reason is not None
        return Health(trouble, closing, self.tables.live, len(self.presence.online))

    def _tell_everyone(self, news: News) -> None:
        self.presence.tell_everyone(OutgoingFrame(news))


def _caps(settings: Settings) -> Caps:
    return Caps(
        settings.guest_capacity,
        settings.guest_bot_capacity,
        settings.people_capacity,
        settings.bot_capacity,
        settings.seats_per_address,
    )

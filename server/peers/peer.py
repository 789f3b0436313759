"""A node of a cluster: what it is made of, and what it does when others come, fail or go."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from msgspec.structs import replace

from protocol.parts import NodeInfo
from server.cluster.crossing import (
    Crossing,
    Deliver,
    Everyone,
    Follow,
    Replay,
    ShowTopic,
    Unfollow,
)
from server.cluster.exchange import Astray, Exchange, PendingAnswer, Unreachable
from server.cluster.lease import Lease
from server.cluster.many import ManyBus, RemotePlayer
from server.cluster.membership import Membership
from server.cluster.nats import NatsLink
from server.cluster.owners import Owners
from server.connections.frame import PackedFrame
from server.connections.welcome import VERSION
from server.ids import new_id
from server.keys import LOBBY, MATCH, split
from server.logs import log
from server.matches.tables import Tables
from server.metrics import Metrics
from server.peers.lobby_access import ClusterLobby
from server.peers.match_access import ClusterMatches
from server.peers.node_messages import (
    Arrived,
    AskInventory,
    AskStatus,
    Departed,
    Directory,
    Inventory,
    Leaving,
    Missed,
    ReportInventory,
    SentAway,
)
from server.peers.post import Post
from server.peers.table_service import TableService
from server.peers.takeover import MakeLobby, Parts, Takeover
from server.players.ladder import Ladder
from server.refusal import Refusal
from server.requests.history import HistoryRequests
from server.settings import Settings
from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.leases import Leases, NodeRow

AGAIN = 0.5  # seconds until the owner of the lobby is told again what is here
STATUS = 1.0  # seconds that a node has to say how it is
AWAY = "this node is cut off from the database: come back to another and resume"


class Rooms(NamedTuple):
    """What of the house a peer works with."""

    archive: Archive
    tables: Tables
    history: HistoryRequests
    ladder: Ladder
    metrics: Metrics
    epoch: float
    make_lobby: MakeLobby


class Peer:
    def __init__(self, settings: Settings, database: Database) -> None:
        self.id = new_id(8)
        self.lease = Lease()
        self.leases = Leases(database, self.id, settings.lease_seconds)
        self.membership = Membership(self.leases, self.lease, settings.lease_seconds)
        self.urls: tuple[str, ...] = ()  # of the other nodes that take players
        self.stage = "starting"
        self.on_lapsed: Callable[[str], None]  # to be set before the lease can run out
        self.on_fenced: Callable[[], None]  # and these before others can take over
        self._settings = settings
        self._lapsed = False
        self._sent_away: list[str] = []
        self._reporting = self._report_again = False

    async def join(self) -> None:
        """Become a node, and be heard by the others. Raises Mistake."""
        settings = self._settings
        await self.membership.join(settings.node_url, VERSION)
        self.exchange = Exchange(self.id, self.leases.fence, self.lease)
        self.link = NatsLink(settings.nats, self.leases.cluster, self.id, self.exchange)
        self.exchange.link, self.exchange.listener = self.link, self
        self.post = Post(self.exchange)
        self.bus = ManyBus(settings.watches, self.post.tell, PackedFrame)
        self.bus.others = lambda: tuple(self.exchange.others)
        self.owners = Owners(self.leases)
        await self.link.open()

    def move_in(self, rooms: Rooms) -> None:
        """Take the rooms of a house for its own."""
        post, bus, owners, tables = self.post, self.bus, self.owners, rooms.tables
        self._rooms = rooms
        self.access = ClusterLobby(post, bus, owners, self.lease)
        self.tables = TableService(post, bus, tables, rooms.history, self.access)
        self.matches = ClusterMatches(post, bus, owners, tables, rooms.history)
        parts = Parts(
            post, bus, owners, self.leases, rooms.archive, tables, rooms.ladder, rooms.metrics,
            rooms.epoch, rooms.make_lobby,
        )  # fmt: skip
        self.takeover = Takeover(parts, self.access, self.tables)
        crossings: tuple[type[Crossing], ...] = (
            Deliver, Replay, ShowTopic, Follow, Unfollow, Everyone
        )  # fmt: skip
        for crossing in crossings:
            post.on_tell(crossing, bus.take)
        post.on_tell(Arrived, self._arrived)
        post.on_tell(Departed, lambda _, left: self._left(left))
        post.on_tell(SentAway, self._were_sent_away)
        post.on_tell(Directory, self._told_directory)
        post.on_tell(Missed, self._missed_by)
        post.on_tell(Leaving, self._leaving)
        post.on_ask(AskInventory, self._tell_inventory)
        post.on_ask(AskStatus, lambda _, asked: self.status())
        bus.on_move = self._moved
        exchange, membership = self.exchange, self.membership
        rooms.metrics.watch_cluster(
            lambda: max(0.0, membership.age),
            lambda: max(exchange.round_trips.values(), default=0.0),
            lambda: 1 + len(exchange.others),
        )

    async def begin(self) -> None:
        """Take up what nobody owns, or tell the owner of the lobby what is here."""
        began = monotonic()
        self.nodes_are(await self.leases.nodes(), began)
        free = await self.leases.adopt_orphans()
        if await self.leases.owner(LOBBY) is None and await self.leases.claim(LOBBY):
            free.append(LOBBY)
        if free:
            await self.takeover.adopt(free)
        if self.access.owned is None:
            self.report()
        self.stage = ""

    # The owner of the lobby

    def report(self) -> None:
        """Tell the owner of the lobby all that is here, and learn who is where."""
        if self._reporting:
            self._report_again = True
        elif self.access.owned is None:
            self._reporting = True
            self.post.spawn(self._report())

    async def _report(self) -> None:
        try:
            while self.access.owned is None and not await self._reported():
                await self.membership.changed(AGAIN)
        finally:
            self._reporting = False
        if self._report_again:
            self._report_again = False
            self.report()

    async def _reported(self) -> bool:
        try:
            node = await self.owners.find(LOBBY)
            if node is None or node == self.id:
                self.owners.forget(LOBBY)
                return False
            directory: Directory = await self.post.ask(
                node, ReportInventory(self.takeover.inventory())
            )
        except Exception as error:
            self.owners.forget(LOBBY)
            log().warning("the lobby was not told what is here", error=repr(error))
            return False
        self._follow(node, directory)
        return True

    def _told_directory(self, sender: str, directory: Directory) -> None:
        if directory.term >= self.tables.term:
            self._follow(sender, directory)
            self.report()

    def _follow(self, owner: str, directory: Directory) -> None:
        """The lobby is that node's, and this is who is where."""
        self.tables.term = directory.term
        self.access.moved(None)
        self.owners.note(LOBBY, owner)
        for each in directory.present:
            self._arrived(owner, each)
        present = {each.player.name for each in directory.present}
        for away in self.bus.away():
            if away.name not in present:
                self._left(Departed(away.player))

    def _tell_inventory(self, sender: str, asked: AskInventory) -> Inventory:
        self.tables.term = max(self.tables.term, asked.term)
        self.owners.note(LOBBY, sender)
        return self.takeover.inventory()

    # Who is where

    def _arrived(self, _: str, message: Arrived) -> None:
        if message.new:
            self._rooms.tables.forget(message.player)
        if message.node == self.id:
            self.access.arrived(message)
            return
        self.bus.attach(
            RemotePlayer(
                self.bus.post, message.node, message.ticket, message.player, message.serial
            )
        )

    def _were_sent_away(self, node: str, message: SentAway) -> None:
        at = (away for name in message.players for away in self.bus.elsewhere(name))
        self.tables.lost([away.name for away in at if away.node == node])

    def _moved(self, player: str, node: str) -> None:
        """A player was at a node and is elsewhere now: perhaps that node is dead."""
        if seconds := self.exchange.silence(node):
            self.tables.excuse(player, seconds)

    def _left(self, message: Departed) -> None:
        for away in self.bus.elsewhere(message.player.name):
            self.bus.detach(away)
            if away.node not in self.exchange.others or self.exchange.silence(away.node):
                self.tables.lost([away.name])
                return
        self._rooms.tables.left(message.player)

    # What becomes of other nodes

    def nodes_are(self, rows: list[NodeRow], as_of: float) -> None:
        others = [row for row in rows if row.id != self.id]
        self.exchange.leaving |= {row.id for row in others if row.draining}
        self.urls = tuple(row.url for row in others if not (row.draining or row.expired))
        for node in self.exchange.set_others({row.id: row.fence for row in others}, as_of):
            self._gone(node)

    def _gone(self, node: str) -> None:
        log().warning("a node is gone", node=node)
        topics = self._followed_at(node)
        lost = [away.name for away in self.bus.at(node)]
        self.owners.gone(node)
        if self.takeover.service is not None:
            self.takeover.service.node_gone(node)
        for away in self.bus.at(node):
            self.bus.detach(away)
        self.tables.let_go(node)
        self.tables.lost(lost)
        self._remind(topics)

    def _followed_at(self, node: str) -> list[tuple[str, str]]:
        """What players here watch that is hosted by a node."""
        return [
            (id, name)
            for topic, name in self.bus.followed()
            for kind, id in [split(topic)]
            if kind == MATCH and self.owners.known(topic) in (node, None)
        ]

    def _remind(self, watched: list[tuple[str, str]]) -> None:
        for match, name in watched:
            if match not in self._rooms.tables.all:
                self.matches.remind(name, match)

    def fell_silent(self, node: str) -> None:
        self.tables.hold(node, [away.name for away in self.bus.at(node)])

    def is_back(self, node: str) -> None:
        """What was lost meanwhile is told of by `missed`, if anything was."""
        self.tables.release(node, [away.name for away in self.bus.at(node)])

    def missed(self, node: str) -> None:
        """Something that a node has sent is lost."""
        self._rooms.metrics.bus_losses.inc()
        self.post.tell(node, Missed())
        self.tables.release(node, [away.name for away in self.bus.at(node)])
        self._remind(self._followed_at(node))
        if self.owners.known(LOBBY) == node:
            self.report()

    def _missed_by(self, node: str, _: Missed) -> None:
        self.tables.release(node, [away.name for away in self.bus.at(node)])
        if self.owners.known(LOBBY) == node:
            self.report()

    def _leaving(self, node: str, _: Leaving) -> None:
        self.exchange.leaving.add(node)
        self.membership.look_now()

    def told(self, sender: str, body: bytes) -> None:
        self.post.told(sender, body)

    def asked(self, sender: str, body: bytes, reply: PendingAnswer) -> None:
        self.post.asked(sender, body, reply)

    # What becomes of this one

    async def adopt(self, keys: list[str]) -> None:
        self.post.spawn(self._adopt(keys))

    async def _adopt(self, keys: list[str]) -> None:
        await self.takeover.adopt(keys)
        self.report()

    def lapsed(self) -> None:
        log().error("the lease of this node has run out: it does nothing until it has a new one")
        self._lapsed = True
        self._sent_away = [each.connection.name for each in self.access.entered.values()]
        for table in self._rooms.tables.all.values():
            table.suspend()
        self.on_lapsed(AWAY)

    def regained(self) -> None:
        log().info("the lease of this node lasts again")
        self._lapsed = False
        for table in tuple(self._rooms.tables.all.values()):
            table.resume()
        self.tables.lost(name for name in self._sent_away if not self.bus.elsewhere(name))
        self.post.tell_all(SentAway(self._sent_away))
        self.report()

    def fenced(self) -> None:
        if not self._lapsed:
            self.lapsed()
        self.on_fenced()

    @property
    def trouble(self) -> str | None:
        """Why players are better sent to another node, if that is so."""
        if self._lapsed:
            return "the lease of this node has run out"
        if not self.link.connected:
            return "NATS cannot be reached"
        owner = self.owners.known(LOBBY)
        if owner in self.exchange.strangers:
            return "the node that owns the lobby is of another version"
        return None

    async def leave(self) -> None:
        """Hand over all that is this node's; nothing is done here any more."""
        self.stage = "draining"
        self.membership.stop()
        await self.leases.hand_over()
        self.post.tell_all(Leaving())

    def freeze(self) -> None:
        """Begin nothing, and let nothing happen, before all is handed over."""
        self.stage = "draining"
        self.post.stop_answering()
        self.access.moved(None)
        for id, table in self._rooms.tables.all.items():
            table.suspend()
            self.bus.disown(id)

    async def close(self) -> None:
        """Be heard of no more."""
        self.membership.stop()
        await self.post.close()
        await self.link.close()

    # How the nodes are

    def status(self) -> NodeInfo:
        return NodeInfo(
            id=self.id,
            url=self._settings.node_url,
            version=VERSION,
            draining=self.stage == "draining",
            owns_lobby=self.access.owned is not None,
            keys=0,
            connections=len(self.access.entered),
            matches=self._rooms.tables.live,
            lag=max(0.0, self.membership.age),
            bus=0.0,
        )

    async def nodes(self) -> tuple[NodeInfo, ...]:
        """How all nodes stand just now, the oldest first."""
        rows = await self.leases.nodes()
        return tuple([await self._node(row) for row in rows])

    async def _node(self, row: NodeRow) -> NodeInfo:
        found = self.status() if row.id == self.id else await self._status_of(row)
        return replace(found, keys=row.keys)

    async def _status_of(self, row: NodeRow) -> NodeInfo:
        try:
            told: NodeInfo = await self.post.ask(row.id, AskStatus(), STATUS)
        except (Unreachable, Astray, Refusal):
            return NodeInfo(row.id, row.url, row.version, row.draining, False, 0, 0, 0, 0.0)
        return replace(told, bus=self.exchange.round_trips.get(row.id))

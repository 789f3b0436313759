"""A node of a cluster: what it is made of, and what it does when others come, fail or go."""

from collections.abc import Callable
from time import monotonic

from msgspec.structs import replace

from protocol.parts import NodeInfo, Player
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
from server.cluster.many import ManyBus
from server.cluster.membership import Membership
from server.cluster.nats import NatsLink
from server.cluster.owners import Owners
from server.connections.frame import PackedFrame
from server.connections.welcome import VERSION
from server.ids import new_id
from server.keys import LOBBY
from server.logs import log
from server.peers.links import Links
from server.peers.lobby_access import ClusterLobby
from server.peers.match_access import ClusterMatches
from server.peers.neighbours import Neighbours
from server.peers.node_messages import (
    AskStatus,
    Leaving,
    PeopleChanged,
    SentAway,
)
from server.peers.post import Post
from server.peers.table_service import TableService
from server.peers.takeover import Rooms, Takeover
from server.peers.whereabouts import Whereabouts
from server.refusal import Refusal
from server.settings import Settings
from server.storage.database import Database
from server.storage.leases import Leases, NodeRow

STATUS = 1.0  # seconds that a node has to say how it is
AWAY = "this node is cut off from the database: come back to another and resume"


class Peer:
    def __init__(self, settings: Settings, database: Database) -> None:
        self.id = new_id(8)
        self.lease = Lease()
        self.leases = Leases(database, self.id, settings.lease_seconds)
        self.membership = Membership(self.leases, self.lease, settings.lease_seconds)
        self.stage = "starting"
        self.on_lapsed: Callable[[str], None]  # to be set before the lease can run out
        self.on_fenced: Callable[[], None]  # and these before others can take over
        self._settings = settings
        self._lapsed = False
        self._sent_away: list[str] = []

    async def join(self) -> None:
        """Become a node, and be heard by the others. Raises Mistake."""
        try:
            await self._join()
        except BaseException:
            self.membership.stop()
            raise

    async def _join(self) -> None:
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
        self.service = TableService(post, bus, tables, rooms.history, self.access)
        self.matches = ClusterMatches(post, bus, owners, tables, rooms.history)
        links = Links(post, bus, owners, self.leases, self.membership)
        self.takeover = Takeover(links, rooms, self.access, self.service)
        self.whereabouts = Whereabouts(links, self.takeover, self.service, tables)
        self.neighbours = Neighbours(
            links, tables, rooms.metrics, self.matches, self.takeover, self.service,
            self.whereabouts,
        )  # fmt: skip
        crossings: tuple[type[Crossing], ...] = (
            Deliver, Replay, ShowTopic, Follow, Unfollow, Everyone
        )  # fmt: skip
        for crossing in crossings:
            post.on_tell(crossing, bus.take)
        post.on_ask(AskStatus, lambda _, asked: self.status())
        post.on_tell(PeopleChanged, self._people_changed)
        exchange, membership = self.exchange, self.membership
        rooms.metrics.watch_cluster(
            lambda: max(0.0, membership.age),
            lambda: exchange.slowest,
            lambda: 1 + len(exchange.others),
        )

    def _people_changed(self, _: str, told: PeopleChanged) -> None:
        for name in told.gone:
            self._rooms.ladder.forget(name)
            self._rooms.tables.forget(Player(name))
        self.post.spawn(self._rooms.refresh_people())

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
            self.whereabouts.report()
        self.stage = ""

    # What the bus and the leases tell

    def nodes_are(self, rows: list[NodeRow], as_of: float) -> None:
        self.neighbours.are(rows, as_of)

    def fell_silent(self, node: str) -> None:
        self.neighbours.fell_silent(node)

    def is_back(self, node: str) -> None:
        self.neighbours.is_back(node)

    def missed(self, node: str) -> None:
        self.neighbours.missed(node)

    def told(self, sender: str, body: bytes) -> None:
        self.post.told(sender, body)

    def asked(self, sender: str, body: bytes, reply: PendingAnswer) -> None:
        self.post.asked(sender, body, reply)

    # What becomes of this one

    async def adopt(self, keys: list[str]) -> None:
        self.post.spawn(self._adopt(keys))

    async def _adopt(self, keys: list[str]) -> None:
        await self.takeover.adopt(keys)
        self.whereabouts.report()

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
        self.service.lost(name for name in self._sent_away if not self.bus.elsewhere(name))
        self.post.tell_all(SentAway(self._sent_away))
        self.whereabouts.report()

    def fenced(self) -> None:
        if not self._lapsed:
            self.lapsed()
        self.on_fenced()

    @property
    def urls(self) -> tuple[str, ...]:
        """Of the other nodes that take players."""
        return self.neighbours.urls

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

"""The other nodes: what follows when they come, fall silent, are heard again, leave or die."""

from server.keys import LOBBY, MATCH, split
from server.logs import log
from server.matches.tables import Tables
from server.metrics import Metrics
from server.peers.links import Links
from server.peers.match_access import ClusterMatches
from server.peers.node_messages import Leaving, Missed
from server.peers.table_service import TableService
from server.peers.takeover import Takeover
from server.peers.whereabouts import Whereabouts
from server.storage.leases import NodeRow


class Neighbours:
    def __init__(
        self,
        links: Links,
        tables: Tables,
        metrics: Metrics,
        matches: ClusterMatches,
        takeover: Takeover,
        service: TableService,
        whereabouts: Whereabouts,
    ) -> None:
        self.urls: tuple[str, ...] = ()  # of those that take players
        self.known_urls: set[str] = set()  # of all that were ever there, this node too
        self._post, self._bus, self._owners, _, self._membership = links
        self._exchange = self._post.exchange
        self._tables, self._metrics, self._matches = tables, metrics, matches
        self._takeover, self._service, self._whereabouts = takeover, service, whereabouts
        links.post.on_tell(Missed, self._missed_by)
        links.post.on_tell(Leaving, self._leaving)

    def are(self, rows: list[NodeRow], as_of: float) -> None:
        """All nodes, as they stood in the database at that time."""
        others = [row for row in rows if row.id != self._post.me]
        self._exchange.leaving |= {row.id for row in others if row.draining}
        self.known_urls |= {row.url for row in rows}
        self.urls = tuple(row.url for row in others if not (row.draining or row.expired))
        for node in self._exchange.set_others({row.id: row.fence for row in others}, as_of):
            self._gone(node)

    def _gone(self, node: str) -> None:
        log().warning("a node is gone", node=node)
        topics = self._followed_at(node)
        lost = [away.name for away in self._bus.at(node)]
        self._owners.gone(node)
        if self._takeover.service is not None:
            self._takeover.service.node_gone(node)
        for away in self._bus.at(node):
            self._bus.detach(away)
        self._service.let_go(node)
        self._service.lost(lost)
        self._remind(topics)

    def _followed_at(self, node: str) -> list[tuple[str, str]]:
        """What players here watch that is hosted by a node."""
        return [
            (id, name)
            for topic, name in self._bus.followed()
            for kind, id in [split(topic)]
            if kind == MATCH and self._owners.known(topic) in (node, None)
        ]

    def _remind(self, watched: list[tuple[str, str]]) -> None:
        for match, name in watched:
            if match not in self._tables.all:
                self._matches.remind(name, match)

    def fell_silent(self, node: str) -> None:
        self._service.hold(node, [away.name for away in self._bus.at(node)])

    def is_back(self, node: str) -> None:
        """What was lost meanwhile is told of by `missed`, if anything was."""
        self._service.release(node, [away.name for away in self._bus.at(node)])

    def missed(self, node: str) -> None:
        """Something that a node has sent is lost."""
        self._metrics.bus_losses.inc()
        self._post.tell(node, Missed())
        self._service.release(node, [away.name for away in self._bus.at(node)])
        self._remind(self._followed_at(node))
        if self._owners.known(LOBBY) == node:
            self._whereabouts.report()

    def _missed_by(self, node: str, _: Missed) -> None:
        self._exchange.ask_again(node)  # at once, for clocks run
        self._service.release(node, [away.name for away in self._bus.at(node)])
        if self._owners.known(LOBBY) == node:
            self._whereabouts.report()

    def _leaving(self, node: str, _: Leaving) -> None:
        """Its players are on their way to others, which is no fault of theirs."""
        self._service.lost([away.name for away in self._bus.at(node)])
        self._exchange.leaving.add(node)
        self._membership.look_now()

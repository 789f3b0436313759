"""The nodes of the cluster, as administrators are told of them."""

from typing import Protocol

from protocol.parts import NodeInfo
from server.connections.welcome import VERSION
from server.matches.tables import Tables
from server.players.presence import Presence
from server.tournaments.register import Register


class NodeList(Protocol):
    async def nodes(self) -> tuple[NodeInfo, ...]:
        """How all nodes stand just now, the oldest first."""


class SingleNode:
    """A server that is no part of a cluster, and owns everything."""

    def __init__(self, url: str, tables: Tables, presence: Presence, tournaments: Register) -> None:
        self.url = url
        self._tables, self._presence, self._tournaments = tables, presence, tournaments

    async def nodes(self) -> tuple[NodeInfo, ...]:
        matches = self._tables.live
        open_tournaments = sum(not each.is_closed for each in self._tournaments.values())
        return (
            NodeInfo(
                id="",
                url=self.url,
                version=VERSION,
                draining=False,
                owns_lobby=True,
                keys=matches + open_tournaments + 1,
                connections=len(self._presence.connections),
                matches=matches,
                lag=0.0,
                bus=0.0,
            ),
        )

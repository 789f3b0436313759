"""Where matches are hosted, as the owner of the lobby sees it: at which node each is, and its fate.

A match is begun at the node of one of its players. When that node dies, another adopts what it had
committed. What had not even begun is begun anew, elsewhere.
"""

import asyncio

from protocol.events import Started
from protocol.parts import Ending, Player, Side
from server.cluster.exchange import Astray, Unreachable
from server.cluster.many import ManyBus
from server.cluster.owners import Owners
from server.keys import match_key
from server.lobby.matchmaker import Matchmaker
from server.lobby.seated_match import ClosedMatch, MatchHost, SeatedMatch
from server.logs import log
from server.matches.loader import load_match
from server.matches.tables import Tables
from server.peers.node_messages import EndMatchThere, HostedMatch, HostMatch, Resume, Suspend
from server.peers.post import Post
from server.refusal import Refusal
from server.storage.archive import Archive

LOOK_AGAIN = 0.25  # seconds until it is seen anew what has become of a match


class RemoteTables:
    """The tables of another node."""

    def __init__(self, node: str, hosts: "MatchHosts", post: Post) -> None:
        self.node = node
        self._hosts, self._post = hosts, post

    def host(self, started: Started) -> None:
        self._post.spawn(self._host(started))

    async def _host(self, started: Started) -> None:
        try:
            await self._post.ask(self.node, HostMatch(started, self._hosts.term))
        except (Unreachable, Astray, Refusal) as error:
            log().warning("a match was not begun", match=started.match, error=str(error))
            await self._hosts.settle(started.match)

    def end(self, match: str, winner: Side | None, ending: Ending, reason: str) -> None:
        self._post.spawn(self._hosts.end(match, EndMatchThere(match, winner, ending, reason)))

    def suspend(self, match: str) -> None:
        self._post.tell(self.node, Suspend(match))

    def resume(self, match: str) -> None:
        self._post.tell(self.node, Resume(match))


class MatchHosts:
    def __init__(
        self, post: Post, bus: ManyBus, owners: Owners, archive: Archive, tables: Tables
    ) -> None:
        self.matchmaker: Matchmaker  # to be set before anybody asks
        self.term = 0  # of the owner of the lobby, which this is
        self._post, self._bus, self._owners = post, bus, owners
        self._archive, self._tables = archive, tables
        self._remote: dict[str, RemoteTables] = {}
        self._settling: set[str] = set()

    def at(self, node: str) -> MatchHost:
        if node == self._post.me:
            return self._tables
        return self._remote.setdefault(node, RemoteTables(node, self, self._post))

    def choose(self, players: tuple[Player, Player], before: MatchHost | None) -> MatchHost:
        """The node of one of two players, if possible where they have played before."""
        if before is not None and self._is_there(before):
            return before
        for player in players:
            for away in self._bus.elsewhere(player.name):
                host = self.at(away.node)
                if self._is_there(host):
                    return host
            if self._bus.here(player.name):
                return self._tables
        return self._tables

    def _is_there(self, host: MatchHost) -> bool:
        if not isinstance(host, RemoteTables):
            return True
        exchange = self._post.exchange
        return (
            host.node in exchange.others
            and host.node not in exchange.silent
            and host.node not in exchange.strangers
            and host.node not in exchange.leaving
        )

    # What becomes of matches

    def take(self, node: str, hosted: list[HostedMatch]) -> None:
        """A node tells of all matches that it has; others that were there are looked for."""
        told = {each.started.match for each in hosted}
        for each in hosted:
            self._see(node, each)
        for match in tuple(self.matchmaker.live.values()):
            if _node_of(match, self._post.me) == node and match.id not in told:
                self._post.spawn(self.settle(match.id))

    def _see(self, node: str, hosted: HostedMatch) -> None:
        live = self.matchmaker.live.get(hosted.started.match)
        if hosted.closed is not None:
            if live is not None:
                self.matchmaker.closed(hosted.closed)
            else:
                self.matchmaker.remember(self._seated(node, hosted), hosted.closed)
        elif live is not None:
            live.host = self.at(node)
        else:
            self.matchmaker.restore(self._seated(node, hosted))

    def _seated(self, node: str, hosted: HostedMatch) -> SeatedMatch:
        return SeatedMatch(hosted.started, hosted.players, self.at(node))

    def node_gone(self, node: str) -> None:
        self._remote.pop(node, None)
        for match in tuple(self.matchmaker.live.values()):
            if _node_of(match, self._post.me) == node:
                self._post.spawn(self.settle(match.id))

    async def settle(self, id: str) -> None:
        """See where a match is hosted now, or how it ended, however long that takes."""
        if id in self._settling:
            return
        self._settling.add(id)
        try:
            while (  # noqa: ASYNC110 - what another node commits tells no events here
                match := self.matchmaker.live.get(id)
            ) and not await self._settled(match):
                await asyncio.sleep(LOOK_AGAIN)
        finally:
            self._settling.discard(id)

    async def _settled(self, match: SeatedMatch) -> bool:
        key = match_key(match.id)
        self._owners.forget(key)
        try:
            owner = await self._owners.find(key)
            kept = None if owner else await load_match(
                self._archive, match.id, self._tables.patience
            )  # fmt: skip
            if kept is not None and kept.ended is not None:
                await self.matchmaker.ladder.load(match.names)  # its host can tell nobody of them
        except Exception as error:
            log().warning("it is not known yet where a match is", match=match.id, error=str(error))
            return False
        before = _node_of(match, self._post.me)
        if owner is not None:
            match.host = self.at(owner)
            return owner == self._post.me or owner in self._post.exchange.others
        if kept is not None and kept.ended is not None:
            closed = ClosedMatch(match.id, kept.players, kept.ended, kept.ply)
            self.matchmaker.closed(closed)
            return True
        if before == self._post.me or before in self._post.exchange.others:
            return match.id in self._tables.all  # or it may yet begin there
        log().warning("begun anew elsewhere", match=match.id)
        match.host = self.choose(match.players, None)
        match.host.host(match.started)
        return True

    async def end(self, id: str, message: EndMatchThere) -> None:
        """End a match wherever it is by now."""
        while match := self.matchmaker.live.get(id):
            if not isinstance(match.host, RemoteTables):
                match.end(message.winner, message.ending, message.reason)
                return
            try:
                await self._post.ask(match.host.node, message)
                return
            except (Unreachable, Astray):
                await self.settle(id)
                await asyncio.sleep(LOOK_AGAIN)
            except Refusal:
                return  # it is over


def _node_of(match: SeatedMatch, me: str) -> str:
    return match.host.node if isinstance(match.host, RemoteTables) else me

"""The tables of this node, as other nodes reach them for their players and for the lobby."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from protocol.parts import Fault, LiveMatch
from protocol.replies import Replies
from protocol.requests import ShowMatch
from server.cluster.exchange import Astray
from server.cluster.many import ManyBus
from server.lobby.seated_match import ClosedMatch
from server.matches.table import Table
from server.matches.tables import Tables
from server.peers.lobby_access import ClusterLobby, LobbyAway
from server.peers.node_messages import (
    Act,
    ArriveThere,
    EndMatchThere,
    Heard,
    HostedMatch,
    HostMatch,
    ListLive,
    MatchClosed,
    MatchGivenUp,
    Resume,
    ShowThere,
    Suspend,
)
from server.peers.post import Post
from server.refusal import Refusal
from server.requests.history import HistoryRequests
from server.requests.lists import live_matches
from server.requests.lobby_owner import LobbyOwner

STALE = "the lobby has another owner by now"


class TableService:
    def __init__(
        self,
        post: Post,
        bus: ManyBus,
        tables: Tables,
        history: HistoryRequests,
        access: ClusterLobby,
    ) -> None:
        self.term = 0  # of the owner of the lobby: each has a higher one than all before
        self._post, self._bus, self._tables = post, bus, tables
        self._held: dict[str, set[str]] = {}  # by silent node, matches that wait for it
        self._history, self._access = history, access
        post.on_ask(Act, self._act)
        post.on_ask(ArriveThere, self._arrive)
        post.on_ask(ShowThere, self._show)
        post.on_ask(ListLive, lambda _, asked: live_matches(tables, asked.admin))
        post.on_ask(HostMatch, self._host)
        post.on_ask(EndMatchThere, self._end)
        post.on_tell(Heard, self._heard)
        post.on_tell(Suspend, lambda _, told: tables.suspend(told.match))
        post.on_tell(Resume, lambda _, told: tables.resume(told.match))

    # What other nodes ask for their players

    def _table(self, match: str) -> Table:
        table = self._tables.all.get(match)
        if table is None:
            raise Astray
        return table

    async def _settled(self, message: Act, round_trip: float) -> Replies:
        settled: asyncio.Future[Replies] = asyncio.get_running_loop().create_future()

        def settle(reply: Replies) -> None:
            if not settled.done():
                settled.set_result(reply)

        if not self._bus.ask(message.player, message.request, round_trip, settle):
            raise Astray
        return await settled

    def _act(self, node: str, message: Act) -> object:
        """The way between the nodes is part of the player's way to us."""
        self._table(message.request.match)
        between = self._post.exchange.round_trips.get(node, 0.0)
        return self._settled(message, message.round_trip + between)

    def _arrive(self, _: str, message: ArriveThere) -> LiveMatch | None:
        self._table(message.match)
        return self._tables.arrive(message.match, message.player, message.seen)

    async def _show(self, _: str, message: ShowThere) -> Replies:
        self._table(message.match)
        request = ShowMatch(message.id, message.match)
        return await self._history.reply(message.player, message.admin, request)

    def _heard(self, _: str, message: Heard) -> None:
        if table := self._tables.of(message.player).get(message.match):
            table.heard(message.player)

    # What the owner of the lobby asks

    def _host(self, _: str, message: HostMatch) -> None:
        if message.term < self.term:
            raise Refusal(Fault.STALE, STALE)
        if message.started.match not in self._tables.all:
            self._tables.host(message.started)

    def _end(self, _: str, message: EndMatchThere) -> None:
        self._table(message.match)
        self._tables.end(message.match, message.winner, message.ending, message.reason)

    # What the owner of the lobby is told

    def closed(self, closed: ClosedMatch) -> None:
        """The end of a match has been told."""
        if self._access.owned is not None:
            self._access.owned.closed(closed)
            return
        self._post.spawn(self._tell_closed(closed))

    async def _tell_closed(self, closed: ClosedMatch) -> None:
        async def here(lobby: LobbyOwner) -> None:
            lobby.closed(closed)

        # Where the lobby is away, its next owner learns of it from the inventory.
        with suppress(LobbyAway, Refusal):
            await self._access.ask(here, MatchClosed(closed))

    def given_up(self, id: str, followers: tuple[str, ...], reason: str) -> None:
        """A match cannot go on here; those who follow it, too, are to come back."""
        if self._access.owned is not None:
            self._access.owned.given_up(id, followers, reason)
        else:
            self._post.spawn(self._tell_given_up(MatchGivenUp(id, followers, reason)))

    async def _tell_given_up(self, told: MatchGivenUp) -> None:
        async def here(lobby: LobbyOwner) -> None:
            lobby.given_up(told.match, told.followers, told.reason)

        with suppress(LobbyAway, Refusal):
            await self._access.ask(here, told)

    def hosted(self) -> list[HostedMatch]:
        """All matches that are here, those that are over for a rematch."""
        return [_hosted(table) for table in self._tables.all.values()]

    # When players cannot be reached, or nothing may be done

    def hold(self, node: str, names: Iterable[str]) -> None:
        """What time does in the matches of players at a node waits until that is heard again."""
        for table in self._of(names):
            table.suspend()
            self._held.setdefault(node, set()).add(table.match.id)

    def release(self, node: str, names: Iterable[str]) -> None:
        """A node is heard again: its players can be reached, and may have missed something."""
        self.let_go(node)
        for name in names:
            for table in self._of([name]):
                table.resume()
                self.tell_anew(table, name)

    def let_go(self, node: str) -> None:
        """Nobody waits for this node any more; matches that wait for another go on waiting."""
        for match in self._held.pop(node, ()):
            if not any(match in held for held in self._held.values()):
                self._tables.resume(match)

    def lost(self, names: Iterable[str]) -> None:
        """Players are gone because their node is: nobody's clock runs for that."""
        for name in names:
            for table in self._of([name]):
                table.leave(name)
                table.resume()

    def excuse(self, name: str, seconds: float) -> None:
        """A player was cut off for so long, and through no fault of theirs."""
        for table in self._of([name]):
            table.excuse(name, seconds)

    def tell_anew(self, table: Table, name: str) -> None:
        """A player who is here may not know how a match stands."""
        table.arrive(name, None, 0)
        table.heard(name)

    def _of(self, names: Iterable[str]) -> list[Table]:
        found = {id: table for name in names for id, table in self._tables.of(name).items()}
        return list(found.values())


def _hosted(table: Table) -> HostedMatch:
    match, closed = table.match, None
    if match.ended is not None and table.audience.over:
        closed = ClosedMatch(match.id, match.players, match.ended, match.ply)
    return HostedMatch(match.started, match.players, closed)

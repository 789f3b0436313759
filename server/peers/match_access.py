"""Single matches as the connections of a node find them: at a table here, or asked over the bus."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic, time
from typing import Any

from protocol.parts import Fault, LiveMatch, Player
from protocol.replies import Done, Replies, Shown
from protocol.requests import ShowMatch, Watch
from server.cluster.bus import Answer, MatchRequest
from server.cluster.exchange import Astray, Unreachable
from server.cluster.many import ManyBus
from server.cluster.owners import Owners
from server.ids import age_of
from server.keys import match_key
from server.logs import log
from server.matches.tables import Tables
from server.peers.node_messages import Act, ArriveThere, Ask, Heard, ListLive, ShowThere
from server.peers.post import Post
from server.players.identity import Identity
from server.refusal import Refusal, no_database, refused
from server.requests.history import HistoryRequests
from server.requests.lists import MOST_LISTED, live_matches
from server.storage.sqlite_file import BadDatabase

PATIENCE = 15.0  # seconds until a player is told that a match cannot be reached
ONE_TRY = 2.5  # of these, for one node
ARRIVAL = 1.5  # seconds that a welcome waits for matches that are between two nodes
YOUNG = 3  # seconds since a match was named, in which it is waited for
SKEW = 1  # seconds by which the clock of the node that named it may be ahead
LOOK_AGAIN = 0.1  # seconds until it is looked up anew who owns a match


class ClusterMatches:
    """What `MatchAccess` asks for, wherever the matches are."""

    def __init__(
        self, post: Post, bus: ManyBus, owners: Owners, tables: Tables, history: HistoryRequests
    ) -> None:
        self._post, self._bus, self._owners = post, bus, owners
        self._tables, self._history = tables, history

    async def ask(
        self, me: Player, request: MatchRequest, round_trip: float, answer: Answer
    ) -> None:
        # Beside: another node's commit is not to hold up what else this player asks.
        if not self._bus.ask(me.name, request, round_trip, answer):
            self._post.spawn(self._relay(me, request, round_trip, answer))

    async def _relay(
        self, me: Player, request: MatchRequest, round_trip: float, answer: Answer
    ) -> None:
        try:
            if isinstance(request, Watch):  # of what is followed, only this node knows all
                self._bus.check_watches(match_key(request.match), me.name)
            answer(await self._act(me, request, round_trip))
        except Refusal as refusal:
            answer(refused(request.id, refusal))
        except BadDatabase as error:
            log().error("the database fails", player=me.name, error=str(error))
            answer(refused(request.id, no_database()))

    async def _act(self, me: Player, request: MatchRequest, round_trip: float) -> Replies:
        message = Act(me.name, request, round_trip)
        settled: asyncio.Future[Replies] = asyncio.get_running_loop().create_future()
        while True:
            found = await self._find(request.match, message, PATIENCE)
            if found is not None:
                reply: Replies = found
                return reply
            if self._bus.ask(me.name, request, round_trip, settled.set_result):
                return await settled
            if self._owners.known(match_key(request.match)) is None:
                if await self._recalled(me, request):
                    return Done(request.id)
                await asyncio.sleep(LOOK_AGAIN)

    async def _recalled(self, me: Player, request: MatchRequest) -> bool:
        """Whether it was settled by what is kept; not yet, where the match may be about to begin.

        The lobby tells of a match, of a game of a tournament say, before its host has committed it.
        """
        try:
            await self._history.recall(me, request)
        except Refusal as refusal:
            age = age_of(request.match, time() + SKEW)
            if refusal.code is not Fault.NO_SUCH_MATCH or age > YOUNG + SKEW:
                raise
            return False
        return True

    async def _find(self, match: str, message: Ask, patience: float) -> Any:
        """The answer of the node that owns a match; None if that is here, or nobody.

        Raises Refusal if it cannot be reached.
        """
        key, due = match_key(match), monotonic() + patience
        number = self._post.exchange.number()
        while self._bus.owner(match) is None:
            with suppress(Unreachable, Astray, BadDatabase):
                node = await self._owners.find(key)
                if node is None:
                    return None
                if node != self._post.me:
                    return await self._post.ask(node, message, min(ONE_TRY, patience), number)
            self._owners.forget(key)
            if monotonic() >= due:
                raise Refusal(Fault.BUSY, f"the match {match} is between two nodes: try again", 1.0)
            await asyncio.sleep(LOOK_AGAIN)
        return None

    async def show(self, who: Identity, request: ShowMatch) -> Replies:
        message = ShowThere(who.player, who.admin, request.id, request.match)
        found = await self._find(request.match, message, ONE_TRY)
        if found is None:
            return await self._history.reply(who.player, who.admin, request)
        shown: Shown = found
        return shown

    async def live(self, admin: bool) -> tuple[LiveMatch, ...]:
        exchange = self._post.exchange
        nodes = [node for node in exchange.others if node not in exchange.silent]
        parts = await asyncio.gather(*(self._live_at(node, admin) for node in nodes))
        everywhere = sum(parts, live_matches(self._tables, admin))
        newest = sorted(everywhere, key=lambda each: each.match, reverse=True)  # ids grow with time
        return tuple(newest[:MOST_LISTED])

    async def _live_at(self, node: str, admin: bool) -> tuple[LiveMatch, ...]:
        try:
            live: tuple[LiveMatch, ...] = await self._post.ask(node, ListLive(admin), ONE_TRY)
        except (Unreachable, Astray, Refusal):
            return ()  # what is played there is between two nodes
        return live

    async def arrive(
        self, me: Player, matches: Iterable[str], seen: dict[str, int]
    ) -> tuple[LiveMatch, ...]:
        found = await asyncio.gather(*(self._arrive(me, id, seen.get(id)) for id in matches))
        return tuple(filter(None, found))

    async def _arrive(self, me: Player, match: str, seen: int | None) -> LiveMatch | None:
        """None where a match has no owner just now: the next one tells the player by itself."""
        if self._bus.owner(match) is not None:
            return self._tables.arrive(match, me.name, seen)
        with suppress(Refusal):
            live: LiveMatch | None = await self._find(
                match, ArriveThere(match, me.name, seen), ARRIVAL
            )
            return live or self._tables.arrive(match, me.name, seen)
        return None

    def heard(self, name: str, matches: Iterable[str]) -> None:
        self._tables.heard(name)
        for id in matches:
            node = self._owners.known(match_key(id))
            if node is not None and node != self._post.me:
                self._post.tell(node, Heard(name, id))

    def remind(self, name: str, match: str) -> None:
        if connection := self._bus.here(name):
            self._post.spawn(self._watch_anew(connection.name, match))

    async def _watch_anew(self, name: str, match: str) -> None:
        with suppress(Refusal):
            await self._act(Player(name), Watch(0, match), 0.0)

"""Each request goes to where it is carried out: a match, the archive, or the owner of the lobby."""

from collections.abc import Container, Iterable
from functools import partial

from protocol.parts import Fault, LiveMatch, Player
from protocol.replies import Done, Matches, Nodes, Replies
from protocol.requests import (
    Adjudicate,
    EndMatch,
    FromPlayer,
    Hello,
    ListLeaders,
    ListMatches,
    ListNodes,
    ListResults,
    ShowGame,
    ShowMatch,
)
from server.cluster.bus import Answer as OnReply
from server.cluster.bus import MatchRequest
from server.connections.audit import ADMINISTRATION, log_act
from server.keys import TOURNAMENT, split
from server.matches.tables import Tables
from server.players.access import LobbyAccess
from server.players.identity import Identity
from server.refusal import Refusal
from server.requests.admin import check_admin
from server.requests.history import HistoryRequests
from server.requests.lists import game_shown
from server.requests.local_matches import MatchAccess
from server.requests.nodes import NodeList


class Dispatcher:
    def __init__(
        self,
        lobby: LobbyAccess,
        matches: MatchAccess,
        tables: Tables,
        history: HistoryRequests,
        cluster: NodeList,
    ) -> None:
        self._lobby, self._matches, self._tables = lobby, matches, tables
        self._history, self._cluster = history, cluster

    async def dispatch(
        self, who: Identity, request: FromPlayer, round_trip: float, answer: OnReply
    ) -> None:
        """Have a request carried out; a match answers when it is committed. Raises Refusal."""
        if who.admin and isinstance(request, ADMINISTRATION):
            answer = partial(self._answer_and_log, who, request, answer)
        if isinstance(request, MatchRequest):
            await self._check_match_request(who, request)
            await self._matches.ask(who.player, request, round_trip, answer)
        else:
            answer(await self._reply(who, request))

    async def _reply(self, who: Identity, request: FromPlayer) -> Replies:
        """The reply to a request that is not made in a match. Raises Refusal."""
        match request:
            case Hello():
                raise Refusal(Fault.HELLO_AGAIN, "you have said hello on this connection")
            case ListMatches():
                return Matches(request.id, await self._matches.live(who.admin))
            case ListNodes():
                check_admin(who.admin)
                return Nodes(request.id, await self._cluster.nodes())
            case ShowGame():
                return game_shown(request)
            case ShowMatch():
                return await self._matches.show(who, request)
            case ListResults() | ListLeaders():
                return await self._history.reply(who.player, who.admin, request)
        return await self._lobby.reply(who, request)

    async def _check_match_request(self, who: Identity, request: MatchRequest) -> None:
        if isinstance(request, EndMatch):
            check_admin(who.admin)
        if isinstance(request, Adjudicate):
            await self._lobby.reply(who, request)

    def _answer_and_log(
        self, who: Identity, request: FromPlayer, answer: OnReply, reply: Replies
    ) -> None:
        """Answer; what an administrator has done is written down."""
        answer(reply)
        if isinstance(reply, Done):
            table = self._tables.all.get(getattr(request, "match", ""))
            players = table.match.players if table else ()
            log_act(who.player.name, request, tuple(player.name for player in players))

    # Besides what is asked

    async def arrive(
        self, me: Player, matches: Iterable[str], seen: dict[str, int]
    ) -> tuple[LiveMatch, ...]:
        """Tell a player what they missed of these matches; how they stand."""
        return await self._matches.arrive(me, matches, seen)

    async def tell_past(
        self, me: Player, live: Container[str], stand: Container[str], seen: dict[str, int]
    ) -> None:
        """Tell a player how matches went on that ended while they were gone."""
        await self._history.tell_past(me, live, stand, seen)

    def heard(self, name: str, matches: Iterable[str]) -> None:
        """A player has read that they are welcome; what that took is on nobody's clock."""
        self._matches.heard(name, matches)

    def remind(self, name: str, topic: str) -> None:
        """Tell a spectator who has missed something how far it is by now."""
        kind, id = split(topic)
        if kind == TOURNAMENT:
            self._lobby.remind(name, id)
        else:
            self._matches.remind(name, id)

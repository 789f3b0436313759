"""Each request goes to where it is carried out: a match, the archive, or the owner of the lobby."""

from collections.abc import Container, Iterable
from functools import partial

from protocol.parts import Fault, LiveMatch, Player
from protocol.replies import Done, Matches, Replies
from protocol.requests import (
    Adjudicate,
    EndMatch,
    FromPlayer,
    Hello,
    ListAudit,
    ListBans,
    ListLeaders,
    ListMatches,
    ListNodes,
    ListResults,
    Say,
    ShowGame,
    ShowMatch,
)
from server.cluster.bus import Answer as OnReply
from server.cluster.bus import MatchRequest
from server.connections.audit import ADMINISTRATION, Audit
from server.keys import TOURNAMENT, split
from server.matches.tables import Tables
from server.players.access import LobbyAccess
from server.players.identity import Identity
from server.refusal import Refusal
from server.requests.admin import check_admin
from server.requests.history import HistoryRequests
from server.requests.lists import game_shown
from server.requests.local_matches import MatchAccess
from server.requests.overview import Overview


class Dispatcher:
    def __init__(
        self,
        lobby: LobbyAccess,
        matches: MatchAccess,
        tables: Tables,
        history: HistoryRequests,
        overview: Overview,
        audit: Audit,
    ) -> None:
        self._lobby, self._matches, self._tables = lobby, matches, tables
        self._history, self._overview, self._audit = history, overview, audit

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
            case ListNodes() | ListBans() | ListAudit():
                return await self._overview.reply(who.admin, request)
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
        if isinstance(request, Say):
            self._overview.bans.check_talk(who.player.name)
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
            names = tuple(player.name for player in players)
            self._audit.acted(who.player.name, request, who.address, names)

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

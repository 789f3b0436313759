"""What each request leads to. Requests in a live match go to its table; the others end up here."""

from functools import partial
from typing import NamedTuple, assert_never

from protocol.parts import Fault, Player
from protocol.replies import Done, Replies
from protocol.requests import (
    Abort,
    Adjudicate,
    AnnounceRestart,
    Answer,
    Challenge,
    Claim,
    Declare,
    EndMatch,
    Enter,
    FromPlayer,
    Hello,
    Invite,
    Join,
    Kick,
    ListFixtures,
    ListLeaders,
    ListMatches,
    ListPlayers,
    ListResults,
    ListSeeks,
    ListTournaments,
    Move,
    Offer,
    OpenTournament,
    Quit,
    Ready,
    Rematch,
    Resign,
    Respond,
    Say,
    Seek,
    ShowGame,
    ShowMatch,
    ShowTournament,
    Steer,
    Swap,
    Unwatch,
    Watch,
    Withdraw,
    WithdrawRestart,
)
from server.cluster.bus import Answer as OnReply
from server.cluster.bus import Bus, MatchRequest
from server.connections.audit import ADMINISTRATION, log_act
from server.keys import TOURNAMENT, split
from server.matches.tables import Tables
from server.players.identity import Identity
from server.refusal import Refusal
from server.requests.admin import AdminRequests, check_admin
from server.requests.history import HistoryRequests
from server.requests.lists import ListRequests
from server.requests.seeks import SeekRequests
from server.requests.tournaments import TournamentRequests
from server.tournaments.director import Director


class RequestGroups(NamedTuple):
    seeks: SeekRequests
    admin: AdminRequests
    lists: ListRequests
    history: HistoryRequests
    tournaments: TournamentRequests


class Dispatcher:
    def __init__(self, bus: Bus, tables: Tables, director: Director, groups: RequestGroups) -> None:
        self._bus, self._tables, self._director = bus, tables, director
        self._groups = groups

    async def dispatch(
        self, who: Identity, request: FromPlayer, round_trip: float, answer: OnReply
    ) -> None:
        """Have a request carried out; a table answers when it is committed. Raises Refusal."""
        if who.admin and isinstance(request, ADMINISTRATION):
            answer = partial(self._answer_and_log, who, request, answer)
        if isinstance(request, MatchRequest):
            self._check_match_request(who, request)
            if self._bus.ask(who.player.name, request, round_trip, answer):
                return
        answer(await self._reply(who, request))

    async def _reply(self, who: Identity, request: FromPlayer) -> Replies:
        """The reply to a request that no table here has taken. Raises Refusal."""
        me, admin, groups = who.player, who.admin, self._groups
        match request:
            case Hello():
                raise Refusal(Fault.HELLO_AGAIN, "you have said hello on this connection")
            case (
                Declare() | Seek() | Challenge() | Invite() | Answer() | Join() | Withdraw()
            ):  # fmt: skip
                return groups.seeks.reply(me, request)
            case ListSeeks() | ListMatches() | ListPlayers() | ShowGame():
                return groups.lists.reply(me, admin, request)
            case ListResults() | ListLeaders() | ShowMatch():
                return await groups.history.reply(me, admin, request)
            case Kick() | AnnounceRestart() | WithdrawRestart():
                return groups.admin.reply(admin, request)
            case (
                OpenTournament() | Enter() | Quit() | Steer() | Ready()
                | ListTournaments() | ShowTournament() | ListFixtures()
            ):  # fmt: skip
                return await groups.tournaments.reply(who, request)
            case (
                Move() | Resign() | Offer() | Respond() | Abort() | Claim() | Swap()
                | Rematch() | Say() | Watch() | Unwatch() | EndMatch() | Adjudicate()
            ):  # fmt: skip
                await groups.history.recall(me, request)
                return Done(request.id)
            case _:
                assert_never(request)

    def _check_match_request(self, who: Identity, request: MatchRequest) -> None:
        if isinstance(request, EndMatch):
            check_admin(who.admin)
        if isinstance(request, Adjudicate):
            self._groups.tournaments.check_adjudicator(who, request.match)

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

    async def tell_past(self, me: Player, seen: dict[str, int]) -> None:
        """Tell a player how matches went on that ended while they were gone."""
        await self._groups.history.tell_past(me, seen)

    def heard(self, name: str) -> None:
        """A player has read that they are welcome; what that took is on nobody's clock."""
        self._tables.heard(name)

    def remind(self, name: str, topic: str) -> None:
        """Tell a spectator who has missed something how far it is by now."""
        kind, id = split(topic)
        if kind == TOURNAMENT:
            self._director.remind(name, id)
        else:
            self._bus.ask(name, Watch(0, id), 0.0, lambda _: None)

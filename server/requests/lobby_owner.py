"""The owner of the lobby: carries out, one thing at a time, what any node asks of it."""

from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from protocol.parts import Fault, Player
from protocol.replies import Done, Replies
from protocol.requests import (
    Adjudicate,
    AnnounceRestart,
    Answer,
    Ban,
    Block,
    Challenge,
    Declare,
    DeleteAccount,
    Enter,
    FromPlayer,
    Hello,
    Invite,
    Join,
    Kick,
    Lift,
    ListBlocked,
    ListFixtures,
    ListPlayers,
    ListSeeks,
    ListTournaments,
    Mute,
    OpenTournament,
    Quit,
    Ready,
    Rematch,
    RenameAccount,
    Seek,
    ShowInvite,
    ShowTournament,
    Steer,
    Unblock,
    Withdraw,
    WithdrawRestart,
)
from server.lobby.lobby import Lobby
from server.lobby.matchmaker import Matchmaker
from server.lobby.seated_match import ClosedMatch
from server.players.access import Admitted
from server.players.bans import KnownBans
from server.players.identity import Identity
from server.players.presence import PlayerConnection, Presence
from server.refusal import Refusal
from server.requests.admin import AdminRequests
from server.requests.bans import BanRequests
from server.requests.blocks import BlockRequests
from server.requests.history import HistoryRequests
from server.requests.lists import PresentLists
from server.requests.renames import RenameRequests
from server.requests.seeks import SeekRequests
from server.requests.tournaments import TournamentRequests


class RequestGroups(NamedTuple):
    seeks: SeekRequests
    admin: AdminRequests
    bans: BanRequests
    blocks: BlockRequests
    renames: RenameRequests
    lists: PresentLists
    tournaments: TournamentRequests
    history: HistoryRequests


class LobbyOwner:
    def __init__(
        self,
        presence: Presence,
        lobby: Lobby,
        matchmaker: Matchmaker,
        groups: RequestGroups,
        bans: KnownBans,
    ) -> None:
        self._presence, self._lobby, self._matchmaker = presence, lobby, matchmaker
        self._groups, self._bans = groups, bans

    # What connections ask

    async def identify(self, hello: Hello, address: str) -> Identity:
        """Who says hello; a guest's name is theirs from here on. Raises Refusal."""
        who = await self._presence.registry.identify(hello, address)
        return who._replace(awaited=self._presence.holds(who.player.name))

    async def enter(self, connection: PlayerConnection, who: Identity) -> Admitted:
        """A player is here, from this connection on. Raises Refusal if that cannot be kept."""
        await self._presence.enter(connection, who)
        self._groups.seeks.close_all(who.player.name)  # of an older connection
        return self.admitted(who.player)

    def admitted(self, me: Player) -> Admitted:
        stand = self._matchmaker.finished_of(me.name)
        seats = tuple(self._lobby.matches_of(me.name))
        return Admitted(self._lobby.caps.of(me), seats, stand, self._presence.blocks.names(me.name))

    def leave(self, connection: PlayerConnection) -> None:
        self._presence.leave(connection)

    def release(self, player: Player) -> None:
        self._presence.release(player)

    async def reply(self, who: Identity, request: FromPlayer) -> Replies:
        """Carry out what is not about a single match. Raises Refusal."""
        me, groups = who.player, self._groups
        if self._presence.registry.is_changing(me.name):
            raise Refusal(Fault.BUSY, "your account is being renamed", 1.0)
        request = self._unsaid(me, request)
        match request:
            case (
                Declare() | Seek() | Challenge() | Invite() | ShowInvite() | Answer() | Join()
                | Withdraw()
            ):  # fmt: skip
                return groups.seeks.reply(me, request)
            case ListSeeks() | ListPlayers():
                return groups.lists.reply(me, request)
            case AnnounceRestart() | WithdrawRestart():
                return groups.admin.reply(who.admin, request)
            case Block() | Unblock() | ListBlocked():
                return await groups.blocks.reply(who, request)
            case RenameAccount() | DeleteAccount():
                return await groups.renames.reply(who, request)
            case Kick() | Ban() | Mute() | Lift():
                return await groups.bans.reply(who, request)
            case (
                OpenTournament() | Enter() | Quit() | Steer() | Ready()
                | ListTournaments() | ShowTournament() | ListFixtures()
            ):  # fmt: skip
                return await groups.tournaments.reply(who, request)
            case Adjudicate(match=id):
                groups.tournaments.check_adjudicator(who, id)
            case Rematch():
                await self._rematch(me, request)
            case _:
                raise Refusal(Fault.NOT_ALLOWED, "the lobby has nothing to do with this")
        return Done(request.id)

    def _unsaid(self, me: Player, request: FromPlayer) -> FromPlayer:
        """The request without what others would read of one who may not talk. Raises Refusal."""
        if isinstance(request, OpenTournament):
            self._bans.check_talk(me.name)
        if isinstance(request, Answer) and request.reason:
            with suppress(Refusal):
                self._bans.check_talk(me.name)
                return request
            return replace(request, reason="")
        return request

    async def _rematch(self, me: Player, request: Rematch) -> None:
        if match := self._matchmaker.find(request.match):
            self._matchmaker.rematch(match, me.name)
        else:
            await self._groups.history.recall(me, request)

    def remind(self, name: str, tournament: str) -> None:
        """Tell one who could not follow a tournament how far it is by now."""
        self._groups.tournaments.remind(name, tournament)

    # What hosts of matches tell

    def closed(self, closed: ClosedMatch) -> None:
        """The end of a match has been told."""
        self._matchmaker.closed(closed)

    def given_up(self, id: str, followers: tuple[str, ...], reason: str) -> None:
        """A match cannot go on where it was."""
        self._matchmaker.given_up(id, followers, reason)

"""Requests of administrators about people: to send them away, and keep them away or quiet."""

from contextlib import suppress

from games.errors import Mistake
from protocol.administration import BanKind
from protocol.names import fold
from protocol.parts import Fault
from protocol.replies import Done
from protocol.requests import Ban, Kick, Lift, Mute
from server.players.bans import known_name, new_ban, target_of
from server.players.identity import Identity
from server.players.people import People
from server.players.presence import Presence
from server.refusal import Refusal
from server.requests.admin import check_admin

BanRequest = Kick | Ban | Mute | Lift
LONGEST_OF_GUESTS = 86400.0  # seconds: the next guest from there may be somebody else


class BanRequests:
    def __init__(self, presence: Presence, people: People) -> None:
        self._presence, self._people = presence, people
        self._bans = people.bans

    async def reply(self, who: Identity, request: BanRequest) -> Done:
        """Carry a request out. Raises Refusal."""
        check_admin(who.admin)
        try:
            await self._carry_out(who, request)
        except Mistake as mistake:
            raise Refusal(Fault.BAD_NAME, str(mistake)) from mistake
        self._presence.close_banned()
        self._people.changed([])
        return Done(request.id)

    async def _carry_out(self, who: Identity, request: BanRequest) -> None:
        """Raises Refusal or Mistake."""
        match request:
            case Kick(player=name, reason=reason, seconds=0.0):
                self._presence.kick(self._presence.find(name), reason)
            case Kick(player=name, reason=reason, seconds=seconds):
                player = self._presence.find(name)
                await self._ban_player(who, player.name, seconds, reason)
            case Ban():
                await self._ban(who, request)
            case Mute(player=name, seconds=seconds, reason=reason):
                known = await self._known(name)
                await self._put(who, BanKind.CHAT, known, seconds, reason)
            case Lift(kind=kind, whom=whom):
                if not await self._bans.lift(kind, target_of(kind, whom)):
                    text = f"no such ban holds against {whom}: `inarow admin bans` lists them"
                    raise Refusal(Fault.NO_SUCH_KEY, text)

    async def _ban(self, who: Identity, ban: Ban) -> None:
        if bool(ban.player) == bool(ban.address):
            raise Mistake("a ban is for a player or for an address: name one")
        if ban.player:
            name = await self._known(ban.player)
            await self._ban_player(who, name, ban.seconds, ban.reason)
        else:
            kind = BanKind.GUESTS if ban.guests else BanKind.ADDRESS
            await self._put(who, kind, ban.address, ban.seconds, ban.reason)

    async def _ban_player(
        self, who: Identity, name: str, seconds: float | None, reason: str
    ) -> None:
        """Of a guest who is here, also keep new guests from the same address away for a while."""
        if fold(name) == fold(who.player.name):
            raise Refusal(Fault.NOT_ALLOWED, "this is yourself: you could not come back")
        online = self._presence.online.get(fold(name))
        await self._put(who, BanKind.PLAYER, name, seconds, reason)
        if online is not None and online.player.guest:
            for_long = min(seconds or LONGEST_OF_GUESTS, LONGEST_OF_GUESTS)
            with suppress(Mistake):  # it came by no network that has addresses
                await self._put(who, BanKind.GUESTS, online.address, for_long, reason)

    async def _put(
        self, who: Identity, kind: BanKind, whom: str, seconds: float | None, reason: str
    ) -> None:
        await self._bans.put(new_ban(kind, whom, seconds, reason, who.player.name))

    async def _known(self, name: str) -> str:
        """The name as its player writes it. Raises Mistake if nobody can be called so."""
        if online := self._presence.online.get(fold(name)):
            return online.player.name
        return await known_name(self._people.accounts, name)

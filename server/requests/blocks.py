"""Requests of players who want to have nothing to do with others."""

from protocol.names import fold
from protocol.parts import Fault, Player
from protocol.replies import Blocked
from protocol.requests import Block, ListBlocked, Unblock
from server.lobby.open_requests import OpenRequests
from server.players.identity import Identity
from server.players.people import People
from server.players.presence import Presence
from server.refusal import Refusal

BlockRequest = Block | Unblock | ListBlocked


class BlockRequests:
    def __init__(self, presence: Presence, people: People, requests: OpenRequests) -> None:
        self._presence, self._people, self._requests = presence, people, requests
        self._blocks = presence.blocks

    async def reply(self, who: Identity, request: BlockRequest) -> Blocked:
        """Whom the player has blocked when this is done. Raises Refusal."""
        me = who.player
        match request:
            case Block(player=name):
                other = await self._find(me, name)
                await self._blocks.block(me, who.session, other)
                self._withdraw(me.name, other.name)
            case Unblock(player=name):
                await self._blocks.unblock(me, who.session, name)
        return Blocked(request.id, self._blocks.names(me.name))

    async def _find(self, me: Player, name: str) -> Player:
        if fold(name) == fold(me.name):
            raise Refusal(Fault.NOT_ALLOWED, "you cannot block yourself")
        if online := self._presence.online.get(fold(name)):
            return online.player
        if account := await self._people.accounts.find(name):
            return Player(account.name, account.bot, guest=False)
        raise Refusal(
            Fault.NO_SUCH_PLAYER, f"nobody called {name} has an account here, or is online"
        )

    def _withdraw(self, one: str, other: str) -> None:
        """Close the challenges between them."""
        lobby = self._requests.lobby
        for key, challenge in lobby.challenges.of(one):
            if other in (challenge.by.name, challenge.to.name):
                self._requests.withdraw(key, "declined")

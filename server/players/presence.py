"""Who is here: players enter and leave, are found, told, sent away and kept away."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Protocol

from protocol.administration import AuditKind
from protocol.closes import Close
from protocol.names import fold
from protocol.parts import Fault, Player
from server.cluster.bus import Subscriber
from server.logs import log
from server.node import Node
from server.players.blocks import Blocks
from server.players.identity import Identity, Proof, Registry
from server.players.ladder import Ladder
from server.players.people import People
from server.players.tokens import hash_token
from server.refusal import Refusal
from server.storage.commit import commit
from server.storage.people.audit_entry import audit_entry
from server.storage.row_types import RevokedRow
from server.storage.writes import DropSession, NewSession

FAREWELL = 0.1  # seconds, for those who asked to be refused first


class PlayerConnection(Subscriber, Protocol):
    """A connection of a player, as far as it concerns others."""

    player: Player
    address: str
    admin: bool
    proof: Proof | None

    def close(self, code: int, reason: str) -> None: ...


class Venue(Protocol):
    """Where players sit or take part."""

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        """A player is here, with a new session or back."""

    def left(self, player: Player) -> None: ...

    def holds(self, name: str) -> bool:
        """Whether something waits for a player, here or not."""


class Presence:
    def __init__(
        self,
        node: Node,
        registry: Registry,
        ladder: Ladder,
        people: People,
        first_serial: int = 0,
    ) -> None:
        self.registry, self.ladder = registry, ladder
        self.blocks = Blocks(people.blocks)
        self.online: dict[str, PlayerConnection] = {}  # the newest of each, by folded name
        self.connections: set[PlayerConnection] = set()
        self.venues: list[Venue] = []  # in the order in which they hear of who comes and leaves
        self._node, self._bans = node, people.bans
        self._serials = count(first_serial + 1)
        self._arriving: Counter[str] = Counter()  # by folded name

    # Coming and going

    async def enter(self, connection: PlayerConnection, who: Identity) -> None:
        """A player is here, from this connection on. Raises Refusal if that cannot be kept."""
        if who.player.guest:
            self.registry.hold_again(who.player.name, hash_token(who.session))
        with self._arrival(who.player.name):
            await self._keep(who)
            self.registry.check_still(who)
            connection.serial = next(self._serials)
            self._place(connection, who.new)

    async def _keep(self, who: Identity) -> None:
        """Load what is known of them, and write down that they are here."""
        me, journal = who.player, self._node.journal
        if not me.guest:
            await self.ladder.load([me.name])
        if not (me.guest and who.new):
            await self.blocks.load([(me, who.session)])
        session = NewSession(
            hash_token(who.session), me.name, fold(me.name), me.guest, me.bot,
            self._node.time_of_day(),
        )  # fmt: skip
        if who.new:
            kind = {"guest": me.guest, "bot": me.bot}
            login = audit_entry(AuditKind.LOGIN, "came in", me.name, "", who.address, kind)
            await commit(journal, session, *map(DropSession, who.ended), login)
        else:
            journal.append(session)

    @contextmanager
    def _arrival(self, name: str) -> Iterator[None]:
        """An older connection of theirs may leave inside the block: it takes nothing along."""
        self._arriving[fold(name)] += 1
        try:
            yield
        finally:
            self._arriving -= Counter([fold(name)])  # which keeps no zeros

    def restore(self, connection: PlayerConnection, who: Identity) -> None:
        """A player is here since another owner of the lobby let them in, if not by a newer one."""
        newest = self.online.get(fold(connection.name))
        if newest is not None and newest.serial > connection.serial:
            connection.replace("another connection of yours has taken over")
            return
        self.registry.hold(who.player, hash_token(who.session))
        self._place(connection, new=False)

    def _place(self, connection: PlayerConnection, new: bool) -> None:
        self.online[fold(connection.name)] = connection
        self.connections.add(connection)
        self._node.bus.attach(connection)
        for venue in self.venues:
            venue.arrived(connection, new)

    def leave(self, connection: PlayerConnection) -> None:
        """A connection is gone; if it was the player's newest, so is the player."""
        self.connections.discard(connection)
        if not self._node.bus.detach(connection):
            return
        me = connection.player
        del self.online[fold(me.name)]
        if not self._arriving[fold(me.name)]:
            self.blocks.forget(me.name)
        for venue in self.venues:
            venue.left(me)
        self.release(me)

    def release(self, player: Player) -> None:
        """Give a guest's name back once they are gone, and neither sit nor take part anywhere."""
        key = fold(player.name)
        if key not in self.online and not self._arriving[key] and not self.holds(player.name):
            self.registry.release(player)

    def holds(self, name: str) -> bool:
        """Whether a seat or a place in a tournament waits for a player, here or not."""
        return any(venue.holds(name) for venue in self.venues)

    def is_needed(self, session: NewSession) -> bool:
        """Whether it is the one way back of a guest who is here, sits at a table or takes part."""
        return session.guest and (session.key in self.online or self.holds(session.player))

    # Reaching those who are here

    def find(self, name: str) -> Player:
        """The player of this name who is here. Raises Refusal."""
        connection = self.online.get(fold(name))
        if connection is None:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"{name} is not online")
        return connection.player

    def address_of(self, player: Player) -> str:
        """Where a player who is here comes from."""
        return self.online[fold(player.name)].address

    def kick(self, player: Player, reason: str) -> None:
        """Close a player's connections."""
        self.close_all(player.name, Close.KICKED, reason or "kicked by an administrator")

    def close_all(self, name: str, code: Close, reason: str) -> None:
        for connection in self._of({fold(name)}):
            connection.close(code, reason)

    def close_banned(self) -> None:
        """Close the connections of all who are kept away by now."""
        for connection in tuple(self.connections):
            ban = self._bans.against(connection.name, connection.address, connection.admin)
            if ban is not None:
                log().info("closed on a ban", player=connection.name, at=connection.address)
                self._node.journal.append(
                    audit_entry(
                        AuditKind.REFUSAL, "closed on a ban", connection.name, ban.name,
                        connection.address,
                    )
                )  # fmt: skip
                connection.close(Close.KICKED, ban.reason or "an administrator keeps you away")

    def send_away(self, names: Iterable[str], reason: str) -> None:
        """Close connections, for those concerned to come back and hear how everything stands."""
        for connection in self._of({*map(fold, names)}):
            reason_given = f"{reason}: come back and resume"
            close = partial(connection.close, Close.SERVICE_RESTART, reason_given)
            asyncio.get_running_loop().call_later(FAREWELL, close)

    @property
    def proven(self) -> bool:
        """Whether anybody is here whose token could be revoked."""
        return any(connection.proof for connection in self.connections)

    def close_revoked(self, revoked: Mapping[str, Sequence[RevokedRow]]) -> None:
        """Close the connections of those who came in by one of these tokens, by account."""
        for connection in tuple(self.connections):
            theirs = revoked.get(connection.name, ())
            if connection.proof and connection.proof.has_fallen(theirs):
                log().info("closed on a revoked token", player=connection.name)
                connection.close(
                    Close.REVOKED, "a token of this account was revoked: show a valid one"
                )

    def _of(self, names: set[str]) -> list[PlayerConnection]:
        """Those of these names, folded."""
        return [each for each in self.connections if fold(each.name) in names]

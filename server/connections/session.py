"""A player's connection once hello is said: asks within its limits, is told what concerns it."""

import asyncio
from collections.abc import Container, Iterable
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import NamedTuple, NoReturn, Protocol

from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from protocol.closes import Close
from protocol.codec import Codec, Frame, MalformedMessage, OutOfBounds
from protocol.names import fold
from protocol.parts import PROTOCOL, Fault, LiveMatch, Player
from protocol.replies import Blocked, Refused, Replies, Welcome
from protocol.requests import FromPlayer, Hello, Unwatch
from server.cluster.bus import Answer, Outgoing
from server.connections.audit import ADMINISTRATION, Audit
from server.connections.frame import OutgoingFrame
from server.connections.limits import IN_MY_MATCHES, Bucket, RequestLimits
from server.connections.outbox import Flusher, Outbox
from server.connections.websocket import WebSocket, fitted
from server.connections.welcome import VERSION, limits_of
from server.keys import SEEKS, match_key
from server.logs import log
from server.node import Node
from server.players.access import LobbyAccess
from server.players.identity import Identity
from server.refusal import Refusal, no_database, refused
from server.storage.sqlite_file import BadDatabase

SPECTATOR_SHARE = 4  # spectators are shown nothing new at this part of the queue already
LOOK_AGAIN = 0.5  # seconds until a spectator who fell behind is looked at again
READING = 0.05  # seconds until one who has much to read yet is looked at again


class Requests(Protocol):
    """Who has requests carried out."""

    async def dispatch(
        self, who: Identity, request: FromPlayer, round_trip: float, answer: Answer
    ) -> None:
        """Carry a request out; the answer comes in time. Raises Refusal."""

    async def arrive(
        self, me: Player, matches: Iterable[str], seen: dict[str, int]
    ) -> tuple[LiveMatch, ...]:
        """Tell a player what they missed of these matches; how they stand."""

    async def tell_past(
        self, me: Player, live: Container[str], stand: Container[str], seen: dict[str, int]
    ) -> None:
        """Tell a player how matches went on that ended while they were gone."""

    def heard(self, name: str, matches: Iterable[str]) -> None:
        """A player has read that they are welcome; what that took is on nobody's clock."""

    def remind(self, name: str, topic: str) -> None:
        """Tell a spectator who has missed something how far it is by now."""


class SessionContext(NamedTuple):
    """What a session needs of the server."""

    node: Node
    lobby: LobbyAccess
    requests: Requests
    audit: Audit
    flusher: Flusher


class Session:
    """A player's connection, from its hello on."""

    def __init__(
        self,
        context: SessionContext,
        socket: WebSocket,
        codec: Codec,
        hello: Hello,
        who: Identity,
        shared: Bucket,
    ) -> None:
        self.player: Player = who.player
        self.name = who.player.name
        self.address, self.admin, self.proof = who.address, who.admin, who.proof
        self.serial = 0  # until the player has entered
        self._node, self._lobby, self._dispatcher, self._audit, flusher = context
        self._bus = self._node.bus
        self._hello = hello
        self._who = who
        self._socket = socket
        self._codec = codec
        self._outbox = Outbox(socket, flusher)
        self._blocked: frozenset[str] = frozenset()  # whom the player does not hear
        self._limits = RequestLimits(self._node.settings, shared)
        self._loop = asyncio.get_running_loop()
        self._behind: set[str] = set()  # topics of which this spectator has missed something
        self._most_queued = inf  # unsent bytes; what a player is owed is no measure
        self._closing: asyncio.Task[None] | None = None
        self._held: list[Outgoing] | None = []  # what the player is told once they are welcome
        self._matches: tuple[str, ...] = ()  # in which the player sat on coming in
        self._declined: tuple[Frame, FromPlayer] | None = None  # which was not to be taken at once

    # Being told

    def deliver(self, frame: Outgoing) -> None:
        """Send what concerns the player; one who does not read it in time is disconnected."""
        if self._blocked and fold(frame.speaker) in self._blocked:
            return
        if self._held is not None:
            self._held.append(frame)
            return
        if not self._outbox.write(frame.encoded(self._codec), self._most_queued):
            self._drop()

    def _drop(self) -> None:
        """Close on a player who does not read what concerns them."""
        if self._closing is None:
            self._node.metrics.queue_drops["player"].inc()
            self.close(Close.POLICY_VIOLATION, "you read too slowly: come back and resume")

    def replay(self, frames: Iterable[Outgoing]) -> None:
        """Send what the player asked for at one stroke, however much it is."""
        for frame in frames:
            self._outbox.write(frame.encoded(self._codec), inf)
        self._excuse()

    def _excuse(self) -> None:
        """That so much is unsent just now does not show that the player reads slowly."""
        self._most_queued = self._node.settings.queue_bytes + self._outbox.queued

    def show(self, topic: str, frame: Outgoing) -> None:
        """Send what a spectator sees; one who falls behind gets a snapshot instead, later."""
        if topic == SEEKS:  # of which there is no snapshot
            self.deliver(frame)
            return
        if topic in self._behind or (self._blocked and fold(frame.speaker) in self._blocked):
            return
        most = self._node.settings.queue_bytes // SPECTATOR_SHARE
        if not self._outbox.write(frame.encoded(self._codec), most):
            self._node.metrics.queue_drops["spectator"].inc()
            self._behind.add(topic)
            self._loop.call_later(LOOK_AGAIN, self._catch_up, topic)

    def _catch_up(self, topic: str) -> None:
        if topic not in self._behind or not self._bus.has(self):
            return
        if self._outbox.queued > self._node.settings.queue_bytes // (2 * SPECTATOR_SHARE):
            self._loop.call_later(LOOK_AGAIN, self._catch_up, topic)
            return
        self._behind.discard(topic)
        self._dispatcher.remind(self.name, topic)

    def answer(self, reply: Replies) -> None:
        if isinstance(reply, Refused):
            self._node.metrics.refusals[reply.code].inc()
        self.deliver(OutgoingFrame(reply))

    def replace(self, reason: str) -> None:
        self.close(Close.REPLACED, reason)

    def close(self, code: int, reason: str) -> None:
        """Close the connection, telling why; what arrives meanwhile is not acted on."""
        if self._closing is None:
            self._closing = self._loop.create_task(self._socket.close(code, fitted(reason)))

    def _welcome(self, matches: tuple[LiveMatch, ...], capacity: int) -> None:
        """Say that the player is in and where they sit, then what they were told meanwhile."""
        settings = self._node.settings
        welcome = Welcome(
            self._hello.id,
            PROTOCOL,
            VERSION,
            self.player,
            self._who.session,
            limits_of(settings, capacity),
            settings.heartbeat,
            matches,
            self._node.others(),
            settings.page,
        )
        held, self._held = self._held or [], None
        for frame in (OutgoingFrame(welcome), *held):
            self.deliver(frame)

    # Asking

    async def run(self) -> None:
        """Serve the connection until it closes."""
        try:
            await self._begin()
            self._socket.take = self._take
            async for frame in self._socket:
                await self._keep_pace()
                if self._closing is None:
                    await self._receive(frame)
                self._socket.waiting = max(0, self._socket.waiting - 1)
        except MalformedMessage as error:
            self._node.metrics.frames_malformed.inc()
            self.close(Close.POLICY_VIOLATION, str(error))
        except Refusal as refusal:  # of the session itself
            self._held = None
            self.answer(refused(self._hello.id, refusal))
            self._lobby.release(self.player)
            self.close(Close.INTERNAL_ERROR, refusal.text)
        except ConnectionClosed:
            pass
        finally:
            self._lobby.leave(self)
            if self._closing:
                with suppress(ConnectionClosed):
                    await self._closing

    async def _begin(self) -> None:
        seen = self._hello.seen
        try:
            entered = await self._socket.while_here(self._lobby.enter(self, self._who))
        except ConnectionClosed:  # one who is elsewhere by now must not be thrown out there
            self._lobby.release(self.player)
            raise
        capacity, self._matches, stand, blocked = entered
        self._blocked = frozenset(map(fold, blocked))
        self._welcome(await self._dispatcher.arrive(self.player, self._matches, seen), capacity)
        if not self._who.new:
            await self._dispatcher.tell_past(self.player, self._matches, stand, seen)
        self._excuse()
        with suppress(ConnectionClosed):
            # A first measurement, long before the first heartbeat.
            pong = asyncio.ensure_future(await self._socket.ping())
            pong.add_done_callback(self._heard)

    def _heard(self, pong: "asyncio.Future[float]") -> None:
        read = not pong.cancelled() and pong.exception() is None
        if read and self._bus.has(self):
            self._dispatcher.heard(self.name, self._matches)

    async def _keep_pace(self) -> None:
        """Let one who asks wait until they have read what they asked for before, or most of it."""
        most = self._node.settings.queue_bytes
        while self._closing is None and self._socket.state is State.OPEN:
            if self._outbox.queued <= most:
                self._most_queued = most
                return
            await asyncio.sleep(READING)

    def _take(self, frame: Frame) -> bool:
        """Carry out a move or the like as it comes in; anything else is left to `run`."""
        try:
            request = self._codec.decode_from_player(frame)
        except MalformedMessage:
            return False
        if (
            self._closing is not None
            or not isinstance(request, IN_MY_MATCHES)
            or (owner := self._bus.owner(request.match)) is None
        ):
            self._declined = frame, request
            return False
        try:
            now = monotonic()
            if wait := self._limits.moves.take(now):
                self._hold_back(wait, now)
            owner.act(self.name, request, self._socket.latency, self.answer)
        except Refusal as refusal:
            self._refuse(request.id, refusal)
        except Exception:
            self._break(request)
        return True

    async def _receive(self, frame: Frame) -> None:
        try:
            request = self._decoded(frame)
        except OutOfBounds as error:
            self._turn_down(error)
            return
        try:
            self._check_limits(request)
            if isinstance(request, Unwatch):
                self._behind.discard(match_key(request.match))
            latency = self._socket.latency
            await self._dispatcher.dispatch(self._who, request, latency, self._reply)
        except Refusal as refusal:
            if isinstance(request, ADMINISTRATION) and refusal.code is Fault.NOT_ALLOWED:
                self._audit.refused_act(self.name, request, self.address, monotonic())
            self._refuse(request.id, refusal)
        except BadDatabase as error:
            log().error("the database fails", player=self.name, error=str(error))
            self._refuse(request.id, no_database())
        except (MalformedMessage, ConnectionClosed):
            raise
        except Exception:
            self._break(request)

    def _reply(self, reply: Replies) -> None:
        """Answer what was asked, however long that is."""
        if isinstance(reply, Blocked):
            self._blocked = frozenset(map(fold, reply.players))
        self.answer(reply)
        self._excuse()

    def _decoded(self, frame: Frame) -> FromPlayer:
        """What a frame says; one that was declined a moment ago is not decoded again."""
        declined, self._declined = self._declined, None
        if declined is not None and declined[0] == frame:
            return declined[1]
        return self._codec.decode_from_player(frame)

    def _turn_down(self, error: OutOfBounds) -> None:
        """Refuse what could not be read; it counts as a request all the same."""
        try:
            self._check_limits(None)
            raise Refusal(Fault.OUT_OF_BOUNDS, str(error))
        except Refusal as refusal:
            self._refuse(error.id, refusal)

    def _break(self, request: FromPlayer) -> None:
        """Our own bug ends this connection, and no other."""
        log().exception("a request hit a fault of ours", player=self.name, request=request)
        self.close(Close.INTERNAL_ERROR, "a fault of the server: it is in its log")

    def _refuse(self, id: int, refusal: Refusal) -> None:
        """Say no; replies keep to the line of the journal, like all that is told."""
        self._node.journal.append(then=partial(self.answer, refused(id, refusal)))

    def _check_limits(self, request: FromPlayer | None) -> None:
        """Raise Refusal if this, or what could not be read, comes too fast."""
        now = monotonic()
        if wait := self._limits.wait(request, now):
            self._hold_back(wait, now)

    def _hold_back(self, wait: float, now: float) -> NoReturn:
        """Raise Refusal; who is too fast again and again has to leave, too."""
        if not self._limits.is_forgiven(now):
            self.close(Close.POLICY_VIOLATION, "you go on too fast: come back and resume")
        raise Refusal(Fault.TOO_FAST, f"too fast: wait {wait:.2f} s", wait)

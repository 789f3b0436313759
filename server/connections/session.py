"""One connection: says hello, asks within its limits, and is told what concerns it."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic

from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from protocol.closes import Close
from protocol.codec import Codec, MalformedMessage, OutOfBounds
from protocol.names import fold
from protocol.parts import PROTOCOL, Fault, LiveMatch, Player
from protocol.replies import Done, Refused, Replies, Welcome
from protocol.requests import (
    Abort,
    Adjudicate,
    Claim,
    EndMatch,
    FromPlayer,
    Hello,
    Move,
    Offer,
    Rematch,
    Resign,
    Respond,
    Say,
    Swap,
    Unwatch,
    Watch,
)
from server.audit import ADMINISTRATION, log_act
from server.cluster.bus import MatchRequest
from server.connections.frame import OutgoingFrame
from server.connections.limits import Bucket
from server.connections.websocket import WebSocket
from server.connections.welcome import VERSION, limits_of
from server.house import SEEKS, House
from server.logs import log
from server.players.identity import Identity
from server.players.tokens import hash_token
from server.refusal import Refusal, no_database, refused
from server.requests.dispatch import settle
from server.requests.tournaments import check_adjudicator
from server.storage.sqlite_file import BadDatabase
from server.storage.writes import DropSession, NewSession
from server.tournaments.director import TOURNAMENT

IN_MY_MATCHES = (Move, Resign, Offer, Respond, Abort, Claim, Swap)
TO_A_TABLE = (*IN_MY_MATCHES, Rematch, Say, Watch, Unwatch, EndMatch, Adjudicate)
SPECTATOR_SHARE = 4  # spectators are shown nothing new at this part of the queue already
LOOK_AGAIN = 0.5  # seconds until a spectator who fell behind is looked at again
READING = 0.05  # seconds until one who has much to read yet is looked at again
FORGIVEN = 10  # bursts of requests that come too fast, before one is disconnected


class Session:
    """A player's connection, from its hello on."""

    def __init__(
        self,
        house: House,
        socket: WebSocket,
        codec: Codec,
        hello: Hello,
        who: Identity,
        shared: Bucket,
    ) -> None:
        self.house = house
        self.player: Player = who.player
        self.name = who.player.name
        self.proof = who.proof
        self.address = who.address
        self._hello = hello
        self._who = who
        self._socket = socket
        self._protocol = socket.protocol
        self._transport = socket.transport
        self._codec = codec
        self._loop = asyncio.get_running_loop()
        settings = house.settings
        self._requests = Bucket(settings.requests_per_second, settings.burst)
        self._shared = shared
        self._moves = Bucket(settings.moves_per_second, settings.moves_per_second)
        self._says = Bucket(settings.says_per_minute / 60, settings.says_per_minute)
        self._breaches = Bucket(settings.requests_per_second, FORGIVEN * settings.burst)
        self._behind: set[str] = set()  # topics of which this spectator has missed something
        self._most_queued = inf  # unsent bytes; what a player is owed is no measure
        self._closing: asyncio.Task[None] | None = None
        self._outbox: list[bytes] = []
        self._unsent = 0  # bytes in the outbox

    # Being told

    def deliver(self, frame: OutgoingFrame) -> None:
        """Send what concerns the player; one who does not read it in time is disconnected."""
        if self._queued() > self._most_queued:
            if self._closing is None:
                self.house.metrics.queue_drops["player"].inc()
                self.close(Close.POLICY_VIOLATION, "you read too slowly: come back and resume")
            return
        self._write(frame)

    def replay(self, frames: Iterable[OutgoingFrame]) -> None:
        """Send what the player asked for at one stroke, however much it is."""
        for frame in frames:
            self._write(frame)
        self._excuse()

    def _excuse(self) -> None:
        """That so much is unsent just now does not show that the player reads slowly."""
        self._most_queued = self.house.settings.queue_bytes + self._queued()

    def show(self, topic: str, frame: OutgoingFrame) -> None:
        """Send what a spectator sees; one who falls behind gets a snapshot instead, later."""
        if topic == SEEKS:  # of which there is no snapshot
            self.deliver(frame)
            return
        if topic in self._behind:
            return
        if self._queued() > self.house.settings.queue_bytes // SPECTATOR_SHARE:
            self.house.metrics.queue_drops["spectator"].inc()
            self._behind.add(topic)
            self._loop.call_later(LOOK_AGAIN, self._catch_up, topic)
            return
        self._write(frame)

    def _catch_up(self, topic: str) -> None:
        if topic not in self._behind or self not in self.house.sessions:
            return
        if self._queued() > self.house.settings.queue_bytes // (2 * SPECTATOR_SHARE):
            self._loop.call_later(LOOK_AGAIN, self._catch_up, topic)
            return
        self._behind.discard(topic)
        what, _, id = topic.partition(":")
        if what == TOURNAMENT:
            self.house.director.remind(self.name, id)
        else:
            self.house.bus.ask(self.name, Watch(0, id), 0.0, lambda _: None)

    def answer(self, reply: Replies) -> None:
        if isinstance(reply, Refused):
            self.house.metrics.refusals[reply.code].inc()
        self.deliver(OutgoingFrame(reply))

    def replace(self, reason: str) -> None:
        self.close(Close.REPLACED, reason)

    def close(self, code: int, reason: str) -> None:
        """Close the connection, telling why; what arrives meanwhile is not acted on."""
        if self._closing is None:
            self._closing = self._loop.create_task(self._socket.close(code, fitted(reason)))

    def welcome(self, matches: tuple[LiveMatch, ...]) -> None:
        settings = self.house.settings
        self.answer(
            Welcome(
                self._hello.id,
                PROTOCOL,
                VERSION,
                self.player,
                self._who.session,
                limits_of(settings, self.house.lobby.caps.of(self.player)),
                settings.heartbeat,
                matches,
            )
        )

    def _write(self, frame: OutgoingFrame) -> None:
        """Put a whole frame on its way to the transport, past the library.

        `websockets.broadcast` does the same with a frame made anew for each connection, at three
        times the cost. Without compression, and as nobody here sends in fragments, whole frames
        may go in between the library's own at any time while the connection is open.
        """
        if not self._outbox:
            self._loop.call_soon(self._flush)
        data = frame.encoded(self._codec)
        self._outbox.append(data)
        self._unsent += len(data)

    def _flush(self) -> None:
        """Write what has come together in one round of the loop: each write is a system call."""
        if self._protocol.state is State.OPEN:
            self._transport.write(b"".join(self._outbox))
        self._outbox.clear()
        self._unsent = 0

    def _queued(self) -> int:
        return self._unsent + self._transport.get_write_buffer_size()

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
            self.house.metrics.frames_malformed.inc()
            self.close(Close.POLICY_VIOLATION, str(error))
        except Refusal as refusal:  # of the session itself
            self.answer(refused(self._hello.id, refusal))
            self.house.release(self.player)
            self.close(Close.INTERNAL_ERROR, refusal.text)
        except ConnectionClosed:
            pass
        finally:
            self.house.leave(self)
            if self._closing:
                with suppress(ConnectionClosed):
                    await self._closing

    async def _begin(self) -> None:
        who, house = self._who, self.house
        if not who.player.guest:
            await house.ladder.load([self.name])
        seen = NewSession(
            hash_token(who.session), self.name, fold(self.name), who.player.guest, who.player.bot,
            house.time_of_day(),
        )  # fmt: skip
        if who.new:
            await house.committed(seen, *map(DropSession, who.ended))
        else:
            # No waiting: if the older connection left meanwhile, it would give the name away.
            house.journal.append(seen)
        if who.new:
            house.forget(self.player)
        house.enter(self, self._hello.seen)
        if not who.new:
            await house.tell_past(self.player, self._hello.seen)
        self._excuse()
        with suppress(ConnectionClosed):
            # A first measurement, long before the first heartbeat.
            pong = asyncio.ensure_future(await self._socket.ping())
            pong.add_done_callback(self._heard)

    def _heard(self, pong: "asyncio.Future[float]") -> None:
        if not pong.cancelled() and pong.exception() is None:
            self.house.heard(self)

    async def _keep_pace(self) -> None:
        """Let one who asks wait until they have read what they asked for before, or most of it."""
        most = self.house.settings.queue_bytes
        while self._closing is None and self._protocol.state is State.OPEN:
            if self._queued() <= most:
                self._most_queued = most
                return
            await asyncio.sleep(READING)

    def _take(self, frame: str | bytes) -> bool:
        """Settle a move or the like as it comes in; anything else is left to `run`."""
        try:
            request = self._codec.decode_from_player(frame)
        except MalformedMessage:
            return False
        bus = self.house.bus
        if self._closing is not None or not isinstance(request, IN_MY_MATCHES):
            return False
        if not bus.is_owned(request.match):
            return False
        try:
            self._check_limits(request)
            bus.ask(self.name, request, self._socket.latency, self.answer)
        except Refusal as refusal:
            self._refuse(request.id, refusal)
        except Exception:
            self._break(request)
        return True

    async def _receive(self, frame: str | bytes) -> None:
        try:
            request = self._codec.decode_from_player(frame)
        except OutOfBounds as error:
            self._turn_down(error)
            return
        try:
            self._check_limits(request)
            if isinstance(request, TO_A_TABLE) and self._ask_table(request):
                return
            self._answered(request, await settle(self.house, self.player, self._who.admin, request))
        except Refusal as refusal:
            if isinstance(request, ADMINISTRATION) and refusal.code is Fault.NOT_ALLOWED:
                self.house.audit.refused_act(self.name, request, self.address, monotonic())
            self._refuse(request.id, refusal)
        except BadDatabase as error:
            log().error("the database fails", player=self.name, error=str(error))
            self._refuse(request.id, no_database())
        except (MalformedMessage, ConnectionClosed):
            raise
        except Exception:
            self._break(request)

    def _turn_down(self, error: OutOfBounds) -> None:
        """Refuse what could not be read; it counts as a request all the same."""
        try:
            self._check_limits(None)
            raise Refusal(Fault.OUT_OF_BOUNDS, str(error))
        except Refusal as refusal:
            self._refuse(error.id, refusal)

    def _answered(self, request: FromPlayer, reply: Replies) -> None:
        """Answer; what an administrator has done is written down."""
        self.answer(reply)
        self._excuse()
        if self._who.admin and isinstance(request, ADMINISTRATION) and isinstance(reply, Done):
            table = self.house.tables.get(getattr(request, "match", ""))
            players = table.match.players if table else ()
            log_act(self.name, request, tuple(player.name for player in players))

    def _break(self, request: FromPlayer) -> None:
        """Our own bug ends this connection, and no other."""
        log().exception("a request hit a fault of ours", player=self.name, request=request)
        self.close(Close.INTERNAL_ERROR, "a fault of the server: it is in its log")

    def _refuse(self, id: int, refusal: Refusal) -> None:
        """Say no; replies keep to the line of the journal, like all that is told."""
        self.house.journal.append(then=partial(self.answer, refused(id, refusal)))

    def _ask_table(self, request: MatchRequest) -> bool:
        if isinstance(request, EndMatch) and not self._who.admin:
            raise Refusal(Fault.NOT_ALLOWED, "only administrators may do this")
        if isinstance(request, Adjudicate):
            check_adjudicator(self.house, self.player, self._who.admin, request.match)
        if isinstance(request, Unwatch):
            self._behind.discard(f"match:{request.match}")
        answer = partial(self._answered, request)
        return self.house.bus.ask(self.name, request, self._socket.latency, answer)

    def _check_limits(self, request: FromPlayer | None) -> None:
        """Raise Refusal if this, or what could not be read, comes too fast; moves count apart."""
        now = monotonic()
        if isinstance(request, IN_MY_MATCHES):
            wait = self._moves.take(now)
        elif isinstance(request, Say):
            most = self.house.settings.text_length
            if not request.text.strip() or len(request.text) > most:
                raise Refusal(Fault.TOO_LONG, f"say something of 1 to {most} characters")
            wait = self._says.take(now)
        else:
            wait = self._requests.take(now) or self._shared.take(now)
        if wait:
            if self._breaches.take(now):  # refusing costs others time, too
                self.close(Close.POLICY_VIOLATION, "you go on too fast: come back and resume")
            raise Refusal(Fault.TOO_FAST, f"too fast: wait {wait:.2f} s", wait)


def fitted(reason: str) -> str:
    """As much of a reason as goes into a close frame, which holds 123 bytes of it."""
    return reason.encode(errors="replace")[:123].decode(errors="ignore")

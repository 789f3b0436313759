"""The first words on a connection: whoever says hello, and in time, gets a session."""

import asyncio
from collections.abc import Callable
from time import monotonic

from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from protocol.closes import Close, try_again
from protocol.codec import Codec, Frame, MalformedMessage, OutOfBounds, codec_for
from protocol.parts import Fault
from protocol.replies import Refused
from protocol.requests import Hello
from server.connections.admission import FULL_WAIT, CountedConnection, TurnedAway
from server.connections.audit import Audit
from server.connections.limits import Bucket
from server.connections.session import Session
from server.connections.websocket import WebSocket, fitted
from server.node import Node
from server.players.access import LobbyAccess
from server.players.identity import Identity
from server.refusal import Refusal, refused

MOST_HELLOS = 10  # each may ask the database

OpenSession = Callable[[WebSocket, Codec, Hello, Identity, Bucket], Session]


class Handshake:
    """Lets those in who say hello, and tells the others why not."""

    def __init__(
        self, node: Node, lobby: LobbyAccess, audit: Audit, open_session: OpenSession
    ) -> None:
        self._node, self._lobby, self._audit = node, lobby, audit
        self._open_session = open_session

    async def greet(self, socket: WebSocket, address: str) -> Session | None:
        """The session of whoever says hello in time; None when the connection came to nothing."""
        counted = socket.counted
        assert counted is not None, "it was let through to us"
        try:
            counted.come_from(address, monotonic())
            return await self._hear(socket, counted)
        except TurnedAway as turned_away:
            reason = try_again(turned_away.wait or FULL_WAIT, turned_away.reason)
            await socket.close(Close.TRY_AGAIN_LATER, fitted(reason))
        except TimeoutError:
            await socket.close(Close.POLICY_VIOLATION, "no hello in time")
        except MalformedMessage as error:
            self._node.metrics.frames_malformed.inc()
            await socket.close(Close.POLICY_VIOLATION, fitted(str(error)))
        except ConnectionClosed:
            pass
        return None

    async def _hear(self, socket: WebSocket, counted: CountedConnection) -> Session | None:
        codec: Codec | None = None
        deadline = asyncio.get_running_loop().time() + self._node.settings.hello_seconds
        for _ in range(MOST_HELLOS):
            # Only the peer's time is measured, not ours for looking them up.
            async with asyncio.timeout_at(deadline):
                frame = await socket.recv()
            codec = codec or codec_for(socket.subprotocol, frame)
            reply = hello = _hello(codec, frame)
            if isinstance(hello, Hello):
                try:
                    who = await self._identify(hello, counted)
                    if socket.state is not State.OPEN:  # gone, perhaps to another node
                        self._lobby.release(who.player)
                        return None
                    counted.welcome()
                    socket.let_in()
                    socket.forget_headers()
                    return self._open_session(socket, codec, hello, who, counted.requests)
                except Refusal as refusal:
                    reply = refused(hello.id, refusal)
                    self._audit.refused_login(hello, refusal.code, counted.address, monotonic())
            assert isinstance(reply, Refused), "who is not let in is told why"
            counted.pay(monotonic())
            self._node.metrics.refusals[reply.code].inc()
            await socket.send(codec.encode(reply), text=codec.text)
        reason = f"{MOST_HELLOS} times no welcome: come again"
        await socket.close(Close.POLICY_VIOLATION, reason)
        return None

    async def _identify(self, hello: Hello, counted: CountedConnection) -> Identity:
        """Who says hello, if there is room for them; raises Refusal or TurnedAway.

        Whoever shows nothing pays first, or a name would be taken before it is clear that they come
        in. Whoever shows a session or a token pays only if it is worth nothing.
        """
        if hello.session is None and hello.token is None:
            counted.pay(monotonic())
            return await self._lobby.identify(hello, counted.address)
        who = await self._lobby.identify(hello, counted.address)
        try:
            counted.come_back(who.awaited)
        except TurnedAway:
            self._lobby.release(who.player)
            raise
        return who


def _hello(codec: Codec, frame: Frame) -> Hello | Refused:
    """What is said first, or why it is no hello."""
    try:
        request = codec.decode_from_player(frame)
    except OutOfBounds as error:
        return Refused(error.id, Fault.OUT_OF_BOUNDS, str(error))
    if not isinstance(request, Hello):
        return Refused(request.id, Fault.HELLO_FIRST, "say hello first")
    return request

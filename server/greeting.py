"""The first words on a connection: whoever says hello, and in time, gets a session."""

import asyncio

from websockets.exceptions import ConnectionClosed

from protocol.codec import Codec, Frame, MalformedMessage, OutOfBounds, codec_for
from protocol.parts import Fault
from protocol.replies import Refused
from protocol.requests import Hello
from server.house import House
from server.limits import Bucket
from server.line import Line
from server.refusal import Refusal, refused
from server.session import POLICY_VIOLATION, Session, fitted

MOST_HELLOS = 10  # each may ask the database


async def greet(house: House, socket: Line, address: str, shared: Bucket) -> Session | None:
    """The session of whoever says hello in time, or None when the connection came to nothing.

    *shared* is what all connections from the address may ask together.
    """
    codec: Codec | None = None
    deadline = asyncio.get_running_loop().time() + house.settings.hello_seconds
    try:
        for _ in range(MOST_HELLOS):
            # Only the peer's time is measured, not ours for looking them up.
            async with asyncio.timeout_at(deadline):
                frame = await socket.recv()
            codec = codec or codec_for(socket.subprotocol, frame)
            reply = hello = _hello(codec, frame)
            if isinstance(hello, Hello):
                try:
                    who = await house.registry.identify(hello, address)
                    return Session(house, socket, codec, hello, who, shared)
                except Refusal as refusal:
                    reply = refused(hello.id, refusal)
            assert isinstance(reply, Refused), "who is not let in is told why"
            house.metrics.refusals[reply.code].inc()
            await socket.send(codec.encode(reply), text=codec.text)
        await socket.close(POLICY_VIOLATION, f"{MOST_HELLOS} times no welcome: come again")
    except TimeoutError:
        await socket.close(POLICY_VIOLATION, "no hello in time")
    except MalformedMessage as error:
        house.metrics.frames_malformed.inc()
        await socket.close(POLICY_VIOLATION, fitted(str(error)))
    except ConnectionClosed:
        pass
    return None


def _hello(codec: Codec, frame: Frame) -> Hello | Refused:
    """What is said first, or why it is no hello."""
    try:
        request = codec.decode_from_player(frame)
    except OutOfBounds as error:
        return Refused(error.id, Fault.OUT_OF_BOUNDS, str(error))
    if not isinstance(request, Hello):
        return Refused(request.id, Fault.HELLO_FIRST, "say hello first")
    return request

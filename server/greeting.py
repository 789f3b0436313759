"""The first words on a connection: whoever says hello, and in time, gets a session."""

import asyncio

from websockets.exceptions import ConnectionClosed

from protocol.codec import Codec, MalformedMessage, codec_for
from protocol.parts import Fault
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
            request = codec.decode_from_player(frame)
            try:
                if not isinstance(request, Hello):
                    raise Refusal(Fault.HELLO_FIRST, "say hello first")
                who = await house.registry.identify(request, address)
                return Session(house, socket, codec, request, who, shared)
            except Refusal as refusal:
                house.metrics.refusals[refusal.code].inc()
                reply = refused(request.id, refusal)
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

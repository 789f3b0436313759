"""A server double over real sockets: each connection that comes in follows the next script."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import ModuleType
from typing import TypeVar

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.codec import CODECS, Codec
from protocol.messages import FromPlayer, FromServer
from protocol.parts import Limits, LiveMatch, Player, Request
from protocol.replies import Welcome
from protocol.requests import Hello

LIMITS = Limits(
    16384, 20.0, 40, 20, 500, 8, 20, 30, 32, 256, 100, 20, 1000.0, 200.0, 256, 60, 5.0, 262144, 256
)
Asked = TypeVar("Asked", bound=Request)


class Line:
    """The server's end of one connection, as a script uses it."""

    def __init__(self, socket: ServerConnection) -> None:
        assert socket.subprotocol is not None, "the player offers what it speaks"
        self._socket = socket
        self._codec: Codec = CODECS[socket.subprotocol]

    async def hear(self) -> FromPlayer:
        return self._codec.decode_from_player(await self._socket.recv())

    async def expect(self, kind: type[Asked]) -> Asked:
        """The next request, which must be of this kind."""
        request = await self.hear()
        assert isinstance(request, kind), f"expected {kind.__name__}, and heard {request}"
        return request

    async def welcome(
        self, *matches: LiveMatch, session: str = "secret", nodes: tuple[str, ...] = ()
    ) -> Hello:
        """Hear a Hello and welcome it; *nodes* are the other servers of the cluster."""
        hello = await self.expect(Hello)
        you = Player(hello.name or "ann")
        welcome = Welcome(hello.id, 1, "test", you, session, LIMITS, 10.0, matches, nodes)
        await self.tell(welcome)
        return hello

    async def tell(self, *messages: FromServer) -> None:
        for message in messages:
            await self._socket.send(self._codec.encode(message), text=self._codec.text)

    async def blurt(self, frame: bytes) -> None:
        """Send what may be no message."""
        await self._socket.send(frame)

    def drop(self) -> None:
        """Lose the connection without a word."""
        self._socket.transport.abort()

    async def close(self, code: int, reason: str = "") -> None:
        await self._socket.close(code, reason)

    async def hold(self) -> None:
        """Stay until the player leaves, who must say nothing more."""
        try:
            request = await self.hear()
        except ConnectionClosed:
            return
        raise AssertionError(f"expected nothing more, and heard {request}")


Script = Callable[[Line], Awaitable[None]]


class Double:
    """Where the double is to be found, and what went against its scripts."""

    def __init__(self, *scripts: Script) -> None:
        self.url = ""
        self.visits = 0
        self._scripts = scripts
        self._faults: list[Exception] = []

    async def attend(self, socket: ServerConnection) -> None:
        self.visits += 1
        try:
            assert self.visits <= len(self._scripts), "a connection that no script expects"
            await self._scripts[self.visits - 1](Line(socket))
        except Exception as fault:
            self._faults.append(fault)

    def check(self) -> None:
        if self._faults:
            raise ExceptionGroup("the scripts were not followed", self._faults)
        assert self.visits == len(self._scripts), "a script was never reached"


@asynccontextmanager
async def scripted(*scripts: Script) -> AsyncIterator[Double]:
    """A double that is up meanwhile; at the end all scripts must have been followed."""
    double = Double(*scripts)
    offered = [Subprotocol(name) for name in CODECS]
    async with serve(double.attend, "127.0.0.1", 0, subprotocols=offered) as server:
        double.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield double
    double.check()


class Pauses:
    """Stands in for sleeping: remembers how long it would have been."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def command(module: ModuleType, *words: str) -> int:
    """The exit code of a command; it has a loop of its own, so call it in a thread."""
    parser = argparse.ArgumentParser(prog="inarow", description=module.__doc__)
    module.configure(parser)
    code: int = module.run(parser.parse_args(words))
    return code

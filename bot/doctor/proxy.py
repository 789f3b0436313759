"""A network that can be disturbed: a TCP proxy between a bot and its server.

It delays what passes, loses connections, and can lose one in the moment when a request has reached
the server and its answer has not come back, so that both ends must do with less than the other.
"""

import asyncio
from contextlib import suppress
from random import Random

CHUNK = 65536
CONTROL = 0x8  # the bit in the opcode of a WebSocket frame that pings, pongs and closings have


class ProxiedConnection:
    """One connection through the proxy."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self.near, self.far = near, far  # the bot's end, the server's end
        self.lost = False

    def lose(self) -> None:
        """The bot hears no more from now on; what it has said already still arrives."""
        self.lost = True
        self.near.transport.abort()
        self.far.close()


class Proxy:
    def __init__(self, seed: int = 0) -> None:
        self.url = ""
        self.delay = self.jitter = 0.0  # seconds, one way
        self.lost = 0  # connections
        self._target = ("127.0.0.1", 0)
        self._chance = Random(seed)
        self._connections: set[ProxiedConnection] = set()
        self._server: asyncio.Server | None = None
        self._cutting: asyncio.Event | None = None

    async def open(self, port: int) -> None:
        """Listen on any port, for what is to go to this one."""
        self._target = ("127.0.0.1", port)
        self._server = await asyncio.start_server(self._attend, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self.lose()
            await asyncio.sleep(0)

    def calm(self) -> None:
        """Disturb nothing any more."""
        self.delay = self.jitter = 0.0
        self._cutting = None

    def lose(self) -> None:
        """Every connection, at once and without a word."""
        for connection in list(self._connections):
            self.lost += 1
            connection.lose()

    def lose_after_next_request(self) -> asyncio.Event:
        """Forward what the bot says next, and lose the connection before it is answered."""
        self._cutting = asyncio.Event()
        return self._cutting

    async def _attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._target)
        except OSError:  # the server is down
            writer.transport.abort()
            return
        connection = ProxiedConnection(writer, far_writer)
        self._connections.add(connection)
        upward = asyncio.create_task(self._pass_on(connection, reader, far_writer, upward=True))
        downward = asyncio.create_task(self._pass_on(connection, far_reader, writer, upward=False))
        try:
            await asyncio.wait([upward, downward], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._connections.discard(connection)
            for task in (upward, downward):
                task.cancel()
            for end in (writer, far_writer):
                end.close()
            await asyncio.wait([upward, downward])

    async def _pass_on(
        self,
        connection: ProxiedConnection,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        upward: bool,
    ) -> None:
        """Whatever comes, in its order, each piece as late as it was to be."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                due = loop.time() + self.delay + self._chance.uniform(-1, 1) * self.jitter
                await asyncio.sleep(max(0.0, due - loop.time()))
                if connection.lost:
                    return
                writer.write(chunk)
                await writer.drain()
                if upward and self._cutting is not None and _is_request(chunk):
                    self._cut(connection)
                    return

    def _cut(self, connection: ProxiedConnection) -> None:
        assert self._cutting is not None, "somebody waits for it"
        self.lost += 1
        connection.lose()
        self._cutting.set()
        self._cutting = None


def _is_request(chunk: bytes) -> bool:
    """Whether a piece begins with a frame that holds a message, and not with a pong, say."""
    return not chunk.startswith(b"GET ") and not chunk[0] & CONTROL

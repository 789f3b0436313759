"""A network that can be cut: TCP wires in a process of their own, each passed on, held or refused.

    python -m benchmarks.cluster_rig.partition TARGET_PORT ...

The first line on stdout has the port of each wire. Then each line on stdin is the number of a wire
and what becomes of it, and is answered by a line once that is so:

pass     what comes is passed on
hold     nothing gets through, in either direction, and nobody is told: as if packets were lost.
         What was on its way arrives after all when the wire passes on again, as TCP sees to
refuse   all connections break, and nobody can connect
"""

import asyncio
import json
import sys
from typing import cast

import uvloop

PASS, HOLD, REFUSE = "pass", "hold", "refuse"


class CutWire:
    """All connections to one port."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._state = PASS
        self._ends: set[WireEnd] = set()
        self._passing = asyncio.Event()
        self._passing.set()

    async def listen(self) -> int:
        """Take connections from now on; on which port."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: NearEnd(self), "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    def become(self, state: str) -> None:
        self._state = state
        for end in [end for end in self._ends if not end.transport.is_closing()]:
            if state == REFUSE:
                end.transport.abort()
            elif state == HOLD:
                end.transport.pause_reading()
            else:
                end.transport.resume_reading()
        (self._passing.clear if state == HOLD else self._passing.set)()

    def add(self, end: "WireEnd") -> None:
        self._ends.add(end)
        if self._state == REFUSE:
            end.transport.abort()
        elif self._state == HOLD:
            end.transport.pause_reading()

    def remove(self, end: "WireEnd") -> None:
        self._ends.discard(end)

    async def connect(self, near: "NearEnd") -> None:
        await self._passing.wait()
        if near.transport.is_closing():
            return
        try:
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda: WireEnd(self, near), "127.0.0.1", self._target)
        except OSError:  # the engine is down
            near.transport.abort()


class WireEnd(asyncio.Protocol):
    """What comes in here goes out at the other end."""

    transport: asyncio.Transport

    def __init__(self, wire: CutWire, other: "WireEnd | None" = None) -> None:
        self.other = other
        self._wire = wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's has another base
        self._wire.add(self)
        if isinstance(self.other, NearEnd):
            self.other.join(self)

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._wire.remove(self)
        if self.other is not None:
            self.other.transport.close()


class NearEnd(WireEnd):
    """The end of whoever connects, who may speak before the other end is there."""

    def __init__(self, wire: CutWire) -> None:
        super().__init__(wire)
        self._early = b""
        self._connecting: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._connecting = asyncio.create_task(self._wire.connect(self))

    def data_received(self, data: bytes) -> None:
        if self.other is None:
            self._early += data
        else:
            super().data_received(data)

    def join(self, other: WireEnd) -> None:
        self.other = other
        other.transport.write(self._early)
        if self.transport.is_closing():
            other.transport.close()


async def main() -> None:
    wires = [CutWire(int(word)) for word in sys.argv[1:]]
    print(json.dumps([await wire.listen() for wire in wires]), flush=True)
    commands = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while line := await commands.readline():
        number, state = line.decode().split()
        wires[int(number)].become(state)
        print(state, flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())

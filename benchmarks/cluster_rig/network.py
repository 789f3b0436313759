"""The wires between the nodes of a rig and its engines, each of which can be cut."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process

from benchmarks.cluster_rig.partition import PASS


class Network:
    """Every node's own wire to every engine, in a process beside us."""

    def __init__(self, nodes: int, engines: dict[str, int]) -> None:
        """*engines* are their ports, by name."""
        self._wires = [(node, engine) for node in range(nodes) for engine in engines]
        targets = [f"{engines[engine]}" for _, engine in self._wires]
        self._command = [sys.executable, "-m", "benchmarks.cluster_rig.partition", *targets]
        self._process: Process | None = None
        self._turn = asyncio.Lock()  # of whoever tells a wire what to become
        self.ports: dict[tuple[int, str], int] = {}  # to connect to, by node and engine

    async def open(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True, close_fds=True
        )
        ports = json.loads(await self._line())
        self.ports = dict(zip(self._wires, ports, strict=True))

    async def close(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()

    async def cut(self, node: int, engine: str, how: str) -> None:
        """Hold or refuse what goes between a node and an engine."""
        await self._become(node, engine, how)

    async def restore(self, node: int, engine: str) -> None:
        await self._become(node, engine, PASS)

    async def _become(self, node: int, engine: str, state: str) -> None:
        assert self._process is not None, "the network is not open"
        assert self._process.stdin is not None
        async with self._turn:
            self._process.stdin.write(f"{self._wires.index((node, engine))} {state}\n".encode())
            await self._line()

    async def _line(self) -> str:
        assert self._process is not None, "the network is not open"
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the process of the wires has died"
        return line.decode()

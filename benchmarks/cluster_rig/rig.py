"""A cluster on this machine: nodes as processes, their engines, and the network between them."""

import asyncio
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cluster_rig.broker import Broker
from benchmarks.cluster_rig.logged_process import DidNotStart, LoggedProcess
from benchmarks.cluster_rig.network import Network
from benchmarks.cluster_rig.postgres import Postgres, url_through
from benchmarks.crash import ROOMY, free_port

DATABASE, BUS = "postgres", "nats"  # the engines
ROOT = Path(__file__).parents[2]
BEFORE_NEXT_LIFE = 1.0  # seconds, after a node has ended by itself


@dataclass(frozen=True)
class Shape:
    """What a rig is made of."""

    nodes: int = 3
    lease: float = 2.0  # seconds
    clustered: bool = True  # or a single node without NATS
    durable: bool = True  # PostgreSQL waits for the disk
    flags: tuple[str, ...] = ()  # of every node, besides
    wired: bool = True  # through wires that can be cut, which cost CPU of their own


class NodeProcess(LoggedProcess):
    """A node that keeps its port from life to life, and is started again when it ends by itself."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number, self.port = number, free_port()
        self.url = f"ws://127.0.0.1:{self.port}"
        self.ended_by_itself = 0
        self._keeper: asyncio.Task[None] | None = None
        super().__init__([], folder / f"node-{number}.log", cwd=ROOT)

    async def start(self) -> str:
        url = await super().start()
        self._keeper = asyncio.create_task(self._keep())
        return url

    async def kill(self) -> None:
        self._leave()
        await super().kill()

    async def stop(self) -> int:
        self._leave()
        return await super().stop()

    def _leave(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()

    async def _keep(self) -> None:
        """As a host's service manager does."""
        await self.wait()
        self.ended_by_itself += 1
        while True:
            await asyncio.sleep(BEFORE_NEXT_LIFE)
            with suppress(DidNotStart):
                await super().start()
                await self.wait()
                self.ended_by_itself += 1


class Rig:
    """The parts; whoever breaks one mends it again."""

    def __init__(self, folder: Path, shape: Shape) -> None:
        self.folder, self.shape = folder, shape
        self.postgres = Postgres(folder, free_port(), shape.durable)
        self.broker = Broker(folder, free_port())
        engines = {DATABASE: self.postgres.port, BUS: self.broker.port}
        self.network = Network(shape.nodes if shape.wired else 0, engines)
        self.nodes = [NodeProcess(number, folder) for number in range(shape.nodes)]
        self.keeps_logs = False  # when all is over, for somebody to look at

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(node.url for node in self.nodes)

    async def open(self) -> None:
        await self.postgres.start()
        if self.shape.clustered:
            await self.broker.start()
        await self.network.open()
        for node in self.nodes:
            node.command = self._command(node)
            await node.start()

    async def close(self) -> None:
        for node in self.nodes:
            await node.kill()
        await self.network.close()
        await self.broker.kill()
        await self.postgres.stop()

    def _command(self, node: NodeProcess) -> list[str]:
        ports = self.network.ports
        database = url_through(ports.get((node.number, DATABASE), self.postgres.port))
        words = f"serve --port {node.port} --log-level info --database {database} {ROOMY}"
        if self.shape.clustered:
            bus = ports.get((node.number, BUS), self.broker.port)
            words += f" --nats nats://127.0.0.1:{bus} --node-url {node.url}"
            words += f" --lease-seconds {self.shape.lease}"
        return [sys.executable, "inarow.py", *words.split(), *self.shape.flags]


@asynccontextmanager
async def cluster(shape: Shape = Shape()) -> AsyncIterator[Rig]:  # noqa: B008
    """A rig that is up inside the block and leaves nothing behind it, but its logs on failure."""
    folder = Path(tempfile.mkdtemp(prefix="inarow-cluster-"))
    rig = Rig(folder, shape)
    if task := asyncio.current_task():  # or what we have started would outlive us
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        await rig.open()
        yield rig
    except BaseException as error:
        error.add_note(f"the logs of all nodes are in {folder}")
        await rig.close()
        raise
    await rig.close()
    if not rig.keeps_logs:
        shutil.rmtree(folder)

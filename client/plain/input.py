"""Lines of input as they come, from a terminal, a pipe or a file, without holding up the loop."""

import asyncio
import codecs
import os
from collections.abc import AsyncIterator, Callable
from threading import Thread

CHUNK = 4096


async def lines(descriptor: int) -> AsyncIterator[str]:
    """Each line without its end; what follows the last line end counts too.

    A thread reads, because files cannot be waited for by the loop on every system. It reads past
    the buffers of Python, so that one that still waits at the exit holds no lock.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        try:
            loop.call_soon_threadsafe(queue.put_nowait, line)
        except RuntimeError:  # nobody listens any more
            raise SystemExit from None

    Thread(target=_read, args=(descriptor, put), daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def _read(descriptor: int, put: Callable[[str | None], None]) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    rest = ""
    while chunk := _chunk(descriptor):
        *whole, rest = (rest + decoder.decode(chunk)).split("\n")
        for line in whole:
            put(line.rstrip("\r"))
    if rest:
        put(rest)
    put(None)


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:  # the terminal is gone
        return b""

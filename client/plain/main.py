"""From options to an exit code: the plain client from its start to its end."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress

from client.console import harmless
from client.errand import MISTAKEN
from client.join import join_server
from client.link.connection import ConnectionLost, Link, RequestRefused
from client.options import PlayOptions
from client.plain.client import PlainClient
from client.plain.commands import obey
from client.plain.input import lines
from games.errors import Mistake
from protocol.parts import Fault

DONE, FAILED, INTERRUPTED = 0, 1, 130
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def is_plain(asked: bool = False) -> bool:
    """Whether there is no terminal for a full screen, or none is wanted."""
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return asked or not terminal or dumb or bool(os.environ.get("NO_COLOR"))


def run_plain(options: PlayOptions) -> int:
    return asyncio.run(PlainRun(options).run())


class PlainRun:
    """One run of the plain client."""

    def __init__(self, options: PlayOptions) -> None:
        self._options = options
        self._client: PlainClient | None = None
        self._interrupted = False
        self._unheard = False
        self._main: asyncio.Task[object] | None = None

    async def run(self) -> int:
        self._main = asyncio.current_task()
        self._heed_signals()
        try:
            async with join_server(self._options, self._linked, self._say) as connection:
                interactive = sys.stdin is not None and sys.stdin.isatty()
                self._client = PlainClient(connection, self._options, self._say, interactive)
                await self._client.run(_input(), obey)
        except RequestRefused as refusal:
            if refusal.code in (*MISTAKEN, Fault.NAME_TAKEN):
                raise Mistake(refusal.text) from refusal
            return failed(f"the server refused: {refusal.text}")
        except ConnectionLost as lost:
            return failed(lost.reason)
        except asyncio.CancelledError:  # by a signal before there was anything to leave
            return INTERRUPTED
        if self._unheard:
            return FAILED
        return INTERRUPTED if self._interrupted else DONE

    def _say(self, text: str) -> None:
        if self._unheard:
            return
        try:
            say(text)
        except OSError:  # nobody reads any more: leave, so that the opponent does not wait
            self._unheard = True
            if self._client is not None:
                self._client.left.set()

    def _linked(self, link: Link) -> None:
        if self._client is not None:
            self._client.linked(link)

    def _heed_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            with suppress(AttributeError, NotImplementedError):  # where there are no such signals
                loop.add_signal_handler(getattr(signal, name), self._leave)

    def _leave(self) -> None:
        """At first politely; whoever asks twice is in a hurry."""
        hurry = self._interrupted or self._client is None
        self._interrupted = True
        if not hurry and self._client is not None:
            self._client.left.set()
        elif self._main is not None:
            self._main.cancel()


def say(text: str) -> None:
    """What is said goes out at once, and in one piece also where nothing is buffered."""
    text = f"{harmless(text)}\n"
    with suppress(UnicodeEncodeError):
        print(text, end="", flush=True)
        return
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), end="", flush=True)


async def _input() -> AsyncIterator[str]:
    if sys.stdin is not None:
        async for line in lines(sys.stdin.fileno()):
            yield line


def failed(why: str) -> int:
    print(f"inarow: {harmless(why)}", file=sys.stderr)
    return FAILED

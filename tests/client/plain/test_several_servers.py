"""What a person is told where servers are a cluster, line by line and on the full screen."""

import asyncio
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from client.link.connection import Link
from protocol.closes import Close
from tests.client.link.scripted import Double, Line, Script, scripted
from tests.client.link.server_messages import played, snapshot, started, stay
from tests.client.plain.people import person
from tests.client.screen.screens import terminal


def leaving(other: Double, going: asyncio.Event) -> Script:
    """A server that goes away when it is told to, and leaves another one behind."""

    async def script(line: Line) -> None:
        await line.welcome(nodes=(other.url,))
        await going.wait()
        await line.close(Close.SERVICE_RESTART)

    return script


async def test_the_server_that_one_is_sent_to_is_named() -> None:
    """And that one is there."""
    going = asyncio.Event()
    async with (
        scripted(stay) as other,
        scripted(leaving(other, going)) as double,
        person(double.url, "ann") as ann,
    ):
        going.set()
        await ann.hears(f"The server is going away: going to {other.url}. What you type is kept.")
        await ann.hears(f"Connected again, to {other.url}.")


async def test_it_is_named_on_the_full_screen_too(tmp_path: Path) -> None:
    """On the last line, until one is there."""
    going, coming = asyncio.Event(), asyncio.Event()

    async def late(line: Line) -> None:
        await coming.wait()
        await line.welcome()
        with suppress(ConnectionClosed):
            while True:  # whatever the lobby asks, it is patient
                await line.hear()

    async with (
        scripted(late) as other,
        scripted(leaving(other, going)) as double,
        terminal(double.url, tmp_path) as zoe,
    ):
        going.set()
        await zoe.until(f"The server is going away: going to {other.url} ...")
        coming.set()
        await zoe.until(lambda: zoe.client.session.link is Link.CONNECTED)
        await zoe.until(lambda: "is going away" not in zoe.text)


async def test_what_is_told_anew_is_said_once() -> None:
    """Where a server may have missed something, and nothing has happened."""

    going = asyncio.Event()

    async def unsure(line: Line) -> None:
        await line.welcome()
        await going.wait()
        await line.tell(started(), played(1), snapshot(1), snapshot(1), snapshot(2))
        await line.hold()

    async with scripted(unsure) as double, person(double.url, "ann") as ann:
        going.set()
        assert "2 moves so far" in await ann.hears("so far")
        assert not [text for text in ann.told if "1 move so far" in text]

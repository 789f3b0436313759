"""How long the player's end waits for a server, and what it says when in vain."""

import asyncio
import ssl
from itertools import islice

import pytest

from client.link.connection import ConnectionLost, Link, LinkOptions, connect
from client.link.outage import LONGEST, backoff, describe
from games.errors import Mistake
from protocol.closes import try_again
from protocol.events import Closing, Reopened
from protocol.parts import Fault
from protocol.replies import Refused
from protocol.requests import (
    Hello,
)
from tests.client.link.scripted import Line, Pauses, scripted
from tests.client.link.server_messages import leave, stay, until


class TestPatience:
    async def test_the_time_that_the_server_announces_is_waited_for(self) -> None:
        """When it closes as it said it would."""
        pauses = Pauses()

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(Closing("a new version", closes_in=1.0, back_in=30.0))
            await line.close(1001)

        async with (
            scripted(first, stay) as double,
            connect(double.url, options=LinkOptions(sleep=pauses)) as ann,
        ):
            assert isinstance(await anext(ann), Closing)
            await until(lambda: double.visits == 2 and ann.link is Link.CONNECTED)
        assert 29.0 < pauses.seconds[0] <= 30.2

    async def test_the_time_that_a_full_server_names_is_waited_for(self) -> None:
        """It stands in the reason with which it closes."""
        pauses = Pauses()

        async def full(line: Line) -> None:
            await line.close(1013, try_again(12.5, "the server is full"))

        async with (
            scripted(full, stay) as double,
            connect(double.url, options=LinkOptions(sleep=pauses)),
        ):
            assert double.visits == 2
        assert 12.5 <= pauses.seconds[0] <= 12.7

    async def test_an_accident_before_the_announced_end_is_not_waited_for(self) -> None:
        """The server is still there, and so is the clock of the match."""
        pauses = Pauses()

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(Closing("tonight", closes_in=600.0, back_in=700.0))
            line.drop()

        async with (
            scripted(first, stay) as double,
            connect(double.url, options=LinkOptions(sleep=pauses)) as ann,
        ):
            await until(lambda: double.visits == 2 and ann.link is Link.CONNECTED)
        assert pauses.seconds[0] <= 0.2
        assert ann.link is Link.CLOSED

    async def test_a_restart_that_was_withdrawn_is_not_waited_for(self) -> None:
        """Though the server goes away later."""
        pauses = Pauses()

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(Closing("a new version", closes_in=0.0, back_in=30.0))
            await line.tell(Reopened("not today"))
            await line.close(1001)

        async with (
            scripted(first, stay) as double,
            connect(double.url, options=LinkOptions(sleep=pauses)) as ann,
        ):
            assert isinstance(await anext(ann), Closing)
            assert isinstance(await anext(ann), Reopened)
            await until(lambda: double.visits == 2 and ann.link is Link.CONNECTED)
        assert pauses.seconds[0] <= 0.2

    async def test_a_server_that_asks_for_patience_gets_it(self) -> None:
        """A Hello refused with seconds to wait is said again after them."""
        pauses = Pauses()

        async def busy(line: Line) -> None:
            hello = await line.expect(Hello)
            await line.tell(Refused(hello.id, Fault.TOO_FAST, "too many connections", 7.0))
            await line.hold()

        async with (
            scripted(leave, busy, stay) as double,
            connect(double.url, options=LinkOptions(sleep=pauses)) as ann,
        ):
            await until(lambda: double.visits == 3 and ann.link is Link.CONNECTED)
        assert 7.0 <= pauses.seconds[1] <= 7.5


class TestTheFirstAttempt:
    async def test_nobody_there_is_said_with_the_address(self, free: str) -> None:
        """Where coming back is not wanted, one attempt is all."""
        with pytest.raises(ConnectionLost, match=f"cannot connect to {free}: .*refused|failed"):
            async with connect(free, options=LinkOptions(reconnect=False)):
                raise AssertionError("not reached")

    async def test_a_server_that_comes_late_is_waited_for(self, free: str) -> None:
        """With pauses that grow."""
        pauses = Pauses()
        connecting = connect(free, options=LinkOptions(sleep=pauses))
        join_server = asyncio.create_task(connecting.__aenter__())
        await until(lambda: len(pauses.seconds) > 7)
        join_server.cancel()
        with pytest.raises(asyncio.CancelledError):
            await join_server
        assert all(seconds <= 0.2 * 2**n for n, seconds in enumerate(pauses.seconds[:6]))

    async def test_waiting_can_be_bounded(self, free: str) -> None:
        """After that many seconds it is lost."""
        with pytest.raises(ConnectionLost, match="cannot connect to"):
            async with connect(free, options=LinkOptions(give_up=0.01, sleep=Pauses())):
                raise AssertionError("not reached")

    async def test_a_server_of_something_else_is_not_tried_again(self) -> None:
        """A page that is no WebSocket will not become one."""

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            await writer.wait_closed()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(ConnectionLost, match="HTTP 404"):
                async with connect(f"ws://127.0.0.1:{port}"):
                    raise AssertionError("not reached")

    @pytest.mark.parametrize("url", ["", "example.org", "http://example.org"])
    async def test_an_address_of_another_kind_is_a_mistake(self, url: str) -> None:
        """The text says how to write it."""
        with pytest.raises(Mistake, match="write ws://HOST:PORT"):
            async with connect(url):
                raise AssertionError("not reached")

    async def test_tls_is_for_wss_only(self) -> None:
        """A context for a plain address is a mistake, not silence."""
        with pytest.raises(Mistake):
            async with connect(
                "ws://example.org", options=LinkOptions(ssl=ssl.create_default_context())
            ):
                raise AssertionError("not reached")


@pytest.fixture
async def free() -> str:
    """The address of a port where nobody listens."""
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        return f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def test_pauses_double_up_to_a_bound() -> None:
    """And any of them may be shorter, so that not everybody comes back at once."""
    longest = list(islice(backoff(lambda: 1.0), 8))
    assert longest == [0.2, 0.4, 0.8, 1.6, 3.2, LONGEST, LONGEST, LONGEST]
    assert all(0 <= some <= most for some, most in zip(backoff(), longest, strict=False))


def test_every_error_has_words() -> None:
    """Even one that has none of its own."""
    assert describe(TimeoutError()) == "the server does not answer"
    assert describe(EOFError()) == "EOFError"

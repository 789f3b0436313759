"""How the player's end of the wire comes to its own end."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from client.link.connection import ConnectionLost, Link, LinkOptions, RequestRefused, connect
from protocol.parts import Fault
from protocol.replies import Matches, Players, Refused
from protocol.requests import (
    Hello,
    ListMatches,
    ListPlayers,
    Resign,
)
from tests.client.link.scripted import Line, Pauses, scripted
from tests.client.link.server_messages import leave, started, stay, until


class TestTheEnd:
    @pytest.mark.parametrize(("code", "reason"), [(4001, "you are elsewhere"), (4003, "be nice")])
    async def test_being_replaced_or_kicked_is_final(self, code: int, reason: str) -> None:
        """Whoever listens and whoever asks is told why; nothing tries to come back."""

        async def script(line: Line) -> None:
            await line.welcome()
            await line.expect(Resign)
            await line.tell(started())
            await line.close(code, reason)

        async with scripted(script) as double, connect(double.url) as ann:
            with pytest.raises(ConnectionLost, match=reason):
                await ann.ask(Resign(0, "m1"))
            assert await anext(ann) == started()
            with pytest.raises(ConnectionLost, match=reason) as lost:
                await anext(ann)
            with pytest.raises(ConnectionLost, match=reason):
                await ann.ask(ListMatches(0))
            assert (ann.link, lost.value.code) == (Link.CLOSED, code)

    async def test_a_refused_hello_is_not_tried_again(self) -> None:
        """A wrong token does not become right."""

        async def script(line: Line) -> None:
            hello = await line.expect(Hello)
            await line.tell(Refused(hello.id, Fault.BAD_TOKEN, "no such token"))
            await line.hold()

        async with scripted(script) as double:
            with pytest.raises(RequestRefused, match="no such token") as refused:
                async with connect(double.url, token="wrong"):
                    raise AssertionError("not reached")
        assert refused.value.code is Fault.BAD_TOKEN

    async def test_a_session_that_has_expired_ends_it(self) -> None:
        """Coming back as somebody else would surprise everybody."""

        async def expired(line: Line) -> None:
            hello = await line.expect(Hello)
            await line.tell(Refused(hello.id, Fault.BAD_TOKEN, "no such session"))
            await line.hold()

        async with (
            scripted(leave, expired) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
            with pytest.raises(RequestRefused, match="no such session"):
                await anext(ann)

    async def test_without_reconnect_a_drop_is_the_end(self) -> None:
        """For commands that ask one thing."""
        async with (
            scripted(leave) as double,
            connect(double.url, options=LinkOptions(reconnect=False)) as ann,
        ):
            with pytest.raises(ConnectionLost, match=f"lost {double.url}: the connection broke"):
                await anext(ann)

    async def test_an_exception_inside_closes_the_connection(self) -> None:
        """And passes through unchanged."""
        async with scripted(stay) as double:
            with pytest.raises(ZeroDivisionError):
                async with connect(double.url):
                    raise ZeroDivisionError

    async def test_cancelling_closes_cleanly_and_leaves_nothing_behind(self) -> None:
        """The server sees an ordinary close, and no task is left."""
        codes: list[int] = []

        async def script(line: Line) -> None:
            await line.welcome()
            with pytest.raises(ConnectionClosed) as closed:
                await line.hear()
            assert closed.value.rcvd
            codes.append(closed.value.rcvd.code)

        links: list[Link] = []

        async def listen(url: str) -> None:
            async with connect(url, options=LinkOptions(on_link=links.append)) as ann:
                async for _ in ann:
                    raise AssertionError("nothing is told")

        async with scripted(script) as double:
            before = asyncio.all_tasks()
            listening = asyncio.create_task(listen(double.url), name="listening")
            await until(lambda: links == [Link.CONNECTED])
            mine = {task for task in asyncio.all_tasks() - before if task is not listening}
            listening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await listening
            await until(lambda: all(task.done() for task in mine))
            await until(lambda: asyncio.all_tasks() <= before)
        assert codes == [1000]

    async def test_cancelling_one_question_does_not_hurt_the_others(self) -> None:
        """Its late reply is dropped."""

        async def script(line: Line) -> None:
            await line.welcome()
            first, second = await line.expect(ListMatches), await line.expect(ListPlayers)
            await line.tell(Matches(first.id, ()), Players(second.id, ()))
            await line.hold()

        async with scripted(script) as double, connect(double.url) as ann:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(ann.ask(ListMatches(0)), 0.01)
            assert (await ann.ask(ListPlayers(0))).players == ()

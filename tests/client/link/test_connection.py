"""The player's end of the wire, against scripted servers over real sockets."""

import asyncio

import pytest

from client.link.connection import (
    Announcement,
    Connection,
    ConnectionLost,
    Link,
    LinkOptions,
    RequestRefused,
    connect,
)
from protocol.codec import CODECS, Codec
from protocol.events import Said
from protocol.messages import FromServer
from protocol.parts import Fault, Player, Room
from protocol.replies import Leaders, Matches, Players, Refused
from protocol.requests import (
    Hello,
    ListLeaders,
    ListMatches,
    ListPlayers,
    Seek,
)
from tests.client.link.scripted import Line, Pauses, scripted
from tests.client.link.server_messages import (
    TERMS,
    ended,
    hear,
    live,
    played,
    snapshot,
    started,
    stay,
)


class TestAsking:
    @pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
    async def test_replies_find_their_requests_in_any_order(self, codec: Codec) -> None:
        """Each goes to whoever asked, by its id, in either format."""

        async def script(line: Line) -> None:
            await line.welcome()
            matches, players = await line.expect(ListMatches), await line.expect(ListPlayers)
            leaders = await line.expect(ListLeaders)
            await line.tell(Leaders(leaders.id, ()), Players(players.id, ()))
            await line.tell(Matches(matches.id, ()))
            await line.hold()

        async with (
            scripted(script) as double,
            connect(double.url, "ann", options=LinkOptions(codec=codec)) as ann,
        ):
            replies = await asyncio.gather(
                ann.ask(ListMatches(0)),
                ann.ask(ListPlayers(0)),
                ann.ask(ListLeaders(0, "connect4", "fast")),
            )
        assert [type(reply) for reply in replies] == [Matches, Players, Leaders]
        assert ann.you == Player("ann")

    async def test_a_refusal_is_raised_with_its_reason(self) -> None:
        """And with the seconds to wait, if the server names them."""

        async def script(line: Line) -> None:
            await line.welcome()
            seek = await line.expect(Seek)
            await line.tell(Refused(seek.id, Fault.TOO_FAST, "one at a time", 2.5))
            await line.hold()

        async with scripted(script) as double, connect(double.url) as ann:
            with pytest.raises(RequestRefused, match="one at a time") as refused:
                await ann.ask(Seek(0, TERMS))
        assert (refused.value.code, refused.value.wait) == (Fault.TOO_FAST, 2.5)

    async def test_hello_says_who_it_is(self) -> None:
        """Name, token, kind and software go in the first request."""
        heard: list[Hello] = []

        async def script(line: Line) -> None:
            heard.append(await line.welcome())
            await line.hold()

        async with (
            scripted(script) as double,
            connect(double.url, "zoe", token="t", bot=True, software="zoe 1.0") as zoe,
        ):
            assert zoe.link is Link.CONNECTED
        assert zoe.link is Link.CLOSED  # type: ignore[comparison-overlap]
        hello = heard[0]
        assert (hello.name, hello.token, hello.bot) == ("zoe", "t", True)
        assert (hello.software, hello.session, hello.seen) == ("zoe 1.0", None, {})

    async def test_asking_after_the_end_says_that_it_is_closed(self) -> None:
        """Rather than waiting for a reply that cannot come."""
        async with scripted(stay) as double, connect(double.url) as ann:
            pass
        with pytest.raises(ConnectionLost, match="the connection is closed"):
            await ann.ask(ListMatches(0))


class TestHearing:
    async def test_events_come_once_and_in_order(self) -> None:
        """What comes a second time is dropped, match by match."""
        news: list[FromServer] = [
            started(), played(1), played(1), started("m2"), started(), played(2), played(1, "m2"),
        ]  # fmt: skip

        async def script(line: Line) -> None:
            await line.welcome()
            await line.tell(*news, ended(3))
            await line.hold()

        async with scripted(script) as double, connect(double.url) as ann:
            heard = await hear(ann, 6)
        assert heard == [
            started(), played(1), started("m2"), played(2), played(1, "m2"), ended(3),
        ]  # fmt: skip

    async def test_a_snapshot_sets_what_was_seen(self) -> None:
        """Events go on from it, forwards or backwards."""

        async def script(line: Line) -> None:
            await line.welcome()
            await line.tell(started(), snapshot(5), played(5), played(6), snapshot(2), played(3))
            await line.hold()

        async with scripted(script) as double, connect(double.url) as ann:
            assert await hear(ann, 5) == [
                started(), snapshot(5), played(6), snapshot(2), played(3),
            ]  # fmt: skip

    async def test_other_news_passes_through(self) -> None:
        """Even the same words twice."""
        said = Said("m1", Room.PLAYERS, "bob", "hello")

        async def script(line: Line) -> None:
            await line.welcome()
            await line.tell(said, said)
            await line.hold()

        async with scripted(script) as double, connect(double.url) as ann:
            assert await hear(ann, 2) == [said, said]

    async def test_a_gap_in_the_events_is_mended_by_coming_back(self) -> None:
        """The server is asked for what is missing."""

        async def skips(line: Line) -> None:
            await line.welcome()
            await line.tell(started(), played(1), played(3))
            await line.hold()

        async def mends(line: Line) -> None:
            assert (await line.welcome(live("m1"))).seen == {"m1": 1}
            await line.tell(played(2), played(3))
            await line.hold()

        async with (
            scripted(skips, mends) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
            assert await hear(ann, 4) == [started(), played(1), played(2), played(3)]

    async def test_leaving_ends_the_iteration(self) -> None:
        """Whoever was waiting for events elsewhere is let go."""

        async def collect(connection: Connection) -> list[Announcement]:
            return [event async for event in connection]

        async with scripted(stay) as double:
            async with connect(double.url) as ann:
                waiting = [asyncio.create_task(collect(ann)) for _ in range(2)]
                await asyncio.sleep(0)
            assert await asyncio.gather(*waiting) == [[], []]

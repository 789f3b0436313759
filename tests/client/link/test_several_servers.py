"""The player's end of the wire where servers are a cluster, against scripted ones over sockets."""

import asyncio

import pytest

from client.link.connection import Connection, ConnectionLost, Link, LinkOptions, connect
from games.errors import Mistake
from protocol.closes import try_again
from protocol.replies import Done
from protocol.requests import Hello, Move
from tests.client.link.scripted import Double, Line, Pauses, Script, scripted
from tests.client.link.server_messages import live, played, started, stay, until

NOBODY = "ws://127.0.0.1:1"


async def drop(line: Line) -> None:
    line.drop()


def sending_to(other: Double, when: asyncio.Event | None = None) -> Script:
    """A server that goes away, and leaves another one behind."""

    async def script(line: Line) -> None:
        await line.welcome(nodes=(other.url,))
        if when is not None:
            await when.wait()
        await line.close(1012, "this server is going away: come back and resume")

    return script


class TestTheFirstAttempt:
    async def test_the_next_one_is_tried_at_once(self) -> None:
        """Nothing is waited for where another server may be up."""
        pauses = Pauses()
        async with (
            scripted(stay) as double,
            connect(f"{NOBODY},{double.url}", options=LinkOptions(sleep=pauses)) as ann,
        ):
            assert (ann.url, pauses.seconds) == (double.url, [])

    async def test_it_is_so_without_reconnecting_too(self) -> None:
        """Then each is tried once."""
        once = LinkOptions(reconnect=False)
        async with scripted(stay) as double, connect(f"{NOBODY},{double.url}", options=once):
            pass
        others = "ws://127.0.0.1:2"
        with pytest.raises(ConnectionLost, match=f"cannot connect to any of {NOBODY}, {others}: "):
            async with connect(f"{NOBODY},{others}", options=once):
                raise AssertionError("not reached")

    async def test_after_a_round_in_vain_there_is_a_pause(self) -> None:
        """Which grows with each."""
        pauses = Pauses()
        connecting = connect(f"{NOBODY},ws://127.0.0.1:2", options=LinkOptions(sleep=pauses))
        joining = asyncio.create_task(connecting.__aenter__())
        await until(lambda: len(pauses.seconds) > 5)
        joining.cancel()
        await asyncio.wait([joining])
        assert all(seconds <= 0.2 * 2**n for n, seconds in enumerate(pauses.seconds[:5]))

    @pytest.mark.parametrize("url", ["ws://a,b", "http://a,ws://b", ","])
    async def test_any_of_them_can_be_a_mistake(self, url: str) -> None:
        """Which is told before anything is tried."""
        with pytest.raises(Mistake, match="is no server: write ws://HOST:PORT"):
            async with connect(url):
                raise AssertionError("not reached")


class TestALostServer:
    async def test_its_players_find_one_that_it_named(self) -> None:
        """After one more attempt; with their session, what they have seen, and what is open."""
        hellos: list[Hello] = []
        pauses = Pauses()

        async def second(line: Line) -> None:
            hellos.append(await line.welcome(live("m1"), session="s2"))
            move = await line.expect(Move)
            await line.tell(played(1), Done(move.id))
            await line.hold()

        async with scripted(second) as other:

            async def first(line: Line) -> None:
                hellos.append(await line.welcome(nodes=(other.url,), session="s1"))
                await line.tell(started())
                await line.expect(Move)
                line.drop()

            async with (
                scripted(first, drop) as double,
                connect(double.url, "ann", options=LinkOptions(sleep=pauses)) as ann,
            ):
                assert await anext(ann) == started()
                await ann.ask(Move(0, "m1", 0, 0))
                assert await anext(ann) == played(1)
                assert (ann.url, ann.link) == (other.url, Link.CONNECTED)
        assert [hello.session for hello in hellos] == [None, "s1"]
        assert [hello.seen for hello in hellos] == [{}, {"m1": 0}]
        assert len(pauses.seconds) == 1  # so that not all come back at one moment

    async def test_one_that_goes_away_sends_them_to_another_at_once(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And they are told where they go."""
        monkeypatch.setattr("client.link.outage.SETTLING", 0.0)
        pauses, told = Pauses(), list[tuple[Link, str]]()
        welcomed: list[Connection] = []
        going = asyncio.Event()

        def linked(link: Link) -> None:
            told.extend((link, each.going_to) for each in welcomed)

        async with scripted(stay) as other, scripted(sending_to(other, going)) as double:
            options = LinkOptions(sleep=pauses, on_link=linked)
            async with connect(double.url, options=options) as ann:
                welcomed.append(ann)
                going.set()
                await until(lambda: ann.url == other.url and ann.link is Link.CONNECTED)
        assert told[0] == (Link.RECONNECTING, other.url)
        assert pauses.seconds == []

    async def test_who_is_sent_away_on_coming_does_not_hurry_to_the_next(self) -> None:
        """Or two servers could play ball with them."""
        pauses = Pauses()
        async with (
            scripted(stay) as other,
            scripted(sending_to(other)) as double,
            connect(double.url, options=LinkOptions(sleep=pauses)) as ann,
        ):
            await until(lambda: ann.url == other.url and ann.link is Link.CONNECTED)
        assert len(pauses.seconds) <= 1
        assert all(0 < seconds <= 0.2 for seconds in pauses.seconds)

    async def test_a_full_one_is_left_in_peace_while_there_are_others(self) -> None:
        """Its seconds are waited for only where all are full."""
        pauses = Pauses()

        async def full(line: Line) -> None:
            await line.close(1013, try_again(12.5, "the server is full"))

        async with (
            scripted(full, stay) as one,
            scripted(full) as other,
            connect(f"{one.url},{other.url}", options=LinkOptions(sleep=pauses)) as ann,
        ):
            assert ann.url == one.url
        assert len(pauses.seconds) == 1
        assert 12.0 <= pauses.seconds[0] <= 12.7

    async def test_what_is_no_server_is_passed_over(self) -> None:
        """Whatever a server names; nobody is led to it, or ends because of it."""
        async with scripted(stay) as other:
            nodes = ("http://nobody", "", "ws://[", NOBODY, other.url)

            async def first(line: Line) -> None:
                await line.welcome(nodes=nodes)
                line.drop()

            async with (
                scripted(first, drop) as double,
                connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
            ):
                await until(lambda: ann.url == other.url and ann.link is Link.CONNECTED)

    async def test_without_reconnect_it_is_the_end(self) -> None:
        """For commands that ask one thing, wherever else they could ask it."""

        async def first(line: Line) -> None:
            await line.welcome(nodes=(NOBODY,))
            line.drop()

        async with (
            scripted(first) as double,
            connect(double.url, options=LinkOptions(reconnect=False)) as ann,
        ):
            with pytest.raises(ConnectionLost, match=f"lost {double.url}: the connection broke"):
                await anext(ann)

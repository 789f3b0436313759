"""The player's end of the wire, against scripted servers over real sockets."""

import asyncio
import ssl
from collections.abc import Callable
from itertools import islice

import pytest
from websockets.exceptions import ConnectionClosed

from client.connection import Connection, ConnectionLost, Heard, Link, RequestRefused, connect
from client.outage import LONGEST, backoff, told
from games.errors import Mistake
from protocol.codec import CODECS, Codec
from protocol.events import Closing, Ended, Offered, Played, Reopened, Said, Snapshot, Started
from protocol.messages import FromServer
from protocol.parts import Ending, Fault, LiveMatch, OfferKind, Player, Policy, Room, Terms
from protocol.replies import Done, Leaders, Matches, Opened, Players, Refused, Shown
from protocol.requests import (
    Declare,
    Hello,
    ListLeaders,
    ListMatches,
    ListPlayers,
    Move,
    Resign,
    Say,
    Seek,
    ShowMatch,
    Unwatch,
    Watch,
)
from tests.scripted import Line, Pauses, scripted

TERMS = Terms("tictactoe")
PLAYERS = (Player("ann"), Player("bob"))


def started(match: str = "m1", side: int | None = 0) -> Started:
    return Started(match, 0, TERMS, (3, 3), PLAYERS, at=0.0, side=side)


def played(seq: int, match: str = "m1") -> Played:
    return Played(match, seq, seq - 1, seq - 1, 0.1, 0.0, 0.1, (None, None), seq % 2)


def ended(seq: int, match: str = "m1") -> Ended:
    return Ended(match, seq, None, Ending.AGREED, at=1.0)


def snapshot(seq: int, match: str = "m1", side: int | None = 0) -> Snapshot:
    moves = tuple(range(seq))
    return Snapshot(match, seq, started(match, side), PLAYERS, moves, (None, None), 0, side)


def live(match: str) -> LiveMatch:
    return LiveMatch(match, TERMS, PLAYERS, ply=0, seq=0, side=0)


async def hear(connection: Connection, count: int) -> list[Heard]:
    return [await anext(connection) for _ in range(count)]


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

        async with scripted(script) as double, connect(double.url, "ann", codec=codec) as ann:
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


async def stay(line: Line) -> None:
    await line.welcome()
    await line.hold()


class TestHearing:
    async def test_events_come_once_and_in_order(self) -> None:
        """What comes a second time is dropped, match by match."""
        told: list[FromServer] = [
            started(), played(1), played(1), started("m2"), started(), played(2), played(1, "m2"),
        ]  # fmt: skip

        async def script(line: Line) -> None:
            await line.welcome()
            await line.tell(*told, ended(3))
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

        async with scripted(skips, mends) as double, connect(double.url, sleep=Pauses()) as ann:
            assert await hear(ann, 4) == [started(), played(1), played(2), played(3)]

    async def test_leaving_ends_the_iteration(self) -> None:
        """Whoever was waiting for events elsewhere is let go."""

        async def collect(connection: Connection) -> list[Heard]:
            return [event async for event in connection]

        async with scripted(stay) as double:
            async with connect(double.url) as ann:
                waiting = [asyncio.create_task(collect(ann)) for _ in range(2)]
                await asyncio.sleep(0)
            assert await asyncio.gather(*waiting) == [[], []]


class TestComingBack:
    async def test_a_drop_in_mid_game_resumes_where_it_was(self) -> None:
        """With the session and the last event seen of each live match; what was missed follows."""
        hellos: list[Hello] = []
        links: list[Link] = []

        async def first(line: Line) -> None:
            hellos.append(await line.welcome(session="s1"))
            await line.tell(started(), played(1), started("m2"), ended(1, "m2"), played(2))
            line.drop()

        async def second(line: Line) -> None:
            hellos.append(await line.welcome(live("m1"), session="s2"))
            await line.tell(played(2), played(3), ended(4))
            line.drop()

        async def third(line: Line) -> None:
            hellos.append(await line.welcome(session="s3"))
            await line.hold()

        async with (
            scripted(first, second, third) as double,
            connect(double.url, "ann", sleep=Pauses(), on_link=links.append) as ann,
        ):
            heard = await hear(ann, 7)
            await until(lambda: len(hellos) == 3 and ann.link is Link.CONNECTED)
            assert ann.welcome.session == "s3"
        assert heard == [
            started(), played(1), started("m2"), ended(1, "m2"), played(2), played(3), ended(4),
        ]  # fmt: skip
        assert [hello.session for hello in hellos] == [None, "s1", "s2"]
        assert [hello.seen for hello in hellos] == [{}, {"m1": 2}, {}]
        back = [Link.RECONNECTING, Link.CONNECTED]
        assert links == [Link.CONNECTED, *back, *back, Link.CLOSED]

    async def test_an_unanswered_move_is_sent_again_and_answered_once(self) -> None:
        """The move itself is the same; only who asks does not notice."""
        moves: list[Move] = []

        async def first(line: Line) -> None:
            await line.welcome()
            moves.append(await line.expect(Move))
            line.drop()

        async def second(line: Line) -> None:
            await line.welcome()
            moves.append(await line.expect(Move))
            await line.tell(Done(moves[-1].id), Done(moves[-1].id))
            await line.hold()

        async with scripted(first, second) as double, connect(double.url, sleep=Pauses()) as ann:
            assert isinstance(await ann.ask(Move(0, "m1", 3, 7)), Done)
        assert moves[0] == moves[1]

    async def test_what_cannot_be_repeated_is_lost_with_the_link(self) -> None:
        """Whoever asked must find out whether it was done; the connection itself comes back."""

        async def first(line: Line) -> None:
            await line.welcome()
            await line.expect(Seek)
            line.drop()

        async def second(line: Line) -> None:
            await line.welcome()
            await line.tell(Opened((await line.expect(Seek)).id, "k"))
            await line.hold()

        async with scripted(first, second) as double, connect(double.url, sleep=Pauses()) as ann:
            with pytest.raises(ConnectionLost, match="nobody knows whether Seek was carried out"):
                await ann.ask(Seek(0, TERMS))
            assert (await ann.ask(Seek(0, TERMS))).key == "k"

    async def test_what_is_asked_while_the_link_is_down_waits_for_it(self) -> None:
        """It was never sent, so sending it is safe, whatever it is."""
        down = asyncio.Event()
        up = asyncio.Event()

        async def pause(seconds: float) -> None:
            down.set()
            await up.wait()

        async def second(line: Line) -> None:
            await line.welcome()
            await line.tell(Done((await line.expect(Say)).id))
            await line.hold()

        async with scripted(leave, second) as double, connect(double.url, sleep=pause) as ann:
            await down.wait()
            asking = asyncio.create_task(ann.ask(Say(0, "m1", Room.PLAYERS, "hello")))
            await asyncio.sleep(0)
            up.set()
            await asking

    async def test_a_request_that_the_server_cannot_read_is_given_up(self) -> None:
        """After its second link, or it would break one after the other."""

        async def first(line: Line) -> None:
            await line.welcome()
            await line.expect(Move)
            await line.close(1008, "cell: expected an integer")

        scripts = (first, first, stay)
        async with scripted(*scripts) as double, connect(double.url, sleep=Pauses()) as ann:
            with pytest.raises(ConnectionLost, match="cell: expected an integer"):
                await ann.ask(Move(0, "m1", 0, 0))
            await until(lambda: double.visits == 3 and ann.link is Link.CONNECTED)

    async def test_what_the_server_forgets_is_renewed(self) -> None:
        """The policy, and the matches watched; not those that ended or are watched no more."""

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(Done((await line.expect(Declare)).id))
            for match in ("w1", "w2", "w3"):
                await line.tell(Done((await line.expect(Watch)).id), snapshot(4, match, None))
            await line.tell(Done((await line.expect(Unwatch)).id), ended(5, "w3"))
            line.drop()

        async def second(line: Line) -> None:
            assert (await line.welcome()).seen == {"w2": 4}
            assert (await line.expect(Declare)).policy == Policy(capacity=3)
            assert (await line.expect(Watch)).match == "w2"
            await line.tell(snapshot(6, "w2", None))
            await line.hold()

        async with scripted(first, second) as double, connect(double.url, sleep=Pauses()) as ann:
            await ann.ask(Declare(0, Policy(capacity=3)))
            for match in ("w1", "w2", "w3"):
                await ann.ask(Watch(0, match))
            await ann.ask(Unwatch(0, "w1"))
            assert (await hear(ann, 5))[-1] == snapshot(6, "w2", None)

    async def test_the_end_of_a_match_is_heard_though_it_came_while_away(self) -> None:
        """The server tells of live matches by itself; it is asked how the others went on."""

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(started(), played(1), started("m2"), started("m3"))
            line.drop()

        async def second(line: Line) -> None:
            await line.welcome(live("m2"))
            show, lost = await line.expect(ShowMatch), await line.expect(ShowMatch)
            assert (show.match, lost.match) == ("m1", "m3")
            await line.tell(Refused(lost.id, Fault.NO_SUCH_MATCH, "no match is called m3"))
            await line.tell(Shown(show.id, (started(), played(1), played(2), ended(3))))
            await line.tell(Shown(show.id, (started(), played(1), played(2), ended(3))))
            await line.tell(played(1, "m2"))
            await line.hold()

        async with scripted(first, second) as double, connect(double.url, sleep=Pauses()) as ann:
            heard = await hear(ann, 7)
        assert heard[-3:] == [played(2), ended(3), played(1, "m2")]

    async def test_watching_from_the_start_hears_everything_again(self) -> None:
        """Though some of it was seen before."""
        offered = Offered("w1", 1, 0, OfferKind.DRAW)

        async def script(line: Line) -> None:
            await line.welcome()
            for _ in range(2):
                await line.tell(Done((await line.expect(Watch)).id))
                await line.tell(started("w1", None), offered)
            await line.hold()

        async with scripted(script) as double, connect(double.url) as ann:
            await ann.ask(Watch(0, "w1", from_start=True))
            await ann.ask(Watch(0, "w1", from_start=True))
            assert await hear(ann, 4) == [started("w1", None), offered] * 2

    @pytest.mark.parametrize("frame", [b"\xc1", b'{"type":"done","id":1}', b""])
    async def test_a_frame_that_is_no_message_ends_the_link_but_not_the_connection(
        self, frame: bytes
    ) -> None:
        """What was asked and can be repeated is asked again."""

        async def first(line: Line) -> None:
            await line.welcome()
            await line.expect(ListMatches)
            await line.blurt(frame)
            await line.hold()

        async def second(line: Line) -> None:
            await line.welcome()
            await line.tell(Matches((await line.expect(ListMatches)).id, ()))
            await line.hold()

        async with scripted(first, second) as double, connect(double.url, sleep=Pauses()) as ann:
            assert (await ann.ask(ListMatches(0))).matches == ()

    async def test_the_time_that_the_server_announces_is_waited_for(self) -> None:
        """When it closes as it said it would."""
        pauses = Pauses()

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(Closing("a new version", closes_in=1.0, back_in=30.0))
            await line.close(1001)

        async with scripted(first, stay) as double, connect(double.url, sleep=pauses) as ann:
            assert isinstance(await anext(ann), Closing)
            await until(lambda: double.visits == 2 and ann.link is Link.CONNECTED)
        assert 29.0 < pauses.seconds[0] <= 30.2

    async def test_an_accident_before_the_announced_end_is_not_waited_for(self) -> None:
        """The server is still there, and so is the clock of the match."""
        pauses = Pauses()

        async def first(line: Line) -> None:
            await line.welcome()
            await line.tell(Closing("tonight", closes_in=600.0, back_in=700.0))
            line.drop()

        async with scripted(first, stay) as double, connect(double.url, sleep=pauses) as ann:
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

        async with scripted(first, stay) as double, connect(double.url, sleep=pauses) as ann:
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

        async with scripted(leave, busy, stay) as double, connect(double.url, sleep=pauses) as ann:
            await until(lambda: double.visits == 3 and ann.link is Link.CONNECTED)
        assert 7.0 <= pauses.seconds[1] <= 7.5


async def leave(line: Line) -> None:
    await line.welcome()
    line.drop()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - conditions of both ends, which set no event
            await asyncio.sleep(0.001)


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

        async with scripted(leave, expired) as double, connect(double.url, sleep=Pauses()) as ann:
            with pytest.raises(RequestRefused, match="no such session"):
                await anext(ann)

    async def test_without_reconnect_a_drop_is_the_end(self) -> None:
        """For commands that ask one thing."""
        async with scripted(leave) as double, connect(double.url, reconnect=False) as ann:
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
            async with connect(url, on_link=links.append) as ann:
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


class TestTheFirstAttempt:
    async def test_nobody_there_is_said_with_the_address(self, free: str) -> None:
        """Where coming back is not wanted, one attempt is all."""
        with pytest.raises(ConnectionLost, match=f"cannot connect to {free}: .*refused|failed"):
            async with connect(free, reconnect=False):
                raise AssertionError("not reached")

    async def test_a_server_that_comes_late_is_waited_for(self, free: str) -> None:
        """With pauses that grow."""
        pauses = Pauses()
        connecting = connect(free, sleep=pauses)
        entering = asyncio.create_task(connecting.__aenter__())
        await until(lambda: len(pauses.seconds) > 7)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        assert all(seconds <= 0.2 * 2**n for n, seconds in enumerate(pauses.seconds[:6]))

    async def test_waiting_can_be_bounded(self, free: str) -> None:
        """After that many seconds it is lost."""
        with pytest.raises(ConnectionLost, match="cannot connect to"):
            async with connect(free, give_up=0.01, sleep=Pauses()):
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
            async with connect("ws://example.org", ssl=ssl.create_default_context()):
                raise AssertionError("not reached")


@pytest.fixture
async def free() -> str:
    """The address of a port where nobody listens."""
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        return f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def test_pauses_double_up_to_a_bound() -> None:
    """And any of them may be shorter, so that not everybody comes back at once."""
    longest = list(islice(backoff(lambda: 1.0), 8))
    assert longest == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, LONGEST, LONGEST]
    assert all(0 <= some <= most for some, most in zip(backoff(), longest, strict=False))


def test_every_error_has_words() -> None:
    """Even one that has none of its own."""
    assert told(TimeoutError()) == "the server does not answer"
    assert told(EOFError()) == "EOFError"

"""What the player's end does after a lost link: it resumes, repeats and renews."""

import asyncio

import pytest

from client.link.connection import ConnectionLost, Link, LinkOptions, connect
from protocol.events import Offered, TournamentChanged
from protocol.parts import Fault, OfferKind, Policy, Room
from protocol.replies import Done, Matches, Opened, Refused, Shown, TournamentShown
from protocol.requests import (
    Declare,
    Hello,
    ListMatches,
    Move,
    Say,
    Seek,
    ShowMatch,
    ShowTournament,
    Unwatch,
    Watch,
)
from protocol.tournaments import Format, Plan, Stage, TournamentSummary
from tests.client.link.scripted import Line, Pauses, scripted
from tests.client.link.server_messages import (
    TERMS,
    ended,
    hear,
    leave,
    live,
    played,
    snapshot,
    started,
    stay,
    until,
)


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
            connect(
                double.url, "ann", options=LinkOptions(sleep=Pauses(), on_link=links.append)
            ) as ann,
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

        async with (
            scripted(first, second) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
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

        async with (
            scripted(first, second) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
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

        async with (
            scripted(leave, second) as double,
            connect(double.url, options=LinkOptions(sleep=pause)) as ann,
        ):
            await down.wait()
            request = asyncio.create_task(ann.ask(Say(0, "m1", Room.PLAYERS, "hello")))
            await asyncio.sleep(0)
            up.set()
            await request

    async def test_a_request_that_the_server_cannot_read_is_given_up(self) -> None:
        """After its second link, or it would break one after the other."""

        async def first(line: Line) -> None:
            await line.welcome()
            await line.expect(Move)
            await line.close(1008, "cell: expected an integer")

        scripts = (first, first, stay)
        async with (
            scripted(*scripts) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
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

        async with (
            scripted(first, second) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
            await ann.ask(Declare(0, Policy(capacity=3)))
            for match in ("w1", "w2", "w3"):
                await ann.ask(Watch(0, match))
            await ann.ask(Unwatch(0, "w1"))
            assert (await hear(ann, 5))[-1] == snapshot(6, "w2", None)

    async def test_tournaments_are_watched_again(self) -> None:
        """Those that are still watched, once there is a link."""
        cup = TournamentSummary("t1", "Cup", Format.SWISS, TERMS, "eve", Stage.OPEN, (), 0, 0)

        async def first(line: Line) -> None:
            await line.welcome()
            for _ in range(3):
                request = await line.expect(ShowTournament)
                plan = Plan("Cup", Format.SWISS, TERMS)
                await line.tell(TournamentShown(request.id, cup, plan, (), (), (), ()))
            line.drop()

        async def second(line: Line) -> None:
            await line.welcome()
            renewed = await line.expect(ShowTournament)
            assert (renewed.tournament, renewed.watch) == ("t1", True)
            await line.tell(TournamentChanged(cup))
            await line.hold()

        async with (
            scripted(first, second) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
            for tournament, watch in (("t1", True), ("t2", True), ("t2", False)):
                await ann.ask(ShowTournament(0, tournament, watch))
            assert await anext(ann) == TournamentChanged(cup)

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

        async with (
            scripted(first, second) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
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

        async with (
            scripted(first, second) as double,
            connect(double.url, options=LinkOptions(sleep=Pauses())) as ann,
        ):
            assert (await ann.ask(ListMatches(0))).matches == ()

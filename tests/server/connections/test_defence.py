"""What becomes of those who break the rules of the wire, ask too much, or come too many."""

import json
import re
from pathlib import Path

import msgpack
import pytest
from websockets.asyncio.client import connect

from protocol.codec import JSON
from protocol.parts import Fault, Room, Terms
from protocol.replies import Done, Opened, Refused, Seeks
from protocol.requests import (
    Hello,
    Invite,
    ListSeeks,
    Resign,
    Say,
    Seek,
    Withdraw,
)
from server.app import App
from tests.server.connections.links import closing
from tests.server.inside import counted
from tests.server.players_over_sockets import connected, pair, player
from tests.server.server_time import ServerTime
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
WRONG = {
    "no MessagePack": b"\xc1",
    "nothing": b"",
    "no map": msgpack.packb([1, 2]),
    "no type": msgpack.packb({"id": 1}),
    "an unknown type": msgpack.packb({"type": "teleport", "id": 1}),
    "an unknown type in many letters": msgpack.packb({"type": "ß" * 200, "id": 1}),
    "a missing field": msgpack.packb({"type": "move", "id": 1}),
    "an unknown field": msgpack.packb({"type": "listseeks", "id": 1, "extra": 1}),
    "a wrong kind of value": msgpack.packb({"type": "listseeks", "id": "1"}),
    "a number out of range": msgpack.packb({"type": "listseeks", "id": -1}),
    "deep nesting": b"\x91" * 10_000,
    "more than one message": msgpack.packb({"type": "listseeks", "id": 1}) * 2,
}


class TestFrames:
    @pytest.mark.parametrize("frame", WRONG.values(), ids=list(WRONG))
    @pytest.mark.parametrize("greeted", [False, True], ids=["stranger", "player"])
    async def test_what_is_no_message_closes_the_connection_with_a_reason(
        self, frame: bytes, greeted: bool, app: App
    ) -> None:
        """And is counted."""
        async with connect(app.url) as socket:
            if greeted:
                await socket.send(msgpack.packb({"type": "hello", "id": 1, "name": "ann"}))
                await socket.recv()
            await socket.send(frame)
            code, reason = await closing(socket)
            assert code == 1008
            assert reason
        assert counted(app, "frames_malformed_total") == 1

    async def test_an_unknown_type_is_told_which_there_are(self, app: App) -> None:
        """As far as a close frame has room."""
        async with connect(app.url) as socket:
            await socket.send(json.dumps({"type": "teleport", "id": 1}))
            _, reason = await closing(socket)
            assert reason is not None
            assert reason.startswith("Invalid value 'teleport' - at `$.type` (a type is one of he")

    async def test_an_oversized_frame_closes_the_connection(self, app: App) -> None:
        """Before it is read, and after the welcome as before."""
        async with connected(app.url) as stranger, player(app.url, "ann", JSON) as ann:
            for one in (stranger, ann):
                await one.send(Hello(0, "x" * 20_000))
                code, reason = await one.closed()
                assert code == 1009
                assert "16384" in reason


class TestAskingTooMuch:
    async def test_a_flood_is_refused_with_the_time_to_wait(self, tmp_path: Path) -> None:
        """While moves in one's own match go through."""
        async with (
            serving(tmp_path, requests_per_second=0.01, burst=6) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            ids = [await ann.send(Seek(0, GOMOKU)) for _ in range(10)]
            ids += [await ann.send(ListSeeks(0)) for _ in range(10)]
            replies = [await ann.reply(id) for id in ids]
            refused = [reply for reply in replies if isinstance(reply, Refused)]
            assert len(refused) == 15
            assert {each.code for each in refused} == {Fault.TOO_FAST}
            assert all(each.wait and 0 < each.wait <= 100 for each in refused)
            for ply in range(0, 20, 2):
                await ann.play(match, ply, ply)
                await bob.play(match, ply + 1, ply + 1)
            await ann.ask(Resign(0, match), Done)
            assert counted(app, "refusals_total", code="too-fast") == 15

    async def test_one_who_waits_as_told_is_served(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The time that was given is enough."""
        time = ServerTime(monkeypatch)
        async with (
            serving(tmp_path, requests_per_second=0.01, burst=1) as app,
            player(app.url, "ann") as ann,
        ):
            await ann.ask(ListSeeks(0), Seeks)
            refused = await ann.refused(ListSeeks(0))
            assert refused.wait is not None
            time.skip(refused.wait)
            await ann.ask(ListSeeks(0), Seeks)

    async def test_one_who_never_stops_is_disconnected(self, tmp_path: Path) -> None:
        """Because refusing takes time that is others', too."""
        async with (
            serving(tmp_path, requests_per_second=0.001, burst=5) as app,
            player(app.url, "ann") as ann,
        ):
            for _ in range(5 + 50):
                await ann.send(ListSeeks(0))
            await ann.send(ListSeeks(0))
            assert await ann.closed() == (1008, "you go on too fast: come back and resume")
            assert len(ann.all(Refused)) >= 50

    async def test_all_from_one_address_share_a_limit(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """So that many connections get no more than a few; moves are not counted in it."""
        time = ServerTime(monkeypatch)
        async with (
            serving(tmp_path, requests_per_address=0.3) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            time.stop()
            match = await pair(ann, bob, GOMOKU)
            asked = [await (ann, bob)[n % 2].send(ListSeeks(0)) for n in range(4)]
            replies = [await (ann, bob)[n % 2].reply(id) for n, id in enumerate(asked)]
            refused = [reply for reply in replies if isinstance(reply, Refused)]
            assert [each.code for each in refused] == [Fault.TOO_FAST] * 3
            assert all(each.wait for each in refused)
            await ann.play(match, 0, 0)

    async def test_moves_have_a_limit_of_their_own(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Which a flood of wrong ones meets."""
        time = ServerTime(monkeypatch)
        async with (
            serving(tmp_path, moves_per_second=3) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            time.stop()
            ids = [await bob.send(Resign(0, "nowhere")) for _ in range(4)]
            codes = [reply.code for id in ids if isinstance(reply := await bob.reply(id), Refused)]
            assert codes == [Fault.NO_SUCH_MATCH] * 3 + [Fault.TOO_FAST]
            await ann.play(match, 0, 0)

    async def test_chat_is_limited_in_number_and_length(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And nothing is not said."""
        time = ServerTime(monkeypatch)
        time.stop()
        async with (
            serving(tmp_path, says_per_minute=2, text_length=10) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            for text in ("x" * 11, "", "   "):
                refused = await ann.refused(Say(0, match, Room.PLAYERS, text))
                assert refused.code is Fault.TOO_LONG
            for _ in range(2):
                await ann.ask(Say(0, match, Room.PLAYERS, "x" * 10), Done)
            refused = await ann.refused(Say(0, match, Room.PLAYERS, "hello"))
            assert refused.code is Fault.TOO_FAST
            assert refused.wait is not None
            assert refused.wait == pytest.approx(30)

    async def test_only_so_much_may_be_open_at_once(self, tmp_path: Path) -> None:
        """Seeks and invites together; one taken back makes room."""
        async with serving(tmp_path, open_requests=2) as app, player(app.url, "ann") as ann:
            await ann.ask(Seek(0, GOMOKU), Opened)
            invite = await ann.ask(Invite(0, GOMOKU), Opened)
            assert (await ann.refused(Seek(0, GOMOKU))).code is Fault.BUSY
            await ann.ask(Withdraw(0, invite.key), Done)
            await ann.ask(Seek(0, GOMOKU), Opened)


class TestComingTooMany:
    async def told(self, url: str) -> tuple[int | None, str]:
        """What one too many is told."""
        async with connected(url) as one:
            await one.send(Hello(0, "one-too-many"))
            return await one.closed()

    async def test_in_all(self, tmp_path: Path) -> None:
        """Until one has left."""
        async with serving(tmp_path, connections=2) as app, player(app.url, "ann"):
            async with player(app.url, "bob"):
                assert await self.told(app.url) == (1013, "wait 5.0 s: the server is full")
            async with player(app.url, "cat"):
                pass

    async def test_from_one_address(self, tmp_path: Path) -> None:
        """Whether they have said hello or not."""
        async with serving(tmp_path, connections_per_address=2) as app, player(app.url, "ann"):
            async with connected(app.url):
                code, reason = await self.told(app.url)
                assert code == 1013
                assert reason.startswith("wait 5.0 s: one address may have 2 connections at most")
            async with player(app.url, "bob"):
                pass

    async def test_in_a_short_time(self, tmp_path: Path) -> None:
        """Even if each leaves at once; the reason names the time to wait."""
        async with serving(tmp_path, opens_per_address=3) as app:
            for name in ("ann", "bob", "cat"):
                async with player(app.url, name):
                    pass
            code, reason = await self.told(app.url)
            assert code == 1013
            told = re.fullmatch(r"wait ([0-9.]+) s: too many new connections .*", reason)
            assert told
            assert 0 < float(told[1]) <= 10

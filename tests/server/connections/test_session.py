"""The beginning of a connection, and what becomes of the older one of the same player."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgpack
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from protocol.codec import CODECS, JSON, MSGPACK, Codec, Frame
from protocol.events import Gone, Played, Said
from protocol.messages import FromPlayer
from protocol.parts import Fault, Room, Terms
from protocol.replies import Players, Seeks, Welcome
from protocol.requests import Hello, ListPlayers, ListSeeks, Move, Say
from tests.server.accounts import account
from tests.server.connections.links import closing
from tests.server.players_over_sockets import connected, pair, player
from tests.server.serving import serving

TICTACTOE = Terms("tictactoe")
HELLO = {"type": "hello", "id": 7, "name": "ann"}


class TestHello:
    async def test_comes_first(self, tmp_path: Path) -> None:
        """Anything else is refused, and the connection goes on."""
        async with serving(tmp_path) as app, connected(app.url) as one:
            assert (await one.refused(ListSeeks(0))).code is Fault.HELLO_FIRST
            assert (await one.refused(Move(0, "m", 0, 0))).code is Fault.HELLO_FIRST
            await one.ask(Hello(0, "ann"), Welcome)

    async def test_comes_once(self, tmp_path: Path) -> None:
        """A second one is refused, whoever it names, and nothing has changed."""
        async with serving(tmp_path) as app, player(app.url, "ann") as ann:
            assert (await ann.refused(Hello(0, "bob"))).code is Fault.HELLO_AGAIN
            [online] = (await ann.ask(ListPlayers(0), Players)).players
            assert online.player.name == "ann"

    @pytest.mark.parametrize("protocol", [0, 2, -1])
    async def test_in_another_protocol_is_refused_with_ours(
        self, protocol: int, tmp_path: Path
    ) -> None:
        """So that one knows what to speak."""
        async with serving(tmp_path) as app, connected(app.url) as one:
            refused = await one.refused(Hello(0, "ann", protocol=protocol))
            assert refused.code is Fault.WRONG_PROTOCOL
            assert refused.text == f"this server speaks protocol 1, not {protocol}"

    async def test_that_does_not_come_in_time_closes_the_connection(self, tmp_path: Path) -> None:
        """Also for one who says other things all the time."""
        async with (
            serving(tmp_path, hello_seconds=0.2) as app,
            connected(app.url) as silent,
            connected(app.url) as talking,
        ):
            await talking.refused(ListSeeks(0))
            assert await silent.closed() == (1008, "no hello in time")
            assert await talking.closed() == (1008, "no hello in time")

    async def test_that_is_wrong_again_and_again_closes_the_connection(
        self, tmp_path: Path
    ) -> None:
        """Nobody tries names or tokens for long on one connection."""
        async with serving(tmp_path) as app, connected(app.url) as one:
            for _ in range(10):
                await one.refused(Hello(0, token="guess"))
            assert await one.closed() == (1008, "10 times no welcome: come again")

    async def test_is_answered_with_the_limits(self, tmp_path: Path) -> None:
        """As the server was told to set them."""
        settings = {"burst": 17, "says_per_minute": 3, "heartbeat": 4.0}
        async with serving(tmp_path, **settings) as app, player(app.url, "ann") as ann:
            limits = ann.welcome.limits
            assert (limits.burst, limits.says_per_minute, limits.frame_bytes) == (17, 3, 16384)
            assert (ann.welcome.heartbeat, ann.welcome.protocol) == (4.0, 1)


class TestFormats:
    @pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
    async def test_the_subprotocol_decides(self, codec: Codec, tmp_path: Path) -> None:
        """Each is agreed on where it is offered."""
        async with serving(tmp_path) as app, player(app.url, "ann", codec) as ann:
            await ann.ask(ListPlayers(0), Players)

    async def test_of_two_offers_the_server_prefers_messagepack(self, tmp_path: Path) -> None:
        """Whatever the order of the offer."""
        offer = [Subprotocol(JSON.subprotocol), Subprotocol(MSGPACK.subprotocol)]
        async with serving(tmp_path) as app, connect(app.url, subprotocols=offer) as socket:
            assert socket.subprotocol == MSGPACK.subprotocol

    async def test_without_one_the_first_frame_decides(self, tmp_path: Path) -> None:
        """Text is JSON, and binary is MessagePack."""
        async with serving(tmp_path) as app:
            async with connect(app.url) as socket:
                await socket.send(json.dumps(HELLO))
                reply = await socket.recv()
                assert isinstance(reply, str)
                assert json.loads(reply)["type"] == "welcome"
            async with connect(app.url) as socket:
                await socket.send(msgpack.packb(HELLO))
                reply = await socket.recv()
                assert isinstance(reply, bytes)
                assert msgpack.unpackb(reply)["id"] == 7

    @pytest.mark.parametrize("greeted", [False, True])
    async def test_a_frame_of_the_other_kind_closes_the_connection(
        self, greeted: bool, tmp_path: Path
    ) -> None:
        """Before the welcome and after."""
        offer = [Subprotocol(JSON.subprotocol)]
        async with serving(tmp_path) as app, connect(app.url, subprotocols=offer) as socket:
            if greeted:
                await socket.send(json.dumps(HELLO))
                await socket.recv()
            await socket.send(msgpack.packb(HELLO))
            assert await closing(socket) == (1008, "this connection speaks in text (JSON) frames")

    async def test_one_plays_in_json_and_one_in_messagepack(self, tmp_path: Path) -> None:
        """And both hear the same."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann", JSON) as ann,
            player(app.url, "bob", MSGPACK) as bob,
        ):
            match = await pair(ann, bob, TICTACTOE)
            await ann.play(match, 0, 4)
            await bob.play(match, 1, 0)
            await ann.settle()
            await bob.settle()
            assert ann.all(Played) == bob.all(Played)
            assert len(ann.all(Played)) == 2


async def test_a_request_that_is_not_carried_out_at_once_is_decoded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frame waits for its turn, and what it says is known by then."""
    decoded: list[Frame] = []

    def counted(frame: Frame) -> FromPlayer:
        decoded.append(frame)
        return MSGPACK.decode_from_player(frame)

    counting = MSGPACK._replace(decode_from_player=counted)
    monkeypatch.setitem(CODECS, MSGPACK.subprotocol, counting)
    async with serving(tmp_path) as app, player(app.url, "ann") as ann:
        await ann.settle()  # from here on frames are offered as they come in
        request = MSGPACK.encode(ListSeeks(3))
        await ann.ask(ListSeeks(0), Seeks)
    assert decoded.count(request) == 1


class TestNewestConnection:
    async def test_wins_and_the_older_one_is_told_why(self, tmp_path: Path) -> None:
        """Whether by session, or by the token of an account."""
        taken_over = (4001, "another connection of yours has taken over")
        async with serving(tmp_path) as app, player(app.url, "ann") as old:
            async with player(app.url, session=old.welcome.session) as new:
                assert await old.closed() == taken_over
                await new.settle()
            token = await account(app, "deep")
            async with player(app.url, token=token) as old, player(app.url, token=token) as new:
                assert await old.closed() == taken_over
                await new.settle()

    async def test_plays_on_where_the_older_one_was(self, tmp_path: Path) -> None:
        """It alone is told."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "bob") as bob,
            player(app.url, "ann") as old,
        ):
            match = await pair(old, bob, TICTACTOE)
            async with player(app.url, session=old.welcome.session, seen={match: 0}) as ann:
                await old.closed()
                await ann.play(match, 0, 4)
                await bob.play(match, 1, 0)
                await ann.next(Played, lambda its: its.ply == 1)
                assert old.all(Played) == []

    async def test_its_player_never_left(self, tmp_path: Path) -> None:
        """The end of the older one is not theirs: the name and the talk stay."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "bob") as bob,
            player(app.url, "ann") as old,
        ):
            match = await pair(old, bob, TICTACTOE)
            async with player(app.url, session=old.welcome.session) as ann:
                await old.closed()
                await bob.ask(Say(0, match, Room.PLAYERS, "there?"))
                assert (await ann.next(Said)).text == "there?"
                assert bob.all(Gone) == []
                online = (await bob.ask(ListPlayers(0), Players)).players
                assert {each.player.name for each in online} == {"ann", "bob"}

    async def test_of_many_at_once_one_stays(self, tmp_path: Path) -> None:
        """The others are all told, and none of their ends takes the player away."""
        async with serving(tmp_path) as app, AsyncExitStack() as links:
            token = await account(app, "deep")
            several = [await links.enter_async_context(connected(app.url)) for _ in range(10)]
            ids = await asyncio.gather(*(one.send(Hello(0, token=token)) for one in several))
            for one, id in zip(several, ids, strict=True):
                assert isinstance(await one.reply(id), Welcome)
            watched = {asyncio.create_task(one.closed()): one for one in several}
            while len(watched) > 1:
                done, _ = await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    assert task.result()[0] == 4001
                    del watched[task]
            [(task, last)] = watched.items()
            await last.settle()
            task.cancel()
            assert list(app.house.lobby.presence.online) == ["deep"]

    @pytest.mark.parametrize("step", ["identify", "enter"])
    async def test_is_not_thrown_out_by_one_that_was_given_up(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
    ) -> None:
        """Which had to wait for so long that its player tried once more."""
        async with serving(tmp_path) as app, connected(app.url) as slow:
            token, lobby = await account(app, "ann"), app.house.lobby.owner
            held = Held(getattr(lobby, step))
            monkeypatch.setattr(lobby, step, held)
            await slow.send(Hello(0, token=token))
            await held.reached.wait()
            monkeypatch.undo()
            await slow.close()
            async with player(app.url, token=token) as ann:
                held.goes_on.set()
                await held.over.wait()
                await ann.settle()
                assert list(app.house.lobby.presence.online) == ["ann"]


class Held:
    """A step that is taken when it may be."""

    def __init__(self, step: Callable[..., Awaitable[Any]]) -> None:
        self.reached, self.goes_on, self.over = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._step = step

    async def __call__(self, *words: Any) -> Any:
        self.reached.set()
        try:
            await self.goes_on.wait()
            return await self._step(*words)
        finally:
            self.over.set()

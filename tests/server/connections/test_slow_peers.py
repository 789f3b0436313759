"""Peers that read too slowly, answer no more, or never get to the point."""

import asyncio
from contextlib import suppress
from pathlib import Path
from types import UnionType
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from protocol.codec import MSGPACK
from protocol.events import Gone, Played, SeekOpened, Snapshot, Started
from protocol.messages import FromServer
from protocol.parts import Message, Room, Terms
from protocol.replies import Done, Matches, Opened, Welcome
from protocol.requests import (
    Hello,
    Invite,
    Join,
    ListMatches,
    ListSeeks,
    Say,
    Seek,
    Unwatch,
    Watch,
    Withdraw,
)
from server.app import App
from server.connections.session import LOOK_AGAIN
from tests.patience import IN_VAIN
from tests.server.connections.links import (
    closing,
    hang_up,
    hear,
    narrow_link,
    narrow_servers,
    send,
    upgraded,
)
from tests.server.inside import counted, socket_of
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
TALKATIVE = {"says_per_minute": 100_000, "text_length": 8000, "requests_per_second": 1000.0}
LONG = "x" * 8000
READING = "you read too slowly: come back and resume"


class Pace:
    """A match that others play meanwhile: each of its moves is answered before the next."""

    def __init__(self, match: str, first: Player, second: Player) -> None:
        self._match, self._players, self._ply = match, (first, second), 0

    async def move(self) -> None:
        if self._ply < 200:
            await self._players[self._ply % 2].play(self._match, self._ply, self._ply)
            self._ply += 1


async def hear_until(link: ClientConnection, kind: type[Message] | UnionType) -> FromServer:
    while not isinstance(told := await hear(link), kind):
        pass
    return told


async def enter(link: ClientConnection, name: str) -> None:
    await send(link, Hello(1, name))
    assert isinstance(await hear(link), Welcome)


async def sit_down(link: ClientConnection, opponent: Player) -> str:
    """A match of somebody on a narrow link."""
    invite = await opponent.ask(Invite(0, GOMOKU), Opened)
    await send(link, Join(2, invite.key))
    started = await hear_until(link, Started)
    assert isinstance(started, Started)
    return started.match


async def talk_until_dropped(
    app: App, speaker: Player, match: str, room: Room, kind: str, pace: Pace
) -> None:
    """Say so much that the slow one's queue is full, while others play on."""
    for _ in range(200):
        await speaker.ask(Say(0, match, room, LONG), Done)
        await pace.move()
        if counted(app, "queue_drops_total", kind=kind):
            return
    raise AssertionError("nobody was dropped")


class TestASlowPlayer:
    async def test_is_disconnected_with_a_reason(self, tmp_path: Path) -> None:
        """It is counted, the opponent is told, and others play on."""
        with narrow_servers():
            async with (
                serving(tmp_path, queue_bytes=50_000, **TALKATIVE) as app,
                player(app.url, "ann") as ann,
                player(app.url, "bob") as bob,
                player(app.url, "cat") as cat,
                narrow_link(app.url) as slow,
            ):
                pace = Pace(await pair(bob, cat, Terms("mnk:rows=16,cols=16,k=16")), bob, cat)
                await enter(slow, "slow")
                match = await sit_down(slow, ann)
                await talk_until_dropped(app, ann, match, Room.PLAYERS, "player", pace)
                assert await closing(slow) == (1008, READING)
                assert (await ann.next(Gone)).match == match
                assert counted(app, "queue_drops_total", kind="player") == 1

    async def test_who_never_reads_again_is_gone_all_the_same(self, tmp_path: Path) -> None:
        """The server waits for the farewell only so long."""
        with narrow_servers():
            async with (
                serving(tmp_path, queue_bytes=50_000, hello_seconds=0.5, **TALKATIVE) as app,
                player(app.url, "ann") as ann,
                player(app.url, "bob") as bob,
                player(app.url, "cat") as cat,
                narrow_link(app.url) as slow,
            ):
                pace = Pace(await pair(bob, cat, Terms("mnk:rows=16,cols=16,k=16")), bob, cat)
                await enter(slow, "slow")
                match = await sit_down(slow, ann)
                await talk_until_dropped(app, ann, match, Room.PLAYERS, "player", pace)
                assert (await ann.next(Gone)).match == match
                slow.transport.abort()

    async def test_who_watches_the_seeks_is_disconnected_too(self, tmp_path: Path) -> None:
        """Of seeks there is no snapshot, and a list with gaps would be wrong for good."""
        with narrow_servers():
            async with (
                serving(tmp_path, queue_bytes=4096, burst=10_000) as app,
                player(app.url, "ann") as ann,
                narrow_link(app.url) as slow,
            ):
                await enter(slow, "slow")
                await send(slow, ListSeeks(2, watch=True))
                for _ in range(500):
                    opened = await ann.ask(Seek(0, GOMOKU), Opened)
                    await ann.ask(Withdraw(0, opened.key), Done)
                    if counted(app, "queue_drops_total", kind="player"):
                        break
                assert isinstance(await hear_until(slow, SeekOpened), SeekOpened)
                assert await closing(slow) == (1008, READING)


class TestASlowSpectator:
    async def test_is_dropped_to_a_snapshot(self, tmp_path: Path) -> None:
        """And stays; the match that is watched goes on at its pace."""
        with narrow_servers():
            async with (
                serving(tmp_path, queue_bytes=100_000, **TALKATIVE) as app,
                player(app.url, "ann") as ann,
                player(app.url, "bob") as bob,
                player(app.url, "eve") as eve,
                narrow_link(app.url) as slow,
            ):
                match = await pair(ann, bob, Terms("mnk:rows=16,cols=16,k=16"))
                pace = Pace(match, ann, bob)
                await eve.ask(Watch(0, match), Done)
                await enter(slow, "slow")
                await send(slow, Watch(2, match))
                await hear_until(slow, Snapshot)
                await talk_until_dropped(app, eve, match, Room.SPECTATORS, "spectator", pace)
                for _ in range(4):
                    await pace.move()
                snapshot = await hear_until(slow, Snapshot)
                assert isinstance(snapshot, Snapshot)
                assert len(snapshot.moves) == len(ann.all(Played))
                await pace.move()
                played = await hear_until(slow, Played)
                assert isinstance(played, Played)
                assert played.seq == snapshot.seq + 1
                assert counted(app, "queue_drops_total", kind="player") == 0

    async def test_who_stops_watching_meanwhile_gets_none(self, tmp_path: Path) -> None:
        """And those who read have heard everything."""
        with narrow_servers():
            async with (
                serving(tmp_path, queue_bytes=100_000, **TALKATIVE) as app,
                player(app.url, "ann") as ann,
                player(app.url, "bob") as bob,
                player(app.url, "eve") as eve,
                narrow_link(app.url) as slow,
            ):
                match = await pair(ann, bob, Terms("mnk:rows=16,cols=16,k=16"))
                await eve.ask(Watch(0, match), Done)
                await enter(slow, "slow")
                await send(slow, Watch(2, match))
                await hear_until(slow, Snapshot)
                pace = Pace(match, ann, bob)
                await talk_until_dropped(app, eve, match, Room.SPECTATORS, "spectator", pace)
                await send(slow, Unwatch(3, match))
                assert await hear_until(slow, Done) == Done(2)
                assert await hear_until(slow, Done | Snapshot) == Done(3)
                await asyncio.sleep(1.5 * LOOK_AGAIN)
                [live] = (await eve.ask(ListMatches(0), Matches)).matches
                assert live.watchers == 1
                assert len(eve.all(Played)) == len(ann.all(Played))


class TestADeadPeer:
    async def test_is_noticed_by_the_pings_that_it_does_not_answer(self, tmp_path: Path) -> None:
        """After the heartbeat, half of it again, and the time for a farewell."""
        async with (
            serving(tmp_path, heartbeat=1.0, hello_seconds=1.0) as app,
            player(app.url, "ann") as ann,
        ):
            _, writer = await upgraded(app.url)
            writer.write(masked(Hello(1, "dead")))
            invite = await ann.ask(Invite(0, GOMOKU), Opened)
            writer.write(masked(Join(2, invite.key)))
            await ann.next(Started)
            assert (await ann.next(Gone)).side in (0, 1)
            await hang_up(writer)

    async def test_an_idle_one_that_answers_stays(self, tmp_path: Path) -> None:
        """Ping after ping."""
        async with serving(tmp_path, heartbeat=1.0) as app, player(app.url, "ann") as ann:
            socket = socket_of(app, "ann")
            answered: set[float] = set()  # each answer is measured
            while len(answered) < 4:
                answered.add(socket.latency)
                await asyncio.sleep(0.01)
            await ann.settle()


class TestASlowHandshake:
    async def test_is_cut_off(self, tmp_path: Path) -> None:
        """However steadily it drips."""
        async with serving(tmp_path, hello_seconds=0.3) as app:
            place = urlsplit(app.url)
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writer.write(b"GET / HTTP/1.1\r\n")
            rest = None
            async with asyncio.timeout(IN_VAIN):
                while rest is None:
                    writer.write(b"X-Drip: drop\r\n")
                    with suppress(TimeoutError, ConnectionError):
                        rest = await asyncio.wait_for(reader.read(), 0.05)
            await hang_up(writer)


def masked(request: Hello | Join) -> bytes:
    return Frame(Opcode.BINARY, MSGPACK.encode(request)).serialize(mask=True)

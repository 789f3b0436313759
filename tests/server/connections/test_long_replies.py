"""Whoever asks for much is sent much: only who does not read it is slow, and holds up nobody."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from protocol.codec import JSON, MSGPACK, Codec
from protocol.events import MatchEvent, Started
from protocol.parts import Room, Terms
from protocol.replies import Done, Shown
from protocol.requests import Hello, Resign, Say, ShowMatch, Watch
from server.app import App
from server.connections.frame import OutgoingFrame
from tests.client.link.server_messages import until
from tests.server.connections.links import hear, narrow_link, narrow_servers, send
from tests.server.inside import counted, session_of
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving

LITTLE = 4096  # unsent bytes at which a slow reader is dropped
LONG = Terms("mnk:rows=12,cols=12,k=12")
PLIES = 100
Ending = Callable[[App, Player, str], Awaitable[None]]


async def goes_on(app: App, one: Player, match: str) -> None:
    """The match is live."""


async def is_over(app: App, one: Player, match: str) -> None:
    """Its table still stands."""
    await one.ask(Resign(0, match), Done)


async def is_past(app: App, one: Player, match: str) -> None:
    """It is told from the archive."""
    await is_over(app, one, match)
    app.house.tables.remove(app.house.tables.all[match])


@asynccontextmanager
async def long_match(path: Path) -> AsyncIterator[tuple[App, Player, str]]:
    """A match of which all that has happened is far more than a slow reader may leave unread."""
    async with (
        serving(path, queue_bytes=LITTLE, burst=10_000, says_per_minute=10_000) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
    ):
        match = await pair(ann, bob, LONG)
        for ply in range(PLIES):
            await (ann, bob)[ply % 2].play(match, ply, ply)
        yield app, ann, match


@pytest.mark.parametrize("codec", [MSGPACK, JSON])
@pytest.mark.parametrize("ending", [goes_on, is_over, is_past])
async def test_who_watches_from_the_start_hears_it_all(
    ending: Ending, codec: Codec, tmp_path: Path
) -> None:
    """Several times over, and asked for before any of it was read."""
    async with long_match(tmp_path) as (app, ann, match), player(app.url, "eve", codec) as eve:
        await ending(app, ann, match)
        asked = [await eve.send(Watch(0, match, from_start=True)) for _ in range(5)]
        for id in asked:
            assert await eve.reply(id) == Done(id)
        await eve.settle()
        heard = [each.seq for each in eve.heard if isinstance(each, MatchEvent)]
        assert heard == 5 * list(range(heard[-1] + 1))
        assert len(eve.all(Started)) == 5
        assert counted(app, "queue_drops_total", kind="player") == 0


async def test_news_behind_a_long_reply_does_not_close_its_reader(tmp_path: Path) -> None:
    """Nor does the next long reply."""
    async with long_match(tmp_path) as (app, ann, match), player(app.url, "eve", JSON) as eve:
        await eve.ask(Watch(0, match), Done)
        asked = [await eve.send(ShowMatch(0, match)) for _ in range(20)]
        await ann.ask(Resign(0, match), Done)
        for id in asked:
            assert isinstance(await eve.reply(id), Shown)
        await eve.settle()


async def test_who_asks_and_never_reads_has_no_more_kept_for_them(tmp_path: Path) -> None:
    """Than one reply beyond what may be unread; the others go on."""
    with narrow_servers():
        async with long_match(tmp_path) as (app, ann, match), narrow_link(app.url) as slow:
            reply = OutgoingFrame(await ann.ask(ShowMatch(0, match), Shown)).encoded(MSGPACK)
            await send(slow, Hello(1, "slow"))
            await hear(slow)
            outbox = session_of(app, "slow")._outbox
            for id in range(2, 14):
                await send(slow, ShowMatch(id, match))
            await until(lambda: outbox.queued > LITTLE)
            for number in range(50):
                await ann.ask(Say(0, match, Room.PLAYERS, f"still {number}"), Done)
                assert outbox.queued <= LITTLE + len(reply)

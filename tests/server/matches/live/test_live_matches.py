"""How many matches are live: the same wherever it is told, whatever has ended and however."""

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from protocol.parts import Policy, Terms
from protocol.replies import Done, Matches
from protocol.requests import Abort, Declare, ListMatches, Resign
from server.app import App
from server.players.presence import Presence
from server.storage.writes import Collided
from tests.server.connections.http.test_endpoint import get, scraped
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
SEATS = 8
End = Callable[[App, Player, str], Awaitable[object]]


async def told(app: App, one: Player) -> set[int]:
    """What each that tells of it says."""
    _, _, health = await get(app.url, "/healthz")
    listed = await one.ask(ListMatches(0), Matches)
    figures = await scraped(app)
    return {
        json.loads(health)["matches"],
        int(figures["inarow_matches"]),
        len(listed.matches),
        app.house.tables.live,
    }


async def resigned(app: App, one: Player, match: str) -> None:
    await one.ask(Resign(0, match), Done)


async def failed(app: App, one: Player, match: str) -> None:
    await one.ask(Resign(0, match, "it raised"), Done)


async def aborted(app: App, one: Player, match: str) -> None:
    await one.ask(Abort(0, match), Done)


async def taken_over(app: App, one: Player, match: str) -> None:
    """By another server, which takes the table away at once; both stay to tell of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Presence, "send_away", lambda *_: None)
        app.house.tables.lose(match, Collided("taken"))


ENDS: tuple[End, ...] = (resigned, failed, aborted, taken_over)


@asynccontextmanager
async def two_bots(app: App, capacity: int) -> AsyncIterator[tuple[Player, Player]]:
    async with player(app.url, "a", bot=True) as one, player(app.url, "b", bot=True) as two:
        for each in (one, two):
            await each.ask(Declare(0, Policy(capacity=capacity, per_opponent=None)))
        yield one, two


@pytest.mark.parametrize("seed", range(3))
async def test_all_who_tell_of_live_matches_count_the_same(seed: int, tmp_path: Path) -> None:
    """After each start and each end of any kind; tables that stand on after the end count not."""
    chance, live = Random(seed), list[str]()
    async with serving(tmp_path, burst=1000) as app, two_bots(app, SEATS) as (one, two):
        for _ in range(24):
            if live and (len(live) == SEATS or chance.random() < 0.5):
                match = live.pop(chance.randrange(len(live)))
                await chance.choice(ENDS)(app, one, match)
            else:
                live.append(await pair(one, two, GOMOKU))
            assert await told(app, one) == {len(live)}


async def test_going_down_and_coming_back_tell_of_live_matches_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One of two has ended."""
    caplog.set_level(logging.INFO, "inarow")
    async with serving(tmp_path) as app, two_bots(app, 2) as (one, two):
        over, _ = await pair(one, two, GOMOKU), await pair(one, two, GOMOKU)
        await resigned(app, one, over)
    async with serving(tmp_path) as app:
        assert app.house.tables.live == 1
    logged = [str(record.msg) for record in caplog.records]
    down = [each for each in logged if "going down" in each]
    assert ["'matches': 1" in each for each in down] == [True, True]
    assert any("'matches_restored': 1" in each for each in logged)

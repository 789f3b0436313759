"""What a guest can multiply is bounded, by whichever way it comes about."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from protocol.events import Challenged, Ended, Gone, Started
from protocol.parts import Fault, Policy, Terms
from protocol.replies import Done, Opened, Refused
from protocol.requests import (
    Answer,
    Challenge,
    Declare,
    Invite,
    Join,
    Rematch,
    Resign,
    Seek,
    Watch,
)
from server.app import App
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving
from tests.server.tournaments import cups

GOMOKU = Terms("gomoku")
KINDS = {  # which setting says how much whom is allowed
    "guest_capacity": (False, True),
    "guest_bot_capacity": (True, True),
    "people_capacity": (False, False),
    "bot_capacity": (True, False),
}
Way = Callable[[Player, Player], Awaitable[object]]


async def by_seek(one: Player, two: Player) -> object:
    first = await one.reply(await one.send(Seek(0, GOMOKU)))
    return first if isinstance(first, Refused) else await two.reply(await two.send(Seek(0, GOMOKU)))


async def by_challenge(one: Player, two: Player) -> object:
    opened = await one.reply(await one.send(Challenge(0, two.name, GOMOKU)))
    if isinstance(opened, Refused):
        return opened
    challenged = await two.next(Challenged)
    return await two.reply(await two.send(Answer(0, challenged.key, accept=True)))


async def by_invite(one: Player, two: Player) -> object:
    opened = await one.reply(await one.send(Invite(0, GOMOKU)))
    if not isinstance(opened, Opened):
        return opened
    return await two.reply(await two.send(Join(0, opened.key)))


@pytest.mark.parametrize("kind", KINDS)
async def test_no_kind_of_player_declares_more_than_its_capacity(kind: str, tmp_path: Path) -> None:
    """They are told how much that is, in the welcome and when refused."""
    bot, guest = KINDS[kind]
    async with serving(tmp_path, **{kind: 3}) as app:
        hello: dict[str, Any] = {"bot": bot}
        if not guest:
            hello["token"] = await account(app, "deep", bot=bot)
        async with player(app.url, "deep", **hello) as deep:
            assert deep.welcome.limits.capacity == 3
            await deep.ask(Declare(0, Policy(capacity=3)), Done)
            refused = await deep.refused(Declare(0, Policy(capacity=4)))
            assert (refused.code, "at most 3" in refused.text) == (Fault.NOT_ALLOWED, True)


@pytest.mark.parametrize("way", [by_seek, by_challenge, by_invite])
async def test_guests_from_one_address_hold_so_many_seats(way: Way, tmp_path: Path) -> None:
    """However they get them and whatever their names are; accounts do not count, and tournaments
    count apart.
    """
    async with serving(tmp_path, seats_per_address=4) as app, AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(player(app.url, f"g{n}")) for n in range(6)]
        for one, two in zip(crowd[:4:2], crowd[1:4:2], strict=True):
            assert not isinstance(await way(one, two), Refused)
            await one.next(Started)
        refused = await way(crowd[4], crowd[5])
        assert isinstance(refused, Refused)
        assert (refused.code, "4 seats" in refused.text) == (Fault.BUSY, True)
        assert app.house.tables.live == 2
        cup = await cups.started(crowd[0], crowd[4], crowd[5])
        await cups.begin(cup, crowd[4], crowd[5])
        token = await account(app, "ann")
        other = await account(app, "bob")
        async with player(app.url, token=token) as ann, player(app.url, token=other) as bob:
            await pair(ann, bob, GOMOKU)


async def test_guests_from_one_address_play_so_many_games_of_tournaments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait until one is over, whosever tournament it is."""
    monkeypatch.setattr("server.tournaments.scheduler.NEXT_LOOK", 0.01)
    async with serving(tmp_path, seats_per_address=2) as app, AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(player(app.url, f"b{n}", bot=True)) for n in range(4)
        ]
        for one, two in (bots[:2], bots[2:]):
            await cups.started(one, one, two)
        first = await bots[0].next(Started)
        await bots[0].settle()
        assert (app.house.tables.live, bots[2].all(Started)) == (1, [])
        await bots[1].close()
        await bots[0].next(Gone)
        await bots[0].ask(Resign(0, first.match), Done)
        await bots[2].next(Started)


async def test_a_rematch_takes_seats_as_well(tmp_path: Path) -> None:
    """Others may have taken them since the match was over."""
    async with serving(tmp_path, seats_per_address=2) as app, AsyncExitStack() as stack:
        one, two, three, four = [
            await stack.enter_async_context(player(app.url, f"g{n}")) for n in range(4)
        ]
        match = await pair(one, two, GOMOKU)
        await one.ask(Resign(0, match), Done)
        await two.next(Ended)
        await pair(three, four, GOMOKU)
        assert (await one.refused(Rematch(0, match))).code is Fault.BUSY


async def test_seats_stay_counted_when_guests_leave_and_come_back(tmp_path: Path) -> None:
    """Nobody gets more of them by hanging up."""
    async with serving(tmp_path, seats_per_address=2) as app:
        async with player(app.url, "ann") as ann, player(app.url, "bob") as bob:
            match = await pair(ann, bob, GOMOKU)
        async with player(app.url, "cat") as cat:
            assert (await cat.refused(Seek(0, GOMOKU))).code is Fault.BUSY
            async with player(app.url, session=ann.welcome.session) as again:
                await again.ask(Resign(0, match), Done)
                await again.next(Ended)
                await cat.ask(Seek(0, GOMOKU), Opened)
    async with (
        serving(tmp_path, seats_per_address=2) as app,
        player(app.url, "dan") as dan,
        player(app.url, "eve") as eve,
    ):
        await pair(dan, eve, GOMOKU)
    async with (
        serving(tmp_path, seats_per_address=2) as app,
        player(app.url, session=dan.welcome.session),
        player(app.url, session=eve.welcome.session),
        player(app.url, "fay") as fay,
    ):
        assert (await fay.refused(Seek(0, GOMOKU))).code is Fault.BUSY


async def test_nobody_watches_more_than_they_may(tmp_path: Path) -> None:
    """What is watched already, or no more, does not count again."""
    async with serving(tmp_path, watches=1) as app, AsyncExitStack() as stack:
        one, two, three = [
            await stack.enter_async_context(player(app.url, f"g{n}")) for n in range(3)
        ]
        first, second = await pair(one, two, GOMOKU), await pair(one, two, GOMOKU)
        for _ in range(2):
            await three.ask(Watch(0, first), Done)
        assert (await three.refused(Watch(0, second))).code is Fault.BUSY


async def test_two_who_seek_each_other_meet_again_after_their_match(app: App, bot: Player) -> None:
    """Though a bot plays one match at a time with one opponent, and nobody asks anew."""
    async with player(app.url, "rival", bot=True) as rival:
        for one in (bot, rival):
            await one.ask(Declare(0, Policy(capacity=3)), Done)
            for game in ("gomoku", "connect4"):
                await one.ask(Seek(0, Terms(game)), Opened)
        first = await bot.next(Started)
        await bot.ask(Resign(0, first.match), Done)
        second = await bot.next(Started)
        assert {first.terms.game.split(":")[0], second.terms.game.split(":")[0]} == {
            "gomoku", "connect4",
        }  # fmt: skip

"""Rated matches: what they change, for whom, and what does not count."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from protocol.events import Ended, Started
from protocol.parts import Ending, Fault, Leader, Terms, TimeControl
from protocol.replies import Done, Leaders, Opened
from protocol.requests import Abort, EndMatch, Invite, Join, ListLeaders, Resign, Seek
from server.app import App
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player
from tests.server.playing import alternate
from tests.server.serving import serving

FAST = Terms("tictactoe", TimeControl(60.0), rated=True)
SLOW = Terms("tictactoe", TimeControl(3600.0), rated=True)
CASUAL = Terms("tictactoe", TimeControl(60.0))
DRAWN = [0, 1, 2, 4, 3, 5, 7, 6, 8]


@asynccontextmanager
async def accounts(app: App, *names: str) -> AsyncIterator[list[Player]]:
    """These, logged in; a name with an exclamation mark is a bot's."""
    async with AsyncExitStack() as stack:
        tokens = [await account(app, name.rstrip("!"), bot="!" in name) for name in names]
        links = [player(app.url, token=token) for token in tokens]
        yield [await stack.enter_async_context(link) for link in links]


async def leaders(one: Player, terms: Terms, pace: str = "fast") -> dict[str, Leader]:
    reply = await one.ask(ListLeaders(0, terms.game, pace), Leaders)  # type: ignore[arg-type]
    assert list(reply.leaders) == sorted(reply.leaders, key=lambda one: -(one.player.rating or 0))
    return {leader.player.name: leader for leader in reply.leaders}


async def lose(loser: Player, winner: Player, terms: Terms) -> None:
    match = await pair(loser, winner, terms)
    await loser.ask(Resign(0, match), Done)
    await winner.next(Ended)
    await loser.next(Ended)


async def rating(one: Player, other: Player, terms: Terms) -> float | None:
    """What a match on these terms would show of a player; it is called off."""
    opened = await one.ask(Invite(0, terms, 0), Opened)
    await other.ask(Join(0, opened.key), Done)
    started = await one.next(Started)
    await one.ask(Abort(0, started.match), Done)
    await one.next(Ended)
    return started.players[0].rating


class TestARatedMatch:
    async def test_changes_both_ratings(self, app: App) -> None:
        """People and bots alike; by as much up as down where both were unknown."""
        async with accounts(app, "ann", "deep!") as [ann, deep]:
            await lose(ann, deep, FAST)
            table = await leaders(ann, FAST)
            assert list(table) == ["deep", "ann"]
            assert table["deep"].player.rating == pytest.approx(1662.2, abs=0.1)
            assert table["ann"].player.rating == pytest.approx(1337.8, abs=0.1)
            assert {each.games for each in table.values()} == {1}
            assert all(each.player.provisional for each in table.values())

    async def test_a_draw_between_equals_leaves_them_equal(self, app: App) -> None:
        """But surer than before."""
        async with accounts(app, "ann", "bob") as [ann, bob]:
            match = await pair(ann, bob, FAST)
            await alternate(match, ann, bob, DRAWN)
            assert (await ann.next(Ended)).ending is Ending.FULL
            table = await leaders(ann, FAST)
            assert {each.player.rating for each in table.values()} == {1500.0}
            assert all(each.deviation < 350 for each in table.values())

    async def test_counts_for_its_game_and_pace_alone(self, app: App) -> None:
        """Each has a table of its own, and each match shows the rating that counts in it."""
        async with accounts(app, "ann", "bob") as [ann, bob]:
            await lose(ann, bob, FAST)
            assert await leaders(ann, FAST, "slow") == {}
            assert await leaders(ann, Terms("gomoku"), "fast") == {}
            assert await rating(bob, ann, SLOW) is None
            await lose(bob, ann, SLOW)
            assert list(await leaders(ann, SLOW, "slow")) == ["ann", "bob"]
            assert await rating(bob, ann, FAST) == pytest.approx(1662.2, abs=0.1)
            assert await rating(bob, ann, CASUAL) == pytest.approx(1662.2, abs=0.1)

    async def test_a_rating_settles_with_the_games(self, app: App) -> None:
        """It is provisional until its deviation is small."""
        async with accounts(app, "ann", "bob") as [ann, bob]:
            for _ in range(12):
                await lose(ann, bob, FAST)
                await lose(bob, ann, FAST)
            table = await leaders(ann, FAST)
            assert {each.games for each in table.values()} == {24}
            assert not any(each.player.provisional for each in table.values())

    async def test_one_meets_whom_one_asked_for(self, app: App) -> None:
        """A seek with a range passes by those who are outside of it."""
        async with accounts(app, "ann", "bob", "cat") as [ann, bob, cat]:
            await lose(ann, bob, FAST)
            await ann.ask(Seek(0, FAST), Opened)
            await cat.ask(Seek(0, FAST, rating_low=1600), Opened)
            await bob.ask(Seek(0, FAST, rating_low=1600), Opened)
            await bob.settle()
            assert [each.match for each in cat.all(Started)] == []


class TestWhatDoesNotCount:
    async def test_casual_aborted_and_faulty_matches(self, app: App) -> None:
        """Nor one that an administrator ends without a result."""
        root = await account(app, "root", admin=True)
        async with (
            accounts(app, "ann", "bob") as [ann, bob],
            player(app.url, token=root) as admin,
        ):
            await lose(ann, bob, CASUAL)
            match = await pair(ann, bob, FAST)
            await ann.ask(Abort(0, match), Done)
            match = await pair(ann, bob, FAST)
            await admin.ask(EndMatch(0, match), Done)
            assert await leaders(ann, FAST) == {}

    async def test_guests_play_casual_matches(self, app: App, ann: Player) -> None:
        """They neither open rated ones nor join them."""
        async with accounts(app, "deep!") as [deep]:
            for request in (Seek(0, FAST), Invite(0, FAST)):
                assert (await ann.refused(request)).code is Fault.NOT_ALLOWED
            opened = await deep.ask(Invite(0, FAST), Opened)
            assert (await ann.refused(Join(0, opened.key))).code is Fault.NOT_ALLOWED
            await deep.settle()
            assert deep.all(Started) == []


async def test_ratings_survive_a_restart(tmp_path: Path) -> None:
    """And go on from where they were."""
    async with serving(tmp_path) as app, accounts(app, "ann", "bob") as [ann, bob]:
        await lose(ann, bob, FAST)
        before = await leaders(ann, FAST)
        sessions = [each.welcome.session for each in (ann, bob)]
    async with (
        serving(tmp_path) as app,
        player(app.url, session=sessions[0]) as ann,
        player(app.url, session=sessions[1]) as bob,
    ):
        assert await leaders(ann, FAST) == before
        await lose(ann, bob, FAST)
        after = await leaders(ann, FAST)
        assert after["bob"].games == 2
        assert (after["bob"].player.rating or 0) > (before["bob"].player.rating or 0)


async def test_a_rated_match_that_a_restart_interrupts_counts_once(tmp_path: Path) -> None:
    """When it ends, with the ratings as they were before."""
    async with serving(tmp_path) as app, accounts(app, "ann", "bob") as [ann, bob]:
        await lose(ann, bob, FAST)
        match = await pair(ann, bob, FAST)
        sessions = [each.welcome.session for each in (ann, bob)]
    async with (
        serving(tmp_path) as app,
        player(app.url, session=sessions[0]) as ann,
        player(app.url, session=sessions[1]) as bob,
    ):
        await ann.ask(Resign(0, match), Done)
        await bob.next(Ended)
        assert {each.games for each in (await leaders(ann, FAST)).values()} == {2}

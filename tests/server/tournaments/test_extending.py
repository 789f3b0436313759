"""A tournament that was over and goes on again: whose the places in it are."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from protocol.events import Started
from protocol.parts import Fault, Terms, TimeControl
from protocol.replies import Done
from protocol.requests import Steer
from protocol.tournaments import Format, Order, Plan, Stage
from server.app import App
from server.storage.commit import commit
from server.storage.writes import DropSession
from tests.client.link.server_messages import until
from tests.server.players_over_sockets import player, turned_away
from tests.server.serving import serving
from tests.server.tournaments.contestants import at_stage, bots, opened

PLAN = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)))


@pytest.mark.parametrize("restarts", [False, True])
async def test_what_goes_on_again_waits_for_who_played_and_for_no_newcomer(
    tmp_path: Path, restarts: bool
) -> None:
    """Their names are kept from when it is extended on, and their sessions bring them back."""
    async with serving(tmp_path) as app:
        key, ann, sessions = await left_by_all(app)
        if not restarts:
            await goes_on_with(app, key, ann, sessions)
    if restarts:
        async with serving(tmp_path) as app:
            await goes_on_with(app, key, ann, sessions)


async def left_by_all(app: App) -> tuple[str, str, dict[str, str]]:
    """A tournament that is over; the session of who opened it, and those of its players."""
    async with player(app.url, "ann") as ann, bots(app, "one", "two") as field:
        key = await opened(ann, PLAN, *(bot.wire for bot in field))
        await at_stage(ann, key, Stage.FINISHED)
        sessions = {bot.wire.name: bot.wire.welcome.session for bot in field}
    await all_gone(app)
    return key, ann.welcome.session, sessions


async def all_gone(app: App) -> None:
    """Wait until the server has noticed that nobody is there any more."""
    await until(lambda: not app.house.lobby.presence.online)


async def goes_on_with(app: App, key: str, by: str, sessions: dict[str, str]) -> None:
    async with player(app.url, "ann", session=by) as ann:
        await ann.ask(Steer(0, key, Order.EXTEND, 1), Done)
        for name in sessions:
            await turned_away(app.url, name)
        async with AsyncExitStack() as stack:
            for name, session in sessions.items():
                back = player(app.url, name, bot=True, session=session)
                one = await stack.enter_async_context(back)
            assert (await one.next(Started)).fixture


@pytest.mark.parametrize("restarts", [False, True])
async def test_nobody_comes_back_to_the_place_of_an_earlier_guest(
    tmp_path: Path, restarts: bool
) -> None:
    """Though a session gives them the name; the earlier one cannot come any more."""
    async with serving(tmp_path) as app:
        key, ann, _ = await left_by_all(app)
        async with player(app.url, "one", bot=True) as namesake:
            session = namesake.welcome.session
        await all_gone(app)
        if not restarts:
            await leaves_out(app, key, ann, session)
    if restarts:
        async with serving(tmp_path) as app:
            await leaves_out(app, key, ann, session)


async def leaves_out(app: App, key: str, by: str, namesake: str) -> None:
    async with player(app.url, "ann", session=by) as ann:
        await ann.ask(Steer(0, key, Order.EXTEND, 1), Done)
        async with player(app.url, "one", bot=True, session=namesake) as back:
            await back.settle()
            assert app.house.lobby.director.all[key].active == ["two"]


async def test_who_may_not_extend_a_tournament_of_the_past_takes_nothing_up(tmp_path: Path) -> None:
    """Else anybody could have the names of its players kept for ever."""
    async with serving(tmp_path) as app:
        key, *_ = await left_by_all(app)
    async with serving(tmp_path) as app, player(app.url, "eve") as eve:
        await eve.refused(Steer(0, key, Order.EXTEND, 1))
        assert key not in app.house.lobby.director.all
        async with player(app.url, "one") as newcomer:
            assert newcomer.name == "one"


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_session_that_has_expired_leaves_nothing_to_a_namesake(
    tmp_path: Path, restarts: bool
) -> None:
    """Nobody but an administrator has anything to say about the tournament then."""
    async with serving(tmp_path) as app:
        key, *_ = await left_by_all(app)
        for hash in await app.house.people.accounts.sessions_of("ann"):
            await commit(app.house.journal, DropSession(hash))
        if not restarts:
            await refuses_namesake(app, key)
    if restarts:
        async with serving(tmp_path) as app:
            await refuses_namesake(app, key)


async def refuses_namesake(app: App, key: str) -> None:
    async with player(app.url, "ann") as namesake:
        refusal = await namesake.refused(Steer(0, key, Order.EXTEND, 1))
        assert refusal.code is Fault.NOT_ALLOWED

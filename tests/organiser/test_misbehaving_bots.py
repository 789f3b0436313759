"""A tournament with every kind of bad bot: it comes to its end, with the right reasons."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from protocol.events import Played, Snapshot, Started
from protocol.parts import Policy, Terms, TimeControl
from protocol.replies import Done, TournamentShown
from protocol.requests import Declare, ListPlayers, Move, Resign, ShowTournament
from protocol.tournaments import Format, Plan, Stage
from server.app import App
from server.matches.decisions import side_of
from tests.client.link.server_messages import until
from tests.server.players_over_sockets import Player, player
from tests.server.server_time import run_out
from tests.server.serving import serving
from tests.server.tournaments.contestants import Bot, at_stage, fixtures, opened

PLAN = Plan(
    "The bad and the good",
    Format.ROUND_ROBIN,
    Terms("tictactoe", TimeControl(per_move=60)),
    openings=((4,),),
    ready_seconds=0.5,
)
Behaviour = Callable[[App, Player, Started], Awaitable[None]]


async def crash(app: App, one: Player, _: Started) -> None:
    """Vanish for good, so that each of its games is lost when its time is up."""
    one.drop()
    while True:
        for match in app.house.lobby.lobby.matches_of(one.name):
            await _run_out(app, one.name, match)
        await asyncio.sleep(0.01)


async def stall(app: App, one: Player, started: Started) -> None:
    """Never move, until the time is up."""
    await _run_out(app, one.name, started.match)


async def _run_out(app: App, name: str, match: str) -> None:
    """Once it is their turn, let a player's time be up."""
    table = app.house.tables.all[match]
    await until(lambda: table.match.turn in (None, side_of(table.match, name)))
    if table.match.ended is None:
        run_out(app, match)


async def be_late(app: App, one: Player, started: Started) -> None:
    """Move when the time is up."""
    await stall(app, one, started)
    await one.send(Move(0, started.match, 1, 0))


async def cheat(_: App, one: Player, started: Started) -> None:
    """Take the opponent's stone."""
    await one.send(Move(0, started.match, 1, 4))
    played = await one.next(Played, lambda played: played.match == started.match)
    await one.send(Move(0, started.match, played.ply + 1, 4))


async def fail(_: App, one: Player, started: Started) -> None:
    """Give up, because whatever thinks has failed."""
    await one.send(Resign(0, started.match, "it raised KeyError"))


BAD: dict[str, tuple[Behaviour, set[str]]] = {
    "crasher": (crash, {"abandoned", "absent"}),
    "staller": (stall, {"time"}),
    "latecomer": (be_late, {"time"}),
    "cheat": (cheat, {"misconduct"}),
    "failer": (fail, {"failed"}),
}


async def misbehave(app: App, one: Player, behaviour: Behaviour) -> None:
    async with asyncio.TaskGroup() as games:
        with suppress(AssertionError):  # when it is disconnected
            while True:
                game = behaviour(app, one, await one.next(Started))
                games.create_task(game)  # type: ignore[arg-type]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """With the limits that a server has by itself."""
    async with serving(tmp_path) as app:
        yield app


@asynccontextmanager
async def bad_bots(app: App) -> AsyncIterator[list[Player]]:
    async with AsyncExitStack() as stack:
        found, tasks = [], []
        for name, (behaviour, _) in BAD.items():
            one = await stack.enter_async_context(player(app.url, name, bot=True))
            await one.ask(Declare(0, Policy(capacity=4)), Done)
            found.append(one)
            tasks.append(asyncio.create_task(_forgiving(misbehave(app, one, behaviour))))
        try:
            yield found
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _forgiving(misbehaving: Awaitable[None]) -> None:
    try:
        await misbehaving
    except* ConnectionError:
        pass  # a player of a test cannot ask once it is not connected


async def test_each_loses_with_its_reason(app: App) -> None:
    """And who behaves wins all games against them; the event goes on to its end."""
    async with (
        player(app.url, "ann") as ann,
        player(app.url, "good", bot=True) as wire,
        bad_bots(app) as bad,
    ):
        await wire.ask(Declare(0, Policy(capacity=8)), Done)
        good = Bot(wire)
        key = await opened(ann, PLAN, wire, *bad)
        await at_stage(ann, key, Stage.FINISHED)
        good.task.cancel()
        await asyncio.wait([good.task])
        played = await fixtures(ann, key)
        shown = await ann.ask(ShowTournament(0, key), TournamentShown)
    assert played.total == 30
    endings: dict[str, Counter[str]] = {name: Counter() for name in BAD}
    for each in played.fixtures:
        if "good" in each.players:
            assert each.winner is not None
            assert each.players[each.winner] == "good", each
            other = each.players[1 - each.winner]
            endings[other][each.ending] += 1
    for name, (_, reasons) in BAD.items():
        assert endings[name].total() == 2
        assert set(endings[name]) <= reasons, (name, endings[name])
    assert shown.standings[0].player == "good"
    assert shown.standings[0].faults == 0
    assert all(line.faults for line in shown.standings[1:])


async def test_one_who_floods_is_put_out_and_comes_back(app: App) -> None:
    """To the same game, which goes on."""
    plan = Plan("Flood", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(600)), openings=((4,),))
    async with (
        player(app.url, "ann") as ann,
        player(app.url, "good", bot=True) as wire,
    ):
        good = Bot(wire)
        async with player(app.url, "flood", bot=True) as flood:
            key = await opened(ann, plan, wire, flood)
            match = (await flood.next(Started)).match
            for _ in range(5000):
                await flood.send(ListPlayers(0))
            code, reason = await flood.closed()
            assert code == 1008
            assert "too fast" in reason, reason
            session = flood.welcome.session
        async with player(app.url, session=session) as again:
            snapshot = await again.next(Snapshot)
            assert snapshot.match == match
            back = Bot(again)
            await at_stage(ann, key, Stage.FINISHED)
            back.task.cancel()
        good.task.cancel()
        ends = {each.ending for each in (await fixtures(ann, key)).fixtures}
        assert ends <= {"line", "full"}

"""A tournament with every kind of bad bot: it comes to its end, with the right reasons."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from protocol.events import Played, Snapshot, Started
from protocol.parts import Policy, Terms, TimeControl
from protocol.replies import Done, TournamentShown
from protocol.requests import Declare, ListPlayers, Move, Resign, ShowTournament
from protocol.tournaments import Format, Plan, Stage
from server.app import App
from tests.contestants import Bot, at_stage, fixtures, opened
from tests.players import Player, player
from tests.serving import serving

PLAN = Plan(
    "The bad and the good",
    Format.ROUND_ROBIN,
    Terms("tictactoe", TimeControl(per_move=0.4)),
    openings=((4,),),
    ready_seconds=0.5,
)
Behaviour = Callable[[Player, Started], Awaitable[None]]


async def crash(one: Player, _: Started) -> None:
    """Vanish for good."""
    one.drop()


async def stall(_: Player, __: Started) -> None:
    """Never move."""


async def be_late(one: Player, started: Started) -> None:
    """Move when the time is up."""
    if started.turn == started.side:
        await asyncio.sleep(0.7)
        await one.send(Move(0, started.match, 1, 0))


async def cheat(one: Player, started: Started) -> None:
    """Take the opponent's stone."""
    await one.send(Move(0, started.match, 1, 4))
    played = await one.next(Played, lambda played: played.match == started.match)
    await one.send(Move(0, started.match, played.ply + 1, 4))


async def fail(one: Player, started: Started) -> None:
    """Give up, because whatever thinks has failed."""
    await one.send(Resign(0, started.match, "it raised KeyError"))


BAD: dict[str, tuple[Behaviour, set[str]]] = {
    "crasher": (crash, {"abandoned", "absent"}),
    "staller": (stall, {"time"}),
    "latecomer": (be_late, {"time"}),
    "cheat": (cheat, {"misconduct"}),
    "failer": (fail, {"failed"}),
}


async def misbehave(one: Player, behaviour: Behaviour) -> None:
    async with asyncio.TaskGroup() as games:
        while True:
            games.create_task(behaviour(one, await one.next(Started)))  # type: ignore[arg-type]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with serving(tmp_path, first_move_seconds=0.4) as app:
        yield app


@asynccontextmanager
async def bad_bots(app: App) -> AsyncIterator[list[Player]]:
    async with AsyncExitStack() as stack:
        found, tasks = [], []
        for name, (behaviour, _) in BAD.items():
            one = await stack.enter_async_context(player(app.url, name, bot=True))
            await one.ask(Declare(0, Policy(capacity=4)), Done)
            found.append(one)
            tasks.append(asyncio.create_task(_forgiving(misbehave(one, behaviour))))
        try:
            yield found
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _forgiving(misbehaving: Awaitable[None]) -> None:
    try:
        await misbehaving
    except* (AssertionError, ConnectionError):
        pass  # a test's player fails when it hears nothing for long, or is not connected


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
        async with asyncio.timeout(60):
            while True:
                try:
                    await at_stage(ann, key, Stage.FINISHED)
                    break
                except AssertionError:  # nothing heard for as long as a test waits
                    continue
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
            assert (code, "too fast" in reason) == (1008, True)
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

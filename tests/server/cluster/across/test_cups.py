"""Tournaments whose players are on different nodes."""

from contextlib import AsyncExitStack

from protocol.events import FixtureEnded, FixtureStarted
from protocol.parts import Fault, Policy, Terms, TimeControl
from protocol.replies import Done, Opened, Tournaments, TournamentShown
from protocol.requests import (
    Adjudicate,
    Declare,
    Enter,
    ListTournaments,
    OpenTournament,
    Quit,
    ShowTournament,
    Steer,
)
from protocol.tournaments import Format, Order, Plan, Stage
from server.app import App
from tests.server.players_over_sockets import Player, player
from tests.server.tournaments.contestants import Bot, at_stage, fixtures, opened

PLAN = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)))
NAMES = ("one", "two", "three", "four", "five")


async def field(nodes: list[App], stack: AsyncExitStack) -> list[Bot]:
    """Bots by turns at all nodes, which play whatever they are given."""
    found = []
    for number, name in enumerate(NAMES):
        url = nodes[number % len(nodes)].url
        wire = await stack.enter_async_context(player(url, name, bot=True))
        await wire.ask(Declare(0, Policy(capacity=4)), Done)
        found.append(Bot(wire))
        stack.callback(found[-1].task.cancel)
    return found


async def test_every_game_is_played_once(nodes: list[App], cat: Player) -> None:
    """Whoever opened it watches from a node of their own."""
    async with AsyncExitStack() as stack:
        bots = await field(nodes, stack)
        key = await opened(cat, PLAN, *(bot.wire for bot in bots))
        await at_stage(cat, key, Stage.FINISHED)
        played = await fixtures(cat, key)
        games = [(each.fixture.number, each.players) for each in played.fixtures]
        assert len(games) == len(set(games)) == played.total == 20
        assert {frozenset(players) for _, players in games} == {
            frozenset((one, two)) for one in NAMES for two in NAMES if one != two
        }
        assert all(each.ending in ("line", "full") for each in played.fixtures)
        shown = await cat.ask(ShowTournament(0, key), TournamentShown)
        assert sum(each.games for each in shown.standings) == 40
        assert sum(each.points for each in shown.standings) == 20
        told = [news.fixture.fixture.number for news in cat.all(FixtureEnded)]
        assert sorted(told) == sorted(number for number, _ in games)


async def test_it_is_known_and_entered_at_every_node(ann: Player, bob: Player, cat: Player) -> None:
    """And steered by who has opened it only."""
    key = (await bob.ask(OpenTournament(0, PLAN), Opened)).key
    for one in (ann, cat):
        await one.ask(Enter(0, key), Done)
        [listed] = (await one.ask(ListTournaments(0), Tournaments)).tournaments
        assert (listed.tournament, listed.by, listed.stage) == (key, "bob", Stage.OPEN)
        assert (await one.refused(Steer(0, key, Order.START))).code is Fault.NOT_ALLOWED
    await cat.ask(Quit(0, key), Done)
    shown = await ann.ask(ShowTournament(0, key), TournamentShown)
    assert [each.name for each in shown.tournament.players] == ["ann"]
    await bob.ask(Steer(0, key, Order.CANCEL), Done)
    [listed] = (await cat.ask(ListTournaments(0), Tournaments)).tournaments
    assert listed.stage is Stage.CANCELLED


async def test_its_games_are_adjudicated_from_any_node(nodes: list[App], cat: Player) -> None:
    """By who has opened it."""
    async with (
        player(nodes[0].url, "one", bot=True) as one,
        player(nodes[1].url, "two", bot=True) as two,
    ):
        key = await opened(cat, PLAN, one, two)
        for _ in range(2):
            match = (await cat.next(FixtureStarted)).fixture.match
            await cat.ask(Adjudicate(0, match, winner=0, reason="enough"), Done)
            assert (await cat.next(FixtureEnded)).fixture.match == match
        await at_stage(cat, key, Stage.FINISHED)
        assert {each.ending for each in (await fixtures(cat, key)).fixtures} == {"adjudicated"}

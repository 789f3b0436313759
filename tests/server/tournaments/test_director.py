"""Tournaments over real sockets: entered, called, played, paused, extended and cancelled."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.events import (
    Ended,
    FixtureDue,
    FixtureEnded,
    Resumed,
    Started,
)
from protocol.parts import Analysis, Ending, Fault, Policy, Terms, TimeControl, Verdict
from protocol.replies import Done, Opened, Tournaments, TournamentShown
from protocol.requests import (
    Abort,
    Adjudicate,
    Declare,
    Enter,
    ListTournaments,
    Move,
    OpenTournament,
    Quit,
    Ready,
    Rematch,
    Resign,
    ShowTournament,
    Steer,
)
from protocol.tournaments import Format, Order, Plan, Sprt, Stage
from server.app import App
from tests.client.link.server_messages import until
from tests.server.players_over_sockets import Player, pair, player
from tests.server.server_time import run_out
from tests.server.serving import serving
from tests.server.tournaments.contestants import Bot, at_stage, bots, fixtures, opened

CLOCK = TimeControl(60, increment=1)
TERMS = Terms("tictactoe", CLOCK)
PLAN = Plan("The cup", Format.ROUND_ROBIN, TERMS, openings=((4,), (0, 4)))


async def test_bots_play_a_round_robin_to_its_end(app: App, ann: Player) -> None:
    """Each two play each opening with both sides, and the standings count it all."""
    async with bots(app, "one", "two", "three") as field:
        key = await opened(ann, replace(PLAN, rounds=2), *(bot.wire for bot in field))
        await at_stage(ann, key, Stage.FINISHED)
    played = await fixtures(ann, key)
    assert played.total == 12
    meetings = [(each.players, each.fixture.opening) for each in played.fixtures]
    assert len(set(meetings)) == 12
    shown = await ann.ask(ShowTournament(0, key), TournamentShown)
    assert sum(line.points for line in shown.standings) == 12
    assert {line.games for line in shown.standings} == {8}
    assert len(ann.all(FixtureEnded)) == 12


@pytest.mark.parametrize(
    ("plan", "games"),
    [
        (replace(PLAN, format=Format.GAUNTLET), 6),
        (replace(PLAN, format=Format.SWISS, rounds=2), 8),
        (replace(PLAN, format=Format.KNOCKOUT, best_of=1, third_place=True, openings=()), 4),
        (replace(PLAN, format=Format.ARENA, seconds=1.0), None),
    ],
)
async def test_every_format_comes_to_an_end(
    app: App, ann: Player, plan: Plan, games: int | None
) -> None:
    """With four bots."""
    async with bots(app, "one", "two", "three", "four", capacity=1) as field:
        key = await opened(ann, plan, *(bot.wire for bot in field))
        await at_stage(ann, key, Stage.FINISHED)
    played = await fixtures(ann, key)
    assert played.total == games if games is not None else played.total >= 2


async def test_a_test_between_two_stops_by_itself(app: App, ann: Player) -> None:
    """Long before all its games are played, when one wins all."""
    sure = Sprt(0, 200, 0.05, 0.05, normalised=False)
    plan = Plan("A test", Format.SPRT, TERMS, rounds=1000, openings=((4,),), sprt=sure, at_once=2)
    async with bots(app, "one", "two") as field:
        field[1].task.cancel()
        key = await opened(ann, plan, *(bot.wire for bot in field))
        quitting = asyncio.create_task(resign_all(field[1].wire))
        await at_stage(ann, key, Stage.FINISHED)
        quitting.cancel()
        await asyncio.wait([quitting])
    assert 10 < (await fixtures(ann, key)).total < 200


async def resign_all(one: Player) -> None:
    while True:
        started = await one.next(Started)
        await one.ask(Resign(0, started.match, "tired"), Done)


async def test_no_more_games_at_once_than_planned(app: App, ann: Player) -> None:
    """However many seats the players have."""
    async with bots(app, "one", "two", "three", capacity=8) as field:
        for bot in field:
            bot.task.cancel()
        key = await opened(ann, replace(PLAN, at_once=2), *(bot.wire for bot in field))
        shown = await ann.ask(ShowTournament(0, key), TournamentShown)
        assert len(shown.live) == 2


async def test_a_person_is_asked_and_waited_for(app: App, ann: Player, bob: Player) -> None:
    """The game starts when both have said ready."""
    key = await opened(ann, PLAN, ann, bob)
    due = await ann.next(FixtureDue)
    await bob.next(FixtureDue)
    assert (due.tournament, due.fixture.players) == (key, ("ann", "bob"))
    await ann.ask(Ready(0, key), Done)
    await ann.settle()
    assert not ann.all(Started)
    await bob.ask(Ready(0, key), Done)
    started = await ann.next(Started)
    assert started.fixture is not None
    assert started.fixture.tournament == key
    assert (started.terms.opening, started.turn) == ((4,), 1)


async def test_a_person_who_is_not_ready_is_not_waited_for_for_ever(
    app: App, ann: Player, bob: Player
) -> None:
    """When the time is up the game starts all the same."""
    await opened(ann, replace(PLAN, ready_seconds=0.2), ann, bob)
    assert (await ann.next(Started)).fixture is not None


async def test_who_does_not_come_loses(app: App, ann: Player, bob: Player) -> None:
    """With that reason; and the event goes on to its end."""
    async with player(app.url, "cat", bot=True) as cat:
        other = await pair(ann, bob, TERMS)  # for whose end the first game has to wait
        key = await opened(ann, replace(PLAN, ready_seconds=0.1), bob, cat)
        await cat.close()
        await until(lambda: not app.house.bus.is_here("cat"))
        await ann.ask(Resign(0, other), Done)
        await at_stage(ann, key, Stage.FINISHED)
    for each in (await fixtures(ann, key)).fixtures:
        assert each.ending == Ending.ABSENT
        assert each.reason == "cat did not come"
        assert each.winner is not None
        assert each.players[each.winner] == "bob"


async def test_a_failure_is_named(app: App, ann: Player, bob: Player, bot: Player) -> None:
    """In the result, for everyone to see."""
    key = await opened(ann, PLAN, bot, bob)
    await bob.ask(Ready(0, key), Done)
    started = await bot.next(Started)
    await bot.ask(Resign(0, started.match, "it raised KeyError"), Done)
    ended = await bob.next(Ended)
    assert (ended.ending, ended.reason) == (Ending.FAILED, "it raised KeyError")
    told = (await ann.next(FixtureEnded)).fixture
    assert (told.ending, told.reason) == ("failed", "it raised KeyError")


async def test_the_first_illegal_move_loses(app: App, ann: Player, bob: Player) -> None:
    """Whatever is forgiven elsewhere."""
    key = await opened(ann, PLAN, ann, bob)
    for one in (ann, bob):
        await one.ask(Ready(0, key), Done)
    match = (await ann.next(Started)).match
    refused = await bob.refused(Move(0, match, 1, 4))
    assert refused.text.endswith("and the match is lost")
    assert (await ann.next(Ended)).ending is Ending.MISCONDUCT


async def test_a_game_is_neither_aborted_nor_played_again(
    app: App, ann: Player, bob: Player
) -> None:
    """It is played, or resigned."""
    key = await opened(ann, PLAN, ann, bob)
    for one in (ann, bob):
        await one.ask(Ready(0, key), Done)
    match = (await ann.next(Started)).match
    assert (await ann.refused(Abort(0, match))).code is Fault.NOT_ALLOWED
    await ann.ask(Resign(0, match), Done)
    await ann.next(Ended)
    assert (await ann.refused(Rematch(0, match))).code is Fault.NOT_ALLOWED


async def test_it_is_paused_continued_extended_and_cancelled(app: App, ann: Player) -> None:
    """By who has opened it."""
    async with bots(app, "one", "two") as field:
        key = (await ann.ask(OpenTournament(0, PLAN), Opened)).key
        for bot in field:
            await bot.wire.ask(Enter(0, key), Done)
            await bot.wire.ask(Enter(0, key), Done)
        assert (await field[0].wire.refused(Steer(0, key, Order.START))).code is Fault.NOT_ALLOWED
        assert (await ann.refused(Steer(0, key, Order.PAUSE))).code is Fault.CONFLICT
        await ann.ask(ShowTournament(0, key, watch=True), TournamentShown)
        await ann.ask(Steer(0, key, Order.START), Done)
        await at_stage(ann, key, Stage.FINISHED)
        await ann.ask(Steer(0, key, Order.EXTEND, 2), Done)
        await at_stage(ann, key, Stage.FINISHED)
        assert (await fixtures(ann, key)).total == 6
        await ann.ask(Steer(0, key, Order.EXTEND, 1000), Done)
        await ann.ask(Steer(0, key, Order.PAUSE), Done)
        await at_stage(ann, key, Stage.PAUSED)
        await ann.ask(Steer(0, key, Order.CONTINUE), Done)
        await ann.ask(Steer(0, key, Order.CANCEL), Done)
        await at_stage(ann, key, Stage.CANCELLED)
        shown = await ann.ask(ShowTournament(0, key), TournamentShown)
        assert shown.live == ()


async def test_who_leaves_before_the_start_is_not_there(
    app: App, ann: Player, bob: Player, bot: Player
) -> None:
    """And who is not here at the start is named."""
    key = (await ann.ask(OpenTournament(0, PLAN), Opened)).key
    for one in (bob, bot):
        await one.ask(Enter(0, key), Done)
    await bob.ask(Quit(0, key), Done)
    assert (await ann.refused(Steer(0, key, Order.START))).code is Fault.TOO_EARLY
    await ann.ask(Enter(0, key), Done)
    await bot.close()
    await ann.settle()
    assert "not here yet: deep" in (await ann.refused(Steer(0, key, Order.START))).text
    [listed] = (await ann.ask(ListTournaments(0), Tournaments)).tournaments
    assert [each.name for each in listed.players] == ["deep", "ann"]


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (replace(PLAN, title=" "), "title"),
        (replace(PLAN, terms=Terms("tictactoe")), "needs a clock"),
        (replace(PLAN, terms=Terms("chess", CLOCK)), "chess"),
        (replace(PLAN, terms=replace(TERMS, opening=(4,))), "of the plan"),
        (replace(PLAN, rounds=0), "rounds"),
        (replace(PLAN, openings=((4, 4),)), "opening 1: b2 is taken"),
        (replace(PLAN, openings=((0, 3, 1, 4, 2),)), "opening 1 ends the game"),
        (replace(PLAN, terms=replace(TERMS, pie=True)), "pie"),
        (replace(PLAN, format=Format.ARENA), "an arena goes on for"),
        (replace(PLAN, format=Format.SPRT), "needs its hypotheses"),
        (replace(PLAN, format=Format.SPRT, sprt=Sprt(5, 5)), "less than"),
        (replace(PLAN, ready_seconds=1e6), "wait at most"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused(ann: Player, plan: Plan, told: str) -> None:
    """With what would be right."""
    assert told in (await ann.refused(OpenTournament(0, plan))).text


async def test_games_are_adjudicated(app: App, ann: Player, bob: Player, bot: Player) -> None:
    """By who has opened the tournament, and by nobody else."""
    key = await opened(ann, PLAN, bot, bob)
    await bob.ask(Ready(0, key), Done)
    match = (await bot.next(Started)).match
    assert (await bob.refused(Adjudicate(0, match, 0))).code is Fault.NOT_ALLOWED
    await ann.ask(Adjudicate(0, match, None, "solved"), Done)
    ended = await bob.next(Ended)
    assert (ended.winner, ended.ending, ended.reason) == (None, Ending.ADJUDICATED, "solved")


async def test_games_end_by_their_terms(app: App, ann: Player, bob: Player) -> None:
    """At the move limit, or when both sides' bots agree."""
    terms = replace(TERMS, agreement=1, move_limit=5)
    key = await opened(ann, replace(PLAN, terms=terms, openings=()), ann, bob)
    for one in (ann, bob):
        await one.ask(Ready(0, key), Done)
    match = (await ann.next(Started)).match
    await ann.ask(Move(0, match, 0, 0, Analysis(verdict=Verdict.WIN)), Done)
    await bob.ask(Move(0, match, 1, 4, Analysis(verdict=Verdict.LOSS)), Done)
    assert (await ann.next(Ended)).winner == 0
    for one in (ann, bob):
        await one.ask(Ready(0, key), Done)
    match = (await ann.next(Started)).match
    for ply, cell in enumerate((0, 1, 2, 3, 4)):
        await (bob, ann)[ply % 2].play(match, ply, cell)
    ended = await ann.next(Ended)
    assert (ended.winner, ended.reason) == (None, "no end within 5 moves")


async def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Every game exactly once, and the names of guests are kept for them."""
    plan = replace(PLAN, rounds=30, at_once=3)
    async with (
        serving(tmp_path, burst=1000) as app,
        player(app.url, "ann") as ann,
        bots(app, "one", "two", "three") as field,
    ):
        key = await opened(ann, plan, *(bot.wire for bot in field))
        for _ in range(20):
            await ann.next(FixtureEnded)
        sessions = [bot.wire.welcome.session for bot in field]
        mine = ann.welcome.session
    async with serving(tmp_path, burst=1000) as app, AsyncExitStack() as stack:
        ann = await stack.enter_async_context(player(app.url, session=mine))
        await ann.ask(ShowTournament(0, key, watch=True), TournamentShown)
        back = []
        for session in sessions:
            wire = await stack.enter_async_context(player(app.url, session=session))
            await wire.ask(Declare(0, Policy(capacity=4)), Done)
            back.append(Bot(wire))
        await at_stage(ann, key, Stage.FINISHED)
        for bot in back:
            bot.task.cancel()
        played = await fixtures(ann, key)
    assert played.total == 180
    assert sorted(each.fixture.number for each in played.fixtures) == list(range(1, 181))
    async with serving(tmp_path) as app, player(app.url, "dan") as dan:
        again = await fixtures(dan, key)
        assert again.fixtures == played.fixtures
        async with player(app.url, session=mine) as ann:
            await ann.ask(Steer(0, key, Order.EXTEND, 1), Done)
            shown = await ann.ask(ShowTournament(0, key), TournamentShown)
            assert shown.tournament.stage is Stage.RUNNING
            assert shown.tournament.games == 186


async def test_an_attended_one_stands_still_without_its_organiser(
    app: App, ann: Player, bob: Player
) -> None:
    """Nobody can flag or be missed meanwhile, and nothing starts; then it all goes on."""
    plan = replace(PLAN, attended=True, ready_seconds=0.1)
    async with player(app.url, "cat") as cat:
        key = await opened(ann, plan, bob, cat)
        match = (await bob.next(Started)).match
        await cat.play(match, 1, 0)
        await bob.play(match, 2, 1)
        session, state = ann.welcome.session, app.house.tables.all[match].match
        assert state.deadline() is not None
        await ann.close()
        await until(lambda: not app.house.bus.is_here("ann"))
        assert state.deadline() is None
        await cat.play(match, 3, 2)
        assert state.deadline() is None
        async with player(app.url, session=session) as again:
            await bob.next(Resumed)
            await again.ask(ShowTournament(0, key), TournamentShown)
            run_out(app, match)
            assert (await bob.next(Ended)).ending is Ending.TIME

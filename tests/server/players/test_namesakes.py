"""A guest who takes the freed name of an earlier one: nothing of the other is theirs."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from protocol.events import Started
from protocol.parts import Fault, Policy, Terms, TimeControl
from protocol.parts import Player as Who
from protocol.replies import Done, Opened, Players, Results
from protocol.requests import (
    Adjudicate,
    Declare,
    Enter,
    FromPlayer,
    Hello,
    ListPlayers,
    ListResults,
    OpenTournament,
    Quit,
    Ready,
    Rematch,
    Resign,
    ShowMatch,
    Steer,
    Watch,
)
from protocol.tournaments import Format, Order, Plan, Stage
from server.app import App
from server.players.tokens import hash_token, new_token
from server.tournaments.events import Announced, pack_event, unpack_event
from server.tournaments.tournament import Tournament
from tests.server.players_over_sockets import Player, connected, pair, player, turned_away
from tests.server.serving import serving
from tests.server.tournaments.contestants import at_stage, bots, opened

PLAN = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)))
ARENA = replace(PLAN, format=Format.ARENA, seconds=600.0)


async def finished(app: App, name: str) -> str:
    """A tournament that a guest of this name has opened, played and left."""
    async with player(app.url, name) as first, bots(app, "one", "two") as field:
        key = await opened(first, PLAN, *(bot.wire for bot in field))
        await at_stage(first, key, Stage.FINISHED)
    return key


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_tournament_stays_with_the_session_that_opened_it(
    tmp_path: Path, restarts: bool
) -> None:
    """Neither in memory nor from the journal can a namesake take it over; its opener can."""
    async with serving(tmp_path) as app:
        async with player(app.url, "ann") as ann, bots(app, "one", "two") as field:
            key = await opened(ann, PLAN, *(bot.wire for bot in field))
            await at_stage(ann, key, Stage.FINISHED)
            if not restarts:
                await ann.ask(Steer(0, key, Order.EXTEND, 1), Done)
                await at_stage(ann, key, Stage.FINISHED)
        if not restarts:
            await refuses_namesake(app, key)
    if restarts:
        async with serving(tmp_path) as app:
            await refuses_namesake(app, key)


async def refuses_namesake(app: App, key: str) -> None:
    async with player(app.url, "ann") as namesake:
        assert namesake.name == "ann"
        refusal = await namesake.refused(Steer(0, key, Order.EXTEND, 1))
        assert refusal.code is Fault.NOT_ALLOWED


async def test_who_comes_back_by_the_session_may_extend(tmp_path: Path) -> None:
    """It is theirs as long as the session is."""
    async with serving(tmp_path) as app, bots(app, "one", "two") as field:
        async with player(app.url, "ann") as ann:
            key = await opened(ann, PLAN, *(bot.wire for bot in field))
            await at_stage(ann, key, Stage.FINISHED)
            session = ann.welcome.session
        async with player(app.url, "ann", session=session) as again:
            await again.ask(Steer(0, key, Order.EXTEND, 1), Done)


async def test_the_place_in_an_arena_is_not_the_namesakes(app: App, ann: Player) -> None:
    """With its points; nor can a namesake say for another that they are ready, or leave."""
    key = (await ann.ask(OpenTournament(0, ARENA), Opened)).key
    await ann.ask(Enter(0, key), Done)
    async with player(app.url, "eve") as eve:
        await eve.ask(Enter(0, key), Done)
        await ann.ask(Steer(0, key, Order.START), Done)
        await eve.ask(Quit(0, key), Done)
        await ann.settle()
    await ann.settle()
    tournament = app.house.lobby.director.all[key]
    for match in list(tournament.live.values()):
        await ann.ask(Resign(0, match), Done)
    await ann.settle()
    async with player(app.url, "eve") as namesake:
        for request in (Enter(0, key), Ready(0, key), Quit(0, key)):
            code = (await namesake.refused(request)).code
            assert code in (Fault.NOT_ALLOWED, Fault.NOT_SEATED), request


async def test_nobody_is_seated_for_a_namesake(app: App, ann: Player) -> None:
    """In a tournament that was over and is extended."""
    async with bots(app, "one", "two") as field:
        key = await opened(ann, PLAN, *(bot.wire for bot in field))
        await at_stage(ann, key, Stage.FINISHED)
    await ann.settle()
    async with bots(app, "one", "two") as namesakes:
        await ann.ask(Steer(0, key, Order.EXTEND, 1), Done)
        await ann.settle()
        assert app.house.lobby.director.all[key].active == []
        assert not any(bot.ended for bot in namesakes)


ASKED: list[Callable[[str], FromPlayer]] = [
    lambda match: ShowMatch(0, match),
    lambda match: Watch(0, match, from_start=True),
    lambda match: Rematch(0, match),
]


@pytest.mark.parametrize("asked", ASKED)
async def test_a_match_of_an_earlier_guest_is_not_the_namesakes(
    app: App, ann: Player, asked: Callable[[str], FromPlayer]
) -> None:
    """Private as it was, they see nothing of it, and have no rematch."""
    async with player(app.url, "eve") as eve:
        match = await pair(ann, eve, Terms("tictactoe", private=True))
        await eve.ask(Resign(0, match), Done)
        await ann.settle()
    await ann.settle()
    async with player(app.url, "eve") as namesake:
        await namesake.refused(asked(match))
        session = namesake.welcome.session
        heard = {match: 0}
    async with player(app.url, "eve", session=session, seen=heard) as back:
        await back.settle()
        assert not [each for each in back.heard if getattr(each, "match", None) == match]


async def test_an_account_is_nobody_who_was_a_guest_of_its_name(app: App, ann: Player) -> None:
    """Whoever gets an account under a guest's name sees none of their private matches."""
    key = await finished(app, "eve")
    async with player(app.url, "eve") as eve:
        match = await pair(ann, eve, Terms("tictactoe", private=True))
        await eve.ask(Resign(0, match), Done)
        await ann.settle()
    await ann.settle()
    token = await account(app, "eve")
    async with player(app.url, "eve", token=token) as owner:
        assert (await owner.ask(ListResults(0, "eve"), Results)).results == ()
        await owner.refused(ShowMatch(0, match))
        await owner.refused(Rematch(0, match))
        assert (await owner.refused(Steer(0, key, Order.EXTEND, 1))).code is Fault.NOT_ALLOWED


async def account(app: App, name: str) -> str:
    token = new_token()
    await app.house.people.accounts.create(name, bot=False, admin=False)
    await app.house.people.accounts.add_token(name, hash_token(token), "")
    return token


def test_what_was_kept_before_sessions_were_is_read() -> None:
    """It belongs to the name as long as that was held, and later to no guest."""
    kept = msgspec.msgpack.decode(pack_event(Announced(0.0, "t1", PLAN, Who("ann"))))
    del kept["session"]
    announced = unpack_event(msgspec.msgpack.encode(kept))
    assert isinstance(announced, Announced)
    tournament = Tournament(announced)
    assert tournament.is_by(Who("ann"), b"a session")
    tournament.steer(Order.CANCEL, 0, 1.0)
    assert not tournament.is_by(Who("ann"), b"a session")
    assert not tournament.is_by(Who("ann", guest=False), b"")


async def test_while_it_goes_on_the_name_waits_for_the_session(tmp_path: Path) -> None:
    """Over a restart too: a newcomer cannot be called so, and its opener comes back and rules."""
    async with serving(tmp_path) as app, player(app.url, "ann") as ann:
        key = (await ann.ask(OpenTournament(0, PLAN), Opened)).key
        await ann.ask(Enter(0, key), Done)
        async with player(app.url, "eve") as eve:
            await eve.ask(Enter(0, key), Done)
            await ann.ask(Steer(0, key, Order.START), Done)
            sessions = {"ann": ann.welcome.session, "eve": eve.welcome.session}
    for _ in range(2):
        async with serving(tmp_path) as app:
            for name, session in sessions.items():
                await turned_away(app.url, name)
                async with player(app.url, name, session=session) as back:
                    await back.ask(Ready(0, key), Done)
                await turned_away(app.url, name)


async def test_nobody_adjudicates_by_a_name(app: App, ann: Player) -> None:
    """Games of a tournament are judged by who has opened it, and its namesake finds none."""
    key = (await ann.ask(OpenTournament(0, PLAN), Opened)).key
    await ann.ask(Enter(0, key), Done)
    async with player(app.url, "eve") as eve:
        await eve.ask(Enter(0, key), Done)
        await ann.ask(Steer(0, key, Order.START), Done)
        await ann.ask(Ready(0, key), Done)
        await eve.ask(Ready(0, key), Done)
        match = (await eve.next(Started)).match
        refusal = await eve.refused(Adjudicate(0, match, 1, "I say so"))
        assert refusal.code is Fault.NOT_ALLOWED
        await ann.ask(Adjudicate(0, match, 0, "it was agreed"), Done)


async def test_a_policy_goes_with_who_declared_it(app: App, ann: Player) -> None:
    """A namesake has what anybody has at first."""
    async with player(app.url, "bot", bot=True) as first:
        await first.ask(Declare(0, Policy(capacity=7, per_opponent=3)), Done)
    await ann.settle()
    async with player(app.url, "bot", bot=True):
        listed = (await ann.ask(ListPlayers(0), Players)).players
        [policy] = [each.policy for each in listed if each.player.name == "bot"]
        assert policy == Policy()


async def test_the_session_of_an_earlier_guest_ends_when_the_name_is_taken(
    app: App, ann: Player
) -> None:
    """So that nobody comes back by it in the midst of what is another's by now."""
    async with player(app.url, "eve") as eve:
        session = eve.welcome.session
    await ann.settle()
    async with player(app.url, "eve"):
        pass
    async with connected(app.url) as late:
        reply = await late.refused(Hello(0, "eve", session=session))
        assert reply.code is Fault.BAD_TOKEN

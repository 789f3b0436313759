"""Accounts that get another name, or are deleted: all that is kept of them, and only of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from games.errors import Mistake
from protocol.events import Ended, Started, Swapped
from protocol.names import NEUTRAL
from protocol.parts import Fault, Terms, TimeControl
from protocol.replies import Done, Leaders, Opened, Results, Shown, TournamentShown
from protocol.requests import (
    Ban,
    Block,
    Challenge,
    DeleteAccount,
    Hello,
    Invite,
    Join,
    ListLeaders,
    ListResults,
    Ready,
    RenameAccount,
    Resign,
    ShowMatch,
    ShowTournament,
    Swap,
)
from protocol.tournaments import Format, Plan, Stage
from server.app import App
from server.players.people import People
from server.storage.database import Database, open_database
from server.storage.people.renaming import Renaming
from server.storage.schema import metadata, renames
from tests.client.link.server_messages import until
from tests.server.accounts import account
from tests.server.commands.test_account import run
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import fresh_url
from tests.server.storage.test_health import comes
from tests.server.tournaments.contestants import at_stage, opened

MEDIUM = TimeControl(600.0)
RATED = Terms("tictactoe", MEDIUM, rated=True)
PIE, CASUAL = Terms("tictactoe", MEDIUM, pie=True), Terms("tictactoe")


@asynccontextmanager
async def field(app: App) -> AsyncIterator[tuple[Player, Player, Player, dict[str, str]]]:
    """Two players and an administrator, with their tokens by name."""
    tokens = {name: await account(app, name, admin=name == "root") for name in NAMES}
    async with (
        player(app.url, token=tokens["Zoe"]) as zoe,
        player(app.url, token=tokens["bob"]) as bob,
        player(app.url, token=tokens["root"]) as root,
    ):
        yield zoe, bob, root, tokens


NAMES = ("Zoe", "bob", "root")


async def live(app: App, zoe: Player, bob: Player) -> tuple[list[str], str]:
    """All ways in which a name is kept: the matches, and a tournament."""
    rated = await pair(zoe, bob, RATED)
    await zoe.ask(Resign(0, rated, failure="Zoe: no idea; Zoey has one"), Done)
    swapped = await pair(bob, zoe, PIE)
    await bob.play(swapped, 0, 4)
    await zoe.ask(Swap(0, swapped), Done)
    await zoe.next(Swapped)
    await zoe.ask(Resign(0, swapped), Done)
    private = await pair(zoe, bob, Terms("tictactoe", private=True))
    await zoe.ask(Resign(0, private), Done)
    for one in (zoe, bob):
        for match in (rated, swapped, private):
            await one.next(Ended, lambda its, match=match: its.match == match)  # type: ignore[misc]
    await bob.ask(Block(0, "zoe"))
    plan = Plan("Zoe's cup", Format.ROUND_ROBIN, Terms("tictactoe", MEDIUM), seeds=("bob", "ZOE"))
    cup = await opened(zoe, plan, zoe, bob)
    for _ in range(2):  # with either side
        for one in (zoe, bob):
            await one.ask(Ready(0, cup), Done)
        game = await zoe.next(Started)
        await zoe.ask(Resign(0, game.match), Done)
        await zoe.next(Ended)
    await at_stage(zoe, cup, Stage.FINISHED)
    return [rated, swapped, private], cup


async def rows(database: Database) -> list[object]:
    """All values of all tables."""
    return [
        value
        for table in metadata.sorted_tables
        for row in await database.all(select(table))
        for value in row
    ]


def named(values: list[object], name: str) -> list[object]:
    """Those that hold a name, however it is written."""
    texts = (
        (each, each.decode(errors="replace") if isinstance(each, bytes) else str(each))
        for each in values
    )
    return [each for each, text in texts if name.lower() in text.lower().replace("zoey", "")]


async def finished(app: App) -> None:
    """Wait until all is renamed."""
    database = app.house.database

    async def nothing_is_left() -> bool:
        return not await database.all(select(renames))

    await comes(nothing_is_left)


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
async def test_nothing_is_left_of_a_name_that_was_deleted(backend: str, tmp_path: Path) -> None:
    """In no table; the games stay, between the other and one of a neutral name."""
    url = fresh_url(backend, tmp_path)
    async with serving(tmp_path, database=url) as app, field(app) as (zoe, bob, root, tokens):
        matches, cup = await live(app, zoe, bob)
        assert named(await rows(app.house.database), "zoe")
        await root.ask(DeleteAccount(0, "zoe"), Done)
        assert await zoe.closed() == (4004, "your account was deleted")
        await finished(app)
        kept = await rows(app.house.database)
        assert named(kept, "zoe") == []
        [past, *_] = (await root.ask(ListResults(0, "bob"), Results)).results
        [gone] = [each.name for each in past.players if each.name != "bob"]
        assert gone.startswith(NEUTRAL)
        for match in matches:
            shown = await root.ask(ShowMatch(0, match), Shown)
            started = next(each for each in shown.events if isinstance(each, Started))
            assert {each.name for each in started.players} == {gone, "bob"}
            ended = next(each for each in shown.events if isinstance(each, Ended))
            assert ended.reason in ("", f"{gone}: no idea; Zoey has one")
        tournament = await root.ask(ShowTournament(0, cup), TournamentShown)
        assert (tournament.tournament.by, tournament.tournament.title) == (
            gone,
            f"{gone}'s cup",
        )
        assert {each.player for each in tournament.standings} == {gone, "bob"}
        assert set(tournament.seeds) == {gone, "bob"}
        leaders = await root.ask(ListLeaders(0, "tictactoe", "medium"), Leaders)
        assert [each.player.name for each in leaders.leaders] == ["bob"]
        async with connected(app.url) as stranger:
            hello = Hello(0, token=tokens["Zoe"])
            assert (await stranger.refused(hello)).code is Fault.BAD_TOKEN
            hello = Hello(0, session=zoe.welcome.session)
            assert (await stranger.refused(hello)).code is Fault.BAD_TOKEN
            assert (await stranger.refused(Hello(0, gone))).code is Fault.BAD_NAME
        async with player(app.url, "zoe") as guest:
            assert guest.welcome.you.guest


async def test_an_account_has_another_name_in_all_that_it_has_done(tmp_path: Path) -> None:
    """Its player comes back by the session or the token that they have, and all goes on."""
    async with serving(tmp_path) as app, field(app) as (zoe, bob, root, tokens):
        matches, cup = await live(app, zoe, bob)
        await root.ask(Ban(0, "Zoe", seconds=0.0), Done)
        await root.ask(RenameAccount(0, "zoe", "Anna"), Done)
        assert (await zoe.closed())[0] == 1012
        await finished(app)
        left = named(await rows(app.house.database), "zoe")
        assert not [each for each in left if isinstance(each, bytes)]
        assert (await bob.closed())[0] == 1012  # to learn whom they have blocked by now
        async with (
            player(app.url, session=zoe.welcome.session) as anna,
            player(app.url, session=bob.welcome.session),
        ):
            assert (anna.name, anna.welcome.you.guest) == ("Anna", False)
            assert (await anna.refused(Challenge(0, "bob", CASUAL))).code is Fault.NOT_ALLOWED
            past = (await anna.ask(ListResults(0, "anna"), Results)).results
            assert {each.match for each in past} >= {*matches}  # the private one, too
            leaders = await anna.ask(ListLeaders(0, "tictactoe", "medium"), Leaders)
            assert {each.player.name for each in leaders.leaders} == {"Anna", "bob"}
            await anna.ask(Block(0, "root"))
        async with player(app.url, token=tokens["Zoe"]) as anna, player(app.url, "cat") as cat:
            rated = await anna.ask(Invite(0, RATED, 0), Opened)
            assert (await cat.refused(Join(0, rated.key))).code is Fault.NOT_ALLOWED
            shown = await root.ask(ShowTournament(0, cup), TournamentShown)
            assert shown.tournament.by == "Anna"


async def test_capitals_are_changed_like_any_name(tmp_path: Path) -> None:
    """It is the same name to all others."""
    async with serving(tmp_path) as app, field(app) as (_, _, root, tokens):
        await root.ask(RenameAccount(0, "zoe", "ZOE"), Done)
        async with player(app.url, token=tokens["Zoe"]) as again:
            assert again.name == "ZOE"


async def test_who_plays_or_takes_part_keeps_the_name_until_then(tmp_path: Path) -> None:
    """And nobody takes one that somebody has."""
    async with serving(tmp_path) as app, field(app) as (zoe, bob, root, _):
        match = await pair(zoe, bob, CASUAL)
        for request in (RenameAccount(0, "zoe", "anna"), DeleteAccount(0, "zoe")):
            refused = await root.refused(request)
            assert (refused.code, match in refused.text) == (Fault.CONFLICT, True)
        await zoe.ask(Resign(0, match), Done)
        await zoe.next(Ended)
        async with player(app.url, "cat"):
            for name in ("cat", "BOB", "2fast", f"{NEUTRAL}me", "Zoe"):
                refused = await root.refused(RenameAccount(0, "zoe", name))
                assert refused.code is Fault.CONFLICT
        assert (await root.refused(DeleteAccount(0, "root"))).code is Fault.CONFLICT
        assert (await root.refused(DeleteAccount(0, "nobody"))).code is Fault.NO_SUCH_PLAYER
        assert (await zoe.refused(DeleteAccount(0, "bob"))).code is Fault.NOT_ALLOWED
        cup = await opened(
            zoe, Plan("cup", Format.ROUND_ROBIN, Terms("tictactoe", MEDIUM)), zoe, bob
        )
        assert cup
        refused = await root.refused(DeleteAccount(0, "bob"))
        assert (refused.code, "tournament" in refused.text) == (Fault.CONFLICT, True)


async def test_a_guest_of_the_same_name_is_somebody_else(tmp_path: Path) -> None:
    """What a guest played before the account was made stays theirs."""
    async with serving(tmp_path) as app:
        async with player(app.url, "zoe") as guest, player(app.url, "cat") as cat:
            match = await pair(guest, cat, CASUAL)
            await guest.ask(Resign(0, match), Done)
            await cat.next(Ended)
        await until(lambda: not app.house.lobby.presence.online)
        async with field(app) as (_, _, root, _):
            await root.ask(DeleteAccount(0, "Zoe"), Done)
            await finished(app)
            shown = await root.ask(ShowMatch(0, match), Shown)
            assert isinstance(shown.events[0], Started)
            assert shown.events[0].players[0].name == "zoe"


async def test_what_was_interrupted_is_done_later(tmp_path: Path) -> None:
    """Also where the account has got a third name meanwhile."""
    async with serving(tmp_path) as app, field(app) as (zoe, bob, _, _):
        await live(app, zoe, bob)
    opened_again = await open_database(str(tmp_path / "inarow.db"))
    people, renaming = People(opened_again), Renaming(opened_again)
    for old, new in (("Zoe", "anna"), ("anna", "carol")):
        account = await people.accounts.find(old)
        assert account is not None
        await renaming.rename(account, new)
    assert await opened_again.all(select(renames.c.old, renames.c.new)) == [
        ("Zoe", "carol"), ("anna", "carol"),
    ]  # fmt: skip
    await opened_again.close()
    async with serving(tmp_path) as app, player(app.url, "cat") as cat:
        await finished(app)
        past = (await cat.ask(ListResults(0, "carol"), Results)).results
        assert past
        assert {each.name for match in past for each in match.players} == {"carol", "bob"}


def test_the_command_does_it_while_no_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says what does it else."""
    path = tmp_path / "inarow.db"
    run(str(path), "create", "ann")
    assert run(str(path), "rename", "ANN", "Anna") == 0
    with pytest.raises(Mistake, match="cannot be undone: say so with --yes"):
        run(str(path), "delete", "anna")

    async def beside() -> None:
        async with serving(path):
            with pytest.raises(Mistake, match="a server is running on this database: there"):
                await asyncio.to_thread(run, str(path), "delete", "anna", "--yes")

    asyncio.run(beside())
    assert run(str(path), "delete", "anna", "--yes") == 0
    run(str(path), "list", "--json")
    assert capsys.readouterr().out.splitlines()[-1] == "[]"

"""Who one is on the server: names, accounts, and that nobody can act as somebody else."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from protocol.events import RematchOffered
from protocol.parts import Fault, Terms
from protocol.parts import Player as Person
from protocol.replies import Blocked, Welcome
from protocol.requests import Block, Challenge, Hello, Move, Rematch, Resign
from server.app import App
from server.storage.drivers.reader import Query, Rows
from tests.client.link.server_messages import until
from tests.server.accounts import account, another_token
from tests.server.inside import held_up
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving

TICTACTOE = Terms("tictactoe")
REFUSED = (Fault.BAD_TOKEN, Fault.NAME_TAKEN)


class TestGuests:
    async def test_a_free_name_is_theirs(self, tmp_path: Path) -> None:
        """As they write it."""
        async with serving(tmp_path) as app, player(app.url, "Ann") as ann:
            assert (ann.welcome.you.name, ann.welcome.you.guest) == ("Ann", True)

    async def test_a_taken_name_is_offered_with_a_suffix_that_is_free(self, tmp_path: Path) -> None:
        """Whatever the capitals, and the offer holds when it is taken up."""
        async with serving(tmp_path) as app, AsyncExitStack() as others:
            for name in ("Ann", "ann2", "ann3"):
                await others.enter_async_context(player(app.url, name))
            async with connected(app.url) as late:
                refused = await late.refused(Hello(0, "ANN"))
                assert refused.code is Fault.NAME_TAKEN
                assert refused.text == "ANN is taken: ANN4 is free"
                assert (await late.ask(Hello(0, "ANN4"), Welcome)).you.name == "ANN4"

    @pytest.mark.parametrize("held", [1, 2000])
    async def test_what_a_taken_name_costs_does_not_depend_on_how_many_are_held(
        self, held: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One look into the database finds a name to offer."""
        async with serving(tmp_path) as app, connected(app.url) as late:
            registry, asked = app.house.lobby.registry, []
            for number in range(1, held + 1):
                registry.reserve(Person("ann" if number == 1 else f"ann{number}"))
            ask = app.house.database.all

            async def counted(query: Query, **values: object) -> Rows:
                if "accounts" in str(query):  # upkeep asks for other things
                    asked.append(query)
                return await ask(query, **values)

            monkeypatch.setattr(app.house.database, "all", counted)
            refused = await late.refused(Hello(0, "ann"))
            assert refused.code is Fault.NAME_TAKEN
            assert len(asked) == 1
            offered = refused.text.split()[-3]
            await late.ask(Hello(0, offered), Welcome)

    async def test_a_long_name_still_leaves_room_for_the_suffix(self, tmp_path: Path) -> None:
        """What is offered must be a name that one can have."""
        async with serving(tmp_path) as app, player(app.url, "a" * 20), connected(app.url) as late:
            refused = await late.refused(Hello(0, "A" * 20))
            offered = refused.text.split()[-3]
            await late.ask(Hello(0, offered), Welcome)

    @pytest.mark.parametrize("name", ["", "7up", "ann marie", "änn", "a" * 21])
    async def test_a_bad_name_is_refused_with_what_would_be_right(
        self, name: str, tmp_path: Path
    ) -> None:
        """And one can try again on the same connection."""
        async with serving(tmp_path) as app, connected(app.url) as one:
            refused = await one.refused(Hello(0, name))
            assert refused.code is Fault.BAD_NAME
            assert "starts with a letter" in refused.text
            await one.ask(Hello(0, "ann"), Welcome)

    async def test_a_name_is_free_again_when_its_guest_has_left(self, tmp_path: Path) -> None:
        """Unless they sit at a table."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann"):
                pass
            async with player(app.url, "ann") as ann:
                await pair(ann, bob, TICTACTOE)
            async with connected(app.url) as other:
                assert (await other.refused(Hello(0, "ann"))).code is Fault.NAME_TAKEN

    async def test_of_many_who_want_a_name_at_once_one_gets_it(self, tmp_path: Path) -> None:
        """Also while the database is asked."""
        async with serving(tmp_path) as app, AsyncExitStack() as all_of_them:
            some = [await all_of_them.enter_async_context(connected(app.url)) for _ in range(20)]
            ids = await asyncio.gather(*(one.send(Hello(0, "ann")) for one in some))
            pairs = zip(some, ids, strict=True)
            replies = await asyncio.gather(*(one.reply(id) for one, id in pairs))
            assert sum(isinstance(reply, Welcome) for reply in replies) == 1


class TestAccounts:
    async def test_the_token_says_who_one_is(self, tmp_path: Path) -> None:
        """With or without the name, however it is capitalised."""
        async with serving(tmp_path) as app:
            token = await account(app, "Deep", bot=True)
            for name in ("", "Deep", "DEEP"):
                async with player(app.url, name, token=token) as deep:
                    you = deep.welcome.you
                    assert (you.name, you.guest, you.bot) == ("Deep", False, True)

    async def test_wrong_revoked_and_strange_tokens_are_refused(self, tmp_path: Path) -> None:
        """A token of somebody else does not open one's own account either."""
        async with serving(tmp_path) as app, connected(app.url) as one:
            accounts = app.house.people.accounts
            token = await account(app, "ann")
            bobs = await account(app, "bob")
            [kept] = await accounts.tokens("ann")
            await accounts.revoke(kept.id)
            for hello in (
                Hello(0, "ann", token="wrong"),
                Hello(0, "ann", token=""),
                Hello(0, "ann", token=token),
                Hello(0, "ann", token=bobs),
            ):
                assert (await one.refused(hello)).code is Fault.BAD_TOKEN
            again = await another_token(accounts, "ann")
            assert (await one.ask(Hello(0, token=again), Welcome)).you.name == "ann"

    async def test_the_name_of_an_account_is_no_guests(self, tmp_path: Path) -> None:
        """Whether its owner is there or not."""
        async with serving(tmp_path) as app, connected(app.url) as one:
            await account(app, "ann")
            assert (await one.refused(Hello(0, "Ann"))).code is Fault.NAME_TAKEN

    async def test_a_revoked_token_ends_the_sessions_that_it_began(self, tmp_path: Path) -> None:
        """Else whoever stole it would stay in; a valid one still opens the door."""
        async with serving(tmp_path) as app:
            token = await account(app, "ann")
            async with player(app.url, token=token) as ann:
                session = ann.welcome.session
            async with player(app.url, session=session):
                pass
            accounts = app.house.people.accounts
            [kept] = await accounts.tokens("ann")
            await accounts.revoke(kept.id)
            async with connected(app.url) as thief:
                assert (await thief.refused(Hello(0, session=session))).code is Fault.BAD_TOKEN
            good = await another_token(accounts, "ann")
            async with player(app.url, session=session, token=good) as ann:
                assert ann.name == "ann"


class TestImpersonation:
    async def test_a_stranger_needs_the_session(self, tmp_path: Path) -> None:
        """A guessed one is refused, and the seat stays its owner's."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                match = await pair(ann, bob, TICTACTOE)
            async with connected(app.url) as eve:
                refused = await eve.refused(Hello(0, "ann", session="guessed"))
                assert refused.code is Fault.BAD_TOKEN
            async with player(app.url, "eve") as eve:
                assert (await eve.refused(Move(0, match, 0, 4))).code is Fault.NOT_SEATED
                assert (await eve.refused(Resign(0, match))).code is Fault.NOT_SEATED

    async def test_an_old_session_is_not_the_next_holder_of_the_name(self, tmp_path: Path) -> None:
        """While the next is there."""
        async with serving(tmp_path) as app:
            async with player(app.url, "ann") as old:
                session = old.welcome.session
            async with player(app.url, "ann") as ann, connected(app.url) as eve:
                assert (await eve.refused(Hello(0, session=session))).code in REFUSED
                await ann.settle()

    async def test_nor_after_the_next_holder_has_lost_the_link(self, tmp_path: Path) -> None:
        """The name is theirs to take again, also across a restart in mid-game."""
        async with serving(tmp_path) as app:
            async with player(app.url, "ann") as old:
                stale = old.welcome.session
            async with player(app.url, "ann") as ann, player(app.url, "bob") as bob:
                await pair(ann, bob, TICTACTOE)
                session = ann.welcome.session
        async with serving(tmp_path) as app:
            async with connected(app.url) as eve:
                assert (await eve.refused(Hello(0, session=stale))).code in REFUSED
            async with player(app.url, session=session) as ann:
                assert len(ann.welcome.matches) == 1

    async def test_a_guest_is_not_the_account_that_took_the_name(self, tmp_path: Path) -> None:
        """A guest's session from before ends with the account's creation, unless they play."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as guest:
                session = guest.welcome.session
            token = await account(app, "ann")
            async with player(app.url, token=token) as ann, connected(app.url) as eve:
                await pair(ann, bob, TICTACTOE)
                assert (await eve.refused(Hello(0, session=session))).code is Fault.NAME_TAKEN
                await ann.settle()

    async def test_an_account_is_not_the_guest_who_plays_under_its_name(
        self, tmp_path: Path
    ) -> None:
        """It waits until they have finished, who may lose the link meanwhile."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as guest:
                match = await pair(guest, bob, TICTACTOE)
                session = guest.welcome.session
                token = await account(app, "ann")
            async with connected(app.url) as late:
                refused = await late.refused(Hello(0, token=token))
                assert (refused.code, refused.wait) == (Fault.NAME_TAKEN, 10.0)
            async with player(app.url, session=session) as guest:
                await guest.ask(Resign(0, match))
            async with player(app.url, token=token) as ann:
                assert not ann.welcome.you.guest
                assert ann.welcome.matches == ()

    async def test_a_rematch_is_not_for_the_next_guest_of_the_name(self, tmp_path: Path) -> None:
        """Who would sit down in the place of one who has left."""
        async with serving(tmp_path) as app, player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                match = await pair(ann, bob, TICTACTOE)
                await ann.ask(Resign(0, match))
            async with player(app.url, "ann") as other:
                await other.refused(Rematch(0, match))
                await bob.settle()
                assert bob.all(RematchOffered) == []

    async def test_a_name_stays_theirs_who_resume_while_the_old_link_breaks(
        self, app: App, ann: Player
    ) -> None:
        """However long the journal takes to note it."""
        async with connected(app.url) as later, connected(app.url) as eve:
            with held_up(app):
                id = await later.send(Hello(0, session=ann.welcome.session))
                await eve.refused(Hello(0, token="which is looked for meanwhile"))
                ann.drop()
                await ann.closed()
                await eve.refused(Hello(0, token="and this one too"))
            assert isinstance(await later.reply(id), Welcome)
            assert (await eve.refused(Hello(0, "ann"))).code is Fault.NAME_TAKEN

    async def test_nor_does_it_break_while_whom_they_block_is_looked_up(
        self, app: App, ann: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Which takes as long as the database likes."""
        presence, asked, gate = app.house.lobby.presence, asyncio.Event(), asyncio.Event()
        load = presence.blocks.load

        async def slowly(players: Iterable[tuple[Person, str]]) -> None:
            asked.set()
            await gate.wait()
            await load(players)

        async with connected(app.url) as later, connected(app.url) as eve:
            monkeypatch.setattr(presence.blocks, "load", slowly)
            id = await later.send(Hello(0, session=ann.welcome.session))
            await asked.wait()
            ann.drop()
            await until(lambda: not presence.online)
            assert (await eve.refused(Hello(0, "ann"))).code is Fault.NAME_TAKEN
            gate.set()
            assert isinstance(await later.reply(id), Welcome)
            assert (await eve.refused(Hello(0, "ann"))).code is Fault.NAME_TAKEN


async def test_whom_one_blocks_is_known_though_the_old_link_breaks_meanwhile(
    app: App, bob: Player
) -> None:
    """While the new one is written down."""
    token, presence = await account(app, "zoe"), app.house.lobby.presence
    async with player(app.url, token=token) as zoe, connected(app.url) as later:
        await zoe.ask(Block(0, "bob"), Blocked)
        with held_up(app):
            id = await later.send(Hello(0, token=token))
            await until(lambda: presence._arriving["zoe"] == 1)
            zoe.drop()
            await until(lambda: "zoe" not in presence.online)
        assert isinstance(await later.reply(id), Welcome)
        refused = await bob.refused(Challenge(0, "zoe", TICTACTOE))
        assert refused.code is Fault.NOT_ALLOWED

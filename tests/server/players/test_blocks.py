"""Players who want to have nothing to do with others: neither matches nor talk."""

from pathlib import Path

import pytest

from protocol.events import Challenged, Said, SeekOpened, Started, Unanswered
from protocol.parts import Fault, Room, Terms
from protocol.replies import Blocked, Done, Opened, Seeks
from protocol.requests import (
    Answer,
    Block,
    Challenge,
    FromPlayer,
    Invite,
    Join,
    ListBlocked,
    ListSeeks,
    Rematch,
    Resign,
    Say,
    Seek,
    Unblock,
    Watch,
)
from server.app import App
from server.players import blocks
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving

GOMOKU = Terms("gomoku")


async def blocked(one: Player, request: FromPlayer) -> tuple[str, ...]:
    return (await one.ask(request, Blocked)).players


class TestBetweenThem:
    async def test_are_no_challenges_from_either(self, ann: Player, bob: Player) -> None:
        """Both are told why, in their own words; those that are open are withdrawn."""
        key = (await bob.ask(Challenge(0, "ann", GOMOKU), Opened)).key
        await ann.next(Challenged)
        assert await blocked(ann, Block(0, "BOB")) == ("bob",)
        assert (await bob.next(Unanswered)).key == key
        refused = await bob.refused(Challenge(0, "ann", GOMOKU))
        assert (refused.code, refused.text) == (Fault.NOT_ALLOWED, "ann does not play with you")
        refused = await ann.refused(Challenge(0, "bob", GOMOKU))
        assert refused.text == "you have blocked bob: unblock them first"
        assert (await ann.refused(Answer(0, key, True))).code is Fault.NO_SUCH_KEY

    async def test_seeks_do_not_meet(self, ann: Player, bob: Player, bot: Player) -> None:
        """Neither those of the one nor those of the other; somebody else takes them up."""
        await blocked(ann, Block(0, "bob"))
        await ann.ask(ListSeeks(0, watch=True), Seeks)
        for one in (ann, bob):
            await one.ask(Seek(0, GOMOKU), Opened)
        for seeker in ("ann", "bob"):
            assert (await ann.next(SeekOpened)).seek.by.name == seeker
        await bot.ask(Seek(0, GOMOKU), Opened)
        started = await bot.next(Started)
        assert {each.name for each in started.players} == {"ann", "deep"}
        assert not bob.all(Started)

    async def test_invites_are_not_taken_up(self, ann: Player, bob: Player) -> None:
        """Whoever has passed the code on."""
        await blocked(ann, Block(0, "bob"))
        for host, guest in ((ann, bob), (bob, ann)):
            code = (await host.ask(Invite(0, GOMOKU), Opened)).key
            assert (await guest.refused(Join(0, code))).code is Fault.NOT_ALLOWED

    async def test_is_no_rematch(self, ann: Player, bob: Player) -> None:
        """The match that goes on goes on."""
        match = await pair(ann, bob, GOMOKU)
        await blocked(bob, Block(0, "ann"))
        await ann.play(match, 0, 0)
        await bob.play(match, 1, 1)
        await ann.ask(Resign(0, match))
        for one in (ann, bob):
            assert (await one.refused(Rematch(0, match))).code is Fault.NOT_ALLOWED

    async def test_is_silence_for_the_one_who_has_blocked(
        self, app: App, ann: Player, bob: Player, bot: Player
    ) -> None:
        """As players and as spectators; everybody else hears all."""
        match = await pair(ann, bot, GOMOKU)
        async with player(app.url, "cat") as cat:
            for one in (bob, cat):
                await one.ask(Watch(0, match), Done)
            await blocked(cat, Block(0, "bob"))
            await blocked(ann, Block(0, "deep"))
            await bot.ask(Say(0, match, Room.PLAYERS, "hm"), Done)
            await ann.ask(Say(0, match, Room.PLAYERS, "what?"), Done)
            await bob.ask(Say(0, match, Room.SPECTATORS, "hm"), Done)
            await cat.ask(Say(0, match, Room.SPECTATORS, "what?"), Done)
            assert (await ann.next(Said)).by == "ann"
            assert (await cat.next(Said)).by == "cat"
            for one, other in ((bot, "ann"), (bob, "cat")):
                assert [(await one.next(Said)).by for _ in range(2)] == [one.name, other]
            await blocked(cat, Unblock(0, "bob"))
            await bob.ask(Say(0, match, Room.SPECTATORS, "and now?"), Done)
            assert (await cat.next(Said)).text == "and now?"


class TestABlock:
    async def test_of_an_account_stays(self, tmp_path: Path) -> None:
        """Through a restart, and while the other is not there."""
        async with serving(tmp_path) as app:
            tokens = {name: await account(app, name) for name in ("ann", "Bob")}
            async with player(app.url, token=tokens["ann"]) as ann:
                assert await blocked(ann, Block(0, "bob")) == ("Bob",)
        async with (
            serving(tmp_path) as app,
            player(app.url, token=tokens["ann"]) as ann,
            player(app.url, token=tokens["Bob"]) as bob,
        ):
            assert await blocked(ann, ListBlocked(0)) == ("Bob",)
            assert (await bob.refused(Challenge(0, "ann", GOMOKU))).code is Fault.NOT_ALLOWED
            assert await blocked(ann, Unblock(0, "bob")) == ()
            await bob.ask(Challenge(0, "ann", GOMOKU), Opened)

    async def test_of_a_guest_goes_with_the_session(self, app: App, bob: Player) -> None:
        """Whoever has the name next has blocked nobody; whoever comes back has."""
        async with player(app.url, "ann") as ann:
            await blocked(ann, Block(0, "bob"))
        async with player(app.url, session=ann.welcome.session) as again:
            assert await blocked(again, ListBlocked(0)) == ("bob",)
        async with player(app.url, "ann") as other:
            assert await blocked(other, ListBlocked(0)) == ()
            await bob.ask(Challenge(0, "ann", GOMOKU), Opened)
            await app.house.people.prune(100)
            assert await app.house.people.blocks.of({("ann", b"")}) == {}

    async def test_of_a_guest_is_none_of_the_account_of_that_name(
        self, app: App, ann: Player
    ) -> None:
        """They are not the same."""
        async with player(app.url, "cat"):
            await blocked(ann, Block(0, "cat"))
        async with player(app.url, token=await account(app, "cat")) as cat:
            await cat.ask(Challenge(0, "ann", GOMOKU), Opened)

    @pytest.mark.parametrize(
        ("request_", "code"),
        [
            (Block(0, "ANN"), Fault.NOT_ALLOWED),
            (Block(0, "nobody"), Fault.NO_SUCH_PLAYER),
            (Unblock(0, "bob"), Fault.NO_SUCH_PLAYER),
        ],
        ids=str,
    )
    async def test_of_oneself_or_nobody_is_refused(
        self, request_: Block | Unblock, code: Fault, ann: Player, bob: Player
    ) -> None:
        """And changes nothing."""
        assert (await ann.refused(request_)).code is code
        assert await blocked(ann, ListBlocked(0)) == ()

    async def test_is_one_of_so_many(
        self, ann: Player, bob: Player, bot: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Twice the same counts once."""
        monkeypatch.setattr(blocks, "MOST_BLOCKED", 1)
        for _ in range(2):
            assert await blocked(ann, Block(0, "bob")) == ("bob",)
        assert (await ann.refused(Block(0, "deep"))).code is Fault.BUSY

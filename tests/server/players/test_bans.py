"""Whom an administrator keeps away or from talking, from where, and for how long."""

from pathlib import Path

import pytest

from protocol.administration import AuditKind, BanKind
from protocol.events import Said, Unanswered
from protocol.parts import Fault, Room, Terms
from protocol.replies import AuditEntries, Bans, Done, Opened
from protocol.requests import (
    Answer,
    Ban,
    Challenge,
    Hello,
    Kick,
    Lift,
    ListAudit,
    ListBans,
    Mute,
    Say,
)
from server.app import App
from server.players.bans import KnownBans
from server.refusal import Refusal
from server.storage.database import Database
from server.storage.people.bans import BanStore
from server.storage.row_types import BanRow
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import database, url

__all__ = ["database", "url"]  # fixtures

GOMOKU = Terms("gomoku")
NOW = 1000.0


def ban(kind: BanKind, target: str, until: float | None = None) -> BanRow:
    return BanRow(kind, target, target, until, "", "root", 0.0)


def kept(bans: KnownBans, name: str, address: str, admin: bool = False) -> Refusal | None:
    try:
        bans.check(name, address, admin)
    except Refusal as refusal:
        return refusal
    return None


class TestBans:
    @pytest.fixture
    def bans(self, database: Database) -> KnownBans:
        return KnownBans(BanStore(database), lambda: self.now)

    now = NOW

    async def test_a_name_is_kept_away_until_the_time_is_over(self, bans: KnownBans) -> None:
        """However it is written."""
        await bans.put(ban(BanKind.PLAYER, "ann", NOW + 60))
        refusal = kept(bans, "ANN", "192.0.2.7")
        assert refusal is not None
        assert (refusal.code, refusal.wait) == (Fault.KEPT_AWAY, 60.0)
        assert kept(bans, "bob", "192.0.2.7") is None
        self.now = NOW + 60
        assert kept(bans, "ann", "192.0.2.7") is None

    @pytest.mark.parametrize(
        ("network", "inside", "outside"),
        [
            ("192.0.2.7/32", "192.0.2.7", "192.0.2.8"),
            ("192.0.2.0/24", "192.0.2.200", "192.0.3.1"),
            ("0.0.0.0/0", "203.0.113.9", "2001:db8::/64"),
            ("2001:db8:1::/48", "2001:db8:1:2::/64", "2001:db8:2::/64"),
            ("2001:db8::/64", "2001:db8::/64", "2001:db8:0:1::/64"),
        ],
    )
    async def test_an_address_is_kept_away_by_its_network(
        self, network: str, inside: str, outside: str, bans: KnownBans
    ) -> None:
        """All who come from there but administrators, who could not lift it otherwise."""
        await bans.put(ban(BanKind.ADDRESS, network))
        assert kept(bans, "ann", inside) is not None
        assert kept(bans, "ann", inside, admin=True) is None
        assert kept(bans, "ann", outside) is None
        assert kept(bans, "ann", "what a proxy says") is None
        await bans.lift(BanKind.ADDRESS, network)
        assert kept(bans, "ann", inside) is None

    async def test_what_others_write_is_read_from_then_on(
        self, bans: KnownBans, database: Database
    ) -> None:
        """And what they lift; it is said whether there is any news."""
        other = KnownBans(BanStore(database), lambda: self.now)
        assert not await bans.refresh()
        await other.put(ban(BanKind.PLAYER, "ann"))
        await other.put(ban(BanKind.ADDRESS, "192.0.2.0/24"))
        assert await bans.refresh()
        assert not await bans.refresh()
        assert kept(bans, "ann", "")
        assert kept(bans, "bob", "192.0.2.7")
        assert await other.lift(BanKind.PLAYER, "ann")
        assert await bans.refresh()
        assert kept(bans, "ann", "") is None
        assert not await other.lift(BanKind.PLAYER, "ann")

    async def test_one_of_the_same_takes_the_place_of_the_other(self, bans: KnownBans) -> None:
        """Shorter or longer."""
        for until in (NOW + 60, None, NOW + 10):
            await bans.put(ban(BanKind.PLAYER, "ann", until))
            refusal = kept(bans, "ann", "")
            assert refusal is not None
            assert refusal.wait == (until and until - NOW)
        assert len(await bans.store.all(NOW)) == 1


class TestAnAdministrator:
    async def test_kicks_for_a_time(self, app: App, ann: Player) -> None:
        """They come back by no session, token or other name; others can as ever."""
        root_token = await account(app, "root", admin=True)
        deep_token = await account(app, "deep", bot=True)
        async with (
            player(app.url, token=root_token) as root,
            player(app.url, token=deep_token) as deep,
            player(app.url, "bob") as bob,
        ):
            for name in ("ann", "deep"):
                await root.ask(Kick(0, name, "spam", 600.0), Done)
            assert await ann.closed() == await deep.closed() == (4003, "spam")
            async with connected(app.url) as stranger:
                for hello in (
                    Hello(0, session=ann.welcome.session),
                    Hello(0, "ann"),
                    Hello(0, "cat"),
                    Hello(0, token=deep_token),
                    Hello(0, session=deep.welcome.session),
                ):
                    refused = await stranger.refused(hello)
                    assert (refused.code, refused.wait is not None) == (Fault.KEPT_AWAY, True)
            async with player(app.url, session=bob.welcome.session) as again:
                assert again.name == "bob"

    async def test_kicks_without_a_time_and_keeps_nobody_away(self, app: App, ann: Player) -> None:
        """As it was."""
        token = await account(app, "root", admin=True)
        async with player(app.url, token=token) as root:
            await root.ask(Kick(0, "ann", "spam"), Done)
            await ann.closed()
            async with player(app.url, session=ann.welcome.session) as again:
                assert again.name == "ann"

    async def test_bans_and_lifts(self, app: App, ann: Player) -> None:
        """By name, whether they are here or not; and sees what holds."""
        async with player(app.url, token=await account(app, "root", admin=True)) as root:
            await account(app, "Deep", bot=True)
            await root.ask(Ban(0, "ANN", seconds=600.0, reason="spam"), Done)
            await root.ask(Ban(0, "deep"), Done)
            assert await ann.closed() == (4003, "spam")
            told = await root.ask(ListBans(0), Bans)
            holding = [(each.kind, each.whom, each.until is None) for each in told.bans]
            assert holding == [
                (BanKind.GUESTS, "127.0.0.1", False),
                (BanKind.PLAYER, "Deep", True), (BanKind.PLAYER, "ann", False),
            ]  # fmt: skip
            assert told.total == 3
            for each in told.bans:
                await root.ask(Lift(0, each.kind, each.whom), Done)
            assert (await root.ask(ListBans(0), Bans)).bans == ()
            async with player(app.url, session=ann.welcome.session) as again:
                assert again.name == "ann"

    async def test_bans_an_address_and_stays(self, app: App, ann: Player) -> None:
        """All others from there are gone, with an account or without."""
        tokens = {name: await account(app, name, admin=name == "root") for name in ("root", "bob")}
        async with (
            player(app.url, token=tokens["root"]) as root,
            player(app.url, token=tokens["bob"]) as bob,
        ):
            await root.ask(Ban(0, address="127.0.0.0/8", reason="a flood"), Done)
            assert await ann.closed() == await bob.closed() == (4003, "a flood")
            async with connected(app.url) as stranger:
                for hello in (Hello(0, "cat"), Hello(0, token=tokens["bob"])):
                    assert (await stranger.refused(hello)).code is Fault.KEPT_AWAY
            async with player(app.url, token=tokens["root"]) as again:
                assert again.name == "root"

    @pytest.mark.parametrize(
        ("ban", "code"),
        [
            (Ban(0), Fault.BAD_NAME),
            (Ban(0, "ann", "127.0.0.1"), Fault.BAD_NAME),
            (Ban(0, "no name"), Fault.BAD_NAME),
            (Ban(0, address="127.0.0.1.example"), Fault.BAD_NAME),
            (Ban(0, "ROOT"), Fault.NOT_ALLOWED),
            (Lift(0, BanKind.PLAYER, "ann"), Fault.NO_SUCH_KEY),
            (Lift(0, BanKind.ADDRESS, "ann"), Fault.BAD_NAME),
        ],
        ids=str,
    )
    async def test_is_told_what_cannot_be(self, ban: Ban | Lift, code: Fault, app: App) -> None:
        """And nothing is changed."""
        async with player(app.url, token=await account(app, "root", admin=True)) as root:
            assert (await root.refused(ban)).code is code
            assert (await root.ask(ListBans(0), Bans)).bans == ()

    async def test_mutes(self, app: App, ann: Player, bob: Player) -> None:
        """Neither talk nor reasons of theirs are read by others, until it is lifted."""
        match = await pair(ann, bob, GOMOKU)
        async with player(app.url, token=await account(app, "root", admin=True)) as root:
            await root.ask(Mute(0, "ANN", 600.0, "swearing"), Done)
            refused = await ann.refused(Say(0, match, Room.PLAYERS, "you ..."))
            assert refused.code is Fault.NOT_ALLOWED
            assert refused.text.endswith(": swearing")
            assert refused.wait is not None
            await root.ask(Challenge(0, "ann", GOMOKU))
            key = (await bob.ask(Challenge(0, "root", GOMOKU), Opened)).key
            await root.ask(Mute(0, "root"), Done)
            await root.ask(Answer(0, key, accept=False, reason="you ..."), Done)
            assert (await bob.next(Unanswered)).reason == "declined"
            await root.ask(Lift(0, BanKind.CHAT, "ann"), Done)
            await ann.ask(Say(0, match, Room.PLAYERS, "well played"), Done)
            assert (await bob.next(Said)).text == "well played"


async def test_a_ban_outlives_a_restart(tmp_path: Path) -> None:
    """And is there before anybody comes in."""
    async with serving(tmp_path) as app:
        token = await account(app, "root", admin=True)
        async with player(app.url, "ann") as ann, player(app.url, token=token) as root:
            await root.ask(Ban(0, "ann", seconds=600.0), Done)
            await ann.closed()
    async with serving(tmp_path) as app, connected(app.url) as stranger:
        for hello in (Hello(0, session=ann.welcome.session), Hello(0, "ann"), Hello(0, "cat")):
            assert (await stranger.refused(hello)).code is Fault.KEPT_AWAY


async def test_who_did_what_can_be_read_later(app: App, ann: Player) -> None:
    """Logins, refusals and acts of administrators, also after a restart."""
    token = await account(app, "root", admin=True)
    async with player(app.url, token=token) as root:
        await root.ask(Ban(0, "ann", seconds=600.0, reason="spam"), Done)
        await ann.closed()
        async with connected(app.url) as stranger:
            await stranger.refused(Hello(0, "ann"))
        await root.settle()
        told = (await root.ask(ListAudit(0), AuditEntries)).entries
        assert [(each.kind, each.act, each.by) for each in told] == [
            (AuditKind.REFUSAL, "login refused", "ann"),
            (AuditKind.ACT, "ban", "root"),
            (AuditKind.REFUSAL, "closed on a ban", "ann"),
            (AuditKind.LOGIN, "came in", "root"),
            (AuditKind.LOGIN, "came in", "ann"),
        ]  # fmt: skip
        assert told[1].whom == "ann"
        assert '"reason": "spam"' in told[1].detail
        assert {each.address for each in told} == {"127.0.0.1"}
        of_ann = (await root.ask(ListAudit(0, "ANN"), AuditEntries)).entries
        assert of_ann == tuple(each for each in told if "ann" in (each.by, each.whom))
        acts = await root.ask(ListAudit(0, kind=AuditKind.ACT), AuditEntries)
        assert acts.entries == (told[1],)
        assert (await root.ask(ListAudit(0, after=4), AuditEntries)).entries == told[4:]
        assert token not in str(told)

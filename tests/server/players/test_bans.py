"""Whom an administrator keeps away, and for how long."""

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from client.commands.admin import _seconds
from protocol.parts import Fault
from protocol.parts import Player as Someone
from protocol.replies import Done
from protocol.requests import Hello, Kick
from server.app import App
from server.players.bans import Bans
from server.refusal import Refusal
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, connected, player
from tests.server.serving import serving

GUEST, ACCOUNT = Someone("Ann"), Someone("Deep", guest=False)


def kept(bans: Bans, name: str, address: str, now: float) -> float | None:
    try:
        bans.check_newcomer(name, address, now)
    except Refusal as refusal:
        return refusal.wait
    return None


def test_a_guest_is_kept_away_by_name_and_address_until_the_time_is_over() -> None:
    """However the name is written."""
    bans = Bans()
    bans.add(GUEST, "here", now=100.0, seconds=60.0)
    assert kept(bans, "ANN", "elsewhere", now=110.0) == 50.0
    assert kept(bans, "bob", "here", now=110.0) == 50.0
    assert kept(bans, "bob", "elsewhere", now=110.0) is None
    assert kept(bans, "ann", "here", now=160.0) is None


def test_an_account_is_kept_away_by_name_only() -> None:
    """Others live there, too."""
    bans = Bans()
    bans.add(ACCOUNT, "here", now=0.0, seconds=60.0)
    assert kept(bans, "deep", "elsewhere", now=1.0) == 59.0
    assert kept(bans, "bob", "here", now=1.0) is None


async def test_who_is_kicked_for_a_time_does_not_come_back(app: App, ann: Player) -> None:
    """By no session, token or other name; those who are here can come back as ever."""
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


async def test_a_kick_without_a_time_keeps_nobody_away(tmp_path: Path) -> None:
    """As it was."""
    async with serving(tmp_path) as app, player(app.url, "ann") as ann:
        token = await account(app, "root", admin=True)
        async with player(app.url, token=token) as root:
            await root.ask(Kick(0, "ann", "spam"), Done)
            await ann.closed()
            async with player(app.url, session=ann.welcome.session) as again:
                assert again.name == "ann"


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("10m", 600), ("1.5h", 5400), ("7d", 604800)]
)
def test_times_are_read(text: str, seconds: float) -> None:
    """In seconds, where nothing is said."""
    assert _seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "m", "-1", "31d", "nan", "inf", "10 parsecs"])
def test_other_times_are_refused(text: str) -> None:
    """With what would be right."""
    with pytest.raises(ArgumentTypeError, match="such as 90s"):
        _seconds(text)

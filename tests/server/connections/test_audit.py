"""What the log says of refusals and of administrators, and that it keeps their secrets."""

import io
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from protocol.administration import BanKind
from protocol.parts import Fault, Terms
from protocol.replies import Done
from protocol.requests import (
    Adjudicate,
    AnnounceRestart,
    Ban,
    DeleteAccount,
    EndMatch,
    FromPlayer,
    Hello,
    Kick,
    Lift,
    ListAudit,
    ListBans,
    ListNodes,
    Mute,
    RenameAccount,
    Steer,
    WithdrawRestart,
)
from protocol.tournaments import Order
from server.app import App
from server.connections.audit import ADMINISTRATION, AT_ONCE, Audit
from server.logs import configure
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving
from tests.server.test_logs import objects, stream
from tests.server.tournaments import cups

__all__ = ["stream"]  # a fixture

GOMOKU = Terms("gomoku")
LISTS = {ListNodes, ListBans, ListAudit}


def acts(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in told if each["event"] == "administrator acted"]


async def test_every_act_of_an_administrator_is_logged_without_a_secret(
    app: App, ann: Player, bob: Player, stream: io.StringIO
) -> None:
    """Who did what to whom, for every request that administrators have."""
    configure("json", "debug", stream)
    token, wrong = await account(app, "root", admin=True), "inarow_" + "x" * 43
    for name in ("dan", "eve"):
        await account(app, name)
    match, cup = await pair(ann, bob, GOMOKU), await cups.started(ann, ann, bob)
    game = (await cups.begin(cup, ann, bob)).match
    async with player(app.url, token=token) as root:
        whom: list[tuple[FromPlayer, str]] = [
            (EndMatch(0, match, winner=1), match),
            (Adjudicate(0, game, winner=0, reason="solved"), game),
            (Steer(0, cup, Order.CANCEL), cup),
            (AnnounceRestart(0, 60.0, "an upgrade"), "an upgrade"),
            (WithdrawRestart(0, "not today"), "not today"),
            (Mute(0, "bob", 30.0), "bob"),
            (Lift(0, BanKind.CHAT, "bob"), "bob"),
            (Ban(0, "bob", seconds=30.0), "bob"),
            (Lift(0, BanKind.PLAYER, "bob"), "bob"),
            (RenameAccount(0, "dan", "don"), "dan"),
            (DeleteAccount(0, "eve"), "eve"),
            (Kick(0, "ann", "swearing", 30.0), "ann"),
        ]
        assert {type(request) for request, _ in whom} == {*ADMINISTRATION} - LISTS
        for request, about in whom:
            await root.ask(request, Done)
            line = acts(objects(stream))[-1]
            assert (line["by"], line["act"]) == ("root", type(request).__name__.lower())
            assert about in line.values()
            if isinstance(request, EndMatch | Adjudicate):
                assert {*line["players"].split()} == {"ann", "bob"}
        assert (await root.refused(Kick(0, "nobody", ""))).code is Fault.NO_SUCH_PLAYER
        assert len(acts(objects(stream))) == len(whom)
        secrets = [token, wrong, *(one.welcome.session for one in (ann, bob, root))]
        async with connected(app.url) as stranger:
            for hello in (Hello(0, token=wrong), Hello(0, session=wrong), Hello(0, "ann")):
                await stranger.refused(hello)
    refused = [each for each in objects(stream) if each["event"] == "login refused"]
    assert [(each["code"], each["by"], each["name"]) for each in refused] == [
        ("bad-token", "token", ""), ("bad-token", "session", ""), ("kept-away", "name", "ann"),
    ]  # fmt: skip
    assert all(each["at"] for each in refused)
    assert not [secret for secret in secrets if secret in stream.getvalue()]


async def test_who_tries_what_is_for_administrators_is_logged(
    app: App, ann: Player, bob: Player, stream: io.StringIO
) -> None:
    """Whatever it is; what is refused for another reason is not."""
    configure("json", "info", stream)
    match, cup = await pair(ann, bob, GOMOKU), await cups.started(ann, ann, bob)
    game = (await cups.begin(cup, ann, bob)).match
    tried: tuple[FromPlayer, ...] = (
        EndMatch(0, match, winner=1), Adjudicate(0, game, winner=0), Steer(0, cup, Order.CANCEL),
        AnnounceRestart(0, 60.0), WithdrawRestart(0), Kick(0, "ann", ""), Ban(0, "ann"),
        RenameAccount(0, "ann", "anna"), DeleteAccount(0, "ann"),
        Mute(0, "ann"), Lift(0, BanKind.PLAYER, "ann"), ListNodes(0), ListBans(0), ListAudit(0),
    )  # fmt: skip
    assert {type(request) for request in tried} == {*ADMINISTRATION}
    async with player(app.url, "eve") as eve:
        for request in tried:
            assert (await eve.refused(request)).code is Fault.NOT_ALLOWED
        await eve.refused(Adjudicate(0, "nothing", winner=0))
    refused = [each for each in objects(stream) if each["event"] == "act refused"]
    assert [each["act"] for each in refused] == [type(each).__name__.lower() for each in tried]
    assert {(each["by"], each["at"]) for each in refused} == {("eve", "127.0.0.1")}


def test_whatever_is_for_administrators_is_administration() -> None:
    """So that nobody adds a request without a trace."""
    said = {kind for kind in get_args(FromPlayer) if "For administrators" in (kind.__doc__ or "")}
    assert said < {*ADMINISTRATION}


async def test_pages_behind_a_proxy_are_logged_by_their_own_address(
    tmp_path: Path, stream: io.StringIO
) -> None:
    """As the proxy tells it."""
    configure("json", "info", stream)
    page = {"Origin": "http://evil.example", "X-Forwarded-For": "10.0.0.1"}
    async with serving(tmp_path, behind_proxy=True) as app:
        with pytest.raises(InvalidStatus):
            await connect(app.url, additional_headers=page, proxy=None)
    [refused] = [each for each in objects(stream) if each["event"] == "page refused"]
    assert (refused["at"], refused["origin"]) == ("10.0.0.1", "http://evil.example")


async def test_nobody_fills_the_log_by_being_refused(stream: io.StringIO) -> None:
    """What is left out is counted."""
    configure("json", "info", stream)
    audit = Audit()
    for _ in range(10_000):
        audit.refused_login(Hello(0, "ann"), Fault.NAME_TAKEN, "here", now=0.0)
        audit.refused_page("http://evil.example", "evil.example", "here", now=0.0)
    assert len(objects(stream)) == AT_ONCE
    audit.refused_page("http://evil.example", "evil.example", "here", now=10.0)
    assert objects(stream)[-1]["left_out"] == 20_000 - AT_ONCE


@pytest.mark.parametrize("name", ["inarow_" + "x" * 43, "a b", ""])
async def test_what_is_no_name_is_not_logged(name: str, stream: io.StringIO) -> None:
    """It may be a token that was put in the wrong place."""
    configure("json", "info", stream)
    Audit().refused_login(Hello(0, name, token="t"), Fault.BAD_TOKEN, "here", now=0.0)
    assert objects(stream)[0]["name"] == ""

"""Who is kept away or quiet by `inarow account`, also beside a running server."""

import asyncio
import json
from pathlib import Path

import pytest

from games.errors import Mistake
from protocol.parts import Fault, Room, Terms
from protocol.requests import Hello, Say
from server.app import App
from tests.server.commands.test_account import run
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import url

__all__ = ["url"]  # a fixture


def listed(database: str, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, str]]:
    capsys.readouterr()
    assert run(database, *words, "--json") == 0
    found: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return found


def test_bans_are_made_listed_and_lifted(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By name as its account has it, and by address."""
    run(url, "create", "Ann")
    assert run(url, "ban", "ANN", "--for", "2h", "--reason", "spam") == 0
    assert "Ann is kept away for 2h" in capsys.readouterr().err
    assert run(url, "ban", "--address", "192.0.2.7/24", "--guests") == 0
    assert run(url, "mute", "bob") == 0
    found = listed(url, capsys, "bans")
    assert [(each["kind"], each["whom"], each["reason"]) for each in found] == [
        ("chat", "bob", ""), ("guests", "192.0.2.0/24", ""), ("player", "Ann", "spam"),
    ]  # fmt: skip
    run(url, "unban", "ann")
    run(url, "unban", "--address", "192.0.2.0/24", "--guests")
    run(url, "unmute", "BOB")
    assert listed(url, capsys, "bans") == []


def test_what_is_done_is_written_down(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By which user of the machine; never with a token."""
    run(url, "create", "ann", "--admin")
    token = capsys.readouterr().out.strip()
    run(url, "ban", "bob", "--for", "2h")
    run(url, "unban", "bob")
    found = listed(url, capsys, "audit")
    assert [(each["act"], each["whom"]) for each in found] == [
        ("lift", "bob"), ("ban", "bob"), ("create", "ann"),
    ]  # fmt: skip
    assert all(each["by"].startswith("@") for each in found)
    assert token not in str(found)
    run(url, "audit")
    assert "kind player, seconds 7200.0" in capsys.readouterr().out
    assert len(listed(url, capsys, "audit", "--about", "Bob", "--kind", "act", "--last", "1")) == 1


WRONG = [
    (["ban"], "Give the NAME of a player, or an --address"),
    (["ban", "ann", "--address", "192.0.2.7"], "Give the NAME of a player, or an --address"),
    (["ban", "ann", "--guests"], "--guests goes with --address"),
    (["ban", "--address", "192.0.2"], "'192.0.2' is no address: write one such as 192.0.2.7"),
    (["ban", "2fast"], "nobody can be called '2fast'"),
    (["unban", "ann"], "no such ban holds against ann"),
    (["unmute", "ann"], "no such ban holds against ann"),
    (["audit", "--last", "0"], "--last must be 1 to 100000, not 0"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_what_is_wrong_is_told_in_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is written down."""
    path = str(tmp_path / "test.db")
    with pytest.raises(Mistake, match=sentence):
        run(path, *words)
    assert listed(path, capsys, "audit") == []


async def test_a_running_server_takes_note(tmp_path: Path) -> None:
    """Whoever is there is sent away, and whoever is muted hears so."""
    path = tmp_path / "served.db"
    async with (
        serving(path, revocation_seconds=0.1) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
        player(app.url, "cat") as cat,
    ):
        match = await pair(bob, cat, Terms("gomoku"))
        words = ["ban", "ann", "--reason", "spam"]
        assert await asyncio.to_thread(run, str(path), *words) == 0
        assert await ann.closed() == (4003, "spam")
        await asyncio.to_thread(run, str(path), "mute", "bob")
        await _is_quiet(app, bob, match)
        async with connected(app.url) as stranger:
            assert (await stranger.refused(Hello(0, "ann"))).code is Fault.KEPT_AWAY
        await asyncio.to_thread(run, str(path), "unban", "ann")
        while await app.house.people.refresh():  # or it was read by now
            pass
        async with player(app.url, session=ann.welcome.session) as again:
            assert again.name == "ann"


async def _is_quiet(app: App, one: Player, match: str) -> None:
    await app.house.people.refresh()
    refused = await one.refused(Say(0, match, Room.PLAYERS, "hm"))
    assert (refused.code, "does not let you talk" in refused.text) == (Fault.NOT_ALLOWED, True)

"""Lost connections on the full screen: they are shown, and come back by themselves."""

from pathlib import Path

import pytest

from client.link.connection import Connection, Link
from client.options import PlayOptions
from client.screen.app import Client
from protocol.events import Played, Said
from protocol.parts import Terms, TimeControl
from server.app import App
from tests.client.screen.screens import heard, sit, terminal
from tests.processes import start
from tests.server.players_over_sockets import Player, player

GOMOKU = Terms("gomoku", TimeControl(300, 3))


async def test_a_match_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """It is shown at once; what was typed and played meanwhile is neither lost nor done twice."""
    server = await start(tmp_path)
    port = server.url.rsplit(":", 1)[1].strip("/")
    try:
        async with terminal(server.url, tmp_path) as one:
            async with player(server.url, "bob") as bob:
                match = await sit(one, bob, GOMOKU)
                await one.press("enter")
                await heard(one, 1)
                await bob.play(match, 1, 0)
                await heard(one, 2)
                await one.press("t", *"hello")
                session = bob.welcome.session
            await server.kill()
            await one.until("The connection is lost")
            assert "talk:  hello" in one.text
            await one.press("escape", "right", "enter")
            await one.until("Sending your move ...")
            server = await start(tmp_path, "--port", port)
            async with player(server.url, session=session) as bob:
                await one.until(lambda: one.client.session.link is Link.CONNECTED)
                await one.until(lambda: "The connection is lost" not in one.text)
                await heard(one, 3)
                await one.press("t", "enter")
                assert (await bob.next(Said)).text == "hello"
                await bob.play(match, 3, 1)
                await heard(one, 4)
                assert one.match.view.position.moves[3] == 1
                assert len([each for each in bob.all(Played) if each.ply == 2]) <= 1
    finally:
        await server.kill()


async def test_the_opponents_absence_is_shown(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the seconds left, and then with what one may claim."""
    monkeypatch.setattr("server.matches.deadlines.claim_after", lambda clock: 1.0)
    async with terminal(app.url, tmp_path) as one, player(app.url, "bob") as bob:
        match = await sit(one, bob, GOMOKU)
        await one.press("enter")
        await heard(one, 1)
        await bob.play(match, 1, 0)
        await heard(one, 2)
        bob.drop()
        await one.until("reconnecting, 1 s left")
        await one.until("bob is gone: c wins, v draws")
        await one.press("c")
        await one.until("bob left")


async def test_another_place_takes_over(app: App, tmp_path: Path) -> None:
    """The client that the server sends away ends, and says why."""
    async with terminal(app.url, tmp_path) as one:
        connection = one.client.session._connection
        assert isinstance(connection, Connection)
        async with player(app.url, session=connection.welcome.session):
            await one.until(lambda: one.client.failure)
        assert one.client.return_value == 1


async def test_a_name_that_is_taken(app: App, bob: Player, tmp_path: Path) -> None:
    """Ends the client with what is wrong."""
    client = Client(PlayOptions(app.url, "bob"), tmp_path / "screen.json")
    async with client.run_test() as pilot:
        for _ in range(100):
            if client.failure:
                break
            await pilot.pause(0.02)
    assert "bob" in client.failure
    assert client.return_value == 1

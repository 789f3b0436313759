"""Keys that come faster than screens: each does what it does when it comes slowly."""

import string
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input

from client.kept.records import record_of
from client.local.private_server import PrivateServer
from client.options import PlayOptions
from client.screen.app import Client
from client.screen.lobby.lobby_screen import LobbyScreen
from client.screen.match.match_screen import MatchScreen
from client.screen.match.preparing_screen import PreparingScreen
from client.screen.replay.replay_screen import ReplayScreen
from client.screen.replay.save_window import SaveWindow
from client.screen.tournament.new_tournament import NewTournamentWindow
from client.screen.tournament.tournament_screen import TournamentScreen
from client.screen.widgets.help import Help
from client.screen.widgets.modals import Confirm
from protocol.parts import Terms
from protocol.requests import Watch
from server.app import App
from tests.client.screen.screens import SMALL, Terminal, heard, sit, terminal
from tests.server.players_over_sockets import Player, pair

CONNECT4, NINEBOARD = Terms("connect4"), Terms("nineboard")
NAMED = (
    "left", "right", "up", "down", "home", "end", "pageup", "pagedown", "tab", "shift+tab", "enter",
    "space", "escape", "delete", "backspace", "f1", "question_mark", "colon", "slash",
    "left_square_bracket", "right_square_bracket", "ctrl+t", "ctrl+r",
)  # fmt: skip
KEYS = (*NAMED, *string.ascii_letters, *string.digits)


async def test_a_window_opens_once_and_gets_the_keys_that_follow(app: App, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await one.press("o", "o", "q", "o")
        assert [type(each) for each in one.client.screen_stack[-2:]] == [
            LobbyScreen, NewTournamentWindow,
        ]  # fmt: skip
        assert one.client.screen.query_one("#plan-title", Input).value == "oqo"
        await one.press("escape", "question_mark", "escape", "o", "escape", "q")
        assert one.client.return_code == 0


async def test_a_question_is_answered_before_it_is_seen(
    app: App, bob: Player, tmp_path: Path
) -> None:
    """And what follows the answer goes to the screen beneath."""
    async with terminal(app.url, tmp_path) as one:
        await sit(one, bob, CONNECT4)
        await one.press("r", "n", "d", "n", "q", "n", "4")
        await heard(one, 1)
        await one.press("r", "y", "t", "h", "i")
        await one.until("you resigned")
        assert "talk:  hi" in one.text


async def lobby(one: Terminal, bob: Player, ann: Player) -> None:
    """Where one begins."""


async def playing(one: Terminal, bob: Player, ann: Player) -> None:
    await sit(one, bob, CONNECT4)


async def typing(one: Terminal, bob: Player, ann: Player) -> None:
    await sit(one, bob, NINEBOARD)
    await one.press("m")


async def over(one: Terminal, bob: Player, ann: Player) -> None:
    await sit(one, bob, NINEBOARD)
    await one.press("r", "y")
    await one.until("you resigned")


async def watching(one: Terminal, bob: Player, ann: Player) -> None:
    match = await pair(ann, bob, CONNECT4)
    await ann.play(match, 0, 38)
    await one.client.session.ask(Watch(0, match))
    await one.until("watching")


async def looking_back(one: Terminal, bob: Player, ann: Player) -> None:
    await over(one, bob, ann)
    await one.press("a")


async def asked(one: Terminal, bob: Player, ann: Player) -> None:
    await playing(one, bob, ann)
    await one.press("r")
    assert isinstance(one.client.screen, Confirm)


async def helped(one: Terminal, bob: Player, ann: Player) -> None:
    await one.press("question_mark")
    assert isinstance(one.client.screen, Help)


async def opening(one: Terminal, bob: Player, ann: Player) -> None:
    await one.press("o")


async def inviting(one: Terminal, bob: Player, ann: Player) -> None:
    await one.pilot.click("#invite")
    await one.until("Invite code")


async def saving(one: Terminal, bob: Player, ann: Player) -> None:
    await looking_back(one, bob, ann)
    await one.press("s")
    assert isinstance(one.client.screen, SaveWindow)


async def tournament(one: Terminal, bob: Player, ann: Player) -> None:
    await one.press("o", "x", "enter")
    await one.until("Standings")


Way = Callable[[Terminal, Player, Player], Awaitable[None]]
PLACES: tuple[Way, ...] = (
    lobby, playing, typing, over, watching, looking_back, asked, helped, opening, tournament,
    inviting, saving,
)  # fmt: skip


@pytest.mark.parametrize("count", [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("place", PLACES, ids=lambda way: way.__name__)
async def test_any_keys_at_any_speed(
    app: App, ann: Player, bob: Player, tmp_path: Path, place: Way, count: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Nothing that one can press, wherever one is, ends in a traceback."""
    monkeypatch.setattr(Client, "_end", lambda self, code: self._stay())
    chance = Random(f"{place.__name__} {count}")
    async with terminal(app.url, tmp_path) as one:
        await place(one, bob, ann)
        pressed = chance.choices(KEYS, k=count)
        await one.press(*pressed)
        assert one.client.is_running
        assert not one.client.return_code, pressed


@pytest.mark.parametrize("count", [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("preparing", [False, True], ids=["two", "preparing"])
async def test_any_keys_where_there_is_no_server(
    tmp_path: Path, preparing: bool, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at one keyboard, and whoever waits for a bot here: both may press what they like."""
    monkeypatch.setattr(Client, "_end", lambda self, code: self._stay())
    monkeypatch.setattr(Client, "exit", lambda self, *result: None)
    monkeypatch.chdir(tmp_path)
    server = PrivateServer(lambda _: 1) if preparing else None
    options = PlayOptions("", two=None if preparing else ("Ann", "Bob"), private_server=server)
    client = Client(options, tmp_path / "screen.json")
    async with client.run_test(size=SMALL) as pilot:
        one = Terminal(client, pilot)
        place = PreparingScreen if preparing else MatchScreen
        await one.until(lambda: isinstance(client.screen, place) and client.screen.composed)
        await one.press(*Random(count).choices(KEYS, k=count))
        assert client.is_running
        monkeypatch.undo()
        client.exit()


@pytest.mark.parametrize("place", ["match", "lobby", "tournament", "opening", "replay"])
async def test_the_client_may_end_while_a_screen_opens(
    app: App, bob: Player, tmp_path: Path, place: str
) -> None:
    """Nothing is left to be shown on it."""
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, CONNECT4)
        session, record = one.client.session, record_of(one.match.view)
        screens: dict[str, Callable[[], Screen[Any]]] = {
            "match": lambda: MatchScreen(session, match),
            "lobby": lambda: LobbyScreen(session),
            "tournament": lambda: TournamentScreen(session, "t"),
            "opening": lambda: NewTournamentWindow(session),
            "replay": lambda: ReplayScreen((record,)),
        }
        one.client.exit()
        one.client.push_screen(screens[place]())

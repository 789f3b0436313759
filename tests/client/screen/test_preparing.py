"""Whoever plays the computer sees the board at once, and what it still waits for."""

from pathlib import Path

from textual.content import Content

from client.local.private_server import SERVER, Preparation, PrivateBot, PrivateServer
from client.options import PlayOptions
from client.processes.supervision import ChildExit, ChildLine, ChildReport
from client.screen.app import Client
from client.screen.board.glyphs import ASCII, LINES
from client.screen.match.match_screen import MatchScreen
from client.screen.match.preparing_screen import PreparingScreen, bar, preparing
from protocol.events import Challenged, Started
from protocol.requests import Answer
from server.app import App
from tests.client.screen.screens import SMALL, Terminal
from tests.server.players_over_sockets import Player

BOT = 1  # the number of its process


def private_server() -> PrivateServer:
    """One whose processes say what a test has them say."""
    server = PrivateServer(lambda bot: BOT)
    server.add(PrivateBot("deep", ()))
    return server


def client_of(server: PrivateServer, folder: Path) -> Client:
    options = PlayOptions(
        "", "zoe", game="connect4", against="bot", private_server=server, ascii=True
    )
    return Client(options, folder / "screen.json")


async def test_the_board_is_there_from_the_first_moment(
    app: App, bot: Player, tmp_path: Path
) -> None:
    """With how far the search is compiled, until the match begins; there is no lobby."""
    server = private_server()
    client = client_of(server, tmp_path)
    async with client.run_test(size=SMALL) as pilot:
        one = Terminal(client, pilot)
        await one.until("The server is starting ...")
        assert "+---" in one.text
        server.hear(ChildLine(SERVER, "stdout", app.url))
        await one.until("The bot is getting ready ...")
        server.hear(ChildReport(BOT, "compiling", {"done": 8, "of": 32}))
        await one.until("25 %")
        assert "Compiling the search, once:" in one.text
        await one.press("question_mark", "question_mark")
        await one.until("THE RULES OF connect4")
        server.hear(ChildReport(BOT, "ready"))
        challenged = await bot.next(Challenged)
        await bot.ask(Answer(0, challenged.key, True))
        await bot.next(Started)
        await one.until(lambda: isinstance(client.screen, MatchScreen))
        await one.press("q", "y")
        assert not any(isinstance(each, PreparingScreen) for each in client.screen_stack)


async def test_without_its_bot_one_is_told_why(tmp_path: Path) -> None:
    server = private_server()
    client = client_of(server, tmp_path)
    async with client.run_test(size=SMALL) as pilot:
        one = Terminal(client, pilot)
        await one.until("The server is starting ...")
        server.hear(ChildExit(BOT, 1, "no luck"))
        await one.until(lambda: client.return_value == 1)
    assert "no luck" in client.failure


def test_how_far_it_is_in_words_and_as_a_bar() -> None:
    assert preparing(None, ASCII) == Content("The match begins ...")
    assert preparing(Preparation("waiting"), ASCII).plain == "Waiting ..."
    assert preparing(Preparation("waiting", 0.5), ASCII).plain == f"Waiting.\n{bar(0.5, ASCII)}"
    assert bar(0.0, ASCII) == "." * 30 + "   0 %"
    assert bar(0.5, LINES) == "█" * 15 + "░" * 15 + "  50 %"
    assert bar(1.0, ASCII) == "#" * 30 + " 100 %"

"""The lobby of the full-screen client: every way to a match."""

import re
from pathlib import Path

from client.local.private_server import SERVER, PrivateBot, PrivateServer
from client.processes.supervision import ChildExit, ChildLine, ChildReport
from protocol.events import Challenged, Ended, Started, Unanswered
from protocol.parts import Ending, Fault, Policy, Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import (
    Answer,
    Challenge,
    Declare,
    Invite,
    Join,
    Resign,
    Seek,
)
from server.app import App
from tests.client.screen.screens import ROOMY, heard, terminal
from tests.server.players_over_sockets import Player, pair
from tests.server.playing import alternate

CORNER = "█ ███ █"  # of a QR code
GOMOKU = Terms("gomoku", TimeControl(300, 3))


async def test_seeks_are_seen_and_taken(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await bob.ask(Seek(0, GOMOKU, 1))
        await one.until("gomoku 5+3, plays O")
        await one.press("enter")
        assert (await bob.next(Started)).side == 1
        await one.until("Your turn")


async def test_a_seek_is_shown_to_others(app: App, bob: Player, tmp_path: Path) -> None:
    """With the terms of the form, which says what is wrong with them."""
    async with terminal(app.url, tmp_path) as one:
        game = one.client.screen.query_one("#game")
        game.focus()
        await one.press(*["backspace"] * 8)
        await one.type("chess")
        await one.until("No game is called 'chess'")
        await one.press("down", "down")
        await one.until("game   mnk")
        await one.press("enter")
        await one.until("Looking for an opponent ...")
        await bob.ask(Seek(0, Terms("mnk")))
        await one.until(lambda: one.client.session.views)
        assert (await bob.next(Started)).terms.game == "mnk"


async def test_a_match_by_invite(app: App, bob: Player, tmp_path: Path) -> None:
    """The code is told, and the one of another can be entered."""
    async with terminal(app.url, tmp_path) as one:
        await one.pilot.click("#invite")
        await one.until("Invite code: ")
        code = re.search(r"Invite code: (\S+)", one.text)
        assert code
        await bob.ask(Join(0, code[1]))
        await one.until(" connect4  untimed")


async def test_the_link_to_an_invite_is_told(app: App, tmp_path: Path) -> None:
    """With its QR code where there is room for one, as long as the invite is open."""
    async with terminal(app.url, tmp_path, (120, 48), ascii=False) as one:
        await one.pilot.click("#invite")
        await one.until(CORNER)
        code = re.search(r"Invite code: (\S+)", one.text)
        assert code
        link = f"{app.url.replace('ws', 'http')}/#{code[1]}"
        assert link in one.text.replace("\n", "").replace(" ", "")
        await one.pilot.resize_terminal(120, 30)
        await one.until(lambda: CORNER not in one.text)
        await one.pilot.resize_terminal(120, 48)
        await one.until(CORNER)
        await one.pilot.click("#withdraw")
        await one.until(lambda: CORNER not in one.text)


async def test_a_code_is_entered(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await one.pilot.click("#code")
        await one.type("NOSUCH")
        await one.until("NOSUCH")
        opened = await bob.ask(Invite(0, GOMOKU), Opened)
        await one.press(*["backspace"] * 6)
        await one.type(opened.key.lower())
        await one.until(" gomoku  5+3")


async def test_a_bot_is_challenged(app: App, bot: Player, tmp_path: Path) -> None:
    await bot.ask(Declare(0, Policy(games=("gomoku",))))
    async with terminal(app.url, tmp_path) as one:
        await one.pilot.click("#bot")
        await one.until("No bot is free that plays connect4")
        await bot.ask(Declare(0, Policy(capacity=2, games=("connect4",))))
        await one.pilot.click("#bot")
        await one.until("Waiting for deep to accept")
        challenged = await bot.next(Challenged)
        await bot.ask(Answer(0, challenged.key, accept=False, reason="too tired"))
        await one.until("No match: ")
        assert "Waiting" not in one.text
        await one.until("deep (bot)")
        one.client.screen.query_one("#players").focus()
        await one.press("enter")
        challenged = await bot.next(Challenged)
        await bot.ask(Answer(0, challenged.key, accept=True))
        await one.until(" connect4  untimed")


async def test_a_challenge_is_accepted_or_declined(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await bob.ask(Challenge(0, "zoe", GOMOKU))
        await one.until("! bob challenges you: gomoku 5+3")
        await one.press("delete")
        await bob.next(Unanswered)
        await bob.ask(Challenge(0, "zoe", GOMOKU))
        await one.until("! bob challenges you: gomoku 5+3")
        await one.press("enter")
        await one.until(" gomoku  5+3")


async def test_what_waits_is_withdrawn(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await one.pilot.click("#seek")
        await one.until("Looking for an opponent ...")
        await one.press("escape")
        await one.until(lambda: "opponent ..." not in one.text)


async def test_a_match_is_watched(app: App, ann: Player, bob: Player, tmp_path: Path) -> None:
    """Its moves are seen, one can talk among spectators, and leave."""
    match = await pair(ann, bob, GOMOKU)
    async with terminal(app.url, tmp_path, ROOMY, lobby=False, watch="top") as one:
        await one.until("watching")
        await alternate(match, ann, bob, [0, 1, 2])
        await heard(one, 3)
        assert one.at(2) == ">X<"
        await one.press("enter", "t")
        await one.type("oh")
        await one.until("zoe (to all): oh")
        await bob.ask(Resign(0, match))
        await one.until("X (ann) wins: bob resigned.")
        await one.press("escape", "q")
        await one.until("ann - bob  gomoku  1-0 resigned")


async def test_the_lobby_leads_back_to_a_match(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await bob.ask(Seek(0, GOMOKU, 1))
        await one.until("gomoku 5+3, plays O")
        await one.press("enter")
        await one.until("Your turn")
        await one.press("q")
        await one.until("Go to the lobby?")
        await one.press("y")
        await one.until("* zoe - bob  gomoku  move 1")
        one.client.screen.query_one("#matches").focus()
        await one.press("enter")
        await one.until("Your turn")
        await one.press("enter")
        await heard(one, 1)


async def test_an_old_match_is_looked_at(
    app: App, ann: Player, bob: Player, tmp_path: Path
) -> None:
    match = await pair(ann, bob, Terms("tictactoe"))
    await alternate(match, ann, bob, [0, 3, 1, 4, 2])
    await bob.next(Ended)
    async with terminal(app.url, tmp_path) as one:
        await one.until("ann - bob  tictactoe  1-0 line")
        one.client.screen.query_one("#matches").focus()
        await one.press("enter")
        await one.until("After move 5 of 5")
        await one.press("left")
        await one.until("After move 4 of 5")
        await one.press("q")
        await one.until("Looking for an opponent")


async def test_a_small_terminal_is_told(app: App, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path, (60, 15)) as one:
        await one.until("The lobby needs 72 columns and 20 lines.")
        await one.pilot.resize_terminal(80, 24)
        await one.until("A new match")
        assert one.text.isascii()


async def test_leaving_gives_up_what_goes_on(app: App, bob: Player, tmp_path: Path) -> None:
    """After a question, so that nobody waits in vain."""
    async with terminal(app.url, tmp_path) as one:
        await bob.ask(Seek(0, GOMOKU))
        await one.until("gomoku 5+3")
        await one.press("enter")
        await one.until(lambda: one.client.session.views)
        await one.press("ctrl+q")
        await one.until("Leave inarow?")
        await one.press("n")
        assert one.client.return_value is None
        await one.press("ctrl+q")
        await one.until("Leave inarow?")
        await one.press("y")
        assert (await bob.next(Ended)).ending is Ending.ABORTED
        await one.until(lambda: one.client.return_value == 0)


async def test_leaving_the_empty_lobby_asks_nothing(app: App, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await one.press("q")
        await one.until(lambda: one.client.return_value == 0)


async def test_a_private_bot_is_waited_for(app: App, bot: Player, tmp_path: Path) -> None:
    """As `inarow play` without a server has it: challenged as soon as it is ready."""
    server = PrivateServer(lambda _: 1)
    server.add(PrivateBot("deep", ()))
    async with terminal(
        app.url, tmp_path, lobby=False, against="bot", private_server=server
    ) as one:
        await one.until("The server is starting ...")
        server.hear(ChildLine(SERVER, "stdout", app.url))
        await one.until("The bot is getting ready ...")
        server.hear(ChildReport(1, "ready"))
        challenged = await bot.next(Challenged)
        await one.until("The match begins ...")
        await bot.ask(Answer(0, challenged.key, accept=True))
        await one.until(" deep (bot)")
        await one.until("connect4  untimed")


async def test_a_private_bot_that_fails_is_told(app: App, tmp_path: Path) -> None:
    server = PrivateServer(lambda _: 1)
    server.add(PrivateBot("deep", ()))
    async with terminal(
        app.url, tmp_path, lobby=False, against="bot", private_server=server
    ) as one:
        await one.until("The server is starting ...")
        server.hear(ChildLine(SERVER, "stdout", app.url))
        await one.until("The bot is getting ready ...")
        server.hear(ChildExit(1, 2, "no such brain"))
        await one.until(lambda: one.client.return_value == 1)
        assert "no such brain" in one.client.failure


async def test_a_player_is_blocked(app: App, bob: Player, tmp_path: Path) -> None:
    """The one under the cursor; they can challenge us no more."""
    async with terminal(app.url, tmp_path) as one:
        await one.until("bob")
        one.client.screen.query_one("#players").focus()
        await one.press("B")
        await one.until("bob is blocked: no match")
        name = one.client.session.name
        assert (await bob.refused(Challenge(0, name, GOMOKU))).code is Fault.NOT_ALLOWED

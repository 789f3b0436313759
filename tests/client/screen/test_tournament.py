"""Tournaments in the full-screen client: found, entered, played, watched and run."""

from pathlib import Path

import pytest

from client.link.connection import Link
from client.screen.app import Client
from client.screen.tournament.tournament_screen import TournamentScreen
from protocol.events import Ended, FixtureDue, Played, Started
from protocol.parts import Terms
from protocol.requests import Enter, Ready, Resign, Steer
from protocol.tournaments import Order
from server.app import App
from tests.client.screen.screens import ROOMY, SMALL, Terminal, heard, terminal
from tests.processes import start
from tests.server.players_over_sockets import Player, pair, player
from tests.server.tournaments.cups import begin, opened, started

COLUMN = (1, 4, 7)  # cells that win, if the other plays those beside them


async def visit(one: Terminal, title: str = "Spring cup") -> None:
    """Go from the lobby to the tournament that is listed first."""
    await one.until(title)
    one.client.screen.query_one("#tournaments").focus()
    await one.press("enter")
    await one.until(lambda: isinstance(one.client.screen, TournamentScreen))
    await one.until(" id ")


async def win(one: Terminal, other: Player, game: Started) -> None:
    """The client fills the middle column, and the other lets it."""
    assert game.side is not None
    for turn in range(3):
        for side in (0, 1):
            ply = 2 * turn + side
            if side == game.side:
                await other.play(game.match, ply, (0, 3, 8)[turn])
            else:
                await one.press("escape", "m")
                await one.type(one.match.game.names[COLUMN[turn]])
            await other.next(Played, lambda its, ply=ply: its.ply == ply)  # type: ignore[misc]
            if turn == 2 and side != game.side:
                return
            await heard(one, ply + 1)


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        (SMALL, ("Spring cup, open", "  tictactoe 5+3 round-robin, 0 players")),
        (ROOMY, ("Spring cup", "open      tictactoe 5+3        round-robin", "0 players      -")),
    ],
)
async def test_the_lobby_lists_tournaments(
    app: App, ann: Player, tmp_path: Path, size: tuple[int, int], lines: tuple[str, ...]
) -> None:
    """With everything that one needs to choose, in either size."""
    await opened(ann)
    async with terminal(app.url, tmp_path, size) as one:
        for line in lines:
            await one.until(line)
        assert one.text.isascii()


async def test_a_tournament_is_entered_called_for_played_and_won(
    app: App, bob: Player, tmp_path: Path
) -> None:
    """From the lobby to the last game, and back at the tournament after each."""
    cup = await opened(bob)
    async with terminal(app.url, tmp_path) as one:
        await visit(one)
        await one.until("e: take part")
        await one.press("e")
        await one.until("You take part. bob starts it.")
        await bob.ask(Enter(0, cup))
        await one.press("q")
        await bob.ask(Steer(0, cup, Order.START))
        for round in (1, 2):
            await one.until("ctrl+r: ready to play bob in Spring cup, or it starts in ")
            await one.press("ctrl+r")
            await one.until("Ready to play bob in Spring cup")
            game = await begin(cup, bob)
            await one.until(lambda: _sits(one.client, game))  # noqa: B023
            assert "Abort (x)" not in one.text
            await win(one, bob, game)
            await one.until("You win by three in a row")
            assert "Rematch" not in one.text
            await one.press("escape", "q")
            await one.until(f"{round} of 2 games played")
            assert "> zoe" in one.text or ">zoe" in one.text
        await one.until("Spring cup is over, and you won it with 2 points.")
        await one.until("1-0      zoe - bob  line")
        await one.press("q")
        await one.until("Spring cup, finished")


def _sits(client: Client, game: Started) -> bool:
    screen = client.screen
    return getattr(screen, "match", None) == game.match and getattr(screen, "composed", False)


async def test_who_is_not_ready_in_time_finds_the_board_before_them(
    app: App, ann: Player, bob: Player, tmp_path: Path
) -> None:
    """Whatever they were looking at: here another match, which they watch no more."""
    watched = await pair(ann, bob, Terms("gomoku"))
    async with player(app.url, "cal") as cal, terminal(app.url, tmp_path) as one:
        cup = await opened(cal, ready_seconds=0.3)
        await one.client.session.ask(Enter(0, cup))
        await cal.ask(Enter(0, cup))
        await one.until("gomoku  move 1")
        one.client.screen.query_one("#matches").focus()
        await one.press("enter")
        await one.until("watching")
        await cal.ask(Steer(0, cup, Order.START))
        await one.until("tictactoe  5+3  round 1")
        assert watched not in one.client.session.views
        await cal.ask(Steer(0, cup, Order.PAUSE))  # or the next game would soon cover the standings
        await cal.ask(Resign(0, (await cal.next(Started)).match))
        await one.until("You win: cal resigned.")
        await one.press("q")
        await one.until("You are 1st of 2, with 1 point after 1 game.")


async def test_leaving_a_running_tournament_is_asked_twice(
    app: App, bob: Player, tmp_path: Path
) -> None:
    """Because games are lost by it; one that is only open is left at once."""
    cup = await opened(bob)
    async with terminal(app.url, tmp_path) as one:
        await visit(one)
        await one.press("e")
        await one.until("Leave (l)")
        await one.press("l")
        await one.until("Enter (e)")
        await one.press("e")
        await one.until("Leave (l)")
        await bob.ask(Enter(0, cup))
        await bob.ask(Steer(0, cup, Order.START))
        await one.until("Ready (r)")
        await one.press("ctrl+q")
        await one.until("Leave inarow? Games of the tournament")
        await one.press("n", "l")
        await one.until("Your games to come are lost.")
        await one.press("y")
        await one.until("Spring cup is over, and bob won it with 2 points.")
        await one.until(lambda: "ctrl+r" not in one.text)


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_a_tournament_is_watched_as_it_goes_on(
    app: App, ann: Player, bob: Player, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Its standings, the games that go on, each of which can be watched, and the results."""
    cup = await started(ann, ann, bob)
    async with terminal(app.url, tmp_path, size) as one:
        await visit(one)
        await one.until("You do not take part.")
        game = await begin(cup, ann, bob)
        names = " - ".join(each.name for each in game.players)
        await one.until(f"{names}  round 1")
        await one.press("enter")
        await one.until("watching")
        await bob.ask(Resign(0, game.match))
        await one.until("wins: bob resigned.")
        await one.press("q")
        await one.until("1 of 2 games played")
        one.client.screen.query_one("#past").focus()
        await one.press("enter")
        await one.until("After move 0 of 0")
        await one.press("q")
        second = await begin(cup, ann, bob)
        await ann.ask(Resign(0, second.match))
        await one.until("Spring cup is over, and ann and bob won it with 1 point.")
        assert one.text.isascii()


async def test_a_tournament_is_opened_and_run(app: App, bob: Player, tmp_path: Path) -> None:
    """By the form in the lobby, which says what is wrong, and by keys after that."""
    async with terminal(app.url, tmp_path, game="tictactoe") as one:
        await one.press("o")
        await one.until("A new tournament")
        await one.press("enter")
        await one.until("Give it a title.")
        await one.press(*"Friday", "tab", "enter", "enter")
        await one.until("of games between two")
        await one.press(*["enter"] * 3)
        await one.until("< round-robin >")
        await one.press("tab", "enter")
        await one.until("Friday  open, 0 players")
        screen = one.client.screen
        assert isinstance(screen, TournamentScreen)
        await bob.ask(Enter(0, screen.tournament))
        await one.until("Friday  open, 1 player")
        await one.press("s")
        await one.until("a tournament needs 2 players")
        await one.press("e")
        await one.until("Friday  open, 2 players")
        await one.press("s")
        await one.until("Friday  running")
        await bob.next(FixtureDue)
        await one.press("p")
        await one.until("Friday  paused")
        assert "Ready (r)" not in one.text
        await one.press("s")
        await one.until("Start: not possible now.")
        await one.press("x", "c")
        await one.until("Friday  running")
        await one.press("r")
        await one.until("Ready to play bob in Friday")
        await one.press("k")
        await one.until("Cancel the tournament, for everybody?")
        await one.press("y")
        await one.until("It was cancelled.")
        await one.press("q")
        await one.until("Friday, cancelled")


async def test_a_plan_can_be_dropped(app: App, tmp_path: Path) -> None:
    """And nothing is opened."""
    async with terminal(app.url, tmp_path) as one:
        await one.press("o")
        await one.until("A new tournament")
        await one.press("escape")
        await one.until(lambda: one.client.screen is one.client.lobby)


async def test_an_id_on_the_command_line_is_enough(app: App, bob: Player, tmp_path: Path) -> None:
    """One has entered, and sees the tournament; one that is not there is told."""
    cup = await opened(bob)
    async with terminal(app.url, tmp_path, lobby=False, tournament=cup) as one:
        await one.until("You take part. bob starts it.")
    async with terminal(app.url, tmp_path, lobby=False, tournament="nonsense", name="amy") as one:
        await one.until("no tournament called nonsense goes on here")


async def test_nobody_waits_when_no_game_is_due(app: App, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await one.press("ctrl+r")
        await one.until("No game of a tournament waits for you.")


async def test_a_small_terminal_is_told(app: App, ann: Player, tmp_path: Path) -> None:
    await opened(ann)
    async with terminal(app.url, tmp_path) as one:
        await visit(one)
        await one.pilot.resize_terminal(60, 12)
        await one.until("A tournament needs 72 columns and 16 lines.")
        await one.pilot.resize_terminal(120, 40)
        await one.until("Standings")


async def test_help_tells_the_keys(app: App, ann: Player, tmp_path: Path) -> None:
    await opened(ann)
    async with terminal(app.url, tmp_path) as one:
        await visit(one)
        await one.press("question_mark")
        await one.until("IN A TOURNAMENT")


async def test_after_a_lost_connection_it_is_watched_and_one_is_ready_again(
    tmp_path: Path,
) -> None:
    """The server is killed while a game is due, and started again at the same place."""
    server = await start(tmp_path)
    port = server.url.rsplit(":", 1)[1].strip("/")
    try:
        async with terminal(server.url, tmp_path) as one:
            async with player(server.url, "bob") as bob:
                cup = await opened(bob)
                await visit(one)
                await one.press("e")
                await one.until("You take part.")
                await bob.ask(Enter(0, cup))
                await bob.ask(Steer(0, cup, Order.START))
                await one.until("Ready (r)")
                await one.press("r")
                await one.until("Ready to play bob")
                session = bob.welcome.session
            await server.kill()
            await one.until("The connection is lost")
            server = await start(tmp_path, "--port", port)
            async with player(server.url, session=session) as bob:
                await one.until(lambda: one.client.session.link is Link.CONNECTED)
                await bob.ask(Ready(0, cup))
                game = await bob.next(Started)
                await one.until("tictactoe  5+3  round 1")
                await one.press("q")
                await one.until("Go back to the tournament?")
                await one.press("y")
                await one.until("* ")
                await bob.ask(Resign(0, game.match))
                await bob.next(Ended)
                await one.until("1 of 2 games played")
    finally:
        await server.kill()

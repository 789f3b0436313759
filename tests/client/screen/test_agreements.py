"""What players agree on, on the full screen: draws, resignation, sides and rematches."""

from pathlib import Path

from protocol.events import Offered
from protocol.parts import OfferKind, Terms
from protocol.requests import Offer, Rematch, Resign, Respond
from server.app import App
from tests.client.screen.screens import heard, sit, terminal
from tests.server.players_over_sockets import Player

TICTACTOE = Terms("tictactoe")


async def test_a_draw_is_offered_and_accepted(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, TICTACTOE)
        await one.press("d", "n", "d")
        await one.until("Offer a draw?")
        await one.press("y")
        await bob.next(Offered)
        await one.until("You have offered: draw")
        await bob.ask(Respond(0, match, OfferKind.DRAW, True))
        await one.until("A draw by agreement.")


async def test_that_an_offer_was_declined_is_told(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, TICTACTOE)
        await one.press("d", "y")
        await bob.next(Offered)
        await bob.ask(Respond(0, match, OfferKind.DRAW, False))
        await one.until("O (bob) declined the draw.")


async def test_an_offer_is_answered_with_a_button(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, TICTACTOE)
        await one.press("enter")
        await heard(one, 1)
        await bob.play(match, 1, 0)
        await heard(one, 2)
        await bob.ask(Offer(0, match, OfferKind.TAKEBACK))
        await one.until("bob asks to take back")
        await one.pilot.click("#accept-takeback")
        await heard(one, 1)
        await bob.ask(Offer(0, match, OfferKind.DRAW))
        await one.until("bob offers a draw")
        await one.press("n")
        await one.until(lambda: "bob offers" not in one.text)
        assert not one.match.view.ended


async def test_resigning_is_confirmed(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await sit(one, bob, TICTACTOE)
        await one.press("r")
        await one.until("Resign this match?")
        await one.press("n")
        assert not one.match.view.ended
        await one.press("r")
        await one.until("Resign this match?")
        await one.press("y")
        await one.until("O (bob) wins: you resigned.")


async def test_the_pie_can_be_taken(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, Terms("tictactoe", pie=True), side=1)
        await bob.play(match, 0, 4)
        await one.until("Swap (w)")
        await one.press("w")
        await one.until(lambda: one.match.view.swapped)
        await one.until("O (bob) to move")


async def test_a_match_is_aborted(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await sit(one, bob, TICTACTOE)
        await one.press("x")
        await one.until("The match was aborted")


async def test_rematches_make_a_series(app: App, bob: Player, tmp_path: Path) -> None:
    """Asked for by either, with sides swapped, and the score goes on."""
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, TICTACTOE)
        await one.press("r")
        await one.until("Resign this match?")
        await one.press("y")
        await one.until("Score: zoe 0, bob 1, after 1 game")
        await bob.ask(Rematch(0, match))
        await one.until("bob would like a rematch: g")
        await one.press("g")
        await one.until(lambda: one.match.match != match)
        await one.until("O zoe")
        await one.until("Score: zoe 0, bob 1, after 1 game")


async def test_a_rematch_calls_back_from_looking_back(
    app: App, bob: Player, tmp_path: Path
) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, TICTACTOE)
        await one.press("enter")
        await heard(one, 1)
        await bob.ask(Resign(0, match))
        await one.until("You win: bob resigned.")
        await one.press("g")
        await one.until("Waiting for the rematch ...")
        await one.press("a")
        await one.until("After move 1 of 1")
        await bob.ask(Rematch(0, match))
        await one.until("X (bob) to move")
        assert one.match.match != match


async def test_what_makes_no_sense_is_said(app: App, bob: Player, tmp_path: Path) -> None:
    async with terminal(app.url, tmp_path) as one:
        await sit(one, bob, TICTACTOE)
        await one.press("c")
        await one.until("Claim: not possible now.")

"""By keys alone: somebody finds an opponent, plays, and is told all of it in words, once."""

from playwright.async_api import expect

from protocol.events import Ended, Played, RematchOffered, Started
from protocol.parts import OfferKind, Room, Terms
from protocol.replies import Done, Opened
from protocol.requests import Offer, Rematch, Say, Seek
from server.app import App
from tests.server.players_over_sockets import Player, player
from tests.web.accessibility.keys import Keys
from tests.web.visitors import Visitors

B1, B2 = 7, 4  # cells
SAID = [
    "tictactoe, untimed. You are X. O is ann. Your turn.",
    "X plays a1.",
    "O plays b1. Your turn.",
    "X plays a2.",
    "ann says: hm",
    "O (ann) offers a draw.",
    "X (you) declined the draw.",
    "O plays b2. Your turn.",
    "X plays a3.",
    "You win by three in a row.",
    "tictactoe, untimed. You are O. X is ann.",
    "X plays b2. Your turn.",
    "O plays a2.",
    "ann wins: you resigned. Score: fox 1, ann 1, after 2 games.",
    "The start.",
]


async def test_a_whole_visit_by_keys_alone(visitors: Visitors, server: App) -> None:
    """From the first page to an opponent, a game won, a rematch resigned and looked back at."""
    async with player(server.url, "ann") as ann:
        keys = Keys(await visitors.visit())
        await keys.follow()
        await be_called_fox(keys)
        await keys.choose("Skip to the content")
        await ann.ask(Seek(0, Terms("tictactoe"), side=1), Opened)
        await keys.page.get_by_role("button", name="Play", exact=True).wait_for()
        await keys.choose("Play")
        await play_and_win(keys, ann)
        await resign_the_rematch(keys, ann)
        await look_back(keys)
        await choose_a_theme(keys)
        assert await keys.said() == ["You are fox.", *SAID]
        assert await keys.lost() == []


async def be_called_fox(keys: Keys) -> None:
    await keys.choose("Change")
    await keys.type("fox")
    await keys.press("Enter")
    await keys.hear("You are fox.")
    assert await keys.at() == "Change"


async def play_and_win(keys: Keys, ann: Player) -> None:
    """By typing a cell's name on the board, by arrows, and in the field for moves."""
    match = (await ann.next(Started)).match
    await keys.hear(SAID[0])
    assert await keys.at() == "fox against ann"
    await keys.tab_to("b2, empty")
    await keys.type("a1")
    await keys.press("Enter")
    await heard(ann, 0)
    await ann.play(match, 1, B1)
    await keys.hear("O plays b1. Your turn.")
    await keys.press("ArrowUp")
    await keys.press("Space")
    await heard(ann, 2)
    await ann.ask(Say(0, match, Room.PLAYERS, "hm"), Done)
    await ann.ask(Offer(0, match, OfferKind.DRAW), Done)
    await keys.hear("O (ann) offers a draw.")
    await keys.choose("Decline")
    await keys.hear("X (you) declined the draw.")
    await ann.play(match, 3, B2)
    await keys.hear("O plays b2. Your turn.")
    await keys.tab_to("Type a move")
    await keys.type("a3")
    await keys.press("Enter")
    await ann.next(Ended)


async def resign_the_rematch(keys: Keys, ann: Player) -> None:
    await keys.choose("Rematch")
    await ann.ask(Rematch(0, (await ann.next(RematchOffered)).match), Done)
    match = (await ann.next(Started)).match
    await keys.hear("tictactoe, untimed. You are O.")
    await ann.play(match, 0, B2)
    await keys.hear("X plays b2. Your turn.")
    await keys.tab_to("b2, X, last move")
    await keys.press("ArrowLeft")
    await keys.press("Enter")
    await heard(ann, 1)
    await keys.choose("Resign")  # which asks whether to
    await keys.choose("Resign")
    await ann.next(Ended)
    await keys.hear("ann wins: you resigned.")


async def look_back(keys: Keys) -> None:
    await keys.choose("Look back")
    await expect(keys.page.get_by_role("button", name="First position")).to_be_focused()
    await keys.press("Home")
    await keys.hear("The start.")


async def choose_a_theme(keys: Keys) -> None:
    await keys.choose("Preferences")
    await expect(keys.page.get_by_role("dialog")).to_be_visible()
    await keys.press("ArrowDown")
    await keys.press("Escape")
    assert await keys.at() == "Preferences"
    assert await keys.page.evaluate("document.documentElement.dataset.theme") == "light"


async def heard(ann: Player, ply: int) -> None:
    await ann.next(Played, lambda played: played.ply == ply)

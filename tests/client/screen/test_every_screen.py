"""Every screen of every game, in both sizes and both kinds of characters: all of it can be read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Button, Static

from client.kept.left import KeptGame
from client.options import PlayOptions
from client.screen.app import Client
from client.screen.board.board_widget import BoardWidget
from client.screen.match.match_screen import MatchScreen
from client.screen.replay.save_window import SaveWindow
from games import CATALOGUE, Cell, Game, IllegalMove, game_named
from protocol.parts import OfferKind, Room, Terms, TimeControl
from protocol.requests import Offer, Resign, Say, Watch
from server.app import App
from tests.client.screen.screens import ROOMY, SMALL, Terminal, heard, sit, terminal
from tests.games.every import EVERY_GAME, walk
from tests.server.players_over_sockets import Player, pair

OF_CLOCKS = ("lag", "clock", "last move", "0:0")  # what nobody wants to read where there is none

GAMES = [
    pytest.param(name, marks=[] if name in CATALOGUE else pytest.mark.slow) for name in EVERY_GAME
]
either_size = pytest.mark.parametrize("size", [SMALL, ROOMY], ids=["small", "roomy"])
either_kind = pytest.mark.parametrize("ascii", [True, False], ids=["ascii", "utf-8"])


async def read(one: Terminal, size: tuple[int, int]) -> None:
    """Wait until all that is to be told is on the screen, as a whole."""
    try:
        await one.until(lambda: not list(_faults(one, size)))
    except AssertionError:
        raise AssertionError(f"{list(_faults(one, size))}\n{one.text}") from None


def _faults(one: Terminal, size: tuple[int, int]) -> Iterator[str]:
    """What cannot be read."""
    lines, screen = one.lines, one.client.screen
    if (len(lines), {len(line) for line in lines}) != (size[1], {size[0]}):
        yield "the screen has another size"
    if one.client.options.ascii and not one.text.isascii():
        yield "there is more than ASCII"
    for widget in screen.query(Static):
        if _is_shown(widget) and str(widget.content).split() != _seen(lines, widget):
            yield f"{widget} says {_seen(lines, widget)}, and not {widget.content}"
    for button in screen.query(Button):
        if _is_shown(button) and str(button.label).split() != _seen(lines, button):
            yield f"{button} says {_seen(lines, button)}"
    for board in screen.query(BoardWidget):
        whole = Region(0, 0, *size).contains_region(board.region)
        if _is_shown(board) and (board.size != board.drawn.size or not whole):
            yield "the board is cut off"


def _is_shown(widget: Widget) -> bool:
    """And not in a list that is longer than its place, which scrolls."""
    around = [each for each in widget.ancestors_with_self if isinstance(each, Widget)]
    scrolls = any(isinstance(each, VerticalScroll) and each.max_scroll_y for each in around)
    return all(each.display for each in around) and not scrolls


def _seen(lines: list[str], widget: Widget) -> list[str]:
    """The words in its place on the screen."""
    x, y, width, height = widget.content_region
    return " ".join(line[x : x + width] for line in lines[y : y + height]).split()


def won(game: Game) -> tuple[Cell, ...]:
    """A game with a winning line, as short as may be: by whoever begins, or by chance."""
    for line in game.lines:
        position = game.start()
        others = iter(cell for cell in reversed(range(game.cells)) if cell not in line)
        try:
            for cell in line:
                position = position.play(cell)
                if position.outcome:
                    return position.moves
                position = position.play(next(others))
        except (IllegalMove, StopIteration):
            continue
    walks = (walk(game, seed, 300) for seed in range(200))
    return next(each for each in walks if each.outcome and each.outcome.cells).moves


@either_kind
@either_size
@pytest.mark.parametrize("name", GAMES)
async def test_all_of_a_game_is_read(
    name: str, size: tuple[int, int], ascii: bool, tmp_path: Path
) -> None:
    """From before the last move to looking back, with the windows over it; without a clock."""
    moves, two = won(game_named(name)), ("Ann", "Bob")
    kept = KeptGame.begin(name, two=two)
    kept.note(two, moves[:-1], swapped=False)
    options = PlayOptions("", two=two, kept=kept, game=name, ascii=ascii)
    client = Client(options, tmp_path / "screen.json")
    async with client.run_test(size=size) as pilot:
        one = Terminal(client, pilot)
        await one.until(lambda: isinstance(client.screen, MatchScreen) and client.screen.composed)
        await heard(one, len(moves) - 1)
        await read(one, size)
        for key in ("question_mark", "question_mark", "escape", "r", "n"):
            await one.press(key)
            await read(one, size)
        await client.session.ask(one.match.view.move(moves[-1]))
        await heard(one, len(moves))
        await read(one, size)
        assert not any(each in one.text for each in OF_CLOCKS)
        for key in ("a", "s"):
            await one.press(key)
            await read(one, size)
        assert isinstance(client.screen, SaveWindow)
    assert not kept.close()


@either_kind
@either_size
async def test_all_of_the_lobby_and_of_a_tournament_is_read(
    app: App, ann: Player, bob: Player, size: tuple[int, int], ascii: bool, tmp_path: Path
) -> None:
    """With an invite that is open, and the windows that open over it."""
    async with terminal(app.url, tmp_path, size, ascii=ascii) as one:
        await one.until("bob")
        await read(one, size)
        await one.pilot.click("#invite")
        await one.until("Invite code")
        await read(one, size)
        for key in ("escape", "question_mark", "escape", "o"):
            await one.press(key)
            await read(one, size)
        await one.press("x", "enter")
        await one.until("Standings")
        await read(one, size)
        await one.press("question_mark")
        await read(one, size)


@either_kind
@either_size
async def test_all_of_a_match_on_a_server_is_read(
    app: App, ann: Player, bob: Player, size: tuple[int, int], ascii: bool, tmp_path: Path
) -> None:
    """With clocks, talk and offers; and by whoever only watches, who is offered none of it."""
    async with terminal(app.url, tmp_path, size, ascii=ascii) as one:
        match = await sit(one, bob, Terms("connect4", TimeControl(3600.0, 30.0)))
        await read(one, size)
        await one.press("1")
        await heard(one, 1)
        await bob.play(match, 1, 36)
        await bob.ask(Say(0, match, Room.PLAYERS, "What a move! " * 3))
        await bob.ask(Offer(0, match, OfferKind.DRAW))
        await one.until("offers a draw")
        await read(one, size)
        await one.press("y")
        await one.until("Rematch (g)")
        await read(one, size)
        await one.press("q")
        match = await pair(ann, bob, Terms("tictactoe"))
        await one.client.session.ask(Watch(0, match))
        await one.until("watching")
        await read(one, size)
        assert "(r)" not in one.text
        await ann.ask(Resign(0, match))
        await one.until("resigned")
        await read(one, size)
        assert not any(each in one.text.lower() for each in ("rematch", "m: type", *OF_CLOCKS))

"""Matches on the full screen, played over a real server."""

import re
from pathlib import Path

import pytest
from textual.content import Content
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from client.local.analysis import AnalysisFailed, Evaluation
from client.screen.widgets.cached_text import CachedText
from games import Position, game_named
from games.notation import read_cell, read_moves
from protocol.events import Ended, Played, Said
from protocol.parts import Ending, Room, Terms, TimeControl, Verdict
from protocol.requests import Say
from server.app import App
from tests.client.screen.screens import ROOMY, SMALL, Terminal, heard, sit, terminal
from tests.server.players_over_sockets import Player
from tests.server.server_time import ServerTime

# Games that the first player wins with the last move.
WON = {
    "tictactoe": "a1 c1 a2 c2 a3",
    "mnk": "k10 a1 j10 b1 l10 c1 m10 d1 n10",
    "gomoku": "h8 a1 h9 b1 h10 c1 h11 d1 h12",
    "connect4": "4545454",
    "nineboard": "21 12 23 32 22",
    "qubic": "334 111 331 112 332 113 333",
}
TICTACTOE = Terms("tictactoe")


def assert_all_fits(one: Terminal, size: tuple[int, int]) -> None:
    """Everything essential is on the screen, apart from the board, and in ASCII."""
    assert one.text.isascii()
    assert len(one.lines) == size[1]
    board, screen = one.board.region, one.client.screen.region
    assert screen.contains_region(board)
    assert one.board.size == one.board.drawn.size
    for name in ("#there", "#here", "#status", "#moves", "#talk", "#prompt", "#match-actions"):
        part = one.client.screen.query_one(name).region
        assert screen.contains_region(part), name
        assert not part.overlaps(board), name
        assert part.height > 0, name


async def play(one: Terminal, how: int, cell: int) -> None:
    """Play a cell with the keys, the mouse or by typing, whichever is next."""
    if how % 3 == 0:
        await one.go(cell)
        await one.press("enter")
    elif how % 3 == 1:
        await one.hover(cell)
        assert one.board.aim == cell
        await one.click(cell)
    else:
        await one.press("m")
        await one.type(one.board.drawn.game.names[cell])
        await one.press("escape")


@pytest.mark.parametrize("size", [SMALL, ROOMY])
@pytest.mark.parametrize("game", WON)
async def test_every_game_is_played_and_won(
    app: App, bob: Player, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    """By keys, mouse and typing; each stone is drawn, the last move and the line are marked."""
    moves = read_moves(game_named(game), WON[game]).moves
    async with terminal(app.url, tmp_path, size) as one:
        match = await sit(one, bob, Terms(game, TimeControl(300, 3)))
        await one.until("Your turn")
        assert_all_fits(one, size)
        for ply, cell in enumerate(moves):
            if ply % 2:
                await bob.play(match, ply, cell)
            else:
                await play(one, ply // 2, cell)
            await heard(one, ply + 1)
        outcome = one.match.view.position.outcome
        assert outcome
        await one.until("You win by")
        for cell in outcome.cells:
            assert one.at(cell) in ("*X*", "*X ", "*X["), one.text
        assert (await bob.next(Ended)).ending is Ending.LINE


async def test_a_falling_stone_is_shown_where_it_lands(
    app: App, bob: Player, tmp_path: Path
) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, Terms("connect4"), side=1)
        await bob.play(match, 0, 38)
        await heard(one, 1)
        await one.hover(3)
        assert one.board.aim == 31
        assert one.at(31) == "[o]"
        await one.click(3)
        await heard(one, 2)
        assert one.at(31)[1] == "O"


async def test_nine_board_shows_where_the_reply_must_go(
    app: App, bob: Player, tmp_path: Path
) -> None:
    async with terminal(app.url, tmp_path) as one:
        match = await sit(one, bob, Terms("nineboard"), side=1)
        await bob.play(match, 0, read_cell(game_named("nineboard").start(), "73"))
        await heard(one, 1)
        assert "on board 3" in one.text
        await one.until(lambda: one.board.aim == 22)  # the cursor has gone there
        marked = [cell for cell in range(81) if one.at(cell)[1] in "_o"]
        assert marked == list(range(18, 27))
        await one.press("m")
        await one.type("11")
        await one.until("11 is not where 73 sends the reply")


class TestMoving:
    async def test_a_premove_waits_for_the_turn(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE, side=1)
            await one.click(8)
            await one.until("c1 waits for your turn")
            assert one.at(8) == "(?)"
            await bob.play(match, 0, 4)
            await heard(one, 2)
            assert (await bob.next(Played, lambda its: its.ply == 1)).cell == 8

    async def test_a_premove_can_be_taken_back(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE, side=1)
            await one.click(8)
            await one.until("c1 waits for your turn")
            await one.press("escape")
            await bob.play(match, 0, 4)
            await one.until("Your turn")
            assert one.match.view.ply == 1

    async def test_a_premove_that_became_impossible_is_dropped(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE, side=1)
            await one.click(8)
            await bob.play(match, 0, 8)
            await one.until("The move that was waiting is dropped: c1 is taken")

    async def test_an_illegal_move_is_explained(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        """And what was typed goes away."""
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE, side=1)
            await bob.play(match, 0, 4)
            await heard(one, 1)
            await one.click(4)
            await one.until("B2 is taken: X has a stone there.")
            await one.press("m")
            await one.type("z9")
            await one.until("Cannot read 'z9' as a move")
            assert "move:  m: type a move" in one.text
            assert one.client.screen.query_one("Input").has_focus

    async def test_keys_are_commands_again_after_a_typed_move(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE)
            await one.press("m", "b", "2", "enter", "d")
            await one.until("Offer a draw?")
            await one.press("n")
            await heard(one, 1)
            await bob.play(match, 1, 0)
            await heard(one, 2)
            await one.press("colon", "c", "1", "enter", "r")
            await one.until("Resign this match?")

    async def test_a_digit_plays_a_column(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, Terms("connect4"))
            await one.press("2", "8")
            await heard(one, 1)
            assert one.at(36)[1] == "X"
            await bob.play(match, 1, 35)
            await heard(one, 2)
            await one.press("1")
            await heard(one, 3)
            assert one.at(28)[1] == "X"

    async def test_a_digit_begins_the_name_of_a_cell(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, Terms("qubic"))
            await one.press("1", "4", "3", "enter")
            await heard(one, 1)
            assert one.at(14)[1] == "X"


class TestHints:
    async def test_against_a_bot_a_move_is_shown_with_its_reason(
        self, app: App, bot: Player, tmp_path: Path
    ) -> None:
        """Until the next move."""
        async with terminal(app.url, tmp_path, opinion=last_cell) as one:
            match = await sit(one, bot, TICTACTOE)
            await one.press("h")
            await one.until("Play c1: a good place to begin.")
            assert one.at(8) == "!x]"
            await one.press("enter")
            await heard(one, 1)
            await bot.play(match, 1, 0)
            await heard(one, 2)
            assert "Play c1" not in one.match.query_one("#talk CachedText", Static).render().plain  # type: ignore[union-attr]

    async def test_not_against_a_person(self, app: App, bob: Player, tmp_path: Path) -> None:
        """Nor out of turn."""
        async with terminal(app.url, tmp_path, opinion=last_cell) as one:
            await sit(one, bob, TICTACTOE)
            await one.press("h")
            await one.until("No hint: your opponent has none either.")
            await one.press("enter")
            await heard(one, 1)
            await one.press("h")
            await one.until("No hint: it is not your turn.")

    async def test_why_there_is_none_is_told(self, app: App, bot: Player, tmp_path: Path) -> None:
        async def fail(position: Position) -> Evaluation:
            raise AnalysisFailed("the search is not installed")

        async with terminal(app.url, tmp_path, opinion=fail) as one:
            await sit(one, bot, TICTACTOE)
            await one.press("h")
            await one.until("No hint: the search is not installed")


async def last_cell(position: Position) -> Evaluation:
    """A bot that thinks best of the last free cell."""
    cell = position.legal_moves()[-1]
    return Evaluation(cell, position.game.names[cell], 5, Verdict.UNDECIDED, 7)


class TestTalking:
    async def test_both_ways(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE)
            await one.press("t")
            await one.type("good luck, have fun?")
            assert (await bob.next(Said)).text == "good luck, have fun?"
            await bob.ask(Say(0, match, Room.PLAYERS, "you [b]too[/b]"))
            await one.until("bob: you [b]too[/b]")
            assert "talk:  " in one.text

    async def test_not_with_one_who_is_blocked(self, app: App, bob: Player, tmp_path: Path) -> None:
        """Until they are not any more; in the lobby it is the player under the cursor."""
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE)
            await one.press("B")
            await one.until("bob is blocked: no match")
            await bob.ask(Say(0, match, Room.PLAYERS, "you ..."))
            await one.press("B")
            await one.until("bob is not blocked any more.")
            await bob.ask(Say(0, match, Room.PLAYERS, "sorry"))
            await one.until("bob: sorry")
            assert "you ..." not in one.text

    async def test_keys_that_come_all_at_once(self, app: App, bob: Player, tmp_path: Path) -> None:
        """As over a slow line: no letter of a sentence is taken for a command."""
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, TICTACTOE)
            for key in "tdrxu":
                one.client.post_message(Key(key, key))
            await one.until("talk:  drxu")
            assert not one.match.view.ended
            assert not one.match.view.offers

    async def test_drafts_are_kept_apart(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, TICTACTOE)
            await one.press("t", "h", "i", "escape", "m", "a", "1", "escape", "t")
            assert "talk:  hi" in one.text
            await one.press("tab")
            assert "move:  a1" in one.text

    async def test_strictly_ascii_if_wanted(self, app: App, bob: Player, tmp_path: Path) -> None:
        """Also what other people write."""
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, TICTACTOE)
            await bob.ask(Say(0, match, Room.PLAYERS, "Zoë 五目"))
            await one.until("bob: Zo? ????")
            assert one.text.isascii()
        async with terminal(app.url, tmp_path, name="eve", ascii=False) as one:
            match = await sit(one, bob, TICTACTOE)
            await bob.ask(Say(0, match, Room.PLAYERS, "Zoë"))
            await one.until("bob: Zoë")
            assert "┌───────┬" in one.text


TENTHS = re.compile(r">    \d\.\d")  # of the clock that runs, however late the screen is drawn


class TestClocks:
    async def test_tenths_and_one_bell_when_time_runs_out(
        self, app: App, bob: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ServerTime(monkeypatch).stop()  # so that nobody flags, however late the screen is drawn
        async with terminal(app.url, tmp_path) as one:
            match = await sit(one, bob, Terms("gomoku", TimeControl(9.5)))
            rung: list[int] = []
            monkeypatch.setattr(one.client, "bell", lambda: rung.append(1))
            await one.until("first move due in")
            await one.press("enter")
            await heard(one, 1)
            await bob.play(match, 1, 0)
            await heard(one, 2)
            await one.until(lambda: TENTHS.search(one.text))
            assert rung == [1]
            await one.press("b")
            await one.until("The bell is off.")
            await one.press("right", "enter")
            await heard(one, 3)
            await bob.play(match, 3, 1)
            await heard(one, 4)
            await one.until(lambda: TENTHS.search(one.text))
            assert rung == [1]

    async def test_one_that_runs_moves_nothing_else(
        self, app: App, bob: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is drawn anew, and the screen is not laid out for it."""
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, TICTACTOE)
            await one.press("enter")
            await heard(one, 1)
            laid_out: list[str] = []
            monkeypatch.setattr(
                Screen, "_refresh_layout", lambda *_, **__: laid_out.append("again")
            )
            assert one.match.query_one("#here", CachedText).show(Content("zoe 0:06"))
            await one.until("zoe 0:06")
            assert laid_out == []

    async def test_what_a_move_took_is_shown(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, Terms("gomoku", TimeControl(60, 1)))
            await one.press("enter")
            await one.until("last move ")


class TestTheTerminal:
    async def test_one_that_shrinks_says_so_and_recovers(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        """And nothing that was typed is lost."""
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, Terms("mnk"))
            await one.press("t", "h", "i")
            await one.pilot.resize_terminal(60, 20)
            await one.until("mnk needs 80 columns and 23 lines.")
            assert "This terminal has 60 and 20." in one.text
            await one.pilot.resize_terminal(120, 40)
            await one.until("talk:  hi")
            assert one.board.size == (43, 21)
            await one.press("escape", "enter")
            await heard(one, 1)

    async def test_a_larger_one_draws_a_larger_board(
        self, app: App, bob: Player, tmp_path: Path
    ) -> None:
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, Terms("gomoku"))
            assert one.board.size == (33, 16)
            await one.pilot.resize_terminal(120, 40)
            await one.until(lambda: one.board.size == (63, 32))

    async def test_help_is_everywhere(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            await one.press("question_mark")
            await one.until("IN THE LOBBY")
            await one.press("escape")
            await sit(one, bob, TICTACTOE)
            await one.press("question_mark")
            await one.until("IN A MATCH")
            assert "EVERYWHERE" in one.text
            await one.press("escape")
            assert one.match.view.ply == 0

    async def test_the_theme_is_remembered(self, app: App, bob: Player, tmp_path: Path) -> None:
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, TICTACTOE)
            await one.press("ctrl+t", "ctrl+t")
            await one.until("Theme: safe")
        async with terminal(app.url, tmp_path, name="eve") as one:
            assert one.client.theme == "safe"

    async def test_ctrl_c_leaves(self, app: App, bob: Player, tmp_path: Path) -> None:
        """Also while typing; not without a question in a match, but then at once."""
        async with terminal(app.url, tmp_path) as one:
            await sit(one, bob, TICTACTOE)
            await one.press("t", "h", "ctrl+c")
            await one.until("Leave inarow?")
            await one.press("ctrl+c")
            assert one.client.return_value == 130
        assert not bob.all(Ended)

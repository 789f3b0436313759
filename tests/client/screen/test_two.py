"""Two at one keyboard, on the full screen and line by line."""

from pathlib import Path

import pytest

from client.options import PlayOptions
from client.screen.app import Client
from client.screen.match.match_screen import MatchScreen
from tests.client.plain.people import person
from tests.client.screen.screens import ROOMY, SMALL, Terminal, heard

HERE = {"two": ("Ann", "Bob"), "game": "connect4"}


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_two_play_in_turn(tmp_path: Path, size: tuple[int, int]) -> None:
    """And are told of by their names, never as you; with a rematch the other side begins."""
    client = Client(PlayOptions("", ascii=True, **HERE), tmp_path / "screen.json")  # type: ignore[arg-type]
    async with client.run_test(size=size) as pilot:
        one = Terminal(client, pilot)
        await one.until(lambda: isinstance(client.screen, MatchScreen) and client.screen.composed)
        await one.until("X (Ann) to move")
        for ply, key in enumerate("121212", 1):
            await one.press(key)
            await heard(one, ply)
        await one.press("u")
        await heard(one, 5)
        await one.press("d")
        await one.until("Do both of you agree on a draw?")
        await one.press("n", "2", "1")
        await one.until("X (Ann) wins by four in a row.")
        assert "Ann 1, Bob 0" in one.text
        await one.press("g")
        await one.until("X (Bob) to move")
        await one.press("q")
        assert client.return_value == 0


async def test_two_play_line_by_line() -> None:
    async with person("", "", interactive=False, **HERE) as both:
        both.types("4", "undo", "status", "5", "resign", "rematch", "quit")
        await both.hears("X plays 4, column 4, row 1. O (Bob) to move.")
        await both.hears("Taken back: 0 moves stand. X (Ann) to move.")
        await both.hears("connect4, untimed. X is Ann. O is Bob. X (Ann) to move.")
        await both.hears("X (Ann) wins: Bob resigned.")
        await both.hears("X is Bob. O is Ann. X (Bob) to move.")
        await both.hears("Goodbye.")

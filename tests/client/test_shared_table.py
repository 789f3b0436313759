"""Two at one keyboard: what a server would tell them, without one, and how both clients show it."""

from pathlib import Path

import pytest

from client.kept import left
from client.kept.left import KeptGame, latest_left
from client.link.connection import Announcement, RequestRefused
from client.model.match_view import MatchView
from client.options import PlayOptions
from client.screen.app import Client
from client.screen.match.match_screen import MatchScreen
from client.shared_table import SharedTable
from protocol.events import Started
from protocol.parts import Ending, OfferKind, Terms
from protocol.requests import Abort, ListBlocked, ListSeeks, Move, Offer, Rematch, Resign, Swap
from tests.client.plain.people import person
from tests.client.screen.screens import ROOMY, SMALL, Terminal, heard

NAMES = ("Ann", "Bob")
HERE = {"two": ("Ann", "Bob"), "game": "connect4"}
GAME = Terms("tictactoe", pie=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(left, "user_state_path", lambda _: tmp_path)
    return tmp_path


class Heard:
    """A table, and what is known of it by whoever listens."""

    def __init__(self, kept: KeptGame | None = None, names: tuple[str, str] = NAMES) -> None:
        self.table = SharedTable(GAME, names, kept)
        self.news: list[Announcement] = []

    async def view(self) -> MatchView:
        """What the news so far come to."""
        while not self.table._news.empty():
            self.news.append(await anext(self.table))
        view: MatchView | None = None
        for each in self.news:
            if isinstance(each, Started):
                view = MatchView.of(each, 0, view, shared=True)
            else:
                assert view
                view = view.hear(each, 0)
        assert view
        return view

    async def play(self, *cells: int) -> MatchView:
        for cell in cells:
            view = await self.view()
            await self.table.ask(Move(0, view.match, view.ply, cell))
        return await self.view()


async def test_each_plays_for_whoever_is_to_move() -> None:
    """Up to the line that wins, which both are told of alike; the next match begins the other."""
    heard = Heard()
    view = await heard.play(0, 4, 1, 5)
    assert view.is_mine
    assert view.me
    assert view.me.name == "Ann"
    view = await heard.play(2)
    assert view.ended
    assert (view.ended.winner, view.ended.ending) == (0, Ending.LINE)
    await heard.table.ask(Rematch(0, view.match))
    view = await heard.view()
    assert [player.name for player in view.players] == ["Bob", "Ann"]
    assert view.score.points("Ann") == 1


async def test_what_needs_two_is_done_at_once() -> None:
    heard = Heard()
    match = (await heard.play(0)).match
    await heard.table.ask(Swap(0, match))
    view = await heard.view()
    assert [player.name for player in view.players] == ["Bob", "Ann"]
    await heard.play(4)
    await heard.table.ask(Offer(0, match, OfferKind.TAKEBACK))
    assert (await heard.view()).ply == 1
    await heard.table.ask(Offer(0, match, OfferKind.DRAW))
    view = await heard.view()
    assert view.ended
    assert view.ended.ending is Ending.AGREED


async def test_whoever_is_to_move_resigns() -> None:
    heard = Heard()
    await heard.table.ask(Resign(0, (await heard.play(0)).match))
    view = await heard.view()
    assert view.ended
    assert view.ended.winner == 0


async def test_the_impossible_is_refused_and_changes_nothing() -> None:
    heard = Heard()
    match = (await heard.play(0)).match
    before = await heard.view()
    for request in (
        Move(0, match, 1, 0), Move(0, match, 0, 3), Move(0, match, 1, 99), Abort(0, match),
        Rematch(0, match), ListBlocked(0),
    ):  # fmt: skip
        with pytest.raises(RequestRefused):
            await heard.table.ask(request)
    assert (await heard.table.ask(ListSeeks(0))).seeks == ()
    assert await heard.view() == before


@pytest.mark.parametrize("swapped", [False, True])
async def test_what_was_left_is_gone_on_with(swapped: bool) -> None:
    """By the same people on the same sides; nothing is kept of what is over."""
    kept = KeptGame.begin("tictactoe", two=NAMES, pie=True)
    heard = Heard(kept)
    view = await heard.play(0)
    if swapped:
        await heard.table.ask(Swap(0, view.match))
    view = await heard.play(4, 1)
    assert kept.close()
    again = latest_left()
    assert again
    assert again.asked.two
    heard = Heard(again, again.asked.two)
    after = await heard.view()
    assert (after.position.moves, after.players) == (view.position.moves, view.players)
    assert after.swapped == swapped
    await heard.table.ask(Resign(0, after.match))
    assert not again.close()
    assert latest_left() is None


@pytest.mark.parametrize("size", [SMALL, ROOMY])
async def test_two_play_in_turn(tmp_path: Path, size: tuple[int, int]) -> None:
    """And are told of by their names, never as you; with a rematch the other side begins."""
    client = Client(PlayOptions("", ascii=True, **HERE), tmp_path / "screen.json")  # type: ignore[arg-type]
    async with client.run_test(size=size) as pilot:
        one = Terminal(client, pilot)
        await one.until(lambda: isinstance(client.screen, MatchScreen) and client.screen.composed)
        await one.until("X (Ann) to move")
        assert "talk" not in one.text
        assert "Nothing said" not in one.text
        await one.press("t")
        await one.until("There is nobody to write to")
        await one.press("m", "tab", "escape")
        assert "talk" not in one.text
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

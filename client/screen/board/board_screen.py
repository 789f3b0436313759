"""What a match and a look back at one share: a board that makes the most of its terminal."""

from typing import ClassVar

from textual.screen import Screen
from textual.widgets import Static

from client.screen.board.board_widget import BoardWidget
from client.screen.board.glyphs import glyphs
from client.screen.board.marks import game_page
from client.screen.board.placement import complaint, place
from client.screen.widgets.help import keys_page
from client.screen.widgets.status_line import StatusLine
from client.words.text import printable
from games import Game


class BoardScreen(Screen[None]):
    """A screen with a board, a panel beside or below it, and a status line."""

    KEYS: ClassVar = ""  # what they do here

    _mounted = False

    def __init__(self, ascii: bool) -> None:
        super().__init__()
        self.glyphs = glyphs(ascii)  # of everything on it

    @property
    def help_pages(self) -> tuple[str, ...]:
        return keys_page(self.KEYS), game_page(self.game, self.glyphs)

    @property
    def composed(self) -> bool:
        """Whether there are widgets to show anything on: not before mounting, nor when left."""
        return self._mounted and self.app.is_running and self in self.app.screen_stack

    @property
    def board(self) -> BoardWidget:
        return self.query_one(BoardWidget)

    @property
    def game(self) -> Game:
        """What is played."""
        raise NotImplementedError

    def show(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self._mounted = bool(self.children)  # there are none if the client ended meanwhile
        self.fit()

    def on_resize(self) -> None:
        self.fit()

    def fit(self) -> None:
        """Make the most of the terminal, or say that it is too small."""
        if not self.composed:
            return
        size = (self.size.width, self.size.height)
        placement = place(self.game, size, self.glyphs.pitches)
        self.set_class(placement is None, "-small")
        if placement is None:
            self.query_one("#small", Static).update(complaint(self.game, size))
            return
        self.set_class(placement.below, "-below")
        self.show()
        self.board.fit(placement.layout)
        self.call_after_refresh(self.show)  # the panel has another width now

    def tell(self, note: str) -> None:
        self.query_one(StatusLine).tell(printable(note))

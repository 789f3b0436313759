"""The board before a match against a bot here: what is being done until the bot is ready."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from client.local.private_server import Preparation, PrivateServer
from client.options import PlayOptions
from client.screen.board.board_screen import BoardScreen
from client.screen.board.board_widget import BoardWidget
from client.screen.board.glyphs import Glyphs
from client.screen.widgets import help
from client.screen.widgets.cached_text import CachedText
from client.screen.widgets.status_line import StatusLine
from client.words.text import capitalised
from games import Game, game_named
from protocol.clocks import write_clock

EVERY = 0.25  # seconds between two looks at how far it is
HINTS = "?: help and the rules   ctrl+t: theme   q: leave"
BAR = 30  # columns


class PreparingScreen(BoardScreen):
    """It goes when the match begins."""

    KEYS: ClassVar = help.PLAYING
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.leave", show=False)]

    def __init__(self, options: PlayOptions, server: PrivateServer) -> None:
        super().__init__(options.ascii)
        self._options, self._server = options, server
        self._game = game_named(options.game)

    @property
    def game(self) -> Game:
        return self._game

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Container(id="body"):
            with Container(id="board-area"):
                yield BoardWidget(self._game.start(), self.glyphs)
            with Container(id="panel"), Vertical(id="who"):
                yield CachedText(id="title")
                yield CachedText(id="preparing")
        yield StatusLine(HINTS)

    def on_mount(self) -> None:
        if not self.children:  # the client ended meanwhile
            return
        self.board.can_focus = False
        self.set_interval(EVERY, self.show)

    def show(self) -> None:
        """How far it is."""
        if not self.composed:
            return
        clock = write_clock(self._options.clock)
        title = Content.assemble((self._game.name, "bold"), (f"  {clock}", "$dim"))
        self.query_one("#title", CachedText).show(title)
        self.query_one("#preparing", CachedText).show(
            preparing(self._server.preparation, self.glyphs)
        )


def preparing(preparation: Preparation | None, glyphs: Glyphs) -> Content:
    """What is being done, and below it a bar where it is known how far it is."""
    if preparation is None:
        return Content("The match begins ...")
    doing = capitalised(preparation.doing).replace(": ", ":\n")
    if preparation.done is None:
        return Content(f"{doing} ...")
    return Content.assemble(f"{doing}.\n", (bar(preparation.done, glyphs), "$accent"))


def bar(done: float, glyphs: Glyphs) -> str:
    """As much of it full as is done."""
    full = round(BAR * done)
    return glyphs.full * full + glyphs.rest * (BAR - full) + f" {100 * done:3.0f} %"

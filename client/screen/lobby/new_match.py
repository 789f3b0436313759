"""The lobby's desk: the form for a new match, the ways to it, and what one waits for."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static

from client.options import PlayOptions
from client.screen.lobby.match_form import MatchForm
from client.screen.widgets.button import SmallButton


class NewMatchPanel(Vertical):
    """What stands beside the lists."""

    def __init__(self, options: PlayOptions, id: str) -> None:
        super().__init__(id=id)
        self._options = options

    def compose(self) -> ComposeResult:
        yield Static(id="you")
        yield Static("A new match", classes="heading")
        yield MatchForm(self._options)
        with Container(classes="buttons"):
            yield SmallButton("Seek", id="seek")
            yield SmallButton("Invite", id="invite")
            yield SmallButton("Play a bot", id="bot")
        yield Static("Join by invite code", classes="heading")
        with Horizontal(id="joining"):
            yield Input(id="code", compact=True, placeholder="code", max_length=32)
            yield SmallButton("Join", id="join")
        yield Static(id="waiting")
        yield SmallButton("Withdraw (Esc)", id="withdraw")

    @property
    def form(self) -> MatchForm:
        return self.query_one(MatchForm)

    @property
    def code(self) -> Input:
        return self.query_one("#code", Input)

    def show_you(self, name: str) -> None:
        you = Content.assemble(("inarow", "bold $accent"), f"  you are {name}")
        self.query_one("#you", Static).update(you)

    def show_waiting(self, getting_ready: str, waiting: Iterable[str]) -> None:
        """What others need to do first, and what we have asked for."""
        lines = list(waiting)
        text = "\n".join([getting_ready, *lines]).lstrip()
        self.query_one("#waiting", Static).update(Content(text))
        self.query_one("#withdraw", Button).display = bool(lines)

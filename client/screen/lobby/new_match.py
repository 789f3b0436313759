"""The lobby's desk: the form for a new match, the ways to it, and what one waits for."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static

from client.options import PlayOptions
from client.screen.lobby.match_form import MatchForm
from client.screen.widgets.button import SmallButton
from client.words.invites import qr_code

MARGIN = 1  # line over a QR code


class NewMatchPanel(Vertical):
    """What stands beside the lists."""

    def __init__(self, options: PlayOptions, id: str) -> None:
        super().__init__(id=id)
        self._options = options
        self._link = ""

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
        yield Static(id="qr")
        yield Static(id="page")

    @property
    def form(self) -> MatchForm:
        return self.query_one(MatchForm)

    @property
    def code(self) -> Input:
        return self.query_one("#code", Input)

    def show_you(self, name: str, page: str) -> None:
        """Who one is, and where the server can be had in a browser."""
        you = Content.assemble(("inarow", "bold $accent"), f"  you are {name}")
        self.query_one("#page", Static).update(Content(page and f"In a browser:\n{page}"))
        self.query_one("#you", Static).update(you)

    def show_waiting(self, getting_ready: str, waiting: Iterable[str], link: str = "") -> None:
        """What others need to do first, and what we have asked for, with the link to an invite."""
        lines = list(waiting)
        self._link = link
        text = "\n".join([getting_ready, *lines]).lstrip()
        self.query_one("#waiting", Static).update(Content(text))
        self.query_one("#withdraw", Button).display = bool(lines)
        self.query_one("#page").display = not link  # which leads there, too
        self.call_after_refresh(self._show_code)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_code)

    def _show_code(self) -> None:
        """Draw the link as a QR code where there is room for it below all else."""
        place, above = self.query_one("#qr", Static), self.query_one("#withdraw", Button)
        drawn = self._link and not self._options.ascii
        lines = qr_code(self._link, self.size.width, dark_on_light=True) if drawn else []
        below = self.region.bottom - above.region.bottom - MARGIN
        place.display = 0 < len(lines) <= below
        place.update(Content("\n".join(lines)))

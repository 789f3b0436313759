"""The panel of a match: its players and clocks, what can be done, its moves and the talk."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from client.model.match_actions import possible_actions
from client.model.match_view import MatchView
from client.screen.match import texts
from client.screen.match.keys import MATCH_LABELS
from client.screen.widgets.button import Small
from games import Cell


class Lines(Static):
    """A text that is only drawn anew when it has changed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id)
        self._shown = Content("")

    def show(self, content: Content) -> bool:
        """Whether it has changed."""
        changed = not content.is_same(self._shown)
        if changed:
            self._shown = content
            self.update(content)
        return changed


class Panel(Container):
    """Everything about a match but its board."""

    def compose(self) -> ComposeResult:
        with Vertical(id="who"):
            for id in ("title", "there", "here", "series", "status"):
                yield Lines(id=id)
            with Container(id="match-actions"):
                for action, label in MATCH_LABELS.items():
                    yield Small(label, id=action)
        for id in ("moves", "talk"):
            with VerticalScroll(id=id, can_focus=False):
                yield Lines()

    def show(self, view: MatchView) -> None:
        """What changes with the match."""
        self.query_one("#title", Lines).show(texts.title(view))
        self.query_one("#series", Lines).show(texts.series(view))
        moves, talk = self.query_one("#moves"), self.query_one("#talk")
        if moves.query_one(Lines).show(texts.moves(view.notation, moves.size.width)):
            moves.scroll_end(animate=False)
        if talk.query_one(Lines).show(texts.talk(view)):
            talk.scroll_end(animate=False)

    def tick(self, view: MatchView, aim: Cell | None, sending: bool, now: float) -> None:
        """What changes with time and the cursor, too."""
        mine = 0 if view.side is None else view.side
        for id, side in (("there", 1 - mine), ("here", mine)):
            seat = self.query_one(f"#{id}", Lines)
            seat.show(texts.seat(view, side, now, seat.size.width))
        self.query_one("#status", Lines).show(texts.status(view, aim, sending, now))
        possible = possible_actions(view, now)
        for action in MATCH_LABELS:
            self.query_one(f"#{action}", Button).display = action in possible

"""The panel of a match: its players and clocks, what can be done, its moves and the talk."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Button

from client.model.match_actions import possible_actions
from client.model.match_view import MatchView
from client.screen.match import match_texts
from client.screen.widgets.bindings import MATCH_LABELS
from client.screen.widgets.button import SmallButton
from client.screen.widgets.cached_text import CachedText


class MatchPanel(Container):
    """Everything about a match but its board."""

    def compose(self) -> ComposeResult:
        with Vertical(id="who"):
            for id in ("title", "there", "here", "series", "status"):
                yield CachedText(id=id)
            with Container(id="match-actions"):
                for action, label in MATCH_LABELS.items():
                    yield SmallButton(label, id=action)
        for id in ("moves", "talk"):
            with VerticalScroll(id=id, can_focus=False):
                yield CachedText()

    def show(self, view: MatchView, hint: str = "") -> None:
        """What changes with the match, and below what is said a hint."""
        self.query_one("#title", CachedText).show(match_texts.title(view))
        self.query_one("#series", CachedText).show(match_texts.series(view))
        moves, talk = self.query_one("#moves"), self.query_one("#talk")
        if moves.query_one(CachedText).show(match_texts.moves(view.notation, moves.size.width)):
            moves.scroll_end(animate=False)
        if talk.query_one(CachedText).show(match_texts.talk(view, hint)):
            talk.scroll_end(animate=False)

    def tick(self, view: MatchView, moment: match_texts.Moment) -> None:
        """What changes with time and the cursor, too."""
        now = moment.now
        mine = 1 if view.is_me(1) else 0
        for id, side in (("there", 1 - mine), ("here", mine)):
            seat = self.query_one(f"#{id}", CachedText)
            seat.show(match_texts.seat(view, side, now, seat.size.width))
        self.query_one("#status", CachedText).show(match_texts.status(view, moment))
        possible = possible_actions(view, now)
        for action in MATCH_LABELS:
            self.query_one(f"#{action}", Button).display = action in possible

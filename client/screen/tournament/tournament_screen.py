"""The screen of a tournament: its standings and games as they change, and one's part in it."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, OptionList, Static

from client.model.tournament_actions import (
    TournamentAction,
    confirmation,
    possible_actions,
    request_for,
)
from client.player_session import PlayerSession
from client.screen.tournament import tournament_texts as scores
from client.screen.widgets import help
from client.screen.widgets.bindings import TOURNAMENT, TOURNAMENT_KEYS, TOURNAMENT_LABELS
from client.screen.widgets.button import SmallButton
from client.screen.widgets.cached_text import CachedText
from client.screen.widgets.modals import confirm
from client.screen.widgets.pick_list import MatchPicked, fill
from client.screen.widgets.status_line import StatusLine
from protocol.replies import Fixtures, TournamentShown
from protocol.requests import ListFixtures, ShowTournament
from protocol.tournaments import FixtureSummary, TournamentSummary

RESULTS = 30  # latest games that are listed
EVERY = 1.0  # seconds between two looks at the standings, at least
NEED = (72, 16)


class TournamentScreen(Screen[None]):
    """A tournament, for those who play in it, run it or watch it."""

    help_pages: ClassVar = (help.keys_page(help.TOURNAMENT),)
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"take('{action}')", show=False) for key, action in TOURNAMENT_KEYS.items()),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, session: PlayerSession, tournament: str) -> None:
        super().__init__()
        self.tournament = tournament
        self._session = session
        self._shown: TournamentShown | None = None
        self._past: tuple[FixtureSummary, ...] = ()
        self._is_stale = False  # something has happened since we looked
        self._looked_at = float("-inf")

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Vertical(id="tournament"):
            yield CachedText(id="head")
            with Horizontal(id="scores"):
                with Vertical(id="table"):
                    yield Static("Standings", classes="heading")
                    with VerticalScroll(id="standings"):
                        yield CachedText()
                with Vertical(id="games"):
                    yield Static("Going on: watch", classes="heading")
                    yield OptionList(id="live", compact=True, markup=False)
                    yield Static("Latest results: look back", classes="heading")
                    yield OptionList(id="past", compact=True, markup=False)
            yield CachedText(id="where")
            with Container(id="tournament-actions"):
                for action, label in TOURNAMENT_LABELS.items():
                    yield SmallButton(label, id=action)
        yield StatusLine(TOURNAMENT)

    def on_mount(self) -> None:
        if not self.children:  # the client ended meanwhile
            return
        for button in self.query("#tournament-actions Button"):
            button.display = False
        self.query_one("#live").focus()
        self.set_interval(EVERY, self._refresh)
        self.look()

    def on_screen_resume(self) -> None:
        self.look()

    def on_resize(self) -> None:
        width, height = self.size
        self.set_class(width < NEED[0] or height < NEED[1], "-small")
        needs = f"A tournament needs {NEED[0]} columns and {NEED[1]} lines.\n"
        here = f"This terminal has {width} and {height}."
        self.query_one("#small", Static).update(needs + here)
        self.call_after_refresh(self.show)

    # Showing

    def heard(self) -> None:
        """Something has happened in it: look again, but not too often."""
        self._is_stale = True
        if self._session.now() - self._looked_at >= EVERY:
            self._refresh()

    def _refresh(self) -> None:
        if self._is_stale and self.is_current:
            self.look()

    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Ask how it stands, and to be told of its games from now on."""
        self._is_stale, self._looked_at = False, self._session.now()
        shown = await self._session.ask(ShowTournament(0, self.tournament, watch=True))
        if not isinstance(shown, TournamentShown):
            return
        before = max(0, shown.tournament.played - RESULTS)
        past = await self._session.ask(ListFixtures(0, self.tournament, before, RESULTS))
        self._session.known_tournaments.note(shown.tournament)
        self._shown = shown
        if isinstance(past, Fixtures):
            self._past = past.fixtures
        self.show()

    def show(self) -> None:
        """Everything, as we know it now."""
        shown, name = self._shown, self._session.name
        if shown is None or not self._session.alive:
            return
        self.query_one("#head", CachedText).show(scores.head(shown.tournament))
        table = self.query_one("#standings")
        width = table.size.width
        table.query_one(CachedText).show(scores.standings(shown, name, width))
        live = [(game.match, scores.live_line(game, name)) for game in shown.live]
        live.sort(key=lambda each: not each[1].startswith("*"))
        fill(self.query_one("#live", OptionList), live, "No game just now.")
        past = [(game.match, scores.past_line(game)) for game in reversed(self._past)]
        fill(self.query_one("#past", OptionList), past, "None yet.")
        self.query_one("#where", CachedText).show(scores.bold(scores.where(shown, name)))
        self.show_actions()

    def show_actions(self) -> None:
        """What can be done now: also when one is called."""
        if self._shown is not None:
            possible = self._possible
            for button in self.query("#tournament-actions Button"):
                button.display = button.id in possible

    @property
    def _summary(self) -> TournamentSummary | None:
        """As news has it, which is sooner than what we have asked for."""
        return self._session.known_tournaments.known.get(self.tournament)

    @property
    def _possible(self) -> frozenset[TournamentAction]:
        summary, due = self._summary, self._session.known_tournaments.due.get(self.tournament)
        return possible_actions(summary, self._session.name, due) if summary else frozenset()

    # What one does

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if match := event.option.id:
            self.post_message(MatchPicked(match, event.option_list.id == "past"))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.take_action(TournamentAction(event.button.id or ""))
        self.query_one("#live").focus()

    def action_take(self, action: str) -> None:
        if TournamentAction(action) in self._possible:
            self.take_action(TournamentAction(action))
        else:
            self.tell(f"{action}: not possible now.".capitalize())

    def take_action(self, action: TournamentAction) -> None:
        summary = self._summary
        if summary is not None:
            question = confirmation(summary, action)
            confirm(self.app, question, lambda: self._take(summary, action))

    @work
    async def _take(self, summary: TournamentSummary, action: TournamentAction) -> None:
        if not await self._session.ask(request_for(summary, action)):
            return
        if action is TournamentAction.READY:
            self._session.known_tournaments.readied(self.tournament)
        if action is TournamentAction.LEAVE:
            self._session.known_tournaments.retired(self.tournament)
        self.look()

    def action_leave(self) -> None:
        """Back to where one was; who takes part is called to their games there, too."""
        self.dismiss()
        self.app.run_worker(self._session.ask(ShowTournament(0, self.tournament, watch=False)))

    def tell(self, note: str) -> None:
        self.query_one(StatusLine).tell(note)

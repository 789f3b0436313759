"""The full-screen client from the first frame to the last."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.widget import AwaitMount

from client.kept.records import record_from, record_of
from client.link.connection import Announcement, ConnectionLost, Link, RequestRefused
from client.local.analysis import Analyse, analyse
from client.local.private_server import PrivateServer, PrivateServerFailed
from client.options import PlayOptions
from client.player_session import PlayerSession
from client.screen.ascii import Ascii
from client.screen.availability import is_utf8
from client.screen.farewell import confirmation, give_up, heed_end
from client.screen.first_match import start
from client.screen.fixture_calls import FixtureCalls
from client.screen.lobby.lobby_screen import LobbyScreen
from client.screen.match.match_screen import MatchScreen
from client.screen.match.preparing_screen import PreparingScreen
from client.screen.navigation import Navigation
from client.screen.preferences import load_preferences, preferences_file, save_preferences
from client.screen.replay.replay_screen import ReplayScreen
from client.screen.themes import THEMES, after
from client.screen.tournament.tournament_screen import TournamentScreen
from client.screen.typeahead import TypeaheadApp
from client.screen.widgets.help import Help
from client.screen.widgets.modals import confirm
from client.screen.widgets.pick_list import MatchPicked, TournamentPicked
from client.screen.widgets.status_line import StatusLine
from client.words.news import announce
from client.words.reconnection import lost_in_short
from client.words.text import printable
from games.errors import Mistake
from games.record import Record
from protocol.events import (
    Challenged,
    Closing,
    Declined,
    FixtureDue,
    FixtureEnded,
    FixtureStarted,
    SeekClosed,
    SeekOpened,
    Snapshot,
    Started,
    TournamentChanged,
    Unanswered,
)
from protocol.replies import Shown
from protocol.requests import ShowMatch, Watch

OK, FAILED, INTERRUPTED = 0, 1, 130


class Client(TypeaheadApp):
    """The screens, and the one connection that they share."""

    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+t", "next_theme", show=False, priority=True),
        Binding("ctrl+r", "ready", show=False, priority=True),
        Binding("question_mark,f1", "help", show=False),
        Binding("b", "toggle_bell", show=False),
    ]

    def __init__(
        self, options: PlayOptions, preferences: Path | None = None, analyse: Analyse = analyse
    ) -> None:
        self._ascii = Ascii(enabled=options.ascii)
        super().__init__()
        self.options = options
        self.session = PlayerSession(options, self, analyse=analyse)
        self.lobby = LobbyScreen(self.session)
        self._navigation = Navigation(self, self.session, self.lobby, self)
        self._calls = FixtureCalls(self, self.session, self)
        self._leaving = False
        self.failure = ""  # why it ended, if it did not end well
        self._preferences_file = preferences or preferences_file()
        self.preferences = load_preferences(self._preferences_file)
        for theme in THEMES:
            self.register_theme(theme)
        # Already here, because the style sheet needs its colours.
        self.theme = self.preferences.theme

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *([self._ascii] if self._ascii.enabled else [])]

    def on_mount(self) -> None:
        heed_end(lambda: self.exit(INTERRUPTED), () if self.is_headless else range(3))
        if self.options.records:
            self._look_back(self.options.records, lambda _: self.exit(OK))
            return
        shown = self.push_screen(self.lobby)
        there = f"Connecting to {self.options.url} ..."
        away = self.options.url and self.options.hosted is None
        self.lobby.getting_ready = there if away else "The server is starting ..."
        self.set_interval(0.5, self._calls.show)
        self._live(shown)
        self._start()
        if (server := self.options.private_server) is not None:
            self.push_screen(PreparingScreen(self.options, server))
        if (server := self.options.hosted or server) is not None:
            self._leave_with(server)

    @work
    async def _live(self, shown: AwaitMount) -> None:
        await shown  # or what comes in at once would find nothing to be shown on
        try:
            await self.session.run()
        except RequestRefused as refusal:
            self._fail(refusal.text)
        except ConnectionLost as lost:
            self._fail(lost.reason)
        except Mistake as mistake:
            self._fail(str(mistake))

    def _fail(self, why: str) -> None:
        self.failure = why
        self.exit(FAILED)

    @work
    async def _leave_with(self, server: PrivateServer) -> None:
        """Without the private server or its bot there is nothing to stay for."""
        try:
            await server.failure()
        except PrivateServerFailed as failure:
            self._fail(str(failure))

    @work
    async def _start(self) -> None:
        await self.session.ready.wait()
        self.lobby.say("")
        if not await start(self.session, self.lobby):
            self._navigation.leave_preparing()

    # What comes in

    def heard(self, news: Announcement) -> None:
        match news:
            case Started() | Snapshot():
                self._navigation.to_match(news)
            case TournamentChanged(tournament=summary):
                self._look_at_tournament(summary.tournament)
            case FixtureStarted(fixture=game) | FixtureEnded(fixture=game):
                self._look_at_tournament(game.fixture.tournament)
            case FixtureDue(tournament=tournament):
                self.run_worker(self._calls.call(tournament))
            case SeekOpened() | SeekClosed() | Challenged() | Unanswered():
                self.lobby.heard(news)
                if isinstance(news, Challenged):
                    self.ring()
                    if self.screen is not self.lobby:
                        self.tell(f"{news.by.name} challenges you: answer in the lobby (q).")
            case Closing(reason=reason, closes_in=seconds):
                self.tell(f"The server goes down in {seconds:.0f} s. {reason}")
            case Declined(match=match, side=side) if view := self.session.views.get(match):
                if not view.is_me(side):
                    self.tell(announce(view, news, self.session.now()))
            case _:
                pass
        screen = self._navigation.match_screen
        if screen and screen.match == getattr(news, "match", screen.match):
            screen.heard()

    def _look_at_tournament(self, tournament: str) -> None:
        for screen in self._navigation.tournament_screens(tournament):
            screen.heard()

    def linked(self, link: Link) -> None:
        if not self.is_running:
            return
        trouble = {
            Link.CONNECTED: "",
            Link.RECONNECTING: lost_in_short(self.session.going_to),
            Link.CLOSED: "The connection is closed.",
        }[link]
        for screen in self.screen_stack:
            for status in screen.query(StatusLine):
                status.trouble(trouble)
        if link is Link.CONNECTED and self.lobby.is_mounted:
            self.lobby.look_anew()
            for screen in self.screen_stack:
                if isinstance(screen, TournamentScreen):
                    screen.heard()

    def tell(self, note: str) -> None:
        if not self.is_running:
            return
        for status in self.screen.query(StatusLine):
            status.tell(printable(note))

    @on(TournamentPicked)
    def _visited(self, event: TournamentPicked) -> None:
        self._navigation.to_tournament(event.tournament)

    @on(MatchPicked)
    async def _watched(self, event: MatchPicked) -> None:
        if event.over:
            self._show_match(event.match)
        elif event.match in self.session.views:
            await self.push_screen(MatchScreen(self.session, event.match))
        else:
            self.run_worker(self.session.ask(Watch(0, event.match)))

    @work
    async def _show_match(self, match: str) -> None:
        shown = await self.session.ask(ShowMatch(0, match))
        if isinstance(shown, Shown):
            self._look_back((record_from(shown.events),))

    def _look_back(
        self, records: tuple[Record, ...], after: Callable[[object], None] | None = None
    ) -> None:
        self.push_screen(ReplayScreen(records, self.session.analyse, self.options.ascii), after)

    # What the keys do

    @on(MatchScreen.Rang)
    def ring(self) -> None:
        if self.preferences.bell:
            self.bell()

    def action_toggle_bell(self) -> None:
        self._choose(bell=not self.preferences.bell)
        self.tell(f"The bell is {'on' if self.preferences.bell else 'off'}.")

    def action_next_theme(self) -> None:
        self._choose(theme=after(self.preferences.theme))
        self.theme = self.preferences.theme
        self.tell(f"Theme: {self.preferences.theme}")

    def _choose(self, **chosen: object) -> None:
        self.preferences = replace(self.preferences, **chosen)  # type: ignore[arg-type]
        save_preferences(self._preferences_file, self.preferences)

    def action_help(self) -> None:
        pages: tuple[str, ...] = getattr(self.screen, "help_pages", ())
        if pages:
            self.push_screen(Help(*pages))

    def action_look_back(self) -> None:
        """Look back at the match on the screen."""
        screen = self._navigation.match_screen
        if screen is None:
            return
        if screen.view.side is not None and not screen.view.ended:
            self.tell("You can look back when the match is over.")
        else:
            self._look_back((record_of(screen.view),))

    def action_ready(self) -> None:
        self.run_worker(self._calls.answer())

    def action_leave(self) -> None:
        self._leave(OK)

    def action_interrupt(self) -> None:
        """Leave; whoever insists leaves at once."""
        if self._leaving:
            self.exit(INTERRUPTED)
        else:
            self._leave(INTERRUPTED)

    def _leave(self, code: int) -> None:
        """Leave, after a question if somebody would wait for us in vain."""
        if self._leaving:
            return
        self._leaving = True
        confirm(self, confirmation(self.session), lambda: self._end(code), self._stay)

    def _stay(self) -> None:
        self._leaving = False

    @work
    async def _end(self, code: int) -> None:
        await give_up(self.session)
        self.exit(code)


def run_app(options: PlayOptions) -> int:
    """Run the client until the person leaves; the exit code."""
    plain = not is_utf8(os.environ, sys.stdout.encoding)
    client = Client(replace(options, ascii=options.ascii or plain))
    code = client.run(mouse=options.mouse)
    if client.failure:
        print(f"inarow: {client.failure}", file=sys.stderr)
    return FAILED if code is None else code

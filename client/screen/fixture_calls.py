"""Calls to games of tournaments: shown on every screen, and answered by one key."""

from textual.app import App

from client.player_session import PlayerSession
from client.screen.notices import Notices
from client.screen.tournament.tournament_screen import TournamentScreen
from client.screen.tournament.tournament_texts import due_line
from client.screen.widgets.status_line import StatusLine
from protocol.replies import TournamentShown
from protocol.requests import Ready, ShowTournament


class FixtureCalls:
    def __init__(self, app: App[int], session: PlayerSession, notices: Notices) -> None:
        self._app, self._session, self._notices = app, session, notices
        self._known = session.known_tournaments

    async def call(self, tournament: str) -> None:
        """A game waits for us. Whoever was ready before the connection was lost still is."""
        due = self._known.due.get(tournament)
        if due is None:  # it has begun meanwhile
            return
        if due.ready:
            await self._session.ask(Ready(0, tournament))
            return
        self._notices.ring()
        if tournament not in self._known.known:
            shown = await self._session.ask(ShowTournament(0, tournament))
            if isinstance(shown, TournamentShown):
                self._known.note(shown.tournament)
        self.show()

    def show(self) -> None:
        """On every screen, with the seconds that are left."""
        text = self._text()
        for screen in self._app.screen_stack:
            for status in screen.query(StatusLine):
                status.call(text)
            if isinstance(screen, TournamentScreen):
                screen.show_actions()

    def _text(self) -> str:
        due, session = self._known.next, self._session
        if due is None:
            return ""
        return due_line(due, self._known.title(due.tournament), session.name, session.now())

    async def answer(self) -> None:
        """Say that we are ready for the game that begins first."""
        due = self._known.next
        if due is None:
            self._notices.tell("No game of a tournament waits for you.")
        elif not due.ready and await self._session.ask(Ready(0, due.tournament)):
            self._known.readied(due.tournament)
            self.show()

"""Which screen a match or a tournament is shown on, and what is under it to come back to."""

from textual.app import App

from client.model.tournaments import takes_part
from client.player_session import PlayerSession
from client.screen.lobby.lobby_screen import LobbyScreen
from client.screen.match.match_screen import MatchScreen
from client.screen.match.preparing_screen import PreparingScreen
from client.screen.notices import Notices
from client.screen.tournament.tournament_screen import TournamentScreen
from protocol.events import Snapshot, Started
from protocol.requests import Unwatch

BUSY = "Another match of yours has begun: it is in the lobby (q)."


class Navigation:
    def __init__(
        self, app: App[int], session: PlayerSession, lobby: LobbyScreen, notices: Notices
    ) -> None:
        self._app, self._session, self._lobby, self._notices = app, session, lobby, notices

    @property
    def match_screen(self) -> MatchScreen | None:
        """The one that somebody plays or watches at, under whatever they look at meanwhile."""
        found = [screen for screen in self._app.screen_stack if isinstance(screen, MatchScreen)]
        return found[-1] if found else None

    def tournament_screens(self, tournament: str) -> list[TournamentScreen]:
        screens = [each for each in self._app.screen_stack if isinstance(each, TournamentScreen)]
        return [each for each in screens if each.tournament == tournament]

    def to_match(self, news: Started | Snapshot) -> None:
        """Show a match that has begun, unless we are busy with another one."""
        started = news if isinstance(news, Started) else news.started
        if news.side is not None and isinstance(news, Started):
            self._lobby.started()
            self._notices.ring()
        self.leave_preparing()
        screen = self.match_screen
        if started.fixture is not None and news.side is not None:
            self._to_fixture(screen, news.match, started.fixture.tournament)
        elif screen is None:
            self._app.push_screen(MatchScreen(self._session, news.match))
        elif started.previous == screen.match or screen.view.ended:
            screen.change_match(news.match)
            while news.side is not None and self._app.screen is not screen:
                self._app.pop_screen()  # whoever was looking back is wanted at the board
        elif news.match != screen.match:
            self._notices.tell(BUSY)

    def leave_preparing(self) -> None:
        """The board is not waited at any more, nor what was looked at meanwhile."""
        if any(isinstance(screen, PreparingScreen) for screen in self._app.screen_stack):
            while self._app.screen is not self._lobby:
                self._app.pop_screen()

    def _to_fixture(self, screen: MatchScreen | None, match: str, tournament: str) -> None:
        """Whoever plays in a tournament is wanted at the board, and comes back to the tournament.

        Not so those who have left it, whose games begin and end without them.
        """
        known = self._session.known_tournaments.known.get(tournament)
        retired = known is not None and not takes_part(known, self._session.name)
        if retired or (screen is not None and screen.match == match):
            return
        if screen is not None and screen.view.side is not None and not screen.view.ended:
            self._notices.tell(BUSY)
            return
        self.to_tournament(tournament)
        self._app.push_screen(MatchScreen(self._session, match))

    def to_tournament(self, tournament: str) -> None:
        """Go to the screen of a tournament, which lies on the lobby."""
        while self._app.screen is not self._lobby and not self._is_at(tournament):
            self._leave()
        if self._app.screen is self._lobby:
            self._app.push_screen(TournamentScreen(self._session, tournament))

    def _is_at(self, tournament: str) -> bool:
        screen = self._app.screen
        return isinstance(screen, TournamentScreen) and screen.tournament == tournament

    def _leave(self) -> None:
        """Take the uppermost screen away; what was only watched there is watched no more."""
        screen, session = self._app.screen, self._session
        self._app.pop_screen()
        if not isinstance(screen, MatchScreen):
            return
        view = session.views.get(screen.match)
        if view is not None and view.side is None:
            self._app.run_worker(session.ask(Unwatch(0, screen.match)))
            session.forget(screen.match)

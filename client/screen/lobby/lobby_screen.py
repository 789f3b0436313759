"""The lobby: who is there, what is being played, and ways to a match of one's own."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static

from client.matchmaking import OpenRequest, free_bot
from client.player_session import PlayerSession
from client.screen.lobby.list_entries import OpenPairing, challenge_line, seek_line, waiting_lines
from client.screen.lobby.lists import PAST, LobbyLists
from client.screen.lobby.new_match import NewMatchPanel
from client.screen.tournament.new_tournament import NewTournamentWindow
from client.screen.widgets import help
from client.screen.widgets.bindings import LOBBY
from client.screen.widgets.pick_list import MatchPicked, TournamentPicked
from client.screen.widgets.status_line import StatusLine
from client.words.text import capitalised, printable
from games import Mistake
from protocol.events import Challenged, SeekClosed, SeekOpened, Unanswered
from protocol.parts import OpenSeek, Terms
from protocol.replies import Opened, Players, Seeks
from protocol.requests import (
    Answer,
    Challenge,
    Invite,
    Join,
    ListPlayers,
    ListSeeks,
    Seek,
    Withdraw,
)

EVERY = 4.0  # seconds between two looks at who is there
NEED = (72, 20)


class LobbyScreen(Screen[None]):
    """Where one is between matches."""

    help_pages: ClassVar = (help.keys_page(help.LOBBY),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.leave", show=False),
        Binding("delete,backspace,n", "decline", show=False),
        Binding("escape", "withdraw", show=False),
        Binding("o", "open_tournament", show=False),
        Binding("B", "block", show=False),
    ]

    def __init__(self, session: PlayerSession) -> None:
        super().__init__()
        self._session = session
        self._seeks: dict[str, OpenSeek] = {}
        self._challenges: dict[str, Challenged] = {}
        self.getting_ready = ""
        self._waiting: dict[str, OpenPairing] = {}  # what we have opened, by key

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Horizontal(id="lobby"):
            yield LobbyLists(id="lists")
            yield NewMatchPanel(self._session.options, id="new-match")
        yield StatusLine(LOBBY)

    @property
    def new_match(self) -> NewMatchPanel:
        return self.query_one(NewMatchPanel)

    def on_mount(self) -> None:
        if not self.children:  # the client ended meanwhile
            return
        self.query_one("#seeks").focus()
        self.set_interval(EVERY, self.look)
        self.look_anew()
        self._show_waiting()

    def on_screen_resume(self) -> None:
        self.look()

    def on_resize(self) -> None:
        small = self.size.width < NEED[0] or self.size.height < NEED[1]
        self.set_class(small, "-small")
        here = f"This terminal has {self.size.width} and {self.size.height}."
        needs = f"The lobby needs {NEED[0]} columns and {NEED[1]} lines.\n"
        self.query_one("#small", Static).update(needs + here)

    # What there is

    @work(exclusive=True, group="anew")
    async def look_anew(self) -> None:
        """All lists from the start, and again what we wait for: it ended with the last link."""
        waiting, self._waiting = list(self._waiting.values()), {}
        self._challenges.clear()
        seeks = await self._session.ask(ListSeeks(0, watch=True))
        if isinstance(seeks, Seeks):
            self._seeks = {seek.key: seek for seek in seeks.seeks}
            self._show_seeks()
        for request in waiting:
            await self.open(request)
        self.look()

    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Who is there and what is played, from time to time."""
        if not self.is_current:
            return
        await self.query_one(LobbyLists).look(self._session)
        if self._session.alive:
            self.new_match.show_you(self._session.name, self._session.page)

    def heard(self, news: SeekOpened | SeekClosed | Challenged | Unanswered) -> None:
        match news:
            case SeekOpened(seek=seek):
                self._seeks[seek.key] = seek
            case SeekClosed(key=key):
                self._seeks.pop(key, None)
                self._drop(key)
            case Challenged():
                self._challenges[news.key] = news
            case Unanswered(key=key, reason=reason):
                self._challenges.pop(key, None)
                if self._drop(key):
                    self.tell(f"No match: {printable(reason)}")
        self._show_seeks()

    def started(self) -> None:
        """A match has begun: nothing waits any more."""
        self._waiting.clear()
        self.say("")

    def _drop(self, key: str) -> bool:
        found = self._waiting.pop(key, None) is not None
        self._show_waiting()
        return found

    def _show_seeks(self) -> None:
        lines = {key: challenge_line(each) for key, each in self._challenges.items()}
        lines |= {
            key: seek_line(seek) for key, seek in self._seeks.items() if key not in self._waiting
        }
        self.query_one(LobbyLists).show_seeks(lines)

    def _show_waiting(self) -> None:
        links = {key: self._link(key, request) for key, request in self._waiting.items()}
        lines = [
            waiting_lines(key, request, self._session.connection.url, links[key])
            for key, request in self._waiting.items()
        ]
        self.new_match.show_waiting(
            self.getting_ready, lines, next(filter(None, links.values()), "")
        )

    def _link(self, key: str, request: OpenPairing) -> str:
        """Where a browser takes up what we have opened, if one can."""
        page = self._session.page
        return f"{page}#{key}" if page and isinstance(request, Invite) else ""

    # What one does

    async def open(self, request: OpenPairing) -> None:
        """Ask for a match, and remember it until there is one."""
        opened = await self._session.ask(request)
        if isinstance(opened, Opened):
            self._waiting[opened.key] = request
            self._show_waiting()
            self._show_seeks()

    def wait_for(self, opened: OpenRequest) -> None:
        """Show what was asked for already."""
        if opened.key and not isinstance(opened.request, Join) and not self._session.views:
            self._waiting[opened.key] = opened.request
            self._show_waiting()

    def say(self, text: str) -> None:
        """Show what we wait for that nobody was asked for."""
        self.getting_ready = text
        self._show_waiting()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        key = event.option.id or ""
        match event.option_list.id:
            case "seeks" if key in self._challenges:
                self._answer(self._challenges.pop(key), True)
            case "seeks" if key in self._seeks:
                self._take(self._seeks[key])
            case "players":
                self._challenge(key)
            case "matches":
                self.post_message(MatchPicked(key.removeprefix(PAST), key.startswith(PAST)))
            case "tournaments":
                self.post_message(TournamentPicked(key))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        match event.button.id:
            case "seek":
                self._ask_for("seek")
            case "invite":
                self._ask_for("invite")
            case "bot":
                self._challenge_a_bot()
            case "join":
                self._join()
            case "withdraw":
                self.action_withdraw()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if event.input.id == "code":
            self._join()
        else:
            self._ask_for("seek")

    @work
    async def _ask_for(self, what: str) -> None:
        if (terms := self._terms()) is not None:
            side = self.new_match.form.side
            await self.open(Seek(0, terms, side) if what == "seek" else Invite(0, terms, side))

    @work
    async def _take(self, seek: OpenSeek) -> None:
        """To take a seek is to seek the same."""
        await self.open(Seek(0, seek.terms, None if seek.side is None else 1 - seek.side))

    @work
    async def _challenge(self, name: str) -> None:
        if (terms := self._terms()) is not None:
            await self.open(Challenge(0, name, terms, self.new_match.form.side))

    @work
    async def _challenge_a_bot(self) -> None:
        players = await self._session.ask(ListPlayers(0))
        terms = self._terms()
        if not isinstance(players, Players) or terms is None:
            return
        try:
            name = free_bot(players.players, terms)
        except Mistake as mistake:
            self.tell(capitalised(mistake))
        else:
            await self.open(Challenge(0, name, terms, self.new_match.form.side))

    @work
    async def _join(self) -> None:
        code = self.new_match.code
        text = code.value.strip()
        if text and await self._session.ask(Join(0, text)) and code.value.strip() == text:
            code.value = ""

    @work
    async def _answer(self, challenged: Challenged, accept: bool) -> None:
        self._show_seeks()
        await self._session.ask(Answer(0, challenged.key, accept))

    def action_decline(self) -> None:
        key = self.query_one(LobbyLists).picked_seek
        if key in self._challenges:
            self._answer(self._challenges.pop(key), False)

    @work
    async def action_withdraw(self) -> None:
        for key in list(self._waiting):
            await self._session.ask(Withdraw(0, key))
            self._drop(key)

    @work
    async def action_block(self) -> None:
        if name := self.query_one(LobbyLists).picked_player:
            await self._session.toggle_block(name)

    def action_open_tournament(self) -> None:
        self.app.push_screen(NewTournamentWindow(self._session), self._opened)

    def _opened(self, tournament: str | None) -> None:
        if tournament:
            self.post_message(TournamentPicked(tournament))

    def _terms(self) -> Terms | None:
        try:
            return self.new_match.form.terms
        except Mistake as mistake:
            self.tell(capitalised(mistake))
            return None

    def tell(self, note: str) -> None:
        self.query_one(StatusLine).tell(printable(note))

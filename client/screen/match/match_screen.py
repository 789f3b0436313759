"""The screen of a match, for those who play it and those who watch."""

from typing import ClassVar, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widgets import Button, Static

from client.local.analysis import AnalysisFailed
from client.model.match_actions import (
    MatchAction,
    hint_objection,
    possible_actions,
    request_for,
)
from client.model.match_clocks import TENTHS_BELOW
from client.model.match_view import MatchView
from client.player_session import PlayerSession
from client.screen.board.board_screen import BoardScreen
from client.screen.board.board_widget import BoardWidget
from client.screen.match.match_texts import Moment
from client.screen.match.panel import MatchPanel
from client.screen.widgets import help
from client.screen.widgets.bindings import MATCH_KEYS, PLAYING, hints
from client.screen.widgets.modals import confirm
from client.screen.widgets.prompt import Prompt, Purpose
from client.screen.widgets.status_line import StatusLine
from client.words.hints import hint
from client.words.text import capitalised
from games import Cell, Game, Mistake, Position
from games.cell_names import DIGITS
from games.game import members
from games.notation import read_cell
from protocol.parts import Room
from protocol.requests import Say, Unwatch

QUESTIONS = {
    MatchAction.RESIGN: "Resign this match?",
    MatchAction.DRAW: "Offer a draw? If it is accepted, the match is over.",
}
AGREED = {MatchAction.DRAW: "Do both of you agree on a draw?"}  # at one keyboard


class Hint(NamedTuple):
    """What to play, as long as these are the moves."""

    moves: tuple[Cell, ...]
    cell: Cell
    text: str


class MatchScreen(BoardScreen):
    """One match after the other, as rematches follow."""

    class Rang(Message):
        """Our time is running out."""

    KEYS: ClassVar = help.PLAYING
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"act('{key}')", show=False) for key in MATCH_KEYS),
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in DIGITS),
        Binding("m,colon,slash", "prompt('move')", show=False),
        Binding("t", "prompt('talk')", show=False),
        Binding("escape", "back", show=False, priority=True),
        Binding("a", "app.look_back", show=False),
        Binding("h", "hint", show=False),
        Binding("B", "block", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, session: PlayerSession, match: str) -> None:
        super().__init__(session.options.ascii)
        self.match = match
        self.sending: Cell | None = None
        self._session = session
        self._hint: Hint | None = None
        self._beats = 0
        self._warned: tuple[str, int] | None = None  # the turn in which the bell has rung

    @property
    def view(self) -> MatchView:
        return self._session.views[self.match]

    @view.setter
    def view(self, view: MatchView) -> None:
        self._session.views[self.match] = view

    @property
    def game(self) -> Game:
        return self.view.game

    @property
    def composed(self) -> bool:
        return super().composed and self.match in self._session.views

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Container(id="body"):
            with Container(id="board-area"):
                yield BoardWidget(self.view.position, self.glyphs)
            yield MatchPanel(id="panel")
        yield Prompt("prompt")
        yield StatusLine(PLAYING)

    def on_mount(self) -> None:
        if not self.children:  # the client ended meanwhile
            return
        self.set_focus(self.board)
        self.set_interval(0.1, self._beat)
        if self._session.options.private_server is not None and self._session.page:
            self.query_one(StatusLine).tell(
                f"This bot plays in a browser, too: {self._session.page}"
            )

    # Showing

    def change_match(self, match: str) -> None:
        """Go on to another match."""
        self.match, self.sending = match, None
        self.show()
        self.fit()

    def show(self) -> None:
        """Everything, as it is now."""
        if not self.composed:
            return
        view = self.view
        if self._hint is not None and self._hint.moves != view.position.moves:
            self._hint = None
        self._show_board()
        self.query_one(MatchPanel).show(view, self._hint.text if self._hint else "")
        self.query_one(StatusLine).hint(hints(view))
        self.query_one(Prompt).invite(self._purposes())
        self.tick()

    def _purposes(self) -> tuple[Purpose, ...]:
        """What one can type: who sit side by side have nobody to write to."""
        move = [Purpose.MOVE] if self.view.turn is not None and self.view.me else []
        return (*move, *([] if self.view.shared else [Purpose.TALK]))

    def _show_board(self) -> None:
        view = self.view
        ghost = view.side if view.turn is not None else None
        waiting = view.premove if self.sending is None else self.sending
        self.board.show(view.position, ghost, waiting, self._hint.cell if self._hint else None)

    def _beat(self) -> None:
        """Ten times a second where tenths are shown, else twice."""
        if not self.composed:
            return
        view, now = self.view, self._session.now()
        left = None if view.turn is None else view.clocks.remaining(view.turn, now)
        self._beats += 1
        if self._beats % 5 == 0 or (left is not None and left < TENTHS_BELOW + 1):
            self.tick()

    def tick(self) -> None:
        """What changes with time alone."""
        if not self.composed:
            return
        view, now = self.view, self._session.now()
        moment = Moment(now, self.board.aim, self.sending is not None, self._session.preparing)
        self.query_one(MatchPanel).tick(view, moment)
        self._warn(view, now)

    def _warn(self, view: MatchView, now: float) -> None:
        """Ring once in each turn in which our time runs out."""
        if not view.is_mine or view.side is None:
            return
        left, turn = view.turn_left(now), (self.match, view.ply)
        if left is not None and left < TENTHS_BELOW and self._warned != turn:
            self._warned = turn
            self.post_message(self.Rang())

    # Moving

    @on(BoardWidget.Pointed)
    def _pointed(self) -> None:
        self.tick()

    @on(BoardWidget.Chosen)
    def _chosen(self, event: BoardWidget.Chosen) -> None:
        self.choose(event.cell)

    def choose(self, cell: Cell) -> None:
        """Play a cell, or keep it for our turn; choosing it again takes it back."""
        view = self.view
        if view.side is None or view.turn is None:
            return
        if view.is_mine:
            self._play(cell)
        elif view.position.owner(cell) is None:
            self.view = view.with_premove(None if cell == view.premove else cell)
            self.show()

    def _play(self, cell: Cell) -> None:
        if self.sending is not None:
            return
        try:
            self.view.position.play(cell)
        except Mistake as error:
            self.tell(f"{capitalised(error)}.")
            return
        self.sending = cell
        self._send(cell)
        self.show()

    @work
    async def _send(self, cell: Cell) -> None:
        if not await self._session.ask(self.view.move(cell)):
            self.sending = None
            self.show()

    def heard(self) -> None:
        """Something has happened: our premove may be due."""
        view = self.view
        if not view.is_mine or view.shared:
            self.sending = None
        self.view, premove = view.take_premove()
        if premove and premove.cell is not None:
            self._play(premove.cell)
        elif premove:
            self.tell(f"The move that was waiting is dropped: {premove.why}.")
        self.show()
        self._follow()

    def _follow(self) -> None:
        """Lead the cursor to where our reply is confined."""
        if not self.composed or not self.view.is_mine:
            return
        cells = members(self.view.position.target)
        if cells and self.board.shown.cursor not in cells:
            self.board.point(cells[len(cells) // 2])

    # Typing

    def action_prompt(self, purpose: str) -> None:
        if purpose == Purpose.MOVE and self.view.side is None:
            self.tell("You watch this match: t talks to the others who do.")
        elif purpose == Purpose.TALK and self.view.shared:
            self.tell("There is nobody to write to: you play at one keyboard.")
        else:
            self.query_one(Prompt).open(Purpose(purpose))

    def action_digit(self, digit: str) -> None:
        """A column is played; any other name that begins with a digit is to be finished."""
        if self.view.side is None or self.view.turn is None:
            return
        if self.game.below:
            self._type_move(digit)
        elif any(name.startswith(digit) for name in self.game.names):
            self.query_one(Prompt).open(Purpose.MOVE, digit)

    @on(Prompt.Left)
    def action_back(self) -> None:
        if self.focused is self.board and self.view.premove is not None:
            self.view = self.view.with_premove(None)
            self.show()
        self.set_focus(self.board)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose is Purpose.TALK:
            self._say(event.text)
            self.set_focus(self.board)
            return
        self.query_one(Prompt).done(Purpose.MOVE, event.text)
        if self._type_move(event.text):
            self.set_focus(self.board)

    def _type_move(self, text: str) -> bool:
        """Choose a cell by its name; whether there is such a cell."""
        try:
            cell = read_cell(self.view.position, text)
        except Mistake as error:
            self.tell(f"{capitalised(error)}.")
            return False
        self.board.point(cell)
        self.choose(cell)
        return True

    @work
    async def _say(self, text: str) -> None:
        room = Room.SPECTATORS if self.view.side is None else Room.PLAYERS
        if await self._session.ask(Say(0, self.match, room, text.strip())):
            self.query_one(Prompt).done(Purpose.TALK, text)

    # Acting

    def action_hint(self) -> None:
        view = self.view
        if objection := hint_objection(view):
            self.tell(f"No hint: {objection}.")
        elif self._hint is None:
            self._ask_for_hint(view.position)

    @work(exclusive=True, group="hint")
    async def _ask_for_hint(self, position: Position) -> None:
        self.tell("A bot is thinking about it ...")
        try:
            evaluation = await self._session.analyse(position)
        except AnalysisFailed as failed:
            self.tell(f"No hint: {failed}")
            return
        self._hint = Hint(position.moves, evaluation.cell, hint(position, evaluation))
        self.board.point(evaluation.cell)
        self.show()
        name = position.game.names[evaluation.cell]
        self.tell(f"Play {name}: the reasons stand below the moves.")

    @work
    async def action_block(self) -> None:
        if opponent := self.view.opponent:
            await self._session.toggle_block(opponent.name)

    def action_act(self, key: str) -> None:
        possible = possible_actions(self.view, self._session.now())
        for action in MATCH_KEYS[key]:
            if action in possible:
                self.take_action(action)
                return
        self.tell(f"{' or '.join(MATCH_KEYS[key])}: not possible now.".capitalize())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.take_action(MatchAction(event.button.id or ""))
        self.set_focus(self.board)

    def take_action(self, action: MatchAction) -> None:
        match, shared = self.match, self.view.shared
        questions = QUESTIONS | (AGREED if shared else {})
        confirm(self.app, questions.get(action, ""), lambda: self._take(action, match))

    @work
    async def _take(self, action: MatchAction, match: str) -> None:
        if match != self.match or not await self._session.ask(request_for(self.view, action)):
            return
        if action is MatchAction.REMATCH and match in self._session.views:
            self._session.views[match] = self._session.views[match].with_rematch_offered()
            self.show()

    def action_leave(self) -> None:
        """To the lobby or the tournament, where one can come back to a match that goes on."""
        view, question = self.view, ""
        if view.shared:  # there is nothing else
            self.app.exit(0)
            return
        if view.side is not None and not view.ended:
            where = "back to the tournament" if view.started.fixture else "to the lobby"
            clock = ", and so does your clock" if view.clocks.timed else ""
            question = f"Go {where}? The match goes on{clock}."
        confirm(self.app, question, self._leave)

    def _leave(self) -> None:
        view = self.view
        self.dismiss()
        if view.side is None:
            self.app.run_worker(self._session.ask(Unwatch(0, self.match)))
            self._session.forget(self.match)

"""A window in which one fills in the plan of a new tournament, and opens it."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

from client.model.tournament_plan import FORMATS, counted, plan
from client.options import PlayOptions
from client.player_session import PlayerSession
from client.screen.widgets.button import SmallButton
from client.screen.widgets.inputs import USUAL_CLOCKS, CycleButton, SuggestInput
from client.screen.widgets.status_line import StatusLine
from client.words.text import capitalised
from games import CATALOGUE, Mistake
from protocol.clocks import write_clock
from protocol.replies import Opened
from protocol.requests import OpenTournament
from protocol.tournaments import Format

HINTS = "Enter: open it   Tab: next   up, down: what is usual"
USUAL_CLOCK = "5+3"
NUMBERS = ("1", "2", "3", "5", "10", "30")
TIMED = tuple(clock for clock in USUAL_CLOCKS if clock != "untimed")  # a tournament needs a clock


class NewTournamentWindow(ModalScreen[str]):
    """What a tournament shall be like; its id, or nothing if it was not opened."""

    DEFAULT_CSS = """
    NewTournamentWindow .window > Horizontal { height: 1; }
    NewTournamentWindow .window Label { width: 9; color: $dim; }
    NewTournamentWindow .window Input { width: 1fr; background: $background; }
    NewTournamentWindow .window CycleButton { width: auto; background: $background; }
    NewTournamentWindow #counted { height: 1; color: $dim; padding-left: 9; margin-bottom: 1; }
    NewTournamentWindow StatusLine { padding: 0; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, session: PlayerSession) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static("A new tournament", classes="question")
            for name, field in self._fields(self._session.options).items():
                with Horizontal():
                    yield Label(name)
                    yield field
            yield Static(id="counted")
            with Horizontal(classes="answers"):
                yield SmallButton("Not (Esc)", id="not")
                yield SmallButton("Open it", id="open")
            yield StatusLine(HINTS)

    def _fields(self, options: PlayOptions) -> dict[str, Input | CycleButton]:
        clock = write_clock(options.clock)
        clock = USUAL_CLOCK if clock == "untimed" else clock
        return {
            "title": Input(id="plan-title", compact=True, placeholder="what to call it"),
            "format": CycleButton(tuple(FORMATS), FORMATS[0], "plan-format"),
            "game": SuggestInput(options.game, tuple(CATALOGUE), "plan-game"),
            "clock": SuggestInput(clock, TIMED, "plan-clock"),
            "number": SuggestInput(NUMBERS[0], NUMBERS, "plan-number"),
        }

    def on_mount(self) -> None:
        if not self.children:  # the client ended meanwhile
            return
        self.query_one("#plan-title").focus()
        self._show_counted()

    def _show_counted(self) -> None:
        format = Format(self.query_one("#plan-format", CycleButton).chosen)
        self.query_one("#counted", Static).update(f"of {counted(format)}")

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        match event.button.id:
            case "open":
                self._open()
            case "not":
                self.action_close()

    @on(CycleButton.Changed)
    def _turned(self) -> None:
        self._show_counted()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._open()

    @work(exclusive=True)
    async def _open(self) -> None:
        game, clock, number, title = (
            self.query_one(f"#plan-{each}", Input).value.strip()
            for each in ("game", "clock", "number", "title")
        )
        format = self.query_one("#plan-format", CycleButton).chosen
        try:
            planned = plan(format, game, clock, number, title)
        except Mistake as mistake:
            self.query_one(StatusLine).tell(f"{capitalised(mistake)}.")
            return
        opened = await self._session.ask(OpenTournament(0, planned))
        if isinstance(opened, Opened) and self.is_current:
            self.dismiss(opened.key)

    def action_close(self) -> None:
        self.dismiss("")

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
from client.screen.link import Wire
from client.screen.lobby.form import CLOCKS, Field, Turn
from client.screen.match.texts import sentence
from client.screen.widgets.button import Small
from client.screen.widgets.status_line import Foot
from games import CATALOGUE, Mistake
from protocol.clocks import write_clock
from protocol.replies import Opened
from protocol.requests import OpenTournament
from protocol.tournaments import Format

HINTS = "Enter: open it   Tab: next   up, down: what is usual"
USUAL_CLOCK = "5+3"
NUMBERS = ("1", "2", "3", "5", "10", "30")
TIMED = tuple(clock for clock in CLOCKS if clock != "untimed")  # a tournament needs a clock


class Announcing(ModalScreen[str]):
    """What a tournament shall be like; its id, or nothing if it was not opened."""

    DEFAULT_CSS = """
    Announcing .window > Horizontal { height: 1; }
    Announcing .window Label { width: 9; color: $dim; }
    Announcing .window Input { width: 1fr; background: $background; }
    Announcing .window Turn { width: auto; background: $background; }
    Announcing #counted { height: 1; color: $dim; padding-left: 9; margin-bottom: 1; }
    Announcing Foot { padding: 0; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static("A new tournament", classes="question")
            for name, field in self._fields(self._wire.options).items():
                with Horizontal():
                    yield Label(name)
                    yield field
            yield Static(id="counted")
            with Horizontal(classes="answers"):
                yield Small("Not (Esc)", id="not")
                yield Small("Open it", id="open")
            yield Foot(HINTS)

    def _fields(self, options: PlayOptions) -> dict[str, Input | Turn]:
        clock = write_clock(options.clock)
        return {
            "title": Input(id="plan-title", compact=True, placeholder="what to call it"),
            "format": Turn(tuple(FORMATS), FORMATS[0], "plan-format"),
            "game": Field(options.game, tuple(CATALOGUE), "plan-game"),
            "clock": Field(USUAL_CLOCK if clock == "untimed" else clock, TIMED, "plan-clock"),
            "number": Field(NUMBERS[0], NUMBERS, "plan-number"),
        }

    def on_mount(self) -> None:
        self.query_one("#plan-title").focus()
        self._show_counted()

    def _show_counted(self) -> None:
        format = Format(self.query_one("#plan-format", Turn).chosen)
        self.query_one("#counted", Static).update(f"of {counted(format)}")

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        match event.button.id:
            case "open":
                self._open()
            case "not":
                self.action_close()

    @on(Turn.Turned)
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
        try:
            planned = plan(self.query_one("#plan-format", Turn).chosen, game, clock, number, title)
        except Mistake as mistake:
            self.query_one(Foot).tell(f"{sentence(mistake)}.")
            return
        opened = await self._wire.ask(OpenTournament(0, planned))
        if isinstance(opened, Opened):
            self.dismiss(opened.key)

    def action_close(self) -> None:
        self.dismiss("")

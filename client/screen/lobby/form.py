"""What a new match shall be like, as a form."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Label

from client.options import PlayOptions, read_clock
from client.screen.widgets.button import Small
from games import CATALOGUE, game_named
from protocol.clocks import write_clock
from protocol.parts import Side, Terms

SIDES = {"either": None, "X, first": 0, "O, second": 1}
YES_NO = ("no", "yes")


class Field(Input):
    """A line to fill in; up and down go through what is usual."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "turn(-1)", show=False),
        Binding("down", "turn(1)", show=False),
    ]

    def __init__(self, value: str, usual: tuple[str, ...], id: str) -> None:
        suggester = SuggestFromList(usual, case_sensitive=False)
        super().__init__(value, id=id, compact=True, suggester=suggester, select_on_focus=False)
        self._usual = usual

    def action_turn(self, by: int) -> None:
        at = self._usual.index(self.value) + by if self.value in self._usual else 0
        self.value = self._usual[at % len(self._usual)]
        self.cursor_position = len(self.value)


class Turn(Small):
    """A button that goes through a few choices."""

    class Turned(Message):
        """Another one was chosen."""

    def __init__(self, choices: tuple[str, ...], chosen: str, id: str) -> None:
        super().__init__(f"< {chosen} >", id)
        self.chosen = chosen
        self._choices = choices

    def choose(self, chosen: str) -> None:
        self.chosen = chosen
        self.label = Content(f"< {chosen} >")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.choose(self._choices[(self._choices.index(self.chosen) + 1) % len(self._choices)])
        self.post_message(self.Turned())


CLOCKS = ("untimed", "1+0", "3+2", "5+3", "10+5", "30s/move")


class Form(Container):
    """The terms of a match; `terms` raises Mistake where they make no sense."""

    DEFAULT_CSS = """
    Form { height: auto; }
    Form > Horizontal { height: 1; }
    Form Label { width: 7; color: $dim; }
    Form Input { width: 1fr; background: $panel; }
    Form Turn { width: auto; min-width: 0; background: $panel; color: $foreground; }
    """

    def __init__(self, options: PlayOptions) -> None:
        super().__init__()
        self._options = options

    def compose(self) -> ComposeResult:
        options = self._options
        side = next(text for text, side in SIDES.items() if side == options.side)
        fields = {
            "game": Field(options.game, tuple(CATALOGUE), "game"),
            "clock": Field(write_clock(options.clock), CLOCKS, "clock"),
            "side": Turn(tuple(SIDES), side, "side"),
            "rated": Turn(YES_NO, YES_NO[options.rated], "rated"),
            "pie": Turn(YES_NO, YES_NO[options.pie], "pie"),
        }
        for name, field in fields.items():
            with Horizontal():
                yield Label(name)
                yield field

    @property
    def terms(self) -> Terms:
        return Terms(
            game_named(self.query_one("#game", Field).value.strip()).name,
            read_clock(self.query_one("#clock", Field).value),
            rated=self.query_one("#rated", Turn).chosen == "yes",
            pie=self.query_one("#pie", Turn).chosen == "yes",
        )

    @property
    def side(self) -> Side | None:
        return SIDES[self.query_one("#side", Turn).chosen]

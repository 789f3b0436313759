"""What forms are filled in with: a line with suggestions, and a button with a few choices."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input

from client.screen.widgets.button import SmallButton


class SuggestInput(Input):
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


class CycleButton(SmallButton):
    """A button that goes through a few choices."""

    class Changed(Message):
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
        self.post_message(self.Changed())


USUAL_CLOCKS = ("untimed", "1+0", "3+2", "5+3", "10+5", "30s/move")

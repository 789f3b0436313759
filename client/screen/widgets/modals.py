"""A small window over a screen, with a question."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from client.screen.widgets.button import SmallButton


class Confirm(ModalScreen[bool]):
    """A question that is answered with yes or no; Escape means no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape,q", "answer(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(Content(self._question), classes="question")
            with Horizontal(classes="answers"):
                yield SmallButton("No (n)", id="no")
                yield SmallButton("Yes (y)", id="yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


def confirm(
    app: App[Any],
    question: str,
    then: Callable[[], object],
    otherwise: Callable[[], object] = lambda: None,
) -> None:
    """Ask before something is done; without a question it is done at once."""

    def answered(yes: bool | None) -> None:
        if yes:
            then()
        else:
            otherwise()

    if question:
        app.push_screen(Confirm(question), answered)
    else:
        then()

"""The line to type on: a move or something to say, each with a draft that is kept."""

from enum import StrEnum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label


class Purpose(StrEnum):
    MOVE = "move"
    TALK = "talk"


KEYS = {Purpose.MOVE: "m: type a move", Purpose.TALK: "t: talk"}


class Prompt(Horizontal):
    """Where one types. A text stays until `done` says that it has arrived."""

    class Typed(Message):
        """A text was finished with Enter."""

        def __init__(self, purpose: Purpose, text: str) -> None:
            self.purpose = purpose
            self.text = text
            super().__init__()

    class Left(Message):
        """Enter was pressed on an empty line."""

    DEFAULT_CSS = """
    Prompt { height: 1; width: 1fr; background: $background; }
    Prompt > Label { width: 8; color: $dim; padding: 0 1; }
    Prompt > Input { width: 1fr; background: $background; }
    Prompt:focus-within > Label { color: $accent; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn", show=False),
    ]

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.purpose = Purpose.MOVE
        self._purposes = tuple(Purpose)
        self._drafts: dict[Purpose, str] = dict.fromkeys(Purpose, "")

    def compose(self) -> ComposeResult:
        yield Label("move:")
        yield Input(compact=True, select_on_focus=False, placeholder=_keys(tuple(Purpose)))

    @property
    def input(self) -> Input:
        return self.query_one(Input)

    def invite(self, purposes: tuple[Purpose, ...]) -> None:
        """Tell, while nothing is typed, what can be."""
        self._purposes = purposes
        if self.input.placeholder != _keys(purposes):
            self.input.placeholder = _keys(purposes)

    def open(self, purpose: Purpose, typed: str = "") -> None:
        """Type with this purpose, going on where it was left, or with what is *typed* already."""
        if purpose is not self.purpose:
            self._drafts[self.purpose] = self.input.value
            self.purpose = purpose
            self.input.value = self._drafts[purpose]
            self.query_one(Label).update(f"{purpose}:")
        self.input.value = typed or self.input.value
        self.input.cursor_position = len(self.input.value)
        self.screen.set_focus(self.input)  # at once: the next key is already for it

    def done(self, purpose: Purpose, text: str) -> None:
        """It has arrived: clear it, unless something else has been typed since."""
        if purpose is not self.purpose:
            if self._drafts[purpose] == text:
                self._drafts[purpose] = ""
        elif self.input.value == text:
            self.input.value = ""

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self.post_message(self.Typed(self.purpose, event.value))
        else:
            self.post_message(self.Left())

    def action_turn(self) -> None:
        """From moves to talk and back, if there is anybody to talk to."""
        other = Purpose.TALK if self.purpose is Purpose.MOVE else Purpose.MOVE
        if other in self._purposes:
            self.open(other)


def _keys(purposes: tuple[Purpose, ...]) -> str:
    return "   ".join(KEYS[each] for each in purposes)

"""A window in which one names the file that a game is saved to."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from client.kept.records import SUFFIXES, FileThere, save_record
from client.screen.widgets.button import SmallButton
from client.screen.widgets.status_line import StatusLine
from client.words.text import capitalised
from games.errors import Mistake
from games.record import Record

HINTS = f"Enter: save it   by its end it is one of {' '.join(SUFFIXES)}"


class SaveWindow(ModalScreen[str]):
    """The name of the file that was written, or nothing."""

    DEFAULT_CSS = """
    SaveWindow Input { background: $background; margin-bottom: 1; }
    SaveWindow StatusLine { padding: 0; margin-top: 1; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record
        self._there = ""  # a file of this name, which may be replaced

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static("Save this game as", classes="question")
            yield Input(usual_name(self._record), compact=True, select_on_focus=False)
            with Horizontal(classes="answers"):
                yield SmallButton("Not (Esc)", id="not")
                yield SmallButton("Save it", id="save")
            yield StatusLine(HINTS)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "save":
            self._save()
        else:
            self.action_close()

    @on(Input.Submitted)
    def _save(self) -> None:
        file, status = self.query_one(Input).value.strip(), self.query_one(StatusLine)
        try:
            save_record(self._record, file, replace=file == self._there)
        except FileThere as mistake:
            self._there = file
            status.tell(f"{capitalised(mistake)}: Enter again replaces it.")
        except Mistake as mistake:
            status.tell(f"{capitalised(mistake)}.")
        else:
            self.dismiss(file)

    def action_close(self) -> None:
        self.dismiss("")


def usual_name(record: Record) -> str:
    """`connect4-ann-bob.pgn`, in characters that every disk takes."""
    game = record.position.game.name.partition(":")[0]
    players = ("".join(char for char in name if char.isalnum()) for name in record.players)
    return "-".join([game, *(name for name in players if name)]) + ".pgn"

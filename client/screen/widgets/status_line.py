"""The last line of every screen: what the keys do, or what there is to say just now."""

from textual.content import Content
from textual.widgets import Static

SECONDS = 8.0  # that a note stays
BRIEFLY = 3.0  # while a call to a game waits under it


class StatusLine(Static):
    """Shows the state of the connection if that is bad, else a note, a call to a game, or hints."""

    DEFAULT_CSS = """
    StatusLine { height: 1; width: 1fr; background: $panel; color: $dim; padding: 0 1; }
    StatusLine.-note { color: $foreground; text-style: bold; }
    StatusLine.-call { background: $accent; color: $background; text-style: bold; }
    StatusLine.-trouble { background: $warning; color: $background; text-style: bold; }
    """

    def __init__(self, hints: str) -> None:
        super().__init__(Content(hints))
        self._hints = hints
        self._note = ""
        self._call = ""
        self._trouble = ""
        self._turn = 0  # counts notes, so that each is cleared by its own timer only

    def hint(self, hints: str) -> None:
        if hints != self._hints:
            self._hints = hints
            self._show()

    def tell(self, note: str) -> None:
        """Show a note for some seconds."""
        self._note, self._turn = note, self._turn + 1
        turn = self._turn
        self._show()
        self.set_timer(BRIEFLY if self._call else SECONDS, lambda: self._clear(turn))

    def call(self, text: str) -> None:
        """Show what waits for the player until it is over, told by an empty text."""
        if text != self._call:
            if not self._call:  # what was told before it is old
                self._note = ""
            self._call = text
            self._show()

    def trouble(self, text: str) -> None:
        """Show what is wrong until it is over, told by an empty text."""
        self._trouble = text
        self._show()

    @property
    def text(self) -> str:
        return self._trouble or self._note or self._call or self._hints

    def _clear(self, turn: int) -> None:
        if turn == self._turn:
            self._note = ""
            self._show()

    def _show(self) -> None:
        self.set_class(bool(self._trouble), "-trouble")
        self.set_class(bool(self._note) and not self._trouble, "-note")
        self.set_class(bool(self._call) and not (self._trouble or self._note), "-call")
        self.update(Content(self.text))

"""The last line of every screen: what the keys do, or what there is to say just now."""

from textual.content import Content
from textual.widgets import Static

SECONDS = 8.0  # that a note stays


class Foot(Static):
    """Shows the state of the connection if that is bad, else a note, else hints."""

    DEFAULT_CSS = """
    Foot { height: 1; width: 1fr; background: $panel; color: $dim; padding: 0 1; }
    Foot.-note { color: $foreground; text-style: bold; }
    Foot.-trouble { background: $warning; color: $background; text-style: bold; }
    """

    def __init__(self, hints: str) -> None:
        super().__init__(Content(hints))
        self._hints = hints
        self._note = ""
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
        self.set_timer(SECONDS, lambda: self._clear(turn))

    def trouble(self, text: str) -> None:
        """Show what is wrong until it is over, told by an empty text."""
        self._trouble = text
        self._show()

    @property
    def text(self) -> str:
        return self._trouble or self._note or self._hints

    def _clear(self, turn: int) -> None:
        if turn == self._turn:
            self._note = ""
            self._show()

    def _show(self) -> None:
        self.set_class(bool(self._trouble), "-trouble")
        self.set_class(bool(self._note) and not self._trouble, "-note")
        self.update(Content(self.text))

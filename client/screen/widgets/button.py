"""A button of one line, as narrow as its label."""

from textual.content import Content
from textual.widgets import Button


class SmallButton(Button):
    """Textual's button without borders and padding."""

    def __init__(self, label: str, id: str) -> None:
        super().__init__(Content(label), id=id, compact=True)
        self.styles.line_pad = 0
        self.active_effect_duration = 0  # for which it would be deaf to further clicks

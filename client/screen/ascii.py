"""Strictly ASCII: whatever is about to be drawn, also what other people have written."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

UNKNOWN = "?"


class Ascii(LineFilter):
    """Writes a question mark for each column of what is not ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(ascii_only(text), style, control) for text, style, control in segments]


def ascii_only(text: str) -> str:
    """The text in ASCII, as wide as it was."""
    if text.isascii():
        return text
    return "".join(char if char.isascii() else UNKNOWN * cell_len(char) for char in text)

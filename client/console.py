"""Where output goes: data to stdout, talk to stderr, colour only where a terminal wants it."""

import sys

from rich.console import Console
from rich.text import Text

from games import Position
from games.drawing import draw

PIPE_WIDTH = 120  # where there is no terminal to ask
STYLES = {"X": "bold red", "O": "bold blue", "_": "green"}


def data() -> Console:
    """What was asked for."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def talk() -> Console:
    """What is said about it."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def board(position: Position) -> Text:
    """The drawn position, with the sides in their colours."""
    text = Text(draw(position))
    for content, style in STYLES.items():
        text.highlight_regex(f"[>*]?{content}", style)
    return text

"""Where output goes: data to stdout, talk to stderr, colour only where a terminal wants it."""

import sys
from functools import partial

from rich.console import Console
from rich.text import Text

from games import Position
from games.drawing import draw

PIPE_WIDTH = 120  # where there is no terminal to ask
STYLES = {"X": "bold red", "O": "bold blue", "_": "green"}

# Texts mean what they say, and long lines are left whole: a program may read them.
_plain = partial(Console, highlight=False, markup=False, emoji=False, soft_wrap=True)


def data() -> Console:
    """What was asked for."""
    return _plain(width=None if sys.stdout.isatty() else PIPE_WIDTH)


def talk() -> Console:
    """What is said about it."""
    return _plain(stderr=True)


def board(position: Position) -> Text:
    """The drawn position, with the sides in their colours."""
    text = Text(draw(position))
    for content, style in STYLES.items():
        text.highlight_regex(f"[>*]?{content}", style)
    return text

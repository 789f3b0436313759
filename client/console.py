"""Where input comes from and output goes: data to stdout, talk to stderr, colour where wanted."""

import os
import re
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from games import Mistake, Position
from games.drawing import draw
from protocol.texts import UNSEEN

PIPE_WIDTH = 120  # where there is no terminal to ask
_STEERING = re.compile(rf"(?![\n\t])[{UNSEEN}]")
STYLES = {"X": "bold red", "O": "bold blue", "_": "green"}


def harmless(text: str) -> str:
    """Lines without what could steer a terminal: whoever wrote them may be anybody."""
    return _STEERING.sub(" ", text)


class HarmlessConsole(Console):
    """Prints texts as they are, but for what could steer the terminal."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(harmless(text), **options)


def data() -> Console:
    """What was asked for."""
    return _console(width=None if sys.stdout.isatty() else PIPE_WIDTH)


def talk() -> Console:
    """What is said about it."""
    return _console(stderr=True)


def _console(stderr: bool = False, width: int | None = None) -> Console:
    """Texts mean what they say, and long lines are left whole: a program may read them."""
    return HarmlessConsole(
        stderr=stderr,
        width=width,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
        # By itself rich keeps bold type under NO_COLOR, and so its codes.
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


def board(position: Position) -> Text:
    """The drawn position, with the sides in their colours."""
    text = Text(draw(position))
    for content, style in STYLES.items():
        text.highlight_regex(f"[>*]?{content}", style)
    return text


def read(file: str) -> bytes:
    """All that is in a file, or on stdin for `-`."""
    try:
        if file != "-":
            return Path(file).read_bytes()
        if sys.stdin is None:
            raise Mistake("there is nothing to read: stdin is closed")
        return sys.stdin.buffer.read()
    except OSError as error:
        raise Mistake(f"cannot read {file}: {error.strerror}") from error


def as_text(raw: bytes, file: str) -> str:
    """What was read as text, without a byte order mark and with one kind of line end."""
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        name = "stdin" if file == "-" else file
        raise Mistake(f"{name} is not text in UTF-8: {error}") from error

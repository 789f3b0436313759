"""How commands that look into the database print: data to stdout, talk to stderr."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime


def when(moment: float | None) -> str:
    return "" if moment is None else f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M}Z"


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        line = "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        print(line.rstrip())


def talk(sentence: str) -> None:
    print(sentence, file=sys.stderr)

"""Tables of what servers tell, and the words for what stands in them."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from rich.table import Table
from rich.text import Text

from client.console import data
from protocol.parts import PastMatch, Player


def print_json(value: object) -> None:
    """The parts of messages as they are on the wire, indented for reading."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def print_table(headings: Iterable[str], rows: Iterable[Iterable[object]], nothing: str) -> None:
    """A table, or the sentence for when there is nothing in it; numbers stand to the right."""
    lines = [list(row) for row in rows]
    if not lines:
        data().print(nothing)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading, cell in zip(headings, lines[0], strict=True):
        right = isinstance(cell, int | float)
        table.add_column(heading, overflow="fold", justify="right" if right else "left")
    for line in lines:
        table.add_row(*(Text(str(cell)) for cell in line))
    data().print(table, soft_wrap=False)


def kind(player: Player) -> str:
    return "bot" if player.bot else "guest" if player.guest else "account"


def rating(player: Player) -> str:
    """Rounded, with a question mark while it means little."""
    if player.rating is None:
        return "-"
    return f"{player.rating:.0f}{'?' if player.provisional else ''}"


def result(past: PastMatch) -> str:
    """Who won, and how it ended."""
    winner = "nobody" if past.winner is None else past.players[past.winner].name
    return f"{winner} ({past.ending})"


def day(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M")

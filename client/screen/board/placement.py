"""What stands beside the board or below it, and whether a terminal is large enough for both."""

from typing import NamedTuple

from client.screen.board.layout import CLOSE, PITCHES, Layout, Pitch, Size, largest, layout
from games import Game
from protocol.texts import count

PANEL = (36, 21)  # what the panel beside a board needs
SHELF = (78, 10)  # what it needs below one
BOTTOM = 2  # lines for typing and for hints
GUTTER = 1  # columns between the board and the panel


class Placement(NamedTuple):
    """How a match or a replay is laid out in a terminal."""

    layout: Layout
    below: bool  # the panel is below the board


def place(game: Game, size: Size, pitches: tuple[Pitch, ...] = PITCHES) -> Placement | None:
    """The placement that draws the board largest; nothing if the terminal is too small."""
    width, height = size
    found: list[tuple[int, bool, Layout]] = []
    if height >= PANEL[1] + BOTTOM:
        beside = largest(game, (width - PANEL[0] - GUTTER, height - BOTTOM), pitches)
        found += [(pitches.index(beside.pitch), False, beside)] if beside else []
    if width >= SHELF[0]:
        above = largest(game, (width, height - SHELF[1] - BOTTOM), pitches)
        found += [(pitches.index(above.pitch), True, above)] if above else []
    if not found:
        return None
    _, below, drawn = min(found, key=lambda each: each[:2])
    return Placement(drawn, below)


def need(game: Game) -> Size:
    """The smallest terminal with the panel beside the board."""
    width, height = layout(game, CLOSE).size
    return width + GUTTER + PANEL[0], max(height, PANEL[1]) + BOTTOM


def complaint(game: Game, size: Size) -> str:
    """What to say in a terminal that is too small."""
    width, height = need(game)
    return (
        f"{game.name} needs {count(width, 'column')} and {count(height, 'line')}.\n"
        f"This terminal has {size[0]} and {size[1]}.\n"
        "Make it larger, or its type smaller: the game goes on meanwhile."
    )

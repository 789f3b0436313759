"""A position on its layout as lines of characters, each with the name of its style.

What matters can be told without colour: `>` points at the last move, `*` marks a winning line,
`[ ]` is the cursor with the stone that it would play as a small letter, `( )` a move that waits for
its turn, `_` a cell that the reply is confined to, and `!` a move that an analysis recommends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from client.screen.board.layout import LARGE, Layout, landing
from games import SIDES, Cell, Position, Side
from games.game import members

Painted = list[tuple[str, "Style"]]  # runs of characters


class Style(StrEnum):
    """What a character of the board belongs to; the themes give each its colours."""

    FRAME = "frame"
    LABEL = "label"
    EMPTY = "empty"
    FIRST = "first"
    SECOND = "second"
    FIRST_LAST = "first-last"
    SECOND_LAST = "second-last"
    WON = "won"
    GHOST = "ghost"
    PREMOVE = "premove"
    TARGET = "target"
    HINT = "hint"


@dataclass(frozen=True)
class BoardState:
    """What is to be seen on a board."""

    position: Position
    cursor: Cell | None = None
    ghost: Side | None = None  # who would play at the cursor
    premove: Cell | None = None
    hint: Cell | None = None

    @property
    def aim(self) -> Cell | None:
        """The cell that would be played at the cursor; none for those who only look."""
        if self.cursor is None or self.ghost is None or self.position.outcome:
            return None
        return landing(self.position, self.cursor)


ART = {
    "X": ("\\ /", " X ", "/ \\"),
    "O": ("/-\\", "| |", "\\-/"),
}

STONES = (Style.FIRST, Style.SECOND)
LAST = (Style.FIRST_LAST, Style.SECOND_LAST)
Canvas = list[list[tuple[str, Style]]]


def paint(layout: Layout, state: BoardState) -> list[Painted]:
    """All lines of the board."""
    ruled = Style.FRAME if layout.pitch.boxed else Style.EMPTY
    canvas: Canvas = [
        [(char, Style.LABEL if char.isalnum() else ruled) for char in line]
        for line in layout.furniture
    ]
    targets = set(members(state.position.target)) if not state.position.outcome else set[Cell]()
    for cell, spot in enumerate(layout.spots):
        _put_cell(canvas, layout, spot, _Look.of(state, cell, targets))
    # Marks come last: closely drawn cells share the column between them.
    for cell, spot in enumerate(layout.spots):
        _put_marks(canvas, layout, spot, _Look.of(state, cell, targets))
    if layout.game.below and state.aim is not None:
        canvas[0][layout.spots[state.aim][0]] = ("v", Style.GHOST)
    return [[("".join(c for c, _ in run), style) for style, run in _runs(line)] for line in canvas]


def _runs(line: list[tuple[str, Style]]) -> Iterator[tuple[Style, list[tuple[str, Style]]]]:
    for style, run in groupby(line, key=lambda each: each[1]):
        yield style, list(run)


@dataclass(frozen=True)
class _Look:
    """How one cell looks."""

    char: str
    style: Style
    marks: str = ""  # the characters left and right of it

    @classmethod
    def of(cls, state: BoardState, cell: Cell, targets: set[Cell]) -> "_Look":
        position = state.position
        owner = position.owner(cell)
        char, style = ".", Style.EMPTY
        if owner is not None:
            char, style = SIDES[owner], STONES[owner]
        elif cell in targets:
            char, style = "_", Style.TARGET
        marks = ""
        if position.outcome and cell in position.outcome.cells:
            style, marks = Style.WON, "**"
        elif position.moves and cell == position.moves[-1]:
            assert owner is not None
            style, marks = LAST[owner], "><"
        if cell == state.premove:
            return cls("?", Style.PREMOVE, "()")
        if cell == state.hint and owner is None:
            char, style, marks = "!", Style.HINT, "!!"
        if cell == state.aim:
            marks = marks[:1] + "]" if marks else "[]"  # the last move stays marked
            if state.ghost is not None and position.is_legal(cell):
                return cls(SIDES[state.ghost].lower(), Style.GHOST, marks)
        return cls(char, style, marks)


def _put_cell(canvas: Canvas, layout: Layout, spot: tuple[int, int], look: _Look) -> None:
    x, y = spot
    wide, high = layout.pitch.reach
    if layout.pitch.boxed:
        for line in range(y - high, y + high + 1):
            for column in range(x - wide, x + wide + 1):
                canvas[line][column] = (" ", look.style)
    char = " " if look.char == "." and layout.pitch.boxed else look.char
    if layout.pitch == LARGE and char in ART:
        for line, art in enumerate(ART[char], y - 1):
            for column, each in enumerate(art, x - 1):
                canvas[line][column] = (each, look.style)
    else:
        canvas[y][x] = (char, look.style)


def _put_marks(canvas: Canvas, layout: Layout, spot: tuple[int, int], look: _Look) -> None:
    if not look.marks:
        return
    x, y = spot
    away = 1 if layout.pitch != LARGE else 3
    left, right = look.marks[0], look.marks[1]
    canvas[y][x - away] = (left, look.style)
    # Between two closely drawn cells stands the mark of the right one, but for brackets.
    if layout.pitch.boxed or right in "])":
        canvas[y][x + away] = (right, look.style)

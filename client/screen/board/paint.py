"""A position on its layout as lines of characters, each with the name of its style.

What matters can be told without colour: the last move stands between arrowheads; a winning line and
the cells that the reply is confined to are marked, or have heavy lines around them; `[ ]` is the
cursor, with the stone that it would play as a small letter, `( )` a move that waits for its turn,
and `!` a move that an analysis recommends.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from client.screen.board.glyphs import ASCII, Glyphs
from client.screen.board.layout import Layout, landing
from client.screen.board.ruling import ruling
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
    WON_LINE = "won-line"  # around what is won
    GHOST = "ghost"
    PREMOVE = "premove"
    TARGET = "target"
    TARGET_LINE = "target-line"
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


STONES = (Style.FIRST, Style.SECOND)
LAST = (Style.FIRST_LAST, Style.SECOND_LAST)
Canvas = list[list[tuple[str, Style]]]


def paint(layout: Layout, state: BoardState, glyphs: Glyphs = ASCII) -> list[Painted]:
    """All lines of the board."""
    targets = set(members(state.position.target)) if not state.position.outcome else set[Cell]()
    canvas = _furniture(layout, state, glyphs)
    looks = [_Look.of(state, cell, targets, glyphs) for cell in range(layout.game.cells)]
    for spot, look in zip(layout.spots, looks, strict=True):
        _put_cell(canvas, layout, spot, look, glyphs)
    # Marks come last: closely drawn cells share the column between them.
    for spot, look in zip(layout.spots, looks, strict=True):
        _put_marks(canvas, layout, spot, look, glyphs)
    if layout.game.below and state.aim is not None:
        canvas[0][layout.spots[state.aim][0]] = (glyphs.drop, Style.GHOST)
    return [[("".join(c for c, _ in run), style) for style, run in _runs(line)] for line in canvas]


def _runs(line: list[tuple[str, Style]]) -> Iterator[tuple[Style, list[tuple[str, Style]]]]:
    for style, run in groupby(line, key=lambda each: each[1]):
        yield style, list(run)


def _furniture(layout: Layout, state: BoardState, glyphs: Glyphs) -> Canvas:
    """The board without its stones."""
    plain = Style.FRAME if layout.pitch.boxed else Style.EMPTY
    canvas: Canvas = [
        [(char, Style.LABEL if char.isalnum() else plain) for char in line]
        for line in layout.furniture
    ]
    if glyphs.ruled:
        chars, heavy = ruling(layout, _outlined(state.position))
        outline = Style.WON_LINE if state.position.outcome else Style.TARGET_LINE
        for (x, y), char in chars.items():
            canvas[y][x] = (char, outline if (x, y) in heavy else Style.FRAME)
    return canvas


def _outlined(position: Position) -> Iterable[Cell]:
    """The winning lines, or the whole board that the reply is sent to."""
    if position.outcome:
        return position.outcome.cells
    return members(position.game.targets[position.moves[-1]]) if position.target else ()


@dataclass(frozen=True)
class _Look:
    """How one cell looks."""

    stone: Side | None  # that is drawn large where there is room
    char: str  # nothing for an empty cell
    style: Style
    marks: str = ""  # the characters left and right of it

    @classmethod
    def of(cls, state: BoardState, cell: Cell, targets: set[Cell], glyphs: Glyphs) -> "_Look":
        position = state.position
        owner = position.owner(cell)
        char, style = "", Style.EMPTY
        if owner is not None:
            char, style = glyphs.stones[owner], STONES[owner]
        elif cell in targets:
            char, style = glyphs.target, Style.TARGET
        marks = ""
        if position.outcome and cell in position.outcome.cells:
            style, marks = Style.WON, glyphs.won
        elif position.moves and cell == position.moves[-1]:
            assert owner is not None
            style, marks = LAST[owner], glyphs.last
        if cell == state.premove:
            return cls(None, "?", Style.PREMOVE, "()")
        if cell == state.hint and owner is None:
            char, style, marks = glyphs.hint, Style.HINT, 2 * glyphs.hint
        if cell == state.aim:
            marks = marks[:1] + "]" if marks else "[]"  # the last move stays marked
            if state.ghost is not None and position.is_legal(cell):
                return cls(None, SIDES[state.ghost].lower(), Style.GHOST, marks)
        return cls(owner, char, style, marks)


def _put_cell(
    canvas: Canvas, layout: Layout, spot: tuple[int, int], look: _Look, glyphs: Glyphs
) -> None:
    x, y = spot
    columns, lines = layout.pitch.inside
    if layout.pitch.boxed:
        for line in lines:
            for column in columns:
                canvas[y + line][x + column] = (" ", look.style)
    art = glyphs.art.get(layout.pitch)
    if art is not None and look.stone is not None:
        for line, chars in enumerate(art[look.stone], y + lines.start):
            for column, each in enumerate(chars, x - len(chars) // 2):
                canvas[line][column] = (each, look.style)
    elif look.char:
        canvas[y][x] = (look.char, look.style)
    elif canvas[y][x][0] == " " and not layout.pitch.boxed:
        canvas[y][x] = (glyphs.empty, look.style)


def _put_marks(
    canvas: Canvas, layout: Layout, spot: tuple[int, int], look: _Look, glyphs: Glyphs
) -> None:
    outlined = glyphs.ruled and layout.pitch.boxed and look.marks == glyphs.won
    if not look.marks or outlined:
        return
    x, y = spot
    away = -layout.pitch.inside[0].start
    left, right = look.marks[0], look.marks[1]
    style = Style.WON_LINE if look.style is Style.WON and glyphs.ruled else look.style
    canvas[y][x - away] = (left, style)
    # Between two closely drawn cells stands the mark of the right one, but for brackets.
    if layout.pitch.boxed or glyphs.ruled or right in "])":
        canvas[y][x + away] = (right, style)

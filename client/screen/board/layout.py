r"""Where the cells of any board stand on the screen, and what is drawn around them.

A board is drawn as large as the room allows: closely, each cell two characters beside its
neighbour; in boxes; or in larger boxes whose stones take two or three lines. All of it is ASCII;
where the terminal can do better, `ruling` puts lines in its place.

    20 . . .     +---+---+    +-------+
    19 . X .     | X | O |    |  \ /  |
       a b c     +---+---+    |   X   |
                              |  / \  |
                              +-------+
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from games import Cell, Game, Position
from games.cell_names import DIGITS, LETTERS

Spot = tuple[int, int]  # column and line, from the upper left
Size = tuple[int, int]  # columns and lines


class Pitch(NamedTuple):
    """How far cells are from their neighbours."""

    across: int
    down: int

    @property
    def boxed(self) -> bool:
        return self.down > 1

    @property
    def inside(self) -> tuple[range, range]:
        """The columns and lines of a cell as seen from its spot, up to the walls."""
        if not self.boxed:
            return range(-1, 1), range(1)
        left, up = self.across // 2, self.down // 2
        return range(1 - left, self.across - left), range(1 - up, self.down - up)


CLOSE, BOXED, MEDIUM, LARGE = Pitch(2, 1), Pitch(4, 2), Pitch(6, 3), Pitch(8, 4)
PITCHES = (LARGE, BOXED, CLOSE)  # of ASCII, the best first
GAP = 2  # columns between layers


@dataclass(frozen=True)
class Layout:
    """A board on the screen."""

    game: Game
    pitch: Pitch
    furniture: tuple[str, ...]  # the lines without any stones, all equally long
    spots: tuple[Spot, ...]  # of each cell

    @property
    def size(self) -> Size:
        return len(self.furniture[0]), len(self.furniture)

    @cached_property
    def _cells(self) -> dict[Spot, Cell]:
        columns, lines = self.pitch.inside
        wall = 1 if self.pitch.boxed else 0  # what is behind a cell belongs to it
        found: dict[Spot, Cell] = {}
        for cell, (x, y) in enumerate(self.spots):
            for across in range(x + columns.start, x + columns.stop + wall):
                for down in range(y + lines.start, y + lines.stop + wall):
                    found[across, down] = cell
        return found

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell that is drawn there; above a board with gravity, that of the column."""
        if self.game.below and y < self.spots[0][1]:
            y = self.spots[0][1]
        return self._cells.get((x, y))

    def step(self, cell: Cell, across: int, down: int) -> Cell:
        """The next cell in a direction, also over the edge of one of several boards."""
        x, y = self.spots[cell]
        ahead = [
            (abs(at - x) + abs(line - y), to)
            for to, (at, line) in (self._rows[y] if across else self._columns[x])
            if (at - x) * across > 0 or (line - y) * down > 0
        ]
        return min(ahead, default=(0, cell))[1]

    @cached_property
    def _rows(self) -> dict[int, list[tuple[Cell, Spot]]]:
        return _grouped((spot[1], cell, spot) for cell, spot in enumerate(self.spots))

    @cached_property
    def _columns(self) -> dict[int, list[tuple[Cell, Spot]]]:
        return _grouped((spot[0], cell, spot) for cell, spot in enumerate(self.spots))


def _grouped(found: Iterable[tuple[int, Cell, Spot]]) -> dict[int, list[tuple[Cell, Spot]]]:
    groups: dict[int, list[tuple[Cell, Spot]]] = {}
    for key, cell, spot in found:
        groups.setdefault(key, []).append((cell, spot))
    return groups


class _Sheet:
    """Lines to write on."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[" "] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str) -> None:
        self._rows[y][x : x + len(text)] = text

    def lines(self) -> tuple[str, ...]:
        return tuple("".join(row) for row in self._rows)


def _block_size(rows: int, columns: int, pitch: Pitch) -> Size:
    return columns * pitch.across + 1, rows * pitch.down + int(pitch.boxed)


def _block(sheet: _Sheet, at: Spot, rows: int, columns: int, pitch: Pitch) -> list[Spot]:
    """Rule one board, and say where its cells are."""
    left, top = at
    across, down = pitch
    width, _ = _block_size(rows, columns, pitch)
    if pitch.boxed:
        for y in range(rows * down + 1):
            rule = ("+" + "-" * (across - 1)) * columns + "+"
            walls = ("|" + " " * (across - 1)) * columns + "|"
            sheet.put(left, top + y, (walls if y % down else rule)[:width])
    return [
        (left + column * across + across // 2, top + row * down + down // 2)
        for row in range(rows)
        for column in range(columns)
    ]


def _flat(game: Game, rows: int, columns: int, pitch: Pitch) -> Layout:
    falling = bool(game.below)
    left, top = (0, 1) if falling else (2, 0)  # a stone that falls is shown over its column
    width, height = _block_size(rows, columns, pitch)
    sheet = _Sheet(left + width, top + height + 1)
    spots = _block(sheet, (left, top), rows, columns, pitch)
    for row in range(0 if falling else rows):
        sheet.put(0, spots[row * columns][1], f"{rows - row:2}")
    for column in range(columns):
        sheet.put(spots[column][0], top + height, (DIGITS if falling else LETTERS)[column])
    return Layout(game, pitch, sheet.lines(), tuple(spots))


def _layers(game: Game, layers: int, rows: int, columns: int, pitch: Pitch) -> Layout:
    width, height = _block_size(rows, columns, pitch)
    sheet = _Sheet(2 + layers * (width + GAP) - GAP, 2 + height)
    spots: list[Spot] = []
    for layer in range(layers):
        left = 2 + layer * (width + GAP)
        block = _block(sheet, (left, 2), rows, columns, pitch)
        sheet.put(left, 0, f"layer {DIGITS[layer]}".center(width))
        for column in range(columns):
            sheet.put(block[column][0], 1, DIGITS[column])
        spots += block
    for row in range(rows):
        sheet.put(0, spots[row * columns][1], DIGITS[row])
    return Layout(game, pitch, sheet.lines(), tuple(spots))


def _grid(game: Game, pitch: Pitch) -> Layout:
    """Boards in a grid, the number of each in or over its upper edge."""
    up, along, rows, columns = game.shape
    width, height = _block_size(rows, columns, pitch)
    over = 0 if pitch.boxed else 1
    sheet = _Sheet(along * (width + 1) - 1, up * (height + over))
    spots: list[Spot] = []
    for board in range(up * along):
        left, top = board % along * (width + 1), board // along * (height + over)
        spots += _block(sheet, (left, top + over), rows, columns, pitch)
        sheet.put(left + width // 2 - 1, top, f" {DIGITS[board]} ")
    return Layout(game, pitch, sheet.lines(), tuple(spots))


@lru_cache(maxsize=64)
def layout(game: Game, pitch: Pitch) -> Layout:
    """The board drawn at this pitch, by its shape alone."""
    match game.shape:
        case rows, columns:
            return _flat(game, rows, columns, pitch)
        case layers, rows, columns:
            return _layers(game, layers, rows, columns, pitch)
        case _, _, _, _:
            return _grid(game, pitch)
    raise ValueError(f"no layout for a board of shape {game.shape}")


def largest(game: Game, room: Size, pitches: Iterable[Pitch] = PITCHES) -> Layout | None:
    """The largest drawing of the board that fits, or nothing if none does."""
    for pitch in pitches:
        drawn = layout(game, pitch)
        if drawn.size[0] <= room[0] and drawn.size[1] <= room[1]:
            return drawn
    return None


def landing(position: Position, cell: Cell) -> Cell:
    """Where a stone dropped at a cell comes to rest; the cell itself on boards without gravity.

    It is the cell itself also where the column is full.
    """
    if not position.game.below:
        return cell
    width = position.game.shape[-1]
    column = range(cell % width, position.game.cells, width)
    return next((each for each in column if position.open >> each & 1), cell)

"""A position as plain text with coordinates, for any shape of board.

Each cell takes two characters: its content, and before it `>` for the last move or `*` for a stone
of a winning line. Where the reply is confined, the cells open to it are drawn `_`.
"""

from games.cell_names import DIGITS, LETTERS
from games.game import SIDES, Position
from games.lines import Cell

Rows = list[str]


def draw(position: Position) -> str:
    """The board, drawn; lines are never padded on the right."""
    cells = _cells(position)
    match position.game.shape:
        case rows, columns:
            block = _flat(cells, rows, columns, falling=bool(position.game.below))
        case layers, rows, columns:
            block = _layers(cells, layers, rows, columns)
        case up, along, rows, columns:
            block = _grid(cells, up, along, rows * columns, columns)
        case shape:
            raise ValueError(f"no drawing for a board of shape {shape}")
    return "\n".join(line.rstrip() for line in block)


def caption(position: Position) -> str:
    """Whose turn it is, or how the game ended, in a few words."""
    names, outcome = position.game.names, position.outcome
    if outcome is None:
        return f"{SIDES[position.turn]} to move"
    if outcome.winner is None:
        return "a draw"
    # A column does not tell the cells of a line apart, so it is left to the drawing.
    lines = [" ".join(names[cell] for cell in line) for line in outcome.lines]
    told = "" if position.game.below else f" with {' and '.join(lines)}"
    return f"{SIDES[outcome.winner]} wins{told}"


def _cells(position: Position) -> list[str]:
    won = position.outcome.cells if position.outcome else frozenset[Cell]()
    last = position.moves[-1] if position.moves else None
    return [
        ("*" if cell in won else ">" if cell == last else " ") + _content(position, cell)
        for cell in range(position.game.cells)
    ]


def _content(position: Position, cell: Cell) -> str:
    owner = position.owner(cell)
    if owner is not None:
        return SIDES[owner]
    return "_" if not position.outcome and position.target >> cell & 1 else "."


def _flat(cells: list[str], rows: int, columns: int, falling: bool) -> Rows:
    names = DIGITS if falling else LETTERS
    header = "   " + "".join(f" {names[column]}" for column in range(columns))
    labels = ["  " if falling else f"{rows - row:2}" for row in range(rows)]
    board = [f"{label} {row}" for label, row in zip(labels, _split(cells, columns), strict=True)]
    return [*board, header]


def _layers(cells: list[str], layers: int, rows: int, columns: int) -> Rows:
    """Layers side by side, each with its columns; the rows are numbered at the left."""
    gap = "   "
    each = [_split(layer, columns) for layer in _chunks(cells, rows * columns)]
    title = "  " + gap.join(f"layer {n + 1}".center(2 * columns) for n in range(layers))
    digits = "  " + gap.join(["".join(f" {DIGITS[n]}" for n in range(columns))] * layers)
    board = [f"{DIGITS[row]} " + gap.join(layer[row] for layer in each) for row in range(rows)]
    return [title, digits, *board]


def _grid(cells: list[str], up: int, along: int, size: int, columns: int) -> Rows:
    """Boards in a grid, each under its number."""
    titles = [f"board {DIGITS[n]}" for n in range(up * along)]
    boards = [_split(board, columns) for board in _chunks(cells, size)]
    width = max(2 * columns, len(titles[0]))
    rule = "-+-".join(["-" * width] * along)
    block: Rows = []
    for first in range(0, up * along, along):
        here = slice(first, first + along)
        rows = [titles[here], *zip(*boards[here], strict=True)]
        block += [rule] if block else []
        block += [" | ".join(part.ljust(width) for part in row) for row in rows]
    return block


def _split(cells: list[str], columns: int) -> Rows:
    return ["".join(row) for row in _chunks(cells, columns)]


def _chunks(cells: list[str], size: int) -> list[list[str]]:
    return [cells[at : at + size] for at in range(0, len(cells), size)]

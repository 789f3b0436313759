"""A board read out by its rows, columns, layers or boards, for whoever cannot see it drawn."""

from games import SIDES, Cell, Game, Position


def readable(game: Game) -> tuple[str, ...]:
    """The parts that a board can be read by."""
    match len(game.shape):
        case 2:
            return ("row", "column")
        case 3:
            return ("layer", "row", "column")
        case _:
            return ("board",)


def read(position: Position, part: str, which: str) -> str | None:
    """What stands in a row, column, layer or board; None if there is no such one.

    Rows of a flat board are counted from below, as in its notation.
    """
    cells = _part(position.game, part, which.lower())
    if cells is None:
        return None
    found = []
    for cell in cells:
        owner = position.owner(cell)
        if owner is not None:
            found.append(f"{_within(position.game, part, cell)} {SIDES[owner]}")
    if not found:
        return f"{part} {which}: empty"
    others = len(cells) - len(found)
    return f"{part} {which}: {', '.join(found)}{', the others empty' if others else ''}"


def _part(game: Game, part: str, which: str) -> list[Cell] | None:
    """The cells of a part, in the order in which they are read."""
    if part not in readable(game):
        return None
    labels = [_label(game, part, cell) for cell in range(game.cells)]
    cells = [cell for cell, label in enumerate(labels) if label == which]
    return (cells[::-1] if game.below and part == "column" else cells) or None


def _label(game: Game, part: str, cell: Cell) -> str:
    """What the part is called that a cell lies in."""
    *outer, rows, columns = game.shape
    row, column = cell // columns % rows, cell % columns
    if part == "row":
        return str(row + 1 if outer else rows - row)
    if part == "column":
        return game.names[cell][0] if not outer and not game.below else str(column + 1)
    return str(cell // (rows * columns) + 1)


def _within(game: Game, part: str, cell: Cell) -> str:
    """What a cell is called inside its part: its name, but where stones fall that is no cell."""
    if game.below:
        other = "row" if part == "column" else "column"
        return f"{other} {_label(game, other, cell)}"
    return game.names[cell]

"""Cells as people write them: `h8` on flat boards, `4` for a column, `71` and `143` for the others.

The shape of a game decides how its cells are written, so a new game needs nothing here.
"""

import re

from games.cell_names import LETTERS
from games.errors import IllegalMove, UnreadableMove
from games.game import Game, Position
from games.lines import Cell


def explain(game: Game) -> str:
    """How a cell of this game is written, in a few words with an example."""
    match game.shape:
        case _, width if game.below:
            tenth = ", 0 for the tenth" if width == 10 else ""
            return f"a column from 1 to {min(width, 9)}{tenth}, like {game.names[width // 2]}"
        case rows, columns:
            span = f"a letter from a to {LETTERS[columns - 1]} and a number from 1 to {rows}"
            return f"{span}, like {game.names[rows // 2 * columns + columns // 2]}"
        case layers, rows, columns:
            span = f"layer (1 to {layers}), row (1 to {rows}) and column (1 to {columns})"
            return f"{span}, like {game.names[game.cells // 2]}"
        case up, along, rows, columns:
            span = f"a board from 1 to {up * along} and a cell from 1 to {rows * columns}"
            return f"{span}, like {game.names[-9]}"
    raise ValueError(f"no notation for a board of shape {game.shape}")


def read_cell(position: Position, text: str) -> Cell:
    """The cell that *text* names in this position.

    Raises UnreadableMove if it names none of the board, and IllegalMove if it names a full column;
    any other cell is returned, legal or not.
    """
    game, name = position.game, text.strip().lower()
    cells = [cell for cell, known in enumerate(game.names) if known == name]
    if not cells:
        raise UnreadableMove(f"cannot read {text.strip()!r} as a move: write {explain(game)}")
    if len(cells) == 1:
        return cells[0]
    for cell in cells:
        if position.open >> cell & 1:
            return cell
    raise IllegalMove(f"column {name} is full")


def read_moves(game: Game, text: str) -> Position:
    """The position after the moves in *text*, which may be apart or run together."""
    position = game.start()
    for number, word in enumerate(_words(game, text), 1):
        try:
            position = position.play(read_cell(position, word))
        except (UnreadableMove, IllegalMove) as error:
            raise type(error)(f"move {number}: {error}") from error
    return position


def write_moves(game: Game, moves: tuple[Cell, ...]) -> str:
    """The moves as text: columns run together, as Connect 4 solvers read them, others apart."""
    return ("" if game.below else " ").join(game.names[cell] for cell in moves)


def _words(game: Game, text: str) -> list[str]:
    """One word for each move; what cannot be a move is kept whole, to be named in the error."""
    one_move = r"[a-z]\d{1,2}" if game.names[0][0].isalpha() else rf"\d{{{len(game.names[0])}}}"
    words: list[str] = []
    for chunk in re.split(r"[\s,;]+", text.strip().lower()):
        whole = re.fullmatch(f"({one_move})+", chunk, re.ASCII)
        words += re.findall(one_move, chunk, re.ASCII) if whole else [chunk] if chunk else []
    return words

"""Where the cells of any board are drawn: what the page needs to know of a game, as data.

The unit is the side of a cell. Boards stand in frames: one frame for a flat board, one for each
layer or each small board, laid out near to a square so that they fit a telephone too.
"""

from math import ceil, sqrt
from typing import NamedTuple

from games import Game
from games.cell_names import DIGITS, LETTERS

Spot = tuple[float, float]  # across and down, from the upper left
GAP = 0.6  # between frames
LABEL = 0.9  # the room that a row or a column of labels takes
MARGIN = 0.15  # for the strokes of the outermost frames


class Label(NamedTuple):
    x: float
    y: float
    text: str


class Frame(NamedTuple):
    """A ruled board of cells."""

    x: float
    y: float
    rows: int
    columns: int


class Drawing(NamedTuple):
    """All of a board but its stones."""

    width: float
    height: float
    spots: tuple[Spot, ...]  # the middle of each cell
    frames: tuple[Frame, ...]
    labels: tuple[Label, ...]
    sends: tuple[int, ...]  # by cell: the frame that the reply must go to; or empty


def drawing(game: Game) -> Drawing:
    """The drawing of a game's board, by its shape alone."""
    match game.shape:
        case rows, columns:
            return _flat(game, rows, columns)
        case layers, rows, columns:
            return _layers(game, layers, rows, columns)
        case up, along, rows, columns:
            return _grid(game, up * along, along, rows, columns)
    raise ValueError(f"no drawing for a board of shape {game.shape}")


def _flat(game: Game, rows: int, columns: int) -> Drawing:
    """Letters below and numbers at the left; where stones fall, the columns alone have names."""
    falling = bool(game.below)
    frame = Frame(MARGIN if falling else LABEL, MARGIN, rows, columns)
    names = DIGITS if falling else LETTERS
    labels = _columns(frame, names, frame.y + rows + LABEL / 2)
    labels += [] if falling else _rows(frame, [str(rows - row) for row in range(rows)])
    return _drawing(game, [frame], labels, below=LABEL)


def _layers(game: Game, layers: int, rows: int, columns: int) -> Drawing:
    """Each layer under its title, with its rows and columns numbered, because a move names all."""
    along = ceil(sqrt(layers))
    frames = _placed(layers, along, rows, columns, left=LABEL, over=2 * LABEL)
    labels: list[Label] = []
    for number, frame in enumerate(frames):
        middle = frame.x + columns / 2
        labels.append(Label(middle, frame.y - LABEL * 1.45, f"layer {DIGITS[number]}"))
        labels += _columns(frame, DIGITS, frame.y - LABEL / 2)
        labels += _rows(frame, list(DIGITS[:rows]))
    return _drawing(game, frames, labels)


def _grid(game: Game, boards: int, along: int, rows: int, columns: int) -> Drawing:
    frames = _placed(boards, along, rows, columns, left=0, over=LABEL)
    labels = [
        Label(frame.x + columns / 2, frame.y - LABEL / 2, f"board {DIGITS[number]}")
        for number, frame in enumerate(frames)
    ]
    return _drawing(game, frames, labels)


def _placed(
    count: int, along: int, rows: int, columns: int, left: float, over: float
) -> list[Frame]:
    """Frames in rows of so many, each with this room for labels at its left and over it."""
    across, down = left + columns + GAP, over + rows + GAP / 2
    return [
        Frame(MARGIN + left + at * across, MARGIN + over + line * down, rows, columns)
        for line, at in (divmod(number, along) for number in range(count))
    ]


def _drawing(
    game: Game, frames: list[Frame], labels: list[Label], below: float = MARGIN
) -> Drawing:
    return Drawing(
        max(frame.x + frame.columns for frame in frames) + MARGIN,
        max(frame.y + frame.rows for frame in frames) + below,
        tuple(spot for frame in frames for spot in _spots(frame)),
        tuple(frames),
        tuple(labels),
        _sends(game, frames[0].rows * frames[0].columns),
    )


def _spots(frame: Frame) -> list[Spot]:
    return [
        (frame.x + column + 0.5, frame.y + row + 0.5)
        for row in range(frame.rows)
        for column in range(frame.columns)
    ]


def _sends(game: Game, size: int) -> tuple[int, ...]:
    """Cells are numbered frame by frame, so a region's first cell tells its frame."""
    return tuple(min(region) // size for region in game.sends)


def _columns(frame: Frame, names: str, y: float) -> list[Label]:
    return [Label(frame.x + n + 0.5, y, names[n]) for n in range(frame.columns)]


def _rows(frame: Frame, names: list[str]) -> list[Label]:
    return [Label(frame.x - LABEL / 2, frame.y + row + 0.5, name) for row, name in enumerate(names)]

"""The rules of a game, told from its data, with a picture of the lines that win."""

from collections.abc import Iterable, Sequence

from client.words.outcome import NUMBERS
from client.words.text import capitalised
from games import Game
from games.cell_names import DIGITS
from games.game import SIDES
from games.lines import Line, places
from protocol.texts import count

MOST_DRAWN = 5  # cells of a line, of which there is a picture
GAP = "   "
# In a cube: from corner to corner, along a row, across a layer, straight up, and slanting up.
THROUGH = ((1, 1, 1), (0, 0, 1), (0, 1, -1), (1, 0, 0), (1, 0, 1))


def rules(game: Game) -> str:
    """What one may do and who wins, and below it what such lines look like."""
    sentences = [f"{SIDES[0]} moves first, and then both in turn.", _where(game), _who_wins(game)]
    told = "\n".join(f"  {line}" for sentence in sentences for line in sentence.splitlines())
    return f"THE RULES OF {game.name}\n{told}\n\n{_picture(game)}"


def _where(game: Game) -> str:
    """Where a stone may be put."""
    if game.below:
        return "A stone falls to the lowest free cell of the column."
    if not game.sends:
        return "A stone may be put on any free cell."
    full = "makes it a draw" if game.full_target_draws else "lets one play anywhere"
    return (
        "The first stone goes anywhere. Its cell names the board of the reply, as\n"
        f"does each after it: cell 5 leads to board 5. To be led to a full board\n{full}."
    )


def _who_wins(game: Game) -> str:
    length = game.shortest
    number = NUMBERS[length] if length < len(NUMBERS) else str(length)
    more = "" if game.beyond or max(game.shape) <= length else " or more"
    row = f"{'Exactly ' if game.beyond else ''}{number}{more} in a row"
    where = {
        2: " win: across, up and down, or on a diagonal",
        3: f" win, in any direction through the cube: {count(len(game.lines), 'line')} in all",
        4: " on any one board win",
    }[len(game.shape)]
    longer = "A longer row does not. " if game.beyond else ""
    return f"{capitalised(row)}{where}.\n{longer}A full board that nobody has won is a draw."


def _picture(game: Game) -> str:
    if game.shortest > MOST_DRAWN:
        names = ([game.names[cell] for cell in line] for line in _kinds(game))
        return _indented(f"like {' '.join([*each[:3], '...', each[-1]])}" for each in names)
    if len(game.shape) == 3:
        return _layers(game)
    return _squares(game.shortest)


def _squares(length: int) -> str:
    """The four directions on a flat board, beside each other."""
    last = length - 1
    directions = [
        {(0, at) for at in range(length)},
        {(at, 0) for at in range(length)},
        {(at, at) for at in range(length)},
        {(at, last - at) for at in range(length)},
    ]
    rows = [
        [" ".join("X" if (row, column) in line else "." for column in range(length))
         for line in directions]
        for row in range(length)
    ]  # fmt: skip
    return _indented((2 * GAP).join(row) for row in rows)


def _layers(game: Game) -> str:
    """Some lines through a cube, each with a letter, over its layers."""
    layers, rows, columns = game.shape
    letters: dict[int, str] = {}
    for letter, line in zip("abcdefgh", _kinds(game), strict=False):
        letters |= dict.fromkeys(line, letter)
    width = 2 * columns - 1
    titles = GAP.join(f"layer {DIGITS[layer]}".center(width) for layer in range(layers))
    drawn = [
        GAP.join(
            " ".join(letters.get((layer * rows + row) * columns + column, ".")
                     for column in range(columns))
            for layer in range(layers)
        )
        for row in range(rows)
    ]  # fmt: skip
    return _indented([titles, *drawn])


def _kinds(game: Game) -> Sequence[Line]:
    """A line of each direction, no two of which share a cell where that can be had."""
    places_of = {cell: place for place, cell in places(game.shape).items()}
    found: list[Line] = []
    for step in THROUGH if len(game.shape) == 3 else ((0, 1), (1, 0)):
        fitting = [line for line in game.lines if _step(places_of, line) == step]
        taken = {cell for line in found for cell in line}
        free = [line for line in fitting if not taken & set(line)]
        found += (free or fitting)[:1]
    return found


def _step(places_of: dict[int, tuple[int, ...]], line: Line) -> tuple[int, ...]:
    first, second = (places_of[cell] for cell in line[:2])
    return tuple(b - a for a, b in zip(first, second, strict=True))


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}".rstrip() for line in lines)

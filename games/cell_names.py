"""What people call the cells of a board: its shape decides, so a new game needs nothing here."""

from games.lines import places

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "1234567890"  # the tenth column is written 0, so that a column is always one character


def cell_names(shape: tuple[int, ...], falling: bool) -> tuple[str, ...]:
    """The name of each cell, in board order; where stones fall, that of its column."""
    at = places(shape)
    match shape:
        case _, _ if falling:
            return tuple(DIGITS[column] for _, column in at)
        case rows, _:
            return tuple(f"{LETTERS[column]}{rows - row}" for row, column in at)
        case _, _, _:
            return tuple("".join(DIGITS[axis] for axis in place) for place in at)
        case _, boards, _, columns:
            return tuple(
                DIGITS[up * boards + along] + DIGITS[row * columns + column]
                for up, along, row, column in at
            )
    raise ValueError(f"no notation for a board of shape {shape}")

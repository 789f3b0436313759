"""Nine-board tic-tac-toe: the cell you take names the board your opponent must play in."""

from games.game import Game
from games.lines import places, straight_lines

SHAPE = (3, 3, 3, 3)  # rows and columns of boards, then of cells: both are read like a board


def nineboard(name: str, full: str) -> Game:
    """Three in a row on any one board wins; *full* says what sending to a full board does."""
    index = places(SHAPE)
    board_of = {cell: place[:2] for place, cell in index.items()}
    lines = tuple(
        tuple(index[board + divmod(cell, 3)] for cell in line)
        for board in places(SHAPE[:2])
        for line in straight_lines(SHAPE[2:], 3)
    )
    sends = tuple(
        tuple(cell for cell, board in board_of.items() if board == place[2:]) for place in index
    )
    return Game(name, SHAPE, lines, sends=sends, full_target_draws=full == "draw")

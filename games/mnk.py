"""Flat boards where any empty cell is open: tic-tac-toe, m,n,k and gomoku."""

from games.game import Game
from games.lines import cells_beyond, straight_lines


def mnk(name: str, rows: int, cols: int, k: int, exact: str = "no") -> Game:
    """k in a row on a rows x cols board; with *exact*, a longer row does not win."""
    shape = (rows, cols)
    beyond = cells_beyond(shape, k) if exact == "yes" else ()
    return Game(name, shape, straight_lines(shape, k), beyond=beyond)


def gomoku(name: str, size: int, exact: str) -> Game:
    return mnk(name, size, size, 5, exact)


def tictactoe(name: str) -> Game:
    return mnk(name, 3, 3, 3)

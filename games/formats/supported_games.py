"""Which games a format can hold, and which game a board is for where a file does not name it."""

from games.catalogue import game_named
from games.errors import BadRecord
from games.game import Game


def refuse_unless(fits: bool, form: str, holds: str, game: Game) -> None:
    if not fits:
        raise BadRecord(f"{form} holds {holds}, not {game.name}: json and pgn hold every game")


def five_in_a_row(rows: int, columns: int, exact: bool) -> Game:
    """Gomoku if the board is square."""
    board = f"gomoku:size={rows}" if rows == columns else f"mnk:rows={rows},cols={columns}"
    return game_named(board + (",exact=yes" if exact else ""))

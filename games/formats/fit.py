"""Which games a format can hold."""

from games.errors import BadRecord
from games.game import Game


def refuse_unless(fits: bool, form: str, holds: str, game: Game) -> None:
    if not fits:
        raise BadRecord(f"{form} holds {holds}, not {game.name}: json and pgn hold every game")

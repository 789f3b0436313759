"""A page for help: the rules of a game, and what the marks on its board mean."""

from client.screen.board.glyphs import Glyphs
from client.words.rules import rules
from games import Game


def game_page(game: Game, glyphs: Glyphs) -> str:
    """The rules of a game, and what the marks on its board mean."""
    last, won = glyphs.last, glyphs.won
    reply = "heavy lines" if glyphs.ruled else glyphs.target
    marks = {
        f"{last[0]}X{last[1]}": "the last move",
        f"{won[0]}X{won[1]}": "a winning line" + (", or heavy lines" if glyphs.ruled else ""),
        "[x]": "where you would play",
        "(?)": "waits for your turn",
        **({reply: "around the board of the reply"} if game.sends else {}),
        **({glyphs.drop: "where the stone falls"} if game.below else {}),
        glyphs.hint: "what a bot would play",
    }
    told = [f"  {mark:13}{meaning}" for mark, meaning in marks.items()]
    return "\n".join([rules(game), "", "THE BOARD", *told])

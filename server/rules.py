"""The games as data, for whoever plays them without knowing a rule."""

from functools import lru_cache

from games import Game, Mistake, game_named
from protocol.parts import Fault, Rules
from server.refusal import Refusal


def known_game(name: str) -> Game:
    """The game of this name. Raises Refusal, which says what would be right."""
    try:
        return game_named(name)
    except Mistake as error:
        raise Refusal(Fault.NO_SUCH_GAME, str(error)) from error


@lru_cache(maxsize=64)
def rules_of(game: Game) -> Rules:
    """All that is fixed about a game; the largest, on 25 x 25, is 70 kB of JSON."""
    return Rules(
        game.name,
        game.shape,
        game.names,
        game.lines,
        game.beyond,
        game.below,
        game.sends,
        game.full_target_draws,
    )

"""Which kernel searches which game."""

from bot.search.kernel import Kernel
from games.game import Game


def kernel_for(game: Game) -> type[Kernel]:
    """The fastest kernel that fits; the general one fits all."""
    raise NotImplementedError(game.name)

"""Which kernel searches which game."""

from bot.search import nineboard
from bot.search.kernel import Kernel
from games.game import Game


def kernel_for(game: Game) -> type[Kernel]:
    """The fastest kernel that fits; the general one fits all."""
    if nineboard.fits(game):
        return nineboard.Nineboard
    raise NotImplementedError(game.name)

"""Which kernel searches which game."""

from bot.search import connect4, flat, nineboard, words
from bot.search.general import General
from bot.search.kernel import Kernel
from games.game import Game


def kernel_for(game: Game) -> type[Kernel]:
    """The fastest kernel that fits; the general one fits all."""
    if connect4.fits(game):
        return connect4.Connect4
    if nineboard.fits(game):
        return nineboard.Nineboard
    if words.fits(game):
        return words.Words
    if flat.fits(game):
        return flat.FlatKernel
    return General

"""Which kernel searches which game."""

from bot.search.bitboard import kernel as words
from bot.search.connect4 import kernel as connect4
from bot.search.core.kernel import Kernel
from bot.search.flat import kernel as flat
from bot.search.general.kernel import General
from bot.search.nineboard import kernel as nineboard
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

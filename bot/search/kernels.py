"""Which kernel searches which game."""

from bot.search.bitboard import kernel as bitboard
from bot.search.connect4 import kernel as connect4
from bot.search.core.kernel import Kernel
from bot.search.flat import kernel as flat
from bot.search.general.kernel import GeneralKernel
from bot.search.nineboard import kernel as nineboard
from games.game import Game


def kernel_for(game: Game) -> type[Kernel]:
    """The fastest kernel that fits; the general one fits all."""
    if connect4.fits(game):
        return connect4.Connect4Kernel
    if nineboard.fits(game):
        return nineboard.NineboardKernel
    if bitboard.fits(game):
        return bitboard.BitboardKernel
    if flat.fits(game):
        return flat.FlatKernel
    return GeneralKernel

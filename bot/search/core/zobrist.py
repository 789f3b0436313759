"""Random words from which kernels make the Zobrist keys of their positions."""

from hashlib import sha256

import numpy as np

from bot.search.core.compiled import Array
from bot.search.core.mode import Mode
from games.game import Game


def random_words(count: int, seed: int = 20) -> Array:
    """The same random words in every process, for one table and many workers."""
    return np.random.default_rng(seed).integers(1, 2**64, count, np.uint64)


def salt(game: Game, mode: Mode) -> np.uint64:
    """What keeps the entries of one game and mode apart from those of others in the same table."""
    digest = sha256(f"{game.name} {mode.name}".encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "big"))

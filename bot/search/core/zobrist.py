"""Random words from which kernels make the keys of their positions."""

from hashlib import blake2b

import numpy as np

from bot.search.core.compiled import Array
from bot.search.core.mode import Mode
from games.game import Game


def random_words(count: int) -> Array:
    """The same random words in every process, for one table and many workers."""
    return np.random.default_rng(20).integers(0, 2**64, count, dtype=np.uint64)


def salt(game: Game, mode: Mode) -> np.uint64:
    """What keeps the entries of one game and mode apart from those of others in the same table."""
    text = f"{game.name} {mode.name}"
    return np.uint64(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little"))

"""How a position is searched. Without numba, so that whoever asks for a search need not load it."""

from enum import IntEnum


class Mode(IntEnum):
    """How a position is searched."""

    PLAY = 0  # as strongly as possible: may be selective, reduce and extend
    STRICT = 1  # plain minimax to the depth asked for, only faster: the yardstick of the tests
    SOLVE = 2  # full width, and whatever is undecided at the depth asked for counts 0

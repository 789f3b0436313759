"""Who may be called what, and when two could be the same player."""

import re

from games.errors import Mistake
from protocol.names import LONGEST_NAME, NEUTRAL, fold
from protocol.parts import Player

# ASCII only: letters of other scripts that look the same would let one player pass for another.
_NAME = re.compile(rf"[A-Za-z][A-Za-z0-9._-]{{0,{LONGEST_NAME - 1}}}")


class BadName(Mistake):
    """A player cannot be called this."""


def check_name(name: str) -> None:
    """Raise unless a player can be called this."""
    if fold(name).startswith(NEUTRAL):
        raise BadName(f"names with {NEUTRAL} are those of accounts that are gone: choose another")
    if not _NAME.fullmatch(name):
        raise BadName(
            f"nobody can be called {name[: 2 * LONGEST_NAME]!r}: a name has 1 to {LONGEST_NAME} of "
            "the letters a-z, digits, '-', '_' and '.', and starts with a letter"
        )


def is_same(one: Player, other: Player) -> bool:
    """Whether two could be the same: an account is nobody who was a guest of its name."""
    return (one.name, one.guest) == (other.name, other.guest)

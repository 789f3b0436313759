"""The names of players: how long they may be, and when two are the same."""

LONGEST_NAME = 20  # characters
NEUTRAL = "deleted-"  # what the names of those begin with who are gone; nobody else's do


def fold(name: str) -> str:
    """What is equal for names that count as the same: Ann and ANN are one player."""
    return name.casefold()

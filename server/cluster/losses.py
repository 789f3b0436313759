"""What becomes of that which the journal did not take.

What another server has taken over is given up here, and whoever follows it is sent away to come
back and hear how it stands. What the database rejects goes back to what was told of it.
"""

from typing import Protocol

from server.keys import split
from server.logs import log
from server.storage.writes import Collided, Rejected

TAKEN_OVER = "another server has taken it over"
UNKEPT = "the server's database does not take it"


class KeyOwner(Protocol):
    """Who owns here what has keys of one kind."""

    def lose(self, id: str, error: Rejected) -> None:
        """Go back to what is kept of it, or give it up where that is not ours."""


class Losses:
    def __init__(self) -> None:
        self.owners: dict[str, KeyOwner] = {}  # by the kind of their keys

    def lose(self, key: str, error: Rejected) -> None:
        """The journal did not take what was to be written about what has this key."""
        if isinstance(error, Collided):
            log().error("another server has written to what is ours", key=key, error=str(error))
        else:
            log().error("the database rejects what was to be written", key=key, error=str(error))
        kind, id = split(key)
        if owner := self.owners.get(kind):
            owner.lose(id, error)

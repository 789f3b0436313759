"""Taking up what was going on when the server went down."""

from collections.abc import Iterable
from typing import Protocol


class Loader(Protocol):
    """Takes up what is kept of one kind of thing."""

    async def load(self) -> None:
        """Take up all that was not over; what cannot be read is logged and left."""


async def restart(loaders: Iterable[Loader]) -> None:
    """Load one kind after the other: a later one may build upon an earlier one."""
    for loader in loaders:
        await loader.load()

"""How whatever runs in the app gets the attention of whoever sits at it."""

from typing import Protocol


class Notices(Protocol):
    def ring(self) -> None:
        """Ring the bell, unless it is off."""

    def tell(self, note: str) -> None:
        """Show a note on the screen that is uppermost."""

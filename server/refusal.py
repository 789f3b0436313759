"""A request that cannot be granted. Whoever raises it has changed nothing."""

from protocol.parts import Fault
from protocol.replies import Refused


class Refusal(Exception):
    def __init__(self, code: Fault, text: str, wait: float | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.wait = wait


def refused(id: int, refusal: Refusal) -> Refused:
    """The reply that tells it."""
    return Refused(id, refusal.code, refusal.text, refusal.wait)

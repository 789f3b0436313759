"""A request that cannot be granted. Whoever raises it has changed nothing."""

from protocol.parts import Fault
from protocol.replies import Refused
from server.writes import Collided, Rejected


class Refusal(Exception):
    def __init__(self, code: Fault, text: str, wait: float | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.wait = wait


def refused(id: int, refusal: Refusal) -> Refused:
    """The reply that tells it."""
    return Refused(id, refusal.code, refusal.text, refusal.wait)


def not_kept(error: Rejected) -> Refusal:
    """For one whose request the journal could not keep; the cause is in the log."""
    if isinstance(error, Collided):
        return Refusal(Fault.NOT_KEPT, "another server has taken this over: come back and resume")
    return Refusal(Fault.NOT_KEPT, "the server's database does not take this: nothing has changed")

"""A request that cannot be granted. Whoever raises it has changed nothing."""

from protocol.parts import Fault
from protocol.replies import Refused

NO_DATABASE = "the server cannot use its database"
PAUSE = 5.0  # seconds after which a database that has failed may be back


class Refusal(Exception):
    def __init__(self, code: Fault, text: str, wait: float | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.wait = wait


def refused(id: int, refusal: Refusal) -> Refused:
    """The reply that tells it."""
    return Refused(id, refusal.code, refusal.text, refusal.wait)


def no_database() -> Refusal:
    """For one whose request needs what the database does not give; the cause is in the log."""
    return Refusal(Fault.NOT_KEPT, f"{NO_DATABASE}: try again later", PAUSE)

"""Why the server closes a connection, and for how long it asks one to stay away."""

import re
from enum import IntEnum
from math import ceil


class Close(IntEnum):
    """The codes with which it closes."""

    NORMAL = 1000
    GOING_AWAY = 1001  # the server is going down
    POLICY_VIOLATION = 1008  # a malformed frame, no hello in time, reading too slowly
    TOO_BIG = 1009
    INTERNAL_ERROR = 1011
    SERVICE_RESTART = 1012  # this node leaves its cluster, or another has taken something over
    TRY_AGAIN_LATER = 1013  # the reason begins with the seconds to wait
    REPLACED = 4001
    KICKED = 4003
    REVOKED = 4004


_WAIT = re.compile(r"wait (\d+(?:\.\d+)?) s: ", re.ASCII)


def try_again(wait: float, why: str) -> str:
    """The reason of a close with TRY_AGAIN_LATER; who waits for so long has waited enough."""
    return f"wait {ceil(wait * 10) / 10:.1f} s: {why}"


def wait_of(reason: str) -> float | None:
    """The seconds that a reason says to wait; None if it says nothing of that."""
    told = _WAIT.match(reason)
    return float(told[1]) if told else None

"""What messages of administrators are made of."""

import json
from enum import StrEnum

from protocol.parts import Part, Time


class BanKind(StrEnum):
    """Who is kept from what."""

    PLAYER = "player"  # of this name, is kept away
    CHAT = "chat"  # a player of this name may not talk
    ADDRESS = "address"  # all who come from there are kept away, but administrators
    GUESTS = "guests"  # from there no new guests come in


class BanInfo(Part, frozen=True):
    """A ban, as administrators see it."""

    kind: BanKind
    whom: str  # the name, address or network
    since: Time
    by: str
    reason: str = ""
    until: Time | None = None  # None: for good


class AuditKind(StrEnum):
    """What the audit log has, of each kind as much as its limit says."""

    ACT = "act"  # of an administrator, or on the command line
    LOGIN = "login"
    REFUSAL = "refusal"


class AuditInfo(Part, frozen=True):
    """A line of the audit log."""

    at: Time
    kind: AuditKind
    act: str  # what was done or refused
    by: str  # a player, or the user on the command line after an @
    whom: str = ""  # the player, account, match or address that it concerned
    address: str = ""  # where it came from
    detail: str = ""  # what else is known, as JSON


def besides(detail: str) -> str:
    """What else is known, in words; what was cut is told as it is."""
    try:
        known = json.loads(detail or "{}")
    except ValueError:
        return detail
    return ", ".join(f"{name} {value}" for name, value in known.items())

"""Whose pages may connect, and under which names this server is itself. No I/O.

A page of a stranger whose host name was made to mean our address (DNS rebinding) comes from the
host that it asks for, as ours would. But it has to ask by that name: an address cannot be rebound.
So we are whatever address is asked for, localhost, and the names that we were told.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit


class Hosts:
    def __init__(self, ours: Iterable[str], origins: Iterable[str]) -> None:
        self._ours = frozenset(name.lower() for name in ours) | {"localhost"}
        self._origins = frozenset(origins)

    def is_ours(self, host: str) -> bool:
        """Whether what a request says in Host means us; a program that says nothing means us."""
        place = _place(f"//{host.lower()}")
        if place is None or place.hostname is None:
            return host == ""
        return bool({place.netloc, place.hostname} & self._ours) or _is_address(place.hostname)

    def admit(self, origin: str, host: str) -> bool:
        """Whether a page may connect: one on the list, or one of ours from the host it asks for."""
        place = _place(origin.lower())
        if place is None:
            return False
        if {place.netloc, place.hostname} & self._origins:
            return True
        return place.netloc == host.lower() and self.is_ours(host)


def _place(url: str) -> SplitResult | None:
    """Where something is; None where that is nowhere, such as a file."""
    try:
        place = urlsplit(url)
        return place if place.hostname else None
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

"""Whose pages may connect, and under which names this server is itself. No I/O.

A page of a stranger whose host name was made to mean our address (DNS rebinding) comes from the
host that it asks for, as ours would. But it has to ask by that name: an address cannot be rebound.
So we are whatever address is asked for, localhost, and the names that we were told. The nodes of a
cluster are one server: the page of each may connect to all.
"""

import re
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

DEFAULT_PORTS = {"ws": ":80", "wss": ":443"}
_PLAIN = re.compile(r"(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?", re.ASCII | re.IGNORECASE)


class Hosts:
    def __init__(
        self,
        ours: Iterable[str],
        origins: Iterable[str],
        nodes: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """*nodes* are the urls of all that there have been: of a dead one, too, a page goes on."""
        self._ours = frozenset(name.lower() for name in ours) | {"localhost"}
        self._origins = frozenset(origins)
        self._nodes = nodes

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
        if place.netloc in (_netloc(url) for url in self._nodes()):
            return True
        return place.netloc == host.lower() and self.is_ours(host)

    def sources(self, host: str) -> str:
        """Where a page from this host may connect to, as a content security policy has it.

        Not every browser takes 'self' for the WebSockets of the page's host, too.
        """
        own = (f"ws://{host}", f"wss://{host}") if _PLAIN.fullmatch(host) else ()
        places = (_place(url) for url in self._nodes())
        nodes = (f"{each.scheme}://{each.netloc}" for each in places if each and _is_plain(each))
        return " ".join(dict.fromkeys((*own, *nodes)))


def _place(url: str) -> SplitResult | None:
    """Where something is; None where that is nowhere, such as a file."""
    try:
        place = urlsplit(url)
        return place if place.hostname else None
    except ValueError:
        return None


def _is_plain(place: SplitResult) -> bool:
    return place.scheme in DEFAULT_PORTS and _PLAIN.fullmatch(place.netloc) is not None


def host_of(url: str) -> str:
    """The name in a url; empty where there is none."""
    place = _place(url)
    return (place and place.hostname) or ""


def _netloc(url: str) -> str:
    """As a browser names the host of a page."""
    place = _place(url.lower())
    return place.netloc.removesuffix(DEFAULT_PORTS.get(place.scheme, "")) if place else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

"""The address under which others in the same network find this machine."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress

# Nothing is sent there, for it is in no network: it only asks which way a packet would go.
ELSEWHERE = ("192.0.2.1", 9)
ANYWHERE = "0.0.0.0"  # whoever hosts wants to be found
PORT = 8765  # which is easier to tell than any


def lan_address() -> str:
    """The likeliest; empty where there is no network."""
    return next((each for each in (*_outgoing(), *_named()) if _is_shared(each)), "")


def _outgoing() -> Iterator[str]:
    """That which packets to others leave from."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        yield probe.getsockname()[0]


def _named() -> Iterator[str]:
    """Those that this machine's own name stands for."""
    with suppress(OSError):
        for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(info[4][0])


def _is_shared(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def port_for_all() -> int:
    """The usual one, or one that is free under every address of this machine."""
    for port in (PORT, 0):
        with suppress(OSError), socket.create_server((ANYWHERE, port)) as free:
            return int(free.getsockname()[1])
    return 0

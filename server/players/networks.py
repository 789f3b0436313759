"""Addresses and networks, and what is said of them. No I/O, no clock."""

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Generic, TypeVar

from games.errors import Mistake

T = TypeVar("T")
Network = IPv4Network | IPv6Network

SHORTEST = 64  # bits of IPv6 that tell one customer from another


def network_of(text: str) -> str:
    """An address or a network as it is kept; of IPv6 it is at least a /64. Raises Mistake."""
    try:
        network = _parsed(text)
        whole = network.prefixlen == network.max_prefixlen
        return str(network.network_address if whole else network)
    except ValueError as error:
        raise Mistake(
            f"{text!r} is no address: write one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
        ) from error


def _parsed(text: str) -> Network:
    network = ip_network(text.strip(), strict=False)
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped and network.prefixlen >= 96:
        return ip_network((mapped, network.prefixlen - 96), strict=False)
    return network if network.prefixlen <= SHORTEST else network.supernet(new_prefix=SHORTEST)


class Networks(Generic[T]):
    """A value for each network; an address is found in as many steps as there are sizes."""

    def __init__(self) -> None:
        self._of_size: dict[tuple[int, int], dict[int, T]] = {}  # by IP version and prefix

    def put(self, network: str, value: T) -> None:
        size, number = _placed(_parsed(network))
        self._of_size.setdefault(size, {})[number] = value

    def drop(self, network: str) -> None:
        size, number = _placed(_parsed(network))
        held = self._of_size.get(size, {})
        held.pop(number, None)
        if not held:
            self._of_size.pop(size, None)

    def around(self, address: str) -> Iterator[T]:
        """What is said of all networks that an address is in."""
        if not self._of_size:
            return
        try:
            place = _parsed(address)
        except ValueError:  # what a proxy tells may be anything
            return
        first, bits = int(place.network_address), place.max_prefixlen
        for (version, prefix), held in tuple(self._of_size.items()):
            if version == place.version and prefix <= place.prefixlen:
                found = held.get(first >> (bits - prefix))
                if found is not None:
                    yield found


def _placed(network: Network) -> tuple[tuple[int, int], int]:
    number = int(network.network_address) >> (network.max_prefixlen - network.prefixlen)
    return (network.version, network.prefixlen), number

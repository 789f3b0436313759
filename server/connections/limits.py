"""How often and how much one peer may ask: time is an argument, so nothing here waits."""

from ipaddress import IPv6Address, ip_network

# A wait that was sat out exactly must not fail to the last bits of a float.
_TOLERANCE = 1e-6


class Bucket:
    """Grants at most ``rate * seconds + burst`` in any stretch of time.

    Instead of a level that must be topped up it keeps the moment at which it is full again, so a
    grant is one addition (the generic cell rate algorithm, ITU-T I.371).
    """

    __slots__ = ("_cost", "_full_at", "_span")

    def __init__(self, rate: float, burst: float) -> None:
        self._cost = 1.0 / rate
        self._span = burst / rate + _TOLERANCE
        self._full_at = float("-inf")

    def take(self, now: float, amount: float = 1.0) -> float:
        """Take the amount and return 0, or take nothing and return the seconds to wait for it."""
        full_at = self._full_at
        if full_at < now:
            full_at = now
        full_at += amount * self._cost
        wait = full_at - now - self._span
        if wait > 0.0:
            return wait + _TOLERANCE
        self._full_at = full_at
        return 0.0

    def full(self, now: float) -> bool:
        return self._full_at <= now


def network(address: str) -> str:
    """Whom an address stands for: one customer has a whole /64 of IPv6 addresses."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed), 64), strict=False))

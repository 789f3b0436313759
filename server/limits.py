"""How often and how much one peer may ask: time is an argument, so nothing here waits."""

from ipaddress import IPv6Address, ip_network

OPENING_SECONDS = 10.0
# A wait that was sat out exactly must not fail to the last bits of a float.
_TOLERANCE = 1e-6
_FEW = 1024  # addresses that are cheaper to keep than to look through


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


class _Address:
    __slots__ = ("connections", "opens", "requests")

    def __init__(self, opens: Bucket, requests: Bucket) -> None:
        self.connections = 0
        self.opens = opens
        self.requests = requests


class PerAddress:
    """Who is connected from where, how fast they come, and how fast they ask all together."""

    def __init__(self, connections: int, opens: int, requests: float = 1000.0) -> None:
        self._connections = connections
        self._opens = opens  # in OPENING_SECONDS, and at once
        self._requests = requests  # per second
        self._known: dict[str, _Address] = {}
        self._enough = _FEW

    def __len__(self) -> int:
        return len(self._known)

    def admit(self, address: str, now: float) -> str | None:
        """Count a new connection and return None, or count nothing and return why not."""
        known = self._find(network(address), now)
        if known.connections >= self._connections:
            return f"{self._connections} connections from one address are the most: close one first"
        wait = known.opens.take(now)
        if wait:
            return f"too many new connections from this address: try again in {wait:.1f} s"
        known.connections += 1
        return None

    def requests(self, address: str) -> Bucket:
        """What all connections from an admitted address may ask together."""
        return self._known[network(address)].requests

    def leave(self, address: str) -> None:
        """Count an admitted connection off again."""
        known = self._known[network(address)]
        assert known.connections > 0, f"{address} leaves more often than it came"
        known.connections -= 1

    def _find(self, place: str, now: float) -> _Address:
        known = self._known.get(place)
        if known is None:
            self._forget(now)
            opens = Bucket(self._opens / OPENING_SECONDS, self._opens)
            requests = Bucket(self._requests, OPENING_SECONDS * self._requests)
            known = self._known[place] = _Address(opens, requests)
        return known

    def _forget(self, now: float) -> None:
        """Drop who would be treated the same if unknown, at a constant cost per new address."""
        if len(self._known) < self._enough:
            return
        self._known = {
            place: known
            for place, known in self._known.items()
            if known.connections or not (known.opens.full(now) and known.requests.full(now))
        }
        self._enough = max(_FEW, 2 * len(self._known))


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

"""How often and how much one peer may ask: time is an argument, so nothing here waits."""

from ipaddress import IPv6Address, ip_network

from protocol.parts import Fault
from protocol.requests import Abort, Claim, FromPlayer, Move, Offer, Resign, Respond, Say, Swap
from protocol.texts import count
from server.refusal import Refusal
from server.settings import Settings

IN_MY_MATCHES = (Move, Resign, Offer, Respond, Abort, Claim, Swap)
FORGIVEN = 10  # bursts of requests that come too fast, before one is disconnected
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


class RequestLimits:
    """How fast one connection may ask; moves count apart, and all of an address count together."""

    __slots__ = ("_breaches", "_longest", "_requests", "_says", "_shared", "moves")

    def __init__(self, settings: Settings, shared: Bucket) -> None:
        self._longest = settings.text_length
        self._requests = Bucket(settings.requests_per_second, settings.burst)
        self.moves = Bucket(settings.moves_per_second, settings.moves_per_second)
        self._says = Bucket(settings.says_per_minute / 60, settings.says_per_minute)
        self._breaches = Bucket(settings.requests_per_second, FORGIVEN * settings.burst)
        self._shared = shared

    def wait(self, request: FromPlayer | None, now: float) -> float:
        """The seconds to wait with this, or with what could not be read; 0 if it may be asked."""
        if isinstance(request, IN_MY_MATCHES):
            return self.moves.take(now)
        if isinstance(request, Say):
            if not request.text.strip() or len(request.text) > self._longest:
                text = f"say something, of at most {count(self._longest, 'character')}"
                raise Refusal(Fault.TOO_LONG, text)
            return self._says.take(now)
        return self._requests.take(now) or self._shared.take(now)

    def is_forgiven(self, now: float) -> bool:
        """Whether one who was too fast may stay: refusing costs others time, too."""
        return not self._breaches.take(now)


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

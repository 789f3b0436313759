"""Who may come in: every connection counts from the moment it is accepted. Reads no clock.

A newcomer takes up room and one of the opens of their address. Whom the server knows already, by a
session or a token, needs room only, and none if a seat waits for them: that they lost the
connection may well be our own doing. What nobody can know before a connection has said hello is
bounded by how many there may be before they have said it, and by how many may be tried.
"""

from math import inf

from protocol.texts import count
from server.connections.limits import Bucket, network

OPENING_SECONDS = 10.0
SPARE = 128  # connections above the most: to look at our health, to be turned away, to come back
ATTEMPTS = 8  # in OPENING_SECONDS, for each connection that an address may have
FULL_WAIT = 5.0  # seconds after which somebody may have left
_FEW = 1024  # addresses that are cheaper to keep than to look through
LEAST = 16  # connections of an address that may be without a hello, however few it may have


class TurnedAway(Exception):
    """There is no room for this connection now; the text says why."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait = wait  # seconds until it makes sense to try again, if that is known


class _Address:
    __slots__ = ("attempts", "connections", "opens", "requests", "strangers")

    def __init__(self, attempts: Bucket, opens: Bucket, requests: Bucket) -> None:
        self.connections = 0
        self.strangers = 0  # of these, those who are not welcome yet
        self.attempts, self.opens, self.requests = attempts, opens, requests

    def is_forgettable(self, now: float) -> bool:
        """Whether it would be treated the same if it were unknown."""
        buckets = (self.attempts, self.opens, self.requests)
        return not self.connections and all(bucket.full(now) for bucket in buckets)


class Admission:
    """How many are connected, in all and from where, how fast they come, and how fast they ask."""

    def __init__(
        self, connections: int, per_address: int, opens: int, requests: float = 1000.0
    ) -> None:
        self.most = connections
        self.per_address = per_address
        self.total = 0
        self.turned_away_at = -inf  # when somebody last was who may be missed at a table
        self._opens = opens  # in OPENING_SECONDS, and at once
        self._requests = requests  # per second
        self._strangers = max(LEAST, per_address)
        self._known: dict[str, _Address] = {}
        self._enough = _FEW

    def __len__(self) -> int:
        return len(self._known)

    def accept(self, address: str | None, now: float) -> "CountedConnection | None":
        """Count a connection that has just come; None if it is not even listened to.

        Without an *address*, which a proxy has yet to tell, it counts in all only.
        """
        if self.total >= self.most + SPARE:
            self.turned_away_at = now
            return None
        counted = CountedConnection(self)
        if address is not None:
            try:
                counted.come_from(address, now)
            except TurnedAway:
                counted.leave()
                return None
        return counted

    def find(self, place: str, now: float) -> _Address:
        """What is known about an address; it must have room for one more stranger."""
        known = self._known.get(place)
        if known is None:
            self._forget(now)
            tried = ATTEMPTS * self._strangers
            known = self._known[place] = _Address(
                Bucket(tried / OPENING_SECONDS, tried),
                Bucket(self._opens / OPENING_SECONDS, self._opens),
                Bucket(self._requests, OPENING_SECONDS * self._requests),
            )
        wait = known.attempts.take(now)
        if wait or known.strangers >= self._strangers:
            self.turned_away_at = now
            raise TurnedAway("too many connections from this address say no hello", wait or None)
        return known

    def _forget(self, now: float) -> None:
        """Drop whom it makes no difference to know, at a constant cost per new address."""
        if len(self._known) < self._enough:
            return
        self._known = {
            place: known for place, known in self._known.items() if not known.is_forgettable(now)
        }
        self._enough = max(_FEW, 2 * len(self._known))


class CountedConnection:
    """One connection in the count, from its being accepted until it is gone."""

    __slots__ = ("_admission", "_has_left", "_has_paid", "_is_stranger", "_known", "address")

    def __init__(self, admission: Admission) -> None:
        self.address = ""  # whom it stands for, as `limits.network` tells
        self._admission = admission
        self._known: _Address | None = None
        self._is_stranger = True
        self._has_paid = False
        self._has_left = False
        admission.total += 1

    def come_from(self, address: str, now: float) -> None:
        """Count against an address as well. Raises TurnedAway."""
        if self._known is None:
            self.address = network(address)
            self._known = self._admission.find(self.address, now)
            self._known.connections += 1
            self._known.strangers += 1

    @property
    def requests(self) -> Bucket:
        """What all connections from the address may ask together."""
        return self._place.requests

    def pay(self, now: float) -> None:
        """Take what a newcomer needs, once. Raises TurnedAway."""
        if self._has_paid:
            return
        self._check_room()
        if wait := self._place.opens.take(now):
            raise TurnedAway("too many new connections from this address", wait)
        self._has_paid = True

    def come_back(self, awaited: bool) -> None:
        """Let somebody in who is known, to a seat that waits if *awaited*. Raises TurnedAway."""
        if not awaited and not self._has_paid:
            self._check_room()

    def welcome(self) -> None:
        """Whoever is here has said hello."""
        if self._is_stranger:
            self._is_stranger = False
            self._place.strangers -= 1

    def leave(self) -> None:
        """The connection is gone."""
        if self._has_left:
            return
        self._has_left = True
        self._admission.total -= 1
        if self._known is not None:
            self._known.connections -= 1
            self._known.strangers -= self._is_stranger

    @property
    def _place(self) -> _Address:
        assert self._known is not None, "it is known where it comes from"
        return self._known

    def _check_room(self) -> None:
        if self._admission.total > self._admission.most:
            raise TurnedAway("the server is full")
        most = self._admission.per_address
        if self._place.connections > most:
            allowed = count(most, "connection")
            raise TurnedAway(f"one address may have {allowed} at most: close one first")

"""What a lost connection means: whether to come back, when, and what to tell the player."""

import random
import ssl
from collections.abc import Callable, Iterable, Iterator
from math import inf

from websockets.client import process_exception
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from client.link.servers import Servers
from protocol.closes import Close, wait_of
from protocol.events import Closing
from protocol.parts import Fault
from protocol.replies import Refused

PATIENCE = 10.0  # seconds to connect, and to be welcomed
HASTE = 3.0  # seconds to connect where another server may be quicker
# Seconds: the bounds of the first pause and of the last ones. A clock waits for its player some
# 30 s after a restart, and a server takes a thousand players up in one or two.
SHORTEST, LONGEST = 0.2, 5.0
SETTLING = 1.0  # seconds at a server that sends us away before which we do not hurry to the next
FINAL = (Close.REPLACED, Close.KICKED)
GOING_AWAY = (Close.GOING_AWAY, Close.SERVICE_RESTART)  # when the server goes down
TOO_MANY_REQUESTS = 429


class RequestRefused(Exception):
    """The server did not carry a request out."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.code: Fault = refused.code
        self.text = refused.text
        self.wait = refused.wait  # seconds until it makes sense to try again


class ConnectionLost(Exception):
    """There is no connection any more, or not for this request; the text says why."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code  # with which the server closed, if it did


def backoff(chance: Callable[[], float] = random.random) -> Iterator[float]:
    """Pauses that grow. Each is anything up to its bound, so that many players spread out."""
    bound = SHORTEST
    while True:
        yield chance() * bound
        bound = min(2 * bound, LONGEST)


class Outage:
    """How long the servers have been out of reach, and when each may be tried again."""

    def __init__(self, servers: Servers, give_up: float | None, reconnect: bool = True) -> None:
        self._servers = servers
        self._give_up = inf if give_up is None else give_up
        self._reconnect = reconnect
        self._since: float | None = None
        self._closes, self._back = inf, 0.0
        self._home = ""  # where we were welcome last
        self._settled = -inf
        self._pauses = backoff()

    def announce(self, closing: Closing, now: float) -> None:
        self._closes, self._back = now + closing.closes_in, now + closing.back_in

    def withdraw(self) -> None:
        """What was announced does not come."""
        self._closes, self._back = inf, 0.0

    def over(self, others: Iterable[str], now: float) -> None:
        """We are welcome, and told of *others* where we would be, too."""
        self._servers.arrived(others)
        self._since, self._home, self._pauses = None, self._servers.url, backoff()
        self._settled = now + SETTLING
        self.withdraw()

    def patience(self, now: float) -> float:
        """How many seconds the next attempt may take."""
        self._since = now if self._since is None else self._since
        most = HASTE if self._servers.has_more and not self._servers.rounds else PATIENCE
        return min(most, self._since + self._give_up - now)

    def pause(self, error: Exception, now: float, wait: float = 0.0) -> float:
        """How long to wait before the next attempt, at the `url` of the servers.

        *wait* is what this one has asked for. Raises ConnectionLost instead of the last attempt.
        """
        code = close_code(error)
        lost = ConnectionLost(f"{self._what_failed()}: {describe(error)}", code)
        if code in FINAL or (self._home and not self._reconnect):
            raise lost from error
        here, hasty = self._servers.url, True
        if self._since is None:
            self._since, hasty = now, now >= self._settled
            self._servers.lose(leaving=code in GOING_AWAY)
        self._note(error, code, now, wait)
        if self._servers.try_next(now):
            at_once = hasty and self._servers.url != here
            seconds = 0.0 if at_once else next(self._pauses)
        elif self._servers.in_vain or not self._reconnect:
            raise lost from error
        else:
            seconds = next(self._pauses) + self._servers.begin_round(now)
        if now + seconds >= self._since + self._give_up:
            raise lost from error
        return seconds

    def _note(self, error: Exception, code: int | None, now: float, wait: float) -> None:
        """Whether, and from when on, the server that has failed us may be tried again."""
        if now >= self._closes or code in GOING_AWAY:
            # A drop before that is an accident, and the matches go on: come back at once.
            wait += max(0.0, self._back - now)
        if code == Close.TRY_AGAIN_LATER:
            wait += wait_of(describe(error)) or 0.0
        self._servers.hold(inf if _is_hopeless(error) else now + wait)

    def _what_failed(self) -> str:
        if self._home:
            return f"lost {self._home}"
        urls = self._servers.known
        return f"cannot connect to {'any of ' if len(urls) > 1 else ''}{', '.join(urls)}"


def close_code(error: Exception) -> int | None:
    return error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None


def describe(error: Exception) -> str:
    """The error for a person."""
    if isinstance(error, ConnectionClosed) and error.rcvd:
        return error.rcvd.reason or f"the server closed the connection ({error.rcvd.code})"
    if isinstance(error, ConnectionClosed):
        return "the connection broke"
    if isinstance(error, TimeoutError):
        return "the server does not answer"
    return str(error) or type(error).__name__


def _is_hopeless(error: Exception) -> bool:
    """Whether the next attempt would fail too: a wrong certificate, a page not found."""
    if isinstance(error, InvalidStatus) and error.response.status_code == TOO_MANY_REQUESTS:
        return False
    if isinstance(error, InvalidHandshake):
        return process_exception(error) is not None
    return isinstance(error, ssl.SSLCertVerificationError)

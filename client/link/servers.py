"""The servers where a player may connect, which are one cluster: which one to try next, and when.

They are tried in rounds: one after the other at once, and only before the next round one waits. No
sockets and no clock here.
"""

import random
from collections.abc import Callable, Iterable
from math import inf

Shuffle = Callable[[list[str]], None]
SECURE = "wss://"


def split_urls(text: str) -> tuple[str, ...]:
    """The servers that are meant by a text with commas between them."""
    urls = (each.strip() for each in text.split(","))
    return tuple(dict.fromkeys(each.rstrip("/") for each in urls if each)) or (text,)


class Servers:
    """Those that were given, and those that the latest welcome named."""

    def __init__(self, given: Iterable[str], shuffle: Shuffle = random.shuffle) -> None:
        """*shuffle* spreads the players of a server that dies over the others."""
        self._given = tuple(given)
        self._named: tuple[str, ...] = ()
        self._shuffle = shuffle
        self.url = self._given[0]  # where we are, or try to be
        self._left = [*self._given[1:]]  # of this round
        self._held: dict[str, float] = {}  # until when not to try it; inf: it is in vain
        self.rounds = 0  # that were in vain

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._given, *self._named)))

    @property
    def has_more(self) -> bool:
        """Whether there is another one to try in this round."""
        return bool(self._left)

    @property
    def in_vain(self) -> bool:
        """Whether none of them will ever do."""
        return all(self._held.get(url) == inf for url in self.known)

    def arrived(self, named: Iterable[str]) -> None:
        """We are welcome, and told of the others.

        Whoever came by an encrypted way is not led to one that is not.
        """
        secure = all(url.startswith(SECURE) for url in self._given)
        fit = (SECURE,) if secure else (SECURE, "ws://")
        self._named = tuple(url.rstrip("/") for url in named if url.startswith(fit))
        self._left, self._held, self.rounds = [], {}, 0

    def lose(self, leaving: bool) -> None:
        """The server where we were is gone; one that is *leaving* is tried last."""
        others = [url for url in self._in_random_order() if url != self.url]
        self._left = [*others, self.url] if leaving else [self.url, *others]

    def hold(self, until: float) -> None:
        """The one that was just tried is not to be tried before that."""
        self._held[self.url] = until

    def try_next(self, now: float) -> bool:
        """Go on to the next one of this round; whether there was one."""
        while self._left:
            url = self._left.pop(0)
            if not self._wait(url, now):
                self.url = url
                return True
        return False

    def begin_round(self, now: float) -> float:
        """Begin a new round with whichever can be tried first, and the seconds until then."""
        self.rounds += 1
        order = sorted(self._in_random_order(), key=lambda url: self._wait(url, now))
        self.url, *self._left = order
        return self._wait(self.url, now)

    def _wait(self, url: str, now: float) -> float:
        return max(0.0, self._held.get(url, now) - now)

    def _in_random_order(self) -> list[str]:
        """Those that were given come first: others may be out of reach from here."""
        given = [*self._given]
        named = [url for url in self.known if url not in given]
        self._shuffle(given)
        self._shuffle(named)
        return given + named

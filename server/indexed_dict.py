"""Things by key that are also found by whom or what they concern, however many others there are."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T")


class IndexedDict(dict[str, T]):
    """A dictionary that looks its things up by tag as well; *tags* tells those of a thing.

    Whoever sets *on_put* and *on_take* hears of all that comes and goes.
    """

    def __init__(self, tags: Callable[[T], Iterable[Hashable]]) -> None:
        super().__init__()
        self._tags = tags
        self._tagged: dict[Hashable, dict[str, None]] = {}  # keys, in the order they came
        self.on_put: Callable[[str, T], None] = _ignore
        self.on_take: Callable[[str, T], None] = _ignore

    def of(self, tag: Hashable) -> list[tuple[str, T]]:
        """What has this tag, in the order it came."""
        return [(key, self[key]) for key in self._tagged.get(tag, ())]

    def put(self, key: str, thing: T) -> None:
        self.take(key)
        self[key] = thing
        for tag in self._tags(thing):
            self._tagged.setdefault(tag, {})[key] = None
        self.on_put(key, thing)

    def take(self, key: str) -> None:
        """Take a thing away, if it is there."""
        if key not in self:
            return
        thing = self.pop(key)
        for tag in set(self._tags(thing)):
            keys = self._tagged[tag]
            del keys[key]
            if not keys:
                del self._tagged[tag]
        self.on_take(key, thing)


def _ignore(key: str, thing: object) -> None:
    """Nobody hears of it."""

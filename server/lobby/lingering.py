"""After a match its table stands on for talk, and the match for a rematch, as far as there is room.

What was played is in the archive by then, so that nothing is lost with a table. Without bounds two
players who begin and resign matches could make a server hold all of them. Reads no clock.
"""

from collections import deque
from dataclasses import dataclass

LINGER = 300.0  # seconds that a table stands after its match at the most, for a rematch and talk
MOST_OF_PLAYER = 20  # tables; one stands while it is among the latest of either player
MOST_WEIGHT = 2_000_000  # of all tables: about 80 MB
EVENT_WEIGHT = 10  # of an event; a cell in a line that a bot has told weighs 1


@dataclass
class LingeringMatch:
    """A table after its match."""

    names: tuple[str, str]
    weight: int
    latest: int = 2  # of its players, for how many it is among their latest


class LingeringMatches:
    def __init__(self) -> None:
        self._tables: dict[str, LingeringMatch] = {}  # by match, the oldest first
        self._of: dict[str, set[str]] = {}  # all of these, by player
        self._latest: dict[str, deque[str]] = {}  # the latest matches of a player, in order
        self._weight = 0

    def __len__(self) -> int:
        return len(self._tables)

    def of(self, name: str) -> tuple[str, ...]:
        """The matches of a player whose tables still stand."""
        return tuple(self._of.get(name, ()))

    def add(self, match: str, names: tuple[str, str], events: int, thought: int) -> list[str]:
        """A match has ended; those whose tables are to go for it."""
        weight = events * EVENT_WEIGHT + thought
        self._tables[match] = LingeringMatch(names, weight)
        self._weight += weight
        for name in names:
            self._of.setdefault(name, set()).add(match)
        gone = [each for name in names if (each := self._pushed_out(name, match))]
        for each in gone:
            self.drop(each)
        while self._weight > MOST_WEIGHT and len(self) > 1:
            gone.append(next(iter(self._tables)))
            self.drop(gone[-1])
        return gone

    def _pushed_out(self, name: str, match: str) -> str | None:
        """The table that is among the latest of nobody any more."""
        latest = self._latest.setdefault(name, deque())
        latest.append(match)
        if len(latest) <= MOST_OF_PLAYER:
            return None
        oldest = latest.popleft()
        table = self._tables.get(oldest)
        if table is None:
            return None
        table.latest -= 1
        return None if table.latest else oldest

    def drop(self, match: str) -> None:
        """Its table stands no longer, if it did."""
        table = self._tables.pop(match, None)
        if table is None:
            return
        self._weight -= table.weight
        for name in table.names:
            self._of[name].discard(match)
            if not self._of[name]:
                del self._of[name], self._latest[name]

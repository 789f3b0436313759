"""How long those who wait in an arena wait for an opponent whom they have met less often.

A game frees two at once, who have just met. Paired on the spot they would play each other for ever,
and who has short games would have more of them. So two who have met often, compared with those
around them, wait for somebody else to be free: as games take here, and not for ever.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import combinations

from tournament.results import ScheduledGame

CIRCLE = 16  # players near in the standings, of whom each two are to meet about as often
OFTEN = 2  # times as often as any two around them, two may meet without waiting
MOMENT = 5.0  # seconds that a game is thought to take where nothing is known yet
SHARE = 1 / 8  # of the whole arena that one waits at most
HAIR = 0.001  # seconds that are not waited for: a timer may be early by so much

Two = frozenset[str]


def stale(
    ranking: Sequence[str],
    ended: Iterable[ScheduledGame],
    playing: Iterable[ScheduledGame],
    patient: Collection[str],
) -> set[Two]:
    """Which two of those who are patient have met too often to meet again.

    *ranking* is everyone who waits or plays. In a large field only those near count, for one
    seldom meets the others.
    """
    done = Counter(frozenset(game.players) for game in ended)
    met = done + Counter(frozenset(game.players) for game in playing)

    @cache
    def least(start: int) -> int:
        circle = ranking[start : start + CIRCLE]
        return min(done[frozenset(two)] for two in combinations(circle, 2))

    def fewest(at: int) -> int:
        return least(max(0, min(at - CIRCLE // 2, len(ranking) - CIRCLE)))

    waiting = [at for at, player in enumerate(ranking) if player in patient]
    found: set[Two] = set()
    for one, two in combinations(waiting, 2):
        both = frozenset((ranking[one], ranking[two]))
        if met[both] and met[both] >= OFTEN * min(fewest(one), fewest(two)):
            found.add(both)
    return found


class Waits:
    """Since when each waits and each game goes on, as seen from look to look."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}  # by player
        self._began: dict[int, float] = {}  # by the number of the fixture
        self._longest = 0.0  # of all games that ended

    def look(self, waiting: Iterable[str], playing: Iterable[ScheduledGame], now: float) -> None:
        self._since = {player: self._since.get(player, now) for player in waiting}
        began = {game.number: self._began.get(game.number, now) for game in playing}
        ended = self._began.keys() - began.keys()
        self._longest = max([self._longest, *(now - self._began[number] for number in ended)])
        self._began = began

    def begin(self, games: Iterable[ScheduledGame], now: float) -> None:
        """Who was paired waits no more."""
        for game in games:
            self._began[game.number] = now
            for player in game.players:
                self._since.pop(player, None)

    def left(self, seconds: float, now: float) -> dict[str, float]:
        """How much longer each waits for a fresher opponent, in an arena of so many seconds.

        That is as long as somebody slow needs to meet everyone once, if each of these games is as
        long as the longest so far, or as one had been that goes on when the wait began; but never
        more than a share of the whole.
        """
        age = now - min(self._began.values(), default=now)
        others = len(self._since) + 2 * len(self._began) - 1
        found: dict[str, float] = {}
        for player, since in self._since.items():
            waited = now - since
            worth = others * max(self._longest, age - waited, MOMENT)
            found[player] = min(worth, SHARE * seconds) - waited
        return {player: left for player, left in found.items() if left > HAIR}

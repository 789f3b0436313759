"""A field in an arena, in virtual time: everyone meets everyone, however long each game takes."""

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import combinations
from math import inf
from random import Random

import pytest

from protocol.parts import Player, Terms, TimeControl
from protocol.tournaments import Format, Order, Plan
from server.tournaments.events import Announced
from server.tournaments.tournament import Tournament
from tournament.formats.freshness import SHARE
from tournament.results import Result

Length = Callable[[int, int, Random], float]  # of a game between two, in seconds


class Hall:
    """An arena of bots who are always there; time passes from event to event."""

    def __init__(self, players: int, length: Length, seconds: float) -> None:
        plan = Plan("a", Format.ARENA, Terms("tictactoe", TimeControl(60)), seconds=seconds)
        self.tournament = Tournament(Announced(0.0, "t1", plan, Player("ann")))
        for number in range(players):
            self.tournament.enter(Player(str(number), bot=True), 0.0)
        self.tournament.steer(Order.START, 0, 0.0)
        self.longest_wait = 0.0
        self._free = dict.fromkeys(self.tournament.active, 0.0)  # since when
        self._ends: list[tuple[float, int]] = []
        self._length, self._random = length, Random(1)

    def run(self) -> "Counter[tuple[str, str]]":
        """How often each two have met when it is over."""
        ends_at, now = self.tournament.ends_at or 0.0, 0.0
        while now < ends_at:
            self._pair(now)
            now = min(self.tournament.look_again, self._ends[0][0] if self._ends else inf)
            while self._ends and self._ends[0][0] <= now:
                self._end(now)
        met = Counter(frozenset(each.fixture.players) for each in self.tournament.results)
        pairs = combinations(self.tournament.active, 2)
        return Counter({two: met[frozenset(two)] for two in pairs})

    def _pair(self, now: float) -> None:
        drawn = self.tournament.pair_up(list(self._free), now)
        for fixture in drawn.fixtures if drawn else ():
            one, two = map(int, fixture.players)
            for name in fixture.players:
                self.longest_wait = max(self.longest_wait, now - self._free.pop(name))
            self.tournament.begin(fixture.number, "m")
            heappush(self._ends, (now + self._length(one, two, self._random), fixture.number))

    def _end(self, now: float) -> None:
        _, number = heappop(self._ends)
        fixture = self.tournament.drawn[number]
        winner = self._random.choice((0, 1, None))
        self.tournament.score(Result(fixture, winner, "line"), 9)
        self._free |= dict.fromkeys(fixture.players, now)


def one_slow_pair(one: int, two: int, _: Random) -> float:
    return 100.0 if {one, two} == {0, 1} else 1.0


def two_slow_players(one: int, two: int, _: Random) -> float:
    return 100.0 if {one, two} & {1, 2} else 1.0


def by_player(one: int, two: int, _: Random) -> float:
    return float(10.0 ** ((one + two) % 5 / 2))


def at_random(_: int, __: int, random: Random) -> float:
    return float(10.0 ** random.uniform(0, 2))


# With the seconds of an arena for each player, in which the slowest two meet a few times.
LENGTHS = (
    (one_slow_pair, 120.0),
    (two_slow_players, 800.0),
    (by_player, 400.0),
    (at_random, 200.0),
)
USUAL = (*range(2, 9), 11, 16)
OTHERS = [pytest.param(many, marks=pytest.mark.slow) for many in range(9, 16) if many not in USUAL]
SIZES = [*USUAL, *OTHERS]  # all from 2 to 16


@pytest.mark.parametrize(("length", "seconds"), LENGTHS)
@pytest.mark.parametrize("players", SIZES)
def test_every_two_meet_and_none_twice_as_often_as_others(
    players: int, length: Length, seconds: float
) -> None:
    """Though some games are a hundred times as long as others."""
    met = Hall(players, length, max(1000.0, seconds * players)).run()
    assert min(met.values()) > 0
    assert max(met.values()) <= 2 * min(met.values()), met


def test_two_alone_do_not_wait() -> None:
    """Nobody is fresher."""
    hall = Hall(2, lambda *_: 1.0, 100.0)
    assert hall.run().total() == 100
    assert hall.longest_wait == 0.0


@pytest.mark.parametrize("players", range(3, 9))
def test_nobody_waits_for_ever_for_games_that_do_not_end(players: int) -> None:
    """Two of them play on and on: the others have a bounded wait, and then meet again."""
    hall = Hall(players, lambda one, two, _: inf if {one, two} == {0, 1} else 1.0, 3200.0)
    met = hall.run()
    assert hall.longest_wait <= 3200.0 * SHARE + 1.0
    others = [met[two] for two in met if not {"0", "1"} & set(two)]
    assert all(count >= 2 for count in others)


def test_who_comes_late_does_not_hold_up_the_others() -> None:
    """What was played before counts for nobody."""
    hall = Hall(4, lambda *_: 1.0, 1000.0)
    hall.run()
    before = len(hall.tournament.results)
    assert before > 1500
    hall.tournament.enter(Player("late", bot=True), 1000.0)
    waiting = ["0", "1", "2", "3"]
    drawn = hall.tournament.pair_up(waiting, 1000.0)
    assert drawn is not None
    assert len(drawn.fixtures) == 2

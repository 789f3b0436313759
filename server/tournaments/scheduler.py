"""Calls players to their games: starts each as soon as it can be, and draws what comes next.

A game starts when both players are here, have a seat free, and a person has said to be ready. When
one has been waited for long enough it starts all the same, and is lost at once by who is not here.
"""

import asyncio
from collections.abc import Callable, Iterable
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from protocol.events import FixtureDue, FixtureStarted, News
from protocol.parts import Ending
from protocol.tournaments import Stage
from server.connections.frame import Parcel
from server.lobby.lobby import Pairing
from server.tournaments.attendance import Roll
from server.tournaments.events import Kept
from server.tournaments.summaries import place_of, terms_of, to_come
from server.tournaments.tournament import Contest
from tournament.results import ScheduledGame

if TYPE_CHECKING:
    from server.house import House
    from server.matches.table import Table

NEXT_LOOK = 5.0  # seconds until guests of an address whose seats are all taken are called again
WINDOW = 2000  # fixtures that are looked at for one to start; a bound on how long that takes


class Calling:
    def __init__(
        self,
        house: "House",
        roll: Roll,
        publish: Callable[[Contest, News], None],
        keep: Callable[[Contest, Kept], None],
    ) -> None:
        self._house, self._roll, self._publish, self._keep = house, roll, publish, keep
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._loop = asyncio.get_running_loop()

    def advance(self, contest: Contest) -> None:
        """Start what can be started, and draw what comes next."""
        self.stop(contest)
        closing = self._house.door.closing_reason is not None
        if contest.stage is not Stage.RUNNING or closing or self._is_unattended(contest):
            return
        if happened := self._drawn(contest):
            self._keep(contest, happened)
        most = contest.plan.at_once or inf
        engaged = _people(contest, (contest.drawn[number] for number in contest.live))
        for fixture in list(contest.pending.values())[:WINDOW]:
            if len(contest.live) >= most:
                break
            people = _people(contest, [fixture])
            if not people & engaged:  # a person plays one game of it at a time
                self._try(contest, fixture)
                engaged |= people

    def _is_unattended(self, contest: Contest) -> bool:
        return contest.plan.attended and not self._house.bus.is_here(contest.by.name)

    def stop(self, contest: Contest) -> None:
        """Let no alarm ring for it."""
        if alarm := self._alarms.pop(contest.id, None):
            alarm.cancel()

    def _drawn(self, contest: Contest) -> Kept | None:
        at, ends_at = self._house.time_of_day(), contest.ends_at
        if ends_at is None:
            return contest.draw(at)
        if at >= ends_at:
            contest.pending.clear()
            return None if contest.live else contest.finish(at)
        drawn = contest.pair_up(self._waiting(contest), at)
        self.wake(contest, monotonic() + min(ends_at, contest.look_again) - at)
        return drawn

    def _waiting(self, contest: Contest) -> list[str]:
        """Who could play in an arena, and is not paired yet."""
        busy = {name for fixture in contest.under_way for name in fixture.players}
        return [
            name
            for name in contest.active
            if name not in busy and not self._roll.is_away(name) and self._has_seat(name)
        ]

    def _has_seat(self, name: str) -> bool:
        return self._house.lobby.has_seat(name)

    def _try(self, contest: Contest, fixture: ScheduledGame) -> None:
        """Start a game if it can be, or has been waited for long enough."""
        now = monotonic()
        if not self._roll.absent(contest, fixture) and not self._can_sit(contest, fixture, now):
            return
        call = self._roll.call(contest, fixture, now)
        for name in call.asked:
            due = FixtureDue(contest.id, to_come(contest, fixture), call.due - now)
            self._house.bus.tell(name, Parcel(due))
        until = max(call.due, self._house.held_up_until) if call.absent else call.due
        if now < until:
            self.wake(contest, until)
            return
        table = self._start(contest, fixture)
        if call.absent:
            winner = None if len(call.absent) == 2 else 1 - fixture.side_of(call.absent[0])
            reason = f"{' and '.join(call.absent)} did not come"
            table.end(winner, Ending.ABSENT, reason)

    def _can_sit(self, contest: Contest, fixture: ScheduledGame, now: float) -> bool:
        """Whether there are seats for a game; where guests wait for others' it is tried again."""
        first, second = (contest.players[name] for name in fixture.players)
        if not all(map(self._has_seat, fixture.players)):
            return False
        if self._house.lobby.has_room((first, second)):
            return True
        self.wake(contest, now + NEXT_LOOK)
        return False

    def _start(self, contest: Contest, fixture: ScheduledGame) -> "Table":
        """Seat both; the check for free seats was made in the same breath."""
        terms = terms_of(contest, fixture)
        shown = self._house.ladder.shown
        first, second = (shown(contest.players[name], terms) for name in fixture.players)
        table = self._house.start(
            Pairing(terms, (first, second)),
            fixture=place_of(contest, fixture),
            open_analysis=contest.plan.open_analysis,
        )
        contest.begin(fixture.number, table.match.id)
        self._roll.begun(contest, fixture)
        self._publish(contest, FixtureStarted(to_come(contest, fixture)))
        return table

    def wake(self, contest: Contest, due: float) -> None:
        """Look at a tournament again when something is due, at the latest."""
        delay = max(0.0, due - monotonic())
        alarm = self._alarms.get(contest.id)
        if alarm is None or alarm.when() > self._loop.time() + delay:
            self.stop(contest)
            self._alarms[contest.id] = self._loop.call_later(delay, self.advance, contest)


def _people(contest: Contest, fixtures: Iterable[ScheduledGame]) -> set[str]:
    names = (name for fixture in fixtures for name in fixture.players)
    return {name for name in names if not contest.players[name].bot}

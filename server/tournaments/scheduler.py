"""Calls players to their games: starts each as soon as it can be, and draws what comes next.

A game starts when both players are here, have a seat free, and a person has said to be ready. When
one has been waited for long enough it starts all the same, and is lost at once by who is not here.
"""

import asyncio
from collections.abc import Callable, Iterable
from math import inf
from time import monotonic
from typing import Protocol

from protocol.events import FixtureDue, FixtureStarted
from protocol.parts import Ending
from protocol.tournaments import Stage
from server.connections.frame import OutgoingFrame
from server.lobby.lobby import Pairing
from server.lobby.matchmaker import Matchmaker
from server.lobby.open_requests import OpenRequests
from server.lobby.seated_match import SeatedMatch
from server.node import Node
from server.tournaments.attendance import Attendance
from server.tournaments.events import TournamentEvent
from server.tournaments.news import publish
from server.tournaments.summaries import place_of, terms_of, to_come
from server.tournaments.tournament import Tournament
from tournament.results import ScheduledGame

NEXT_LOOK = 5.0  # seconds until guests of an address whose seats are all taken are called again
WINDOW = 2000  # fixtures that are looked at for one to start; a bound on how long that takes


class HeldUp(Protocol):
    @property
    def held_up_until(self) -> float:
        """Until when players may be late because we turned connections away."""


class Scheduler:
    def __init__(
        self,
        node: Node,
        requests: OpenRequests,
        matchmaker: Matchmaker,
        held_up: HeldUp,
        attendance: Attendance,
        keep: Callable[[Tournament, TournamentEvent], None],
    ) -> None:
        self._node, self._bus = node, node.bus
        self._lobby, self._door = requests.lobby, requests.door
        self._matchmaker, self._held_up = matchmaker, held_up
        self._attendance, self._keep = attendance, keep
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._loop = asyncio.get_running_loop()

    def advance(self, tournament: Tournament) -> None:
        """Start what can be started, and draw what comes next."""
        self.stop(tournament)
        closing = self._door.closing_reason is not None
        if tournament.stage is not Stage.RUNNING or closing or self._is_unattended(tournament):
            return
        if happened := self._drawn(tournament):
            self._keep(tournament, happened)
        most = tournament.plan.at_once or inf
        engaged = _people(tournament, (tournament.drawn[number] for number in tournament.live))
        for fixture in list(tournament.pending.values())[:WINDOW]:
            if len(tournament.live) >= most:
                break
            people = _people(tournament, [fixture])
            if not people & engaged:  # a person plays one game of it at a time
                self._try(tournament, fixture)
                engaged |= people

    def _is_unattended(self, tournament: Tournament) -> bool:
        return tournament.plan.attended and not self._bus.is_here(tournament.by.name)

    def stop(self, tournament: Tournament) -> None:
        """Let no alarm ring for it."""
        if alarm := self._alarms.pop(tournament.id, None):
            alarm.cancel()

    def _drawn(self, tournament: Tournament) -> TournamentEvent | None:
        at, ends_at = self._node.time_of_day(), tournament.ends_at
        if ends_at is None:
            return tournament.draw(at)
        if at >= ends_at:
            tournament.pending.clear()
            return None if tournament.live else tournament.finish(at)
        drawn = tournament.pair_up(self._waiting(tournament), at)
        self.wake(tournament, monotonic() + min(ends_at, tournament.look_again) - at)
        return drawn

    def _waiting(self, tournament: Tournament) -> list[str]:
        """Who could play in an arena, and is not paired yet."""
        busy = {name for fixture in tournament.under_way for name in fixture.players}
        return [
            name
            for name in tournament.active
            if name not in busy and not self._attendance.is_away(name) and self._has_seat(name)
        ]

    def _has_seat(self, name: str) -> bool:
        return self._lobby.has_seat(name)

    def _try(self, tournament: Tournament, fixture: ScheduledGame) -> None:
        """Start a game if it can be, or has been waited for long enough."""
        now = monotonic()
        if not self._attendance.absent(tournament, fixture) and not self._can_sit(
            tournament, fixture, now
        ):
            return
        call = self._attendance.call(tournament, fixture, now)
        for name in call.asked:
            due = FixtureDue(tournament.id, to_come(tournament, fixture), call.due - now)
            self._bus.tell(name, OutgoingFrame(due))
        until = max(call.due, self._held_up.held_up_until) if call.absent else call.due
        if now < until:
            self.wake(tournament, until)
            return
        match = self._start(tournament, fixture)
        if call.absent:
            winner = None if len(call.absent) == 2 else 1 - fixture.side_of(call.absent[0])
            reason = f"{' and '.join(call.absent)} did not come"
            match.end(winner, Ending.ABSENT, reason)

    def _can_sit(self, tournament: Tournament, fixture: ScheduledGame, now: float) -> bool:
        """Whether there are seats for a game; where guests wait for others' it is tried again."""
        first, second = (tournament.players[name] for name in fixture.players)
        if not all(map(self._has_seat, fixture.players)):
            return False
        if self._lobby.has_room((first, second)):
            return True
        self.wake(tournament, now + NEXT_LOOK)
        return False

    def _start(self, tournament: Tournament, fixture: ScheduledGame) -> SeatedMatch:
        """Seat both; the check for free seats was made in the same breath."""
        terms = terms_of(tournament, fixture)
        shown = self._matchmaker.ladder.shown
        first, second = (shown(tournament.players[name], terms) for name in fixture.players)
        match = self._matchmaker.start(
            Pairing(terms, (first, second)),
            fixture=place_of(tournament, fixture),
            open_analysis=tournament.plan.open_analysis,
        )
        tournament.begin(fixture.number, match.id)
        self._attendance.begun(tournament, fixture)
        publish(self._bus, tournament, FixtureStarted(to_come(tournament, fixture)))
        return match

    def wake(self, tournament: Tournament, due: float) -> None:
        """Look at a tournament again when something is due, at the latest."""
        delay = max(0.0, due - monotonic())
        alarm = self._alarms.get(tournament.id)
        if alarm is None or alarm.when() > self._loop.time() + delay:
            self.stop(tournament)
            self._alarms[tournament.id] = self._loop.call_later(delay, self.advance, tournament)


def _people(tournament: Tournament, fixtures: Iterable[ScheduledGame]) -> set[str]:
    names = (name for fixture in fixtures for name in fixture.players)
    return {name for name in names if not tournament.players[name].bot}

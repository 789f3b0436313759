"""What a match is at a moment: the fold of its events.

`_record` is the only way in which a match changes for good, so that folding its events gives it
back after a restart. Who is connected, what lag was measured, and how many illegal moves were tried
is no part of the record.
"""

from collections.abc import Iterable
from typing import NamedTuple, Self, assert_never

from msgspec.structs import replace

from games import Position, game_named
from protocol.events import (
    Declined,
    Ended,
    MatchEvent,
    Offered,
    Played,
    Resumed,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
)
from protocol.parts import Analysis, Fixture, Left, OfferKind, Player, Side
from server.matches.clock import Clock, Lag
from server.matches.offers import Offers

Events = list[MatchEvent]


class Patience(NamedTuple):
    """How long a match waits for what, and how much it bears."""

    grace: float = 30.0  # after a restart, for the player to move to come back
    abandon: float = 3600.0  # for one of two players who are both gone
    lag_credit: float = 1.0
    illegal_moves: int = 20  # of one player


PATIENCE = Patience()
MOST_THOUGHT = 5000  # cells in all lines that one side's bot expects: 16 a move on any board


class MatchState:
    def __init__(
        self, started: Started, now: float, epoch: float = 0.0, patience: Patience = PATIENCE
    ) -> None:
        """*epoch* added to the caller's clock gives the time of day."""
        self.events: Events = []
        self.started = started
        self.players: tuple[Player, Player] = started.players
        self.position: Position = game_named(started.terms.game).after(started.terms.opening)
        self.clock = Clock.of(started.terms.clock)
        self.lag = [Lag(patience.lag_credit, patience.lag_credit) for _ in self.players]
        self.away: list[float | None] = [None, None]  # since when each side is gone
        self.offers = Offers()
        self.thought = [0, 0]  # cells in the lines that each side's bot has told
        self.illegal = [0, 0]  # moves that each side has tried against the rules
        self.swapped: Swapped | None = None
        self.held_until: float | None = None  # the clock waits for its player until then
        self.grace_until = 0.0  # and nobody can claim before then
        self.awaited: set[Side] = set()  # who has not come back since a restart
        self.booked = len(started.terms.opening)  # moves that are not the players'
        self.warned = False  # that the turn goes on for too long
        self.suspended = False  # it stands still: nothing costs time, or ends by it
        self.result: Ended | None = None
        self._ahead: Position | None = None  # the position after the move under way
        self._epoch = epoch
        self._patience = patience
        self._record(started, now)

    @classmethod
    def restored(
        cls, events: Iterable[MatchEvent], now: float, epoch: float, patience: Patience
    ) -> Self:
        """The match that these events tell of, with both players gone."""
        first, *rest = events
        assert isinstance(first, Started), "a match begins with its start"
        match = cls(first, now, epoch, patience)
        for event in rest:
            match._record(event, now)
        match.away = [now, now]
        return match

    def until(self, seq: int, now: float) -> Self:
        """The match as it was after the event with this seq."""
        if seq == len(self.events) - 1:
            return self
        return type(self).restored(self.events[: seq + 1], now, self._epoch, self._patience)

    def undone(self, seq: int, now: float) -> Self:
        """The match as it was after this event, heard at *now*, with who is here by now."""
        before = type(self).restored(self.events[: seq + 1], now, self._epoch, self._patience)
        order = 1 if before.swapped == self.swapped else -1  # sides that changed change back
        before.away, before.illegal = self.away[::order], self.illegal[::order]
        before.lag = self.lag[::order]
        before.suspended, before.grace_until = self.suspended, self.grace_until
        before.awaited = {side for side in before.awaited if before.away[side] is not None}
        if before.held_until is not None:
            before.held_until = self.grace_until
            if before.turn not in before.awaited:
                before._release(now)
        return before

    def time_of_day(self, now: float) -> float:
        return now + self._epoch

    @property
    def id(self) -> str:
        return self.started.match

    @property
    def fixture(self) -> Fixture | None:
        """Its place in a tournament, if it has one."""
        return self.started.fixture

    @property
    def ply(self) -> int:
        return len(self.position.moves)

    @property
    def played(self) -> int:
        """How many moves the players have made: those of the opening are not theirs."""
        return self.ply - self.booked

    @property
    def turn(self) -> Side | None:
        return None if self.result else self.position.turn

    def snapshot(self, side: Side | None, now: float) -> Snapshot:
        return Snapshot(
            self.id,
            self._seq - 1,
            self.started,
            self.players,
            self.position.moves,
            self.clock.left,
            self.turn,
            side,
            self.clock.elapsed(now),
            self._offered(),
            self.result,
        )

    def _offered(self) -> tuple[Offered, ...]:
        """The offers that stand: of each kind the latest."""
        latest = {event.offer: event for event in self.events if isinstance(event, Offered)}
        return tuple(event for kind, event in latest.items() if kind in self.offers.standing)

    def fitting(self, side: Side, analysis: Analysis) -> Analysis:
        """What a bot thought, with as much of its line as a match has room for."""
        room = MOST_THOUGHT - self.thought[side]
        if len(analysis.line) <= room:
            return analysis
        return replace(analysis, line=analysis.line[:room])

    # How events change it

    def _record(self, event: MatchEvent, now: float) -> Events:
        self._apply(event, now)
        self.events.append(event)
        return [event]

    def _apply(self, event: MatchEvent, now: float) -> None:
        match event:
            case Played(cell=cell, left=left, turn=turn, credited=credited, analysis=analysis):
                side = self.position.turn
                if analysis:
                    self.thought[side] += len(analysis.line)
                self.position = self._after(cell)
                lag = self.lag[side]
                if credited or lag.store < lag.most:
                    self.lag[side] = lag.spend(credited)
                self.offers.lapse()
                self._set_clock(left, turn, now)
            case Started():
                self.clock = self.clock.start(self.position.turn, now)
            case Offered(side=side, offer=kind):
                self.offers.make(side, kind, self.ply)
            case Declined(offer=kind):
                self.offers.drop(kind)
            case TakenBack(ply=ply, left=left, turn=turn):
                self.position = self.position.game.after(self.position.moves[:ply])
                self.offers.accept(OfferKind.TAKEBACK)
                self.offers.lapse()
                self._set_clock(left, turn, now)
            case Swapped(players=players, left=left, turn=turn):
                self.players, self.swapped = players, event
                self.lag.reverse()
                self.away.reverse()
                self.illegal.reverse()
                self.awaited = {1 - each for each in self.awaited}
                self.offers.swap()
                self._set_clock(left, turn, now)
            case Resumed(left=left, turn=turn):
                self.awaited = {0, 1}
                self.grace_until = now + self._patience.grace
                self._set_clock(left, turn, now)
            case Ended(left=left):
                self.result = event
                self.offers.lapse()
                self._set_clock(left, None, now)
            case _:
                assert_never(event)

    def _after(self, cell: int) -> Position:
        """The position after a move; whoever has just checked it has also played it."""
        ahead, self._ahead = self._ahead, None
        played = len(self.position.moves)
        if ahead is not None and ahead.moves[-1] == cell and len(ahead.moves) == played + 1:
            return ahead
        return self.position.play(cell)

    def _set_clock(self, left: Left, turn: Side | None, now: float) -> None:
        """Give the turn to a side; after a restart its clock waits for a player still missing."""
        self.warned = False
        waits = turn in self.awaited and now < self.grace_until
        self.held_until = self.grace_until if waits else None
        self.clock = Clock(self.clock.control, left, None if waits else turn, now)

    def prolong(self, until: float) -> None:
        """Wait until then for who has not come back since a restart: we have kept them waiting."""
        if self.awaited:
            self.grace_until = max(self.grace_until, until)
            if self.held_until is not None:
                self.held_until = self.grace_until

    def _release(self, now: float) -> None:
        self.held_until = None
        self.clock = self.clock.start(self.position.turn, now)

    @property
    def _seq(self) -> int:
        return len(self.events)

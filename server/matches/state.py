"""What a match is at a moment: the fold of its events.

`_record` is the only way in which a match changes for good, so that folding its events gives it
back after a restart. Who is connected, what lag was measured, and how many illegal moves were tried
is no part of the record.
"""

from collections.abc import Iterable
from typing import NamedTuple, Self

from msgspec.structs import replace

from games import Position, game_named
from protocol.events import (
    MatchEvent,
    Offered,
    Played,
    Resumed,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
)
from protocol.fold import MatchFold
from protocol.parts import Analysis, Fixture, Left, OfferKind, Side
from server.matches.clock import Clock, Lag
from server.matches.offers import OfferLimits

Events = list[MatchEvent]


class Patience(NamedTuple):
    """How long a match waits for what, and how much it bears."""

    grace: float = 30.0  # after a restart, for the player to move to come back
    abandon: float = 3600.0  # for one of two players who are both gone
    lag_credit: float = 1.0
    illegal_moves: int = 20  # of one player


PATIENCE = Patience()
MOST_THOUGHT = 5000  # cells in all lines that one side's bot expects: 16 a move on any board


class MatchState(MatchFold[Position]):
    def __init__(
        self, started: Started, now: float, epoch: float = 0.0, patience: Patience = PATIENCE
    ) -> None:
        """*epoch* added to the caller's clock gives the time of day."""
        terms, players = started.terms, started.players
        position, seconds = game_named(terms.game).after(terms.opening), terms.clock.seconds
        left = seconds, seconds
        super().__init__(started, started.seq, players, None, position, left, position.turn, now)
        self.events: Events = [started]
        # Up to here each side's first move is due in time, but not on the clock.
        self._clock_from = 0 if started.first_move is None else len(terms.opening) + 2
        self.lag = [Lag(patience.lag_credit, patience.lag_credit) for _ in players]
        self.away: list[float | None] = [None, None]  # since when each side is gone
        self.offer_limits = OfferLimits()
        self.thought = [0, 0]  # cells in the lines that each side's bot has told
        self.illegal = [0, 0]  # moves that each side has tried against the rules
        self.swap_seq: int | None = None  # of the event that they have changed sides with
        self.held_until: float | None = None  # the clock waits for its player until then
        self.grace_until = 0.0  # and nobody can claim before then
        self.awaited: set[Side] = set()  # who has not come back since a restart
        self.warned = False  # that the turn goes on for too long
        self.suspended = False  # it stands still: nothing costs time, or ends by it
        self._ahead: Position | None = None  # the position after the move that is recorded next
        self._epoch = epoch
        self._patience = patience

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
    def clock(self) -> Clock:
        return Clock(self.started.terms.clock, self.left, self.running, self.turn_began)

    @property
    def turn(self) -> Side | None:
        return None if self.ended else self.position.turn

    def snapshot(self, side: Side | None, now: float) -> Snapshot:
        return Snapshot(
            self.id,
            self._seq - 1,
            self.started,
            self.players,
            self.position.moves,
            self.left,
            self.turn,
            side,
            self.clock.elapsed(now),
            self._standing(),
            self.ended,
        )

    def _standing(self) -> tuple[Offered, ...]:
        """The offers that stand: of each kind the latest."""
        latest = {event.offer: event for event in self.events if isinstance(event, Offered)}
        return tuple(latest[kind] for _, kind in self.offers)

    def fitting(self, side: Side, analysis: Analysis) -> Analysis:
        """What a bot thought, with as much of its line as a match has room for."""
        room = MOST_THOUGHT - self.thought[side]
        if len(analysis.line) <= room:
            return analysis
        return replace(analysis, line=analysis.line[:room])

    # How events change it

    def _record(self, event: MatchEvent, now: float) -> Events:
        self.apply(event, now)
        self.events.append(event)
        return [event]

    def _apply_played(self, played: Played, now: float) -> None:
        side = played.ply % 2
        if played.analysis:
            self.thought[side] += len(played.analysis.line)
        self.lag[side] = self.lag[side].spend(played.credited)
        super()._apply_played(played, now)

    def _position_after(self, cell: int) -> Position:
        """The position after a move; whoever has just checked it has also played it."""
        ahead, self._ahead = self._ahead, None
        return self.position.play(cell) if ahead is None else ahead

    def _apply_offered(self, offered: Offered) -> None:
        self.offer_limits.note(offered.side, offered.offer, self.ply)
        super()._apply_offered(offered)

    def _apply_taken_back(self, back: TakenBack, now: float) -> None:
        offered_by = self.offered_by(OfferKind.TAKEBACK)
        assert offered_by is not None, "moves are taken back by agreement"
        self.offer_limits.note_takeback(offered_by)
        super()._apply_taken_back(back, now)

    def _apply_swapped(self, swapped: Swapped, now: float) -> None:
        self.swap_seq = swapped.seq
        self.lag.reverse()
        self.away.reverse()
        self.illegal.reverse()
        self.awaited = {1 - each for each in self.awaited}
        self.offer_limits.swap()
        super()._apply_swapped(swapped, now)

    def _apply_resumed(self, resumed: Resumed, now: float) -> None:
        self.awaited = {0, 1}
        self.grace_until = now + self._patience.grace
        super()._apply_resumed(resumed, now)

    def _begin_turn(self, left: Left, turn: Side | None, now: float) -> None:
        """Give the turn to a side; after a restart its clock waits for a player still missing."""
        self.warned = False
        waits = turn in self.awaited and now < self.grace_until
        self.held_until = self.grace_until if waits else None
        super()._begin_turn(left, None if waits else turn, now)

    def prolong(self, until: float) -> None:
        """Wait until then for who has not come back since a restart: we have kept them waiting."""
        if self.awaited:
            self.grace_until = max(self.grace_until, until)
            if self.held_until is not None:
                self.held_until = self.grace_until

    def _release(self, now: float) -> None:
        self.held_until = None
        self.running, self.turn_began = self.position.turn, now

    @property
    def _seq(self) -> int:
        return len(self.events)

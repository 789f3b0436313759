"""One match, from its start to its result. No sockets, no tasks, no time of its own.

A request is checked, told as events, and the events are applied. A request that cannot be granted
raises Refusal and changes nothing. Whoever asks must call `tick` with the same `now` first.
"""

from math import inf
from typing import Literal

from games import IllegalMove
from protocol.events import Declined, Ended, Offered, Played, Resumed, Swapped, TakenBack
from protocol.parts import Analysis, Ending, Fault, OfferKind, Side
from protocol.texts import clean
from server.matches.adjudication import adjudicated
from server.matches.deadlines import MatchDeadlines
from server.matches.state import Events
from server.refusal import Refusal

MOST_EVENTS = 10_000  # after which no restart is added to a match
SAME_PAUSE = 1.0  # seconds within which it is no news that a match goes on once more
LONGEST_REASON = 200  # characters; what a player says of a failure is told to many


class Match(MatchDeadlines):
    # What players ask

    def play(
        self, side: Side, ply: int, cell: int, now: float, analysis: Analysis | None = None
    ) -> Events:
        """Play a cell; nothing happens if this very move was played before."""
        position, clock = self.position, self.clock
        played_before, turn = len(position.moves), position.turn
        if ply < played_before and self._was_played(side, ply, cell):
            return []
        self._check_open()
        if ply != played_before:
            raise Refusal(Fault.STALE, f"a move for ply {ply} came at ply {self.ply}")
        if side != turn:
            raise Refusal(Fault.NOT_YOUR_TURN, "it is your opponent's turn")
        try:
            after = position.play(cell)
        except IllegalMove as error:
            raise Refusal(Fault.ILLEGAL_MOVE, str(error)) from error
        # While the clock waits for a player after a restart, or stands, the turn costs nothing.
        waits = clock.running is None
        free = waits or self.suspended or self._is_first_move()
        clock = clock.start(side, now) if waits else clock
        charge = clock.charge(now, self.lag[side].credit, free)
        left = clock.left_after(charge.charged, increment=not free)
        terms = self.started.terms
        ruling = None if after.outcome else adjudicated(terms, self.events, ply, analysis)
        played = Played(
            self.started.match, len(self.events), ply, cell, charge.elapsed, charge.credited,
            charge.charged, left, None if after.outcome or ruling else 1 - side,
            self.fitting(side, analysis) if analysis else None,
        )  # fmt: skip
        self._ahead = after
        events = self._record(played, now)
        if after.outcome:
            ending = Ending.FULL if after.outcome.winner is None else Ending.LINE
            events += self._end(after.outcome.winner, ending, now, after.outcome.lines)
        elif ruling:
            events += self._end(ruling.winner, Ending.ADJUDICATED, now, reason=ruling.reason)
        return events

    def reproach(self, side: Side, now: float) -> Events:
        """Count a move against the rules; who goes on with them loses the match."""
        self._check_open()
        self.illegal[side] += 1
        if self.illegal_left(side) >= 0:
            return []
        return self._end(1 - side, Ending.MISCONDUCT, now)

    def resign(self, side: Side, now: float, failure: str = "") -> Events:
        self._check_open()
        failure = clean(failure, LONGEST_REASON)
        ending = Ending.FAILED if failure else Ending.RESIGNED
        return self._end(1 - side, ending, now, reason=failure)

    def abort(self, side: Side, now: float) -> Events:
        self._check_open()
        if self.fixture:
            raise Refusal(Fault.NOT_ALLOWED, "a game of a tournament is played, or resigned")
        if self.played >= 2:
            raise Refusal(Fault.TOO_LATE, "two moves are played: resign, or offer a draw")
        return self._end(None, Ending.ABORTED, now)

    def offer(self, side: Side, kind: OfferKind, now: float) -> Events:
        """Propose something; to propose a draw to one who has proposed it is to accept."""
        self._check_open()
        if kind is OfferKind.DRAW and self.offered_by(kind) == 1 - side:
            return self.respond(side, kind, True, now)
        if kind is OfferKind.TAKEBACK:
            self._check_takeback(side)
        self.offer_limits.check(self.offers, side, kind, self.ply)
        return self._record(Offered(self.id, self._seq, side, kind), now)

    def respond(self, side: Side, kind: OfferKind, accept: bool, now: float) -> Events:
        self._check_open()
        if self.offered_by(kind) != 1 - side:
            raise Refusal(Fault.NOT_ALLOWED, f"your opponent has not offered a {kind}")
        if not accept:
            return self._record(Declined(self.id, self._seq, side, kind), now)
        if kind is OfferKind.DRAW:
            return self._end(None, Ending.AGREED, now)
        ply = self._takeback_ply(1 - side)
        charged = self._charged_clock(now)
        return self._record(TakenBack(self.id, self._seq, ply, charged.left, ply % 2), now)

    def swap(self, side: Side, now: float) -> Events:
        """Under the pie rule, take the other side instead of the second move."""
        self._check_open()
        if not self.started.terms.pie:
            raise Refusal(Fault.NOT_ALLOWED, "this match is played without the pie rule")
        if self.ply == 0:
            raise Refusal(Fault.TOO_EARLY, "sides can be swapped once the first move is made")
        if self.ply != 1 or self.swapped:
            raise Refusal(Fault.TOO_LATE, "sides can be swapped in answer to the first move only")
        if side != 1:
            raise Refusal(Fault.NOT_YOUR_TURN, "only the second player may swap sides")
        players = (self.players[1], self.players[0])
        left = self._charged_clock(now).swap().left
        return self._record(Swapped(self.id, self._seq, players, left, turn=1), now)

    def claim(self, side: Side, result: Literal["win", "draw"], now: float) -> Events:
        """Take the win, or a draw, from an opponent who is gone."""
        self._check_open()
        due = self.claim_due(side)
        if due is None:
            raise Refusal(Fault.NOT_ALLOWED, "your opponent is here")
        if (wait := due - now) > 0:
            raise Refusal(Fault.TOO_EARLY, f"your opponent has {wait:.0f} s to come back", wait)
        return self._end(side if result == "win" else None, Ending.ABANDONED, now)

    # What happens to it

    def tick(self, now: float) -> Events:
        """What time has brought about."""
        if self.ended or self.suspended:
            return []
        if self.held_until is not None and now >= self.held_until:
            self._release(now)
        if (due := self._turn_due()) is not None and now >= due:
            if self._is_first_move() and not self.fixture:
                return self._end(None, Ending.ABORTED, now)
            return self._flagged(now)
        if (due := self._idle_due()) is not None and now >= due:
            return self._idled(now)
        if (due := self._abandonment()) is not None and now >= due:
            return self._end(self._left_alone(), Ending.ABANDONED, now, reason=self._gone())
        return []

    def _flagged(self, now: float) -> Events:
        """A turn has lasted too long; in a tournament it is told of one who was not even here."""
        turn = self.position.turn
        if self.fixture and self.away[turn] is not None:
            reason = f"{self.players[turn].name} was disconnected, and the time ran out"
            return self._end(1 - turn, Ending.ABANDONED, now, reason=reason)
        return self._end(1 - turn, Ending.TIME, now)

    def _idled(self, now: float) -> Events:
        """A bot has been kept waiting for too long."""
        turn = self.position.turn
        reason = f"{self.players[turn].name} made no move in {self.started.idle:.0f} s"
        if self.played < 2:
            return self._end(None, Ending.ABORTED, now, reason=reason)
        return self._end(1 - turn, Ending.ABANDONED, now, reason=reason)

    def arrive(self, side: Side, now: float, knows: bool = True) -> None:
        """The player is here: a clock that was waiting for them runs once they know that."""
        self.away[side] = None
        self.awaited.discard(side)
        if knows and self.held_until is not None and side == self.turn:
            self._release(now)

    def leave(self, side: Side, now: float) -> None:
        self.away[side] = now

    def resume(self, now: float) -> Events:
        """The server is up again, or the tournament goes on: the clock waits for its player."""
        self.suspended = False
        if self.ended:
            return []
        resumed = Resumed(
            self.id, self._seq, self.time_of_day(now), self.left, turn=self.position.turn
        )
        if self._seq < MOST_EVENTS and not self._has_just_resumed(resumed):
            return self._record(resumed, now)
        self._apply_resumed(resumed, now)  # it goes on, but grows no more
        return []

    def _has_just_resumed(self, again: Resumed) -> bool:
        """In a cluster each node of its players may be heard again, one right after the other."""
        last = self.events[-1]
        return isinstance(last, Resumed) and again.at - last.at < SAME_PAUSE

    def end(self, winner: Side | None, ending: Ending, now: float, reason: str = "") -> Events:
        """An end from outside: by who looks after it, or through a fault of ours."""
        self._check_open()
        return self._end(winner, ending, now, reason=clean(reason, LONGEST_REASON))

    def _end(
        self,
        winner: Side | None,
        ending: Ending,
        now: float,
        lines: tuple[tuple[int, ...], ...] = (),
        reason: str = "",
    ) -> Events:
        left = self._charged_clock(now).left
        side = self.running
        credit = 0.0 if side is None else self.lag[side].credit
        turn = self.clock.charge(now, credit, self._is_first_move())
        ended = Ended(
            self.id, self._seq, winner, ending, self.time_of_day(now), lines, left,
            turn.elapsed, turn.credited, reason,
        )  # fmt: skip
        return self._record(ended, now)

    # What is so

    def mover(self, ply: int) -> Side:
        """The side, as the players sit now, of the one who made the move at this ply."""
        # A side that was swapped has the first stone, but its player did not place it.
        return 1 if self.swapped and ply == 0 else ply % 2

    def illegal_left(self, side: Side) -> int:
        """How many more moves against the rules *side* is forgiven; in a tournament none."""
        return (0 if self.fixture else self._patience.illegal_moves) - self.illegal[side]

    def _check_open(self) -> None:
        if self.ended:
            raise Refusal(Fault.OVER, f"the match is over: {self.ended.ending}")

    def _was_played(self, side: Side, ply: int, cell: int) -> bool:
        """Whether this is a move that *side* has made already, sent once more."""
        if not len(self.terms.opening) <= ply < self.ply:
            return False
        if self.mover(ply) != side:
            return False
        if self.position.moves[ply] == cell:
            return True
        if ply >= self.ply - 2:
            raise Refusal(Fault.CONFLICT, f"you have played another cell at ply {ply}")
        raise Refusal(Fault.STALE, f"a move for ply {ply} came at ply {self.ply}")

    def _takeback_ply(self, side: Side) -> int:
        """How many moves stand once the last of *side* is taken back."""
        return self.ply - (2 if self.position.turn == side else 1)

    def _check_takeback(self, side: Side) -> None:
        if self.started.terms.rated:
            raise Refusal(Fault.NOT_ALLOWED, "moves cannot be taken back in a rated match")
        if self.fixture:
            raise Refusal(Fault.NOT_ALLOWED, "moves cannot be taken back in a tournament")
        # The first stone is no move of whoever has it since the swap.
        if self._takeback_ply(side) < len(self.terms.opening) + self.swapped:
            raise Refusal(Fault.NOT_ALLOWED, "you have made no move that could be taken back")

    def _gone(self) -> str:
        names = [self.players[side].name for side in (0, 1) if self.away[side] is not None]
        return f"{' and '.join(names)} did not come back"

    def _left_alone(self) -> Side | None:
        """Who wins when a game of a tournament is abandoned: the one who was gone for less long."""
        if not self.fixture:
            return None
        first, second = (inf if since is None else since for since in self.away)
        return None if first == second else int(second > first)

"""A match with people around it: the one place where it meets sockets, timers and the journal.

What happens is committed first and told after; a reply waits in the same line, so that nobody hears
of anything that a crash could take back.
"""

import asyncio
from functools import partial
from math import inf
from time import monotonic
from typing import Protocol

from protocol.events import Ended, MatchEvent
from protocol.parts import Ending, Fault, LiveMatch, Side
from protocol.replies import Done
from protocol.requests import Move, Say, Unwatch, Watch
from server.cluster.bus import Answer, MatchRequest
from server.cluster.losses import UNKEPT
from server.connections.frame import OutgoingFrame
from server.keys import match_key
from server.logs import log
from server.matches.audience import Audience
from server.matches.decisions import consequences, decide, side_of
from server.matches.match import Match
from server.node import Node
from server.refusal import Refusal, refused
from server.storage.commit import not_kept
from server.storage.journal import Refuse
from server.storage.writes import Collided, NewEvent, Rejected, Write

LATE = 0.01  # seconds that an alarm may be late before it counts as our fault
MOMENT = 0.005  # seconds in which a move is read that came in while we were late


class TableOwner(Protocol):
    """Who does what concerns more than one table."""

    @property
    def held_up_until(self) -> float:
        """Until when players may be late because we turned connections away."""

    def last_writes(self, table: "Table", ended: Ended) -> list[Write]:
        """What else is written when a match ends."""

    def closed(self, table: "Table") -> None:
        """The end has been told."""

    def give_up(self, table: "Table", reason: str) -> None:
        """A match cannot go on here."""


class Table:
    def __init__(self, match: Match, node: Node, owner: TableOwner) -> None:
        self.match = match
        self.key = match_key(match.id)
        self.audience = Audience(match, node.bus, node.settings.watch_delay)
        self._bus, self._journal, self._metrics = node.bus, node.journal, node.metrics
        self._owner = owner
        self._loop = asyncio.get_running_loop()
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at = 0.0
        self._due = inf  # when time brings something about
        self._told_at = monotonic()  # the latest event
        self._broken = False  # our own fault has ended it

    # What players and spectators ask

    def act(self, player: str, request: MatchRequest, round_trip: float, answer: Answer) -> None:
        """Carry a request out; the answer comes when what it brought about is committed."""
        now = monotonic()
        refuse = partial(_refuse, request.id, answer)
        try:
            self._measure(player, round_trip)
            match = self.match
            if match.awaited and now >= match.grace_until:
                self.wait(self._owner.held_up_until)
            if now >= self._due:
                self._pass_time(self._due, now)
            try:
                events = decide(match, player, request, now)
                if events is None:
                    self._serve(player, request)
                    events = []
            except Refusal as refusal:
                events = consequences(match, player, refusal, now)
                self._commit(events, now, partial(answer, refused(request.id, refusal)), refuse)
                return
            asked = now if isinstance(request, Move) else None
            self._commit(events, now, partial(answer, Done(request.id)), refuse, asked)
        except Exception:
            log().exception("a match hit a fault of ours", match=self.match.id, request=request)
            self._break()
            fault = Refusal(Fault.OVER, "the match hit a fault of the server and was ended")
            self._journal.append(then=partial(answer, refused(request.id, fault)))

    def _serve(self, player: str, request: MatchRequest) -> None:
        """Do what is asked around the match."""
        match request:
            case Say(room=room, text=text):
                self.audience.say(player, room, text)
            case Watch(from_start=from_start):
                self.audience.watch(player, from_start)
            case Unwatch():
                self.audience.unwatch(player)

    # Coming and going

    def arrive(self, player: str, seen: int | None, replay: int) -> None:
        """A player is here, and hears what they missed."""
        side = side_of(self.match, player)
        self.match.arrive(side, monotonic(), knows=False)
        self._set_alarm()
        self.audience.catch_up(player, side, seen, replay)
        if not self.match.ended:
            self.audience.is_back(side)
            self.audience.is_idle()

    def heard(self, player: str) -> None:
        """A player has read what was told on their coming back."""
        self.match.arrive(side_of(self.match, player), monotonic())
        self._set_alarm()

    def leave(self, player: str) -> None:
        side = side_of(self.match, player)
        self.match.leave(side, monotonic())
        self._set_alarm()
        if not self.match.ended:
            self.audience.is_gone(side)

    def end(self, winner: Side | None, ending: Ending, reason: str = "") -> None:
        """End a match from outside, unless it is over."""
        if self.match.ended is None:
            now = monotonic()
            self._commit(self.match.end(winner, ending, now, reason), now)

    def _measure(self, player: str, round_trip: float) -> None:
        match = self.match
        first, second = match.players
        side = 0 if player == first.name else 1
        if side and player != second.name:
            return
        if match.lag[side].round_trip != round_trip:
            match.measure(side, round_trip)
            self._set_alarm()  # with less credit the flag falls earlier

    def live(self, player: str | None) -> LiveMatch:
        """The match as lists show it."""
        match = self.match
        side = None if player is None else side_of(self.match, player)
        watchers = self._bus.watchers(self.audience.topic)
        told, terms = self.audience.told, match.started.terms
        return LiveMatch(match.id, terms, match.players, match.ply, told, side, watchers)

    # Committing and telling

    def begin(self, *writes: Write) -> None:
        """Write the start, with what goes along with it, and tell it."""
        self._commit(list(self.match.events), monotonic(), also=writes)

    def restore(self) -> None:
        """Take up a match that the journal gave back."""
        self.audience.all_told()
        self.resume()

    def resume(self) -> None:
        """Go on; what has passed is charged to nobody."""
        now = monotonic()
        self._commit(self.match.resume(now), now)
        for side in (0, 1):
            if self.match.away[side] is None:  # who is here need not be waited for
                self.match.arrive(side, now)
        self._set_alarm()

    def wait(self, until: float) -> None:
        """Charge nobody before then who has not come back since a restart."""
        self.match.prolong(until)
        self._set_alarm()

    def excuse(self, player: str, seconds: float) -> None:
        """What a player was cut off for is not on their clock."""
        if self.match.position.turn == side_of(self.match, player):
            self.match.excuse(seconds, monotonic())
            self._set_alarm()

    def suspend(self) -> None:
        """Let nothing end by time until it is resumed."""
        self.match.suspended = True
        self._set_alarm()

    def stop(self) -> None:
        """Let no timer ring any more."""
        if self._alarm:
            self._alarm.cancel()

    def _commit(
        self,
        events: list[MatchEvent],
        now: float,
        answer: "partial[None] | None" = None,
        refuse: Refuse | None = None,
        asked: float | None = None,
        also: tuple[Write, ...] = (),
    ) -> None:
        if not events:
            if answer:  # perhaps of what is not committed yet
                self._journal.append(key=self.key, then=answer, refuse=refuse)
            return
        self._set_alarm()  # first, for what is appended can no longer be refused
        at = self.match.time_of_day(now)
        told: list[tuple[MatchEvent, OutgoingFrame]] = []
        writes: list[Write] = []
        for event in events:
            frame = OutgoingFrame(event)
            told.append((event, frame))
            writes.append(NewEvent(event.match, event.seq, at, frame.packed))
        if isinstance(events[-1], Ended):
            writes += self._owner.last_writes(self, events[-1])
        self._journal.append(
            *also,
            *writes,
            key=self.key,
            then=partial(self._publish, told, answer, asked),
            refuse=refuse or self._end_unkept,
        )

    def _publish(
        self,
        told: list[tuple[MatchEvent, OutgoingFrame]],
        answer: "partial[None] | None",
        asked: float | None,
    ) -> None:
        """Tell what is committed: the one who asked first, then both players, then the rest."""
        if answer:
            answer()
        for event, frame in told:
            self.audience.tell(event, frame)
            if isinstance(event, Ended):
                self._owner.closed(self)
        self._told_at = now = monotonic()
        if asked is not None:
            self.match.begin_turn(told[-1][0].seq, now)
            self._metrics.moved(now - asked)

    def go_back(self) -> None:
        """Undo what the journal did not take: the match is as it was last told."""
        self.match = self.match.undone(self.audience.told, self._told_at)
        self.audience.go_back(self.match)
        self._set_alarm()

    def _end_unkept(self, error: Rejected) -> None:
        """What nobody asked for was not taken, and would not be the next time."""
        if isinstance(error, Collided) or self.audience.told < 0:
            return  # and it has been given up
        if self._broken:
            self._owner.give_up(self, UNKEPT)
        else:
            self._break()

    # Time

    def _set_alarm(self) -> None:
        """Ring in time; an alarm that rings too early is cheaper than setting it with each move."""
        deadline = self.match.deadline()
        self._due = inf if deadline is None else deadline
        if deadline is None or (self._alarm and self._alarm_at <= deadline):
            return
        if self._alarm:
            self._alarm.cancel()
        self._alarm_at = deadline
        self._alarm = self._loop.call_later(deadline - monotonic(), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        try:
            self.match.prolong(self._owner.held_up_until)
            # A timer may fire a hair early; nothing is lost by asking again at once.
            self._pass_time(self._alarm_at, monotonic())
        except Exception:
            log().exception("a match hit a fault of ours", match=self.match.id)
            self._break()
        self._set_alarm()

    def _pass_time(self, due: float, now: float) -> None:
        """See what time has brought about; that we look later than was due harms nobody."""
        late = now - due
        if late > LATE:
            self.match.excuse(late + MOMENT, now)
        self._commit(self.match.tick(now), now)
        if self.match.warning(now) is not None:
            self.audience.is_idle()
        self._set_alarm()

    def _break(self) -> None:
        """Our own bug ends this match, and no other."""
        self._broken = True
        self.end(None, Ending.FAULT)


def _refuse(id: int, answer: Answer, error: Rejected) -> None:
    answer(refused(id, not_kept(error)))
